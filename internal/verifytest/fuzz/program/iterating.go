package program

// iterating are loops over iterators of the library.
var iterating = []string{
	"for {v1}, {v2} := range slices.All({x}) {\nassert {v1} ⟨>=¦>⟩ 0\n_, _ = {v1}, {v2}\n}",
	"{v1} := append([]int(nil), {x}...)\nfor {v2} := range slices.All({v1}) {\n{v1}[{v2}⟨¦+1⟩]++\n}\n_ = {v1}",
	"{v1} := append([]int(nil), {x}...)\nfor {v2}, {v3} := range slices.Backward({v1}) {\n⟨_ = {v1}[{v2}]¦_ = {v1}[{v2}+1]¦_ = {v1}[{v3}]⟩\nif {v3} == {i} {\n[[break|continue]]\n}\n_ = {v2}\n}",
	"{v1} := 1\nfor {v2} := range slices.Values([]int{1, 2, ⟨3¦0⟩}) {\n{v1} = 6 / {v2}\n}\nassert {v1} ⟨>= -6¦== 6⟩\n_ = {v1}",
	"for {v1} := range maps.Keys({q}) {\nif {v1} == {s} {\nbreak\n}\n}",
	"{v1} := 0\nfor {v2}, {v3} := range maps.All({q}) {\n{v1} += len({v2})\n_ = {v3}\n}\nassert {v1} ⟨>= 0 || {v1} < 0¦== 0⟩\n_ = {v1}",
	"{v1} := slices.Collect(maps.Keys({q}))\nif len({v1}) > ⟨0¦-1⟩ {\n_ = {v1}[0]\n}",
	"{v1} := slices.Sorted(maps.Values({q}))\nif len({v1}) > ⟨1¦0⟩ {\n_ = {v1}[1]\n}",
	"for {v1} := range strings.SplitSeq({s}, \",\") {\n_ = {v1}[⟨:0¦:1⟩]\n}",
	"{v1} := 0\nfor range strings.FieldsSeq({s}) {\n{v1}++\n}\nassert {v1} ⟨<= 1000 || {v1} > 0¦== 0⟩\n_ = {v1}",
	"{v1} := slices.Values({x})\nfor {v2} := range {v1} {\nif {v2} ⟨!=¦==⟩ 0 {\n_ = 8 / {v2}\n}\n}",
	"for {v1} := range slices.Values({x}) {\nfor {v2} := range slices.Values([]int{1, 2}) {\nif {v1} == {v2} {\ncontinue\n}\n⟨¦_ = 1 / ({v1} - 1)⟩\n_ = {v1} + {v2}\n}\n}",
	"{v1} := map[string]int{\"a\": {i}}\nfor {v2} := range maps.Keys({v1}) {\ndelete({v1}, {v2})\n}\nassert len({v1}) ⟨>= 0¦== 1⟩\n_ = {v1}",
	"{v1} := slices.SortedFunc(slices.Values({x}), func(a, b int) int {\nreturn ⟨a - b¦a / b⟩\n})\n_ = {v1}",
	"{v1} := make([]int, 0, 4)\nfor {v2} := range slices.Values({x}) {\nif len({v1}) < cap({v1}) {\n{v1} = {v1}[:len({v1})+⟨1¦2⟩]\n{v1}[len({v1})-1] = {v2}\n}\n}\n_ = {v1}",
}

// iterated are containers that iterators of the library go through.
var iterated = []kit{
	{
		fields: []fieldKind{
			{name: "its", typ: "[]int", init: "_r.ints()", show: "%s", pragma: "guarded_by mu"},
			{name: "itm", typ: "map[string]int", init: "_r.table()", show: "%s", pragma: "guarded_by mu"},
		},
		held: []string{
			"for {v1}, {v2} := range slices.All({o}.its) {\n{o}.its[{v1}] = {v2} + 1\n⟨¦{o}.mu.Unlock()\n{o}.mu.Lock()⟩\n}",
			"for {v1} := range slices.Values({o}.its) {\nif {v1} > {i} {\nbreak\n}\n⟨¦{o}.its = nil\n_ = {o}.its[0]⟩\n}",
			"for {v1}, {v2} := range slices.Backward({o}.its) {\n⟨if {v2} > 3 {\n{o}.its[{v1}] = 3\n}¦{o}.its = {o}.its[:{v1}]\n_ = {o}.its[{v1}]¦{o}.its = append({o}.its, {v2})⟩\n_, _ = {v1}, {v2}\n}",
			"for {v1} := range maps.Keys({o}.itm) {\n⟨delete({o}.itm, {v1})¦{o}.itm = nil\n{o}.itm[{v1}] = 1⟩\n}",
			"for {v1}, {v2} := range maps.All({o}.itm) {\nif {v2} > 2 {\n{o}.itm[{v1}] = 1\n}\n}",
			"{o}.its = slices.Collect(maps.Values({o}.itm))\n⟨_ = {o}.its¦_ = {o}.its[0]⟩",
			"{o}.its = append({o}.its, 7)\n{v1} := slices.Sorted(slices.Values({o}.its))\nif len({v1}) > ⟨0¦1⟩ {\n_ = {v1}[len({v1})-⟨1¦2⟩]\n}",
			"if {o}.itm != nil {\n{o}.itm[{s}] = len({o}.its)\n⟨_ = 1 / len({o}.itm)¦_ = 1 / len({o}.its)⟩\n}",
		},
		free: []string{
			"{o}.mu.Lock()\n{v1} := slices.Values({o}.its)\n⟨for {v2} := range {v1} {\n_ = {v2}\n}\n{o}.mu.Unlock()¦{o}.mu.Unlock()\nfor {v2} := range {v1} {\n_ = {v2}\n}⟩",
			"{o}.mu.Lock()\nfor {v1} := range maps.Keys({o}.itm) {\n⟨{o}.itm[{v1}] = 2¦{o}.mu.Unlock()\n{o}.mu.Lock()\n{o}.itm[{v1}] = 2⟩\n}\n{o}.mu.Unlock()",
			"{o}.mu.Lock()\n{v1} := {o}.its\n{o}.mu.Unlock()\n⟨_ = {v1}¦for {v2} := range slices.Values({v1}) {\n_ = {v2}\n}⟩",
		},
	},
}
