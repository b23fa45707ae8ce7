package program

// A quantifier's variables are ix, jx and key: no field has such a name.

// quantifiedKits are invariants and transitions over all elements or entries.
var quantifiedKits = []kit{
	{ // no element is negative
		fields:     []fieldKind{{name: "vec", typ: "[]int", init: "[]int{1, _r.small(), 0}", show: "%s", pragma: "guarded_by mu"}},
		invariants: []string{"forall ix int :: 0 <= ix && ix < len(vec) ==> vec[ix] >= 0"},
		held: []string{
			"{v1} := {i}\nif {v1} ⟨>= 0¦>= -1¦!= 0⟩ {\n{o}.vec = append({o}.vec, {v1})\n}",
			"for {v1} := range {o}.vec {\n{o}.vec[{v1}] = ⟨{v1}¦{v1} - 1¦{i}⟩\n}",
			"{v1} := 5\nfor _, {v2} := range {o}.vec {\n{v1} = 100 / ({v2} + ⟨1¦0⟩)\n}\n_ = {v1}",
			"if len({o}.vec) > 0 {\nassert {o}.vec[0] ⟨>=¦>⟩ 0\n_ = {o}.vec[0]\n}",
			"if len({o}.vec) > 1 {\n{o}.vec[0], {o}.vec[1] = {o}.vec[1], ⟨{o}.vec[0]¦-{o}.vec[0]⟩\n}",
			"if len({o}.vec) > 0 {\n{o}.vec[0] = -1\n⟨¦" + relock + "⟩\n{o}.vec[0] = 1\n}",
			"⟨{o}.vec = make([]int, 3)¦{o}.vec = []int{{i}}¦copy({o}.vec, {x})⟩",
			"clear({o}.vec)\n_ = {o}.vec",
			"assert forall ix int :: 0 <= ix && ix < len({o}.vec) ==> {o}.vec[ix] ⟨>=¦>⟩ 0\n_ = {o}.vec",
			"{v1} := {o}.vec\n{o}.vec = nil\nif len({v1}) > 0 {\n{v1}[0] = ⟨2¦-2⟩\n}\n⟨{o}.vec = {v1}¦{o}.vec = append({v1}, -1)⟩",
		},
		free: []string{
			"{o}.mu.Lock()\nif len({o}.vec) > 0 {\n{v1} := {o}.vec[0]\n" + relock + "\nassert {v1} >= 0 && (len({o}.vec) == 0 || {o}.vec[0] ⟨>= 0¦== {v1}⟩)\n_ = {v1}\n}\n{o}.mu.Unlock()",
		},
	},
	{ // no entry is zero
		fields:     []fieldKind{{name: "tbl", typ: "map[string]int", init: "map[string]int{\"a\": 1, \"\": 2}", show: "%s", pragma: "guarded_by mu"}},
		invariants: []string{"tbl != nil", "forall key string :: has(tbl, key) ==> tbl[key] > 0"},
		held: []string{
			"{o}.tbl[{s}] = ⟨1¦{i}¦0⟩",
			"{v1} := {s}\nif {v2} := {o}.tbl[{v1}]; {v2} < 100 {\n{o}.tbl[{v1}] = {v2} ⟨+¦-⟩ 1\n}",
			"{v1}, ok{v1} := {o}.tbl[{s}]\nif ⟨ok{v1}¦!ok{v1}¦ok{v1} || {v1} == 0⟩ {\n_ = 10 / {v1}\n}",
			"for {v1}, {v2} := range {o}.tbl {\n_ = 8 / {v2}\n⟨¦{o}.tbl[{v1}] = 0⟩\n_ = {v1}\n}",
			"⟨delete({o}.tbl, {s})¦{o}.tbl = nil¦{o}.tbl = {q}⟩",
			"⟨clear({o}.tbl)¦{o}.tbl = map[string]int{\"b\": 0}⟩\n{o}.tbl[{s}] = 7",
			"{v1} := {o}.tbl[{s}]\nassert {v1} ⟨>=¦>⟩ 0\n_ = {v1}",
			"{o}.tbl[\"x\"] = -1\n⟨¦" + relock + "⟩\n{o}.tbl[⟨\"x\"¦\"y\"⟩] = 1",
		},
		free: []string{
			"{o}.mu.Lock()\n{v1} := {o}.tbl[{s}]\n" + relock + "\n⟨if {v1} > 0 {\n_ = 6 / {v1}\n}¦_ = 6 / {v1}⟩\n{o}.mu.Unlock()",
		},
	},
	{ // in ascending order
		fields:     []fieldKind{{name: "asc", typ: "[]int", init: "[]int{-1, _r.small(), 100}", show: "%s", pragma: "guarded_by mu"}},
		invariants: []string{"forall ix int, jx int :: 0 <= ix && ix < jx && jx < len(asc) ==> asc[ix] <= asc[jx]"},
		held: []string{
			"{v1} := {i}\nif len({o}.asc) == 0 || {o}.asc[len({o}.asc)-1] ⟨<=¦>=¦!=⟩ {v1} {\n{o}.asc = append({o}.asc, {v1})\n}",
			"if len({o}.asc) > 1 {\nassert {o}.asc[0] ⟨<=¦<⟩ {o}.asc[1]\n_ = {o}.asc\n}",
			"⟨{o}.asc = []int{1, 2, 2}¦{o}.asc = []int{2, 1}¦{o}.asc = {x}⟩",
			"if len({o}.asc) > ⟨0¦1⟩ {\n{o}.asc = {o}.asc[⟨1:¦:1⟩]\n}",
			"clear({o}.asc)\n⟨¦if len({o}.asc) > 1 {\n{o}.asc[0] = 3\n}⟩\n_ = {o}.asc",
			"if len({o}.asc) > 1 {\n{o}.asc[1] = {o}.asc[0]\n⟨¦{o}.asc[0]++⟩\n}",
		},
	},
	{ // entries are indices
		fields: []fieldKind{
			{name: "row", typ: "[]int", init: "_r.ints()", show: "%s", pragma: "guarded_by mu"},
			{name: "idx", typ: "map[string]int", init: "map[string]int{}", show: "%s", pragma: "guarded_by mu"},
		},
		invariants: []string{"idx != nil", "forall key string :: has(idx, key) ==> 0 <= idx[key] && idx[key] < len(row)"},
		held: []string{
			"if {v1}, ok{v1} := {o}.idx[{s}]; ⟨ok{v1}¦ok{v1} || {v1} >= 0⟩ {\n{o}.row[{v1}]++\n}",
			"{v1} := {s}\n⟨{o}.row = append({o}.row, {i})\n{o}.idx[{v1}] = len({o}.row) - 1¦{o}.idx[{v1}] = len({o}.row)⟩",
			"⟨clear({o}.idx)\n{o}.row = nil¦{o}.row = nil¦{o}.row = nil\n" + relock + "\nclear({o}.idx)⟩",
			"delete({o}.idx, {s})\n⟨¦if len({o}.row) > 1 {\n{o}.row = {o}.row[1:]\n}⟩\n_ = {o}.row",
			"for {v1}, {v2} := range {o}.idx {\n⟨_ = {o}.row[{v2}]¦_ = {o}.row[{v2}+1]⟩\n_ = {v1}\n}",
		},
		free: []string{
			"{o}.mu.Lock()\n{v1}, ok{v1} := {o}.idx[{s}]\n⟨¦" + relock + "⟩\nif ok{v1} {\n_ = {o}.row[{v1}]\n}\n{o}.mu.Unlock()",
		},
	},
	{ // one of them
		fields: []fieldKind{
			{name: "sel", typ: "[]int", init: "[]int{3, 4}", show: "%s", pragma: "guarded_by mu"},
			{name: "cur", typ: "int", init: "4", show: "%s", pragma: "guarded_by mu"},
		},
		invariants: []string{"len(sel) == 0 || exists ix int :: 0 <= ix && ix < len(sel) && sel[ix] == cur"},
		held: []string{
			"if len({o}.sel) > 0 {\n{o}.cur = ⟨{o}.sel[0]¦{o}.sel[0] + 1¦{i}⟩\n}",
			"{o}.sel, {o}.cur = []int{1, {i}}, ⟨1¦2⟩",
			"⟨{o}.sel = nil¦clear({o}.sel)⟩\n_ = {o}.sel",
			"{o}.sel = append({o}.sel, {o}.cur)\n⟨¦{o}.cur++⟩",
		},
	},
	{ // counts that do not go down
		fields:      []fieldKind{{name: "ticks", typ: "[4]int", init: "[4]int{0, _r.small()}", show: "%s", pragma: "guarded_by mu"}},
		transitions: []string{"forall ix int :: 0 <= ix && ix < 4 ==> old(ticks[ix]) <= ticks[ix]"},
		held: []string{
			"{v1} := {i} & 3\nif {o}.ticks[{v1}] < 1000 {\n{o}.ticks[{v1}] ⟨+=¦-=⟩ 1\n}",
			"for {v1} := range {o}.ticks {\n{o}.ticks[{v1}] = max({o}.ticks[{v1}], ⟨{v1}¦0) - (1⟩)\n}",
			"{o}.ticks[⟨2¦1⟩] = ⟨max({o}.ticks[2], {i})¦{i}⟩",
			"⟨¦{o}.ticks = [4]int{}⟩\n_ = {o}.ticks",
		},
		free: []string{
			"{o}.mu.Lock()\n{v1} := {o}.ticks[2]\n" + relock + "\nassert {v1} ⟨<=¦==¦>=⟩ {o}.ticks[⟨2¦3⟩]\n_ = {v1}\n{o}.mu.Unlock()",
		},
	},
}

