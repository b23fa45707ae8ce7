package program

// handing is memory that passes from one goroutine to another: through channels and pools, by a Once.
var handing = []kit{
	{
		fields: []fieldKind{{
			name: "pass", typ: "chan *item@", pragma: "closable_if false\n//calvin:transfers",
			init: "func() chan *item@ {\nch := make(chan *item@, 4)\nch <- &item@{v: 1}\nch <- &item@{s: _r.ints()}\nreturn ch\n}()",
		}},
		helper: "item@",
		held:   handingStatements,
		free:   handingStatements,
	},
	{
		fields: []fieldKind{
			{name: "once2", typ: "sync.Once"},
			{name: "conf", typ: "int", pragma: "guarded_by once2"},
			{name: "conft", typ: "[]int", pragma: "guarded_by once2"},
		},
		held: []string{"⟨¦_ = {o}.conf⟩"},
		free: []string{
			"⟨{o}.once2.Do(func() {\n{o}.conf = {i}\n})¦⟩\n{v1} := {o}.conf\n_ = {v1}",
			"{o}.once2.Do(func() {\n{o}.conft = []int{1, 2}\n{o}.conf = len({o}.conft)\n})\n⟨_ = len({o}.conft)¦{o}.conf++¦_ = {o}.conft[0]⟩",
			"{o}.once2.Do(func() {\n⟨{o}.conf = 3¦{o}.once2.Do(func() {})⟩\n})",
			"{o}.once2.Do(func() {})\nif len({o}.conft) > 0 {\n⟨_ = {o}.conft[0]¦{o}.conft[0] = {i}⟩\n}",
		},
	},
	{
		fields: []fieldKind{{name: "spare", typ: "sync.Pool", pragma: "transfers", after: "spare.Put(&item@{v: 2})"}},
		helper: "item@",
		held:   poolStatements,
		free:   poolStatements,
	},
}

// A sender uses what it has sent, while a receiver writes it: here one function is both, so that any two of its calls show it.
var handingStatements = []string{
	"{v1} := &item@{v: {i}}\nselect {\ncase {o}.pass <- {v1}:\n⟨¦{v1}.v = 3⟩\ndefault:\n{v1}.v++\n}",
	"select {\ncase {v1} := <-{o}.pass:\nif {v1} != nil {\n{v1}.v += {i}\n⟨¦_ = {v1}.next.v¦{v1}.s[0]++⟩\n}\ndefault:\n}",
	resent("⟨¦_ = {v1}.v¦{v1}.v = 3¦{v1}.next = nil¦*{v1} = item@{}⟩"),
	resent("⟨¦{v1}.v++⟩"),
	"select {\ncase {v1} := <-{o}.pass:\nif ⟨{v1} != nil¦true⟩ {\n{v2} := &{v1}.v\n*{v2} = {i}\nselect {\ncase {o}.pass <- {v1}:\n⟨¦*{v2} = 4⟩\ndefault:\n}\n}\ndefault:\n}",
	"select {\ncase {v1} := <-{o}.pass:\nif {v1} != nil {\n{v2} := func() {\n{v1}.v++\n}\n{v2}()\nselect {\ncase {o}.pass <- {v1}:\n⟨¦{v2}()⟩\ndefault:\n}\n}\ndefault:\n}",
	"select {\ncase {v1} := <-{o}.pass:\nif {v1} != nil {\nselect {\ncase {o}.pass <- ⟨{v1}¦{v1}.next⟩:\n⟨¦if {v1}.next != nil {\n{v1}.next.v++\n}⟩\ndefault:\n}\n}\ndefault:\n}",
	"select {\ncase {v1} := <-{o}.pass:\nif {v1} != nil {\n{v1}.v = 1\nfor range 2 {\nselect {\ncase {o}.pass <- {v1}:\n⟨{v1} = &item@{}¦⟩\ndefault:\n}\n}\n}\ndefault:\n}",
	"{v1} := &item@{}\n{v2} := &item@{next: {v1}}\nselect {\ncase {o}.pass <- {v2}:\ndefault:\n}\n⟨_ = {v1}¦{v1}.v = 1⟩",
	"{v1} := &item@{}\n⟨¦{v2} := {v1}\n_ = {v2}⟩\n{v1}.v = 2\nselect {\ncase {o}.pass <- {v1}:\ndefault:\n}\n⟨¦{v1} = &item@{}\n{v1}.v = 2⟩",
	"{v1} := &item@{}\n{v1}.next = ⟨nil¦{v1}⟩\nselect {\ncase {o}.pass <- {v1}:\ndefault:\n}",
	"{v1} := []int{1, {i}}\nselect {\ncase {o}.pass <- &item@{s: {v1}}:\n⟨_ = {v1}[0]¦{v1}[0] = 2⟩\ndefault:\n}",
	"select {\ncase {v1} := <-{o}.pass:\nif {v1} != nil && len({v1}.s) > 0 {\n⟨_ = {v1}.s[0]¦{v1}.s[0]++⟩\n}\ndefault:\n}",
}

// resent takes an object out of the channel, writes it and sends it again; what follows comes after that.
func resent(after string) string {
	return "select {\ncase {v1} := <-{o}.pass:\nif ⟨{v1} != nil¦true⟩ {\n{v1}.v++\nselect {\ncase {o}.pass <- {v1}:\n" + after + "\ndefault:\n}\n}\ndefault:\n}"
}