// quantified are statements with assertions, loop invariants and calls about all elements.
var quantified = []string{
	"{v1} := make([]int, 4)\ninvariant forall ix int :: 0 <= ix && ix < {v2} ==> {v1}[ix] == ix\nfor {v2} := 0; {v2} < 4; {v2}++ {\n{v1}[{v2}] = ⟨{v2}¦{v2} / 2⟩\n}\n" +
		"assert forall ix int :: 0 <= ix && ix < ⟨4¦3⟩ ==> {v1}[ix] ⟨== ix¦< 3⟩\n_ = {v1}",
	"{v1} := ramp@(⟨3¦2⟩)\nassert len({v1}) == ⟨3¦2⟩\nif len({v1}) > 2 {\nassert {v1}[2] == ⟨2¦1⟩\n_ = 6 / {v1}[2]\n}",
	"{v1} := append([]int(nil), {x}...)\nif len({v1}) == 2 && {v1}[0] > 0 ⟨&&¦||⟩ {v1}[1] > 0 {\n_ = quotients@({v1})\n}",
	"_ = quotients@([]int{1, ⟨2¦0⟩})",
	"{v1} := []int{5, {i}}\nfills@({v1}, ⟨3¦0⟩)\nassert {v1}[1] == ⟨3¦5⟩\n_ = 6 / {v1}[0]",
	"{v1} := where@({x}, {i})\nif {v1} >= 0 {\nassert {v1} ⟨>=¦>⟩ 0\n_ = {v1}\n}",
	"{v1} := map[string]int{\"a\": 1, {s} + \"b\": 2}\nassert forall key string :: has({v1}, key) ==> {v1}[key] ⟨>=¦>⟩ 1\n_ = {v1}",
	"{v1} := []int{3, 1, 2}\nslices.Sort({v1})\nassert forall ix int, jx int :: 0 <= ix && ix < jx && jx < len({v1}) ==> {v1}[ix] ⟨<=¦>=⟩ {v1}[jx]\n_ = {v1}",
	"{v1} := [3]int{1, 2, 3}\nassert exists ix int :: 0 <= ix && ix < 3 && {v1}[ix] == ⟨2¦4⟩\n_ = {v1}",
	"{v1} := counts@({s})\nassert forall key string :: has({v1}, key) ==> {v1}[key] ⟨==¦>⟩ 1\nif {v2}, ok{v2} := {v1}[\"a\"]; ok{v2} {\n_ = 4 / {v2}\n}",
}