var poolStatements = []string{
	"{v1} := &item@{v: {i}}\n{v1}.v++\n{o}.spare.Put({v1})\n⟨¦{v1}.v = 2⟩",
	"if {v1}, ok{v2} := {o}.spare.Get().(*item@); ok{v2} && {v1} != nil {\n{v1}.v = {i}\n⟨{o}.spare.Put({v1})¦{o}.spare.Put({v1})\n{v1}.v++¦{o}.spare.Put({v1})\n{o}.spare.Put({v1})⟩\n}",
	"if {v1}, ok{v2} := {o}.spare.Get().(*item@); ok{v2} && {v1} != nil {\n{v2} := &{v1}.v\n*{v2} = {i}\n{o}.spare.Put({v1})\n⟨¦*{v2} = 3⟩\n}",
	"{v1}, _ := {o}.spare.Get().(*item@)\nif {v1} == nil {\n{v1} = new(item@)\n}\n⟨defer {o}.spare.Put({v1})¦{o}.spare.Put({v1})⟩\n{v1}.v++\n{v1}.next = nil",
	"{v1}, _ := {o}.spare.Get().(*item@)\nif ⟨{v1} == nil¦false⟩ {\n{v1} = &item@{}\n}\n_ = {v1}.v\n{o}.spare.Put({v1})\n⟨¦_ = {v1}.v⟩",
}

// nested are containers in containers. What the inner ones hold is nobody's, and so nobody writes it.
var nested = []kit{
	{
		fields: []fieldKind{
			{name: "ss", typ: "[][]int", init: "[][]int{_r.ints(), _r.ints()}", show: "%s", pragma: "guarded_by mu"},
			{name: "mm", typ: "map[string][]int", init: "map[string][]int{\"a\": _r.ints()}", show: "%s", pragma: "guarded_by mu"},
			{name: "mt", typ: "map[string]map[string]int", init: "map[string]map[string]int{\"a\": _r.table()}", show: "%s", pragma: "guarded_by mu"},
			{name: "cs", typ: "[]cell@", init: "make([]cell@, 2)", show: "%s", pragma: "guarded_by mu"},
		},
		helper: "cell@",
		held: []string{
			"{v1} := []int{1, {i}}\n{o}.ss = append({o}.ss, {v1})\n⟨_ = {v1}¦{v1}[0] = 2⟩",
			"for _, {v1} := range {o}.ss {\nfor _, {v2} := range {v1} {\n_ = {v2}\n}\n}",
			"if len({o}.ss) > 0 && len({o}.ss[0]) > 0 {\n⟨_ = {o}.ss[0][0]¦{o}.ss[0][0]++¦_ = {o}.ss[0][1]¦_ = {o}.ss[1][0]⟩\n}",
			"if {o}.mm != nil {\n{o}.mm[{s}] = ⟨[]int{{i}}¦append({o}.mm[{s}], 1)⟩\n}",
			"⟨if {o}.mm != nil {\n{o}.mm[{s}] = nil\n}¦{o}.mm[{s}] = nil⟩",
			"if {v1} := {o}.mm[{s}]; len({v1}) > 1 {\n⟨_ = {v1}[1]¦{v1}[1] = 2¦_ = {v1}[2]⟩\n}",
			"if {v1}, ok{v2} := {o}.mt[{s}]; ok{v2} {\n⟨_ = {v1}[{s}]¦{v1}[{s}]++⟩\n}",
			"{o}.mt = map[string]map[string]int{\"a\": ⟨{}¦{o}.mt[{s}]⟩}",
			"{v1} := map[string]int{}\n{v1}[{s}] = {i}\nif {o}.mt != nil {\n{o}.mt[\"b\"] = {v1}\n}\n⟨¦{v1}[\"x\"] = 1⟩",
			"delete({o}.mm, {s})\n⟨clear({o}.mt)¦clear({o}.mt[\"a\"])⟩",
			"if len({o}.cs) > ⟨1¦0⟩ {\n{o}.cs[1].n = {i}\n{o}.cs[0] = {o}.cs[1]\n}",
			"{v1} := {o}.cs\n{o}.cs = append({o}.cs, cell@{n: {i}})\nif len({v1}) > 0 {\n{v1}[0].n++\n⟨¦assert {o}.cs[0].n == {v1}[0].n⟩\n}",
			"for {v1} := range {o}.cs {\n{o}.cs[{v1}].s = ⟨nil¦append({o}.cs[{v1}].s, 1)⟩\n}",
			"{o}.ss = ⟨nil¦{o}.ss[1:]⟩",
			"{o}.ss = [][]int{{x}, {x}}\nassert len({o}.ss) == ⟨2¦1⟩\n_ = {o}.ss",
		},
		free: []string{
			"{o}.mu.Lock()\n{v1} := {o}.ss\n{v2} := {o}.mm[{s}]\n{o}.mu.Unlock()\n⟨¦for range {v1} {\n}\nif len({v1}) > 0 {\n_ = {v1}[0]\n}⟩\n_, _ = {v1}, {v2}\nif len({v2}) > 0 {\n⟨_ = {v2}[0]¦{v2}[0] = 1⟩\n}",
		},
	},
}