var quantifiedHelpers = map[string]string{
	"ramp@": "//calvin:atomic\n//calvin:ensures len(result) == n && forall ix int :: 0 <= ix && ix < n ==> result[ix] == ix\n//calvin:requires 0 <= n && n < 9\n" +
		"func ramp@(n int) []int {\ns := make([]int, n)\n//calvin:invariant 0 <= k && k <= n && len(s) == n && forall ix int :: 0 <= ix && ix < k ==> s[ix] == ix\n" +
		"for k := 0; k < n; k++ {\ns[k] = ⟨k¦k & 1⟩\n}\nreturn s\n}\n",
	"quotients@": "//calvin:requires forall ix int :: 0 <= ix && ix < len(s) ==> s[ix] ⟨>¦>=⟩ 0\nfunc quotients@(s []int) int {\nn := 0\nfor _, x := range s {\nn += 10 / x\n}\nreturn n\n}\n",
	"fills@": "//calvin:requires local(s)\n//calvin:atomic\n//calvin:modifies s[*]\n//calvin:ensures forall ix int :: 0 <= ix && ix < len(s) ==> s[ix] == x\nfunc fills@(s []int, x int) {\n" +
		"//calvin:invariant 0 <= k && k <= len(s) && forall ix int :: 0 <= ix && ix < k ==> s[ix] == x\nfor k := 0; k < len(s)⟨¦-1⟩; k++ {\ns[k] = x\n}\n}\n",
	"where@": "//calvin:atomic\n//calvin:ensures result >= 0 ==> result < len(s) && s[result] == x\n//calvin:ensures result < 0 ==> forall ix int :: 0 <= ix && ix < len(s) ==> s[ix] != x\n" +
		"func where@(s []int, x int) int {\n//calvin:invariant 0 <= k && forall ix int :: 0 <= ix && ix < k ==> s[ix] != x\nfor k := 0; k < len(s); k++ {\nif s[k] == x {\nreturn k⟨¦+1⟩\n}\n}\nreturn -1\n}\n",
	"counts@": "//calvin:atomic\n//calvin:ensures result != nil && forall key string :: has(result, key) ==> result[key] == 1\nfunc counts@(s string) map[string]int {\nm := map[string]int{}\nm[s] = 1\nm[s+\"a\"] = ⟨1¦2⟩\nreturn m\n}\n",
}
