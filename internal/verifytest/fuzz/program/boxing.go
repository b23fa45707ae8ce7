package program

// boxing has objects behind interfaces under the struct's guards.
func boxing(*generator) kit {
	return kit{
		fields: []fieldKind{
			{name: "last", typ: "any", init: "&note@{n: 1}", pragma: "guarded_by mu"},
			{name: "kinds", typ: "map[string]any", init: "map[string]any{\"a\": &note@{}, \"b\": 1}", pragma: "guarded_by mu"},
			{name: "pend", typ: "[]any", init: "[]any{&note@{n: 2}}", pragma: "guarded_by mu"},
			{name: "own", typ: "*note@", init: "&note@{n: 3}", pragma: "guarded_by mu"},
			{name: "rmu", typ: "sync.Mutex"},
			{name: "aside", typ: "any", init: "&note@{n: 4}", pragma: "guarded_by rmu"},
			{name: "outs", typ: "chan any", init: "make(chan any, 4)", pragma: "closable_if false"},
			{name: "shared", typ: "sync.Map"},
		},
		decls: noteType + `type marker@ interface{ mark() }

type pack@ struct {
x any
k int
}

func marked@(x any) {
if z, ok := x.(*note@); ok && z != nil {
z.n++
}
}

func looked@(x any) int {
switch z := x.(type) {
case *note@:
if z != nil {
return z.n
}
case int:
return z
}
return 0
}
`,
		starts: true,
		held: []string{
			"{o}.last = ⟨&note@{n: {i}}¦{o}.aside¦{o}.own⟩",
			"if {v1}, ok{v1} := {o}.last.(*note@); ok{v1} && {v1} != nil {\n{v1}.n++\n⟨¦" + unlocked("{v1}.n++") + "¦{o}.rmu.Lock()\n{o}.aside = {v1}\n{o}.rmu.Unlock()⟩\n}",
			"{v1} := {o}.last\nmarked@({v1})\n⟨_ = {v1}¦" + unlocked("marked@({v1})") + "¦" + unlocked("_ = looked@({v1})") + "¦go marked@({v1})¦" + unlocked("fmt.Fprint(io.Discard, {v1})") + "⟩",
			"{v1} := &note@{n: {i}}\n{o}.last = {v1}\n⟨{v1}.n++¦" + unlocked("{v1}.n++") + "¦{o}.rmu.Lock()\n{o}.aside = {v1}\n{o}.rmu.Unlock()⟩",
			"var {v1} any = &note@{}\n{o}.pend = append({o}.pend, {v1})\n⟨marked@({v1})¦" + unlocked("marked@({v1})") + "¦{o}.rmu.Lock()\n{o}.aside = {v1}\n{o}.rmu.Unlock()¦{o}.shared.Store(1, {v1})⟩",
			"if {o}.kinds != nil {\n{o}.kinds[{s}] = ⟨{o}.last¦{o}.aside¦pack@{x: {o}.last}⟩\n}",
			"for _, {v1} := range {o}.kinds {\n⟨marked@({v1})¦" + unlocked("marked@({v1})") + "⟩\n}",
			"for _, {v1} := range {o}.pend {\nif {v2}, ok{v2} := {v1}.(marker@); ok{v2} {\n_ = {v2}\n⟨marked@({v1})¦" + unlocked("marked@({v1})") + "⟩\n}\n}",
			"{o}.pend = append({o}.pend, {o}.last, {o}.own)\n⟨¦{v1} := {o}.pend\n" + unlocked("for _, {v2} := range {v1} {\n_ = looked@({v2})\n}") + "⟩",
			"{v1} := {o}.own\nif {v1} != nil {\n{o}.last = {v1}\n⟨{v1}.n++¦" + unlocked("{v1}.n++") + "⟩\n}",
			"{v1} := pack@{x: ⟨3¦{o}.last⟩}\n" + unlocked("marked@({v1}.x)"),
			"⟨_ = {o}.last¦select {\ncase {o}.outs <- {o}.last:\ndefault:\n}¦{o}.shared.Store(\"a\", {o}.last)⟩",
			"{v1} := func() {\nmarked@({o}.last)\n}\n⟨{v1}()¦" + unlocked("{v1}()") + "¦go {v1}()⟩",
			"{v1} := {o}.last\n{o}.last = ⟨3¦nil¦{v1}⟩\n_ = {v1}\n⟨¦" + unlocked("marked@({v1})") + "⟩",
			"if {v1}, ok{v1} := {o}.last.(marker@); ok{v1} && {v1} != marker@((*note@)(nil)) {\n{v2} := {v1}.(*note@)\nif {v2} != nil {\n⟨{v2}.mark()¦" + unlocked("{v2}.mark()") + "⟩\n}\n}",
		},
		free: []string{
			"{o}.mu.Lock()\n{v1} := {o}.last\n⟨marked@({v1})\n¦⟩{o}.mu.Unlock()\n⟨_ = {v1} == nil¦marked@({v1})¦_ = looked@({v1})⟩",
			"{v1} := &note@{n: {i}}\n{v1}.mark()\n{o}.mu.Lock()\nif {o}.kinds != nil {\n{o}.kinds[\"a\"] = {v1}\n}\n{o}.mu.Unlock()\n⟨¦{v1}.n++¦_ = {v1}.n⟩",
			"{o}.mu.Lock()\n{v1} := {o}.kinds[\"a\"]\n{o}.mu.Unlock()\n⟨_ = {v1} != nil¦marked@({v1})¦if {v2}, ok{v2} := {v1}.(*note@); ok{v2} && {v2} != nil {\n_ = {v2}.n\n}⟩",
			"{v1} := &note@{}\nselect {\ncase {o}.outs <- {v1}:\n⟨_ = {v1}.n¦{v1}.n++⟩\ndefault:\n{v1}.n++\n}",
			"select {\ncase {v1} := <-{o}.outs:\n⟨_ = looked@({v1})¦marked@({v1})¦{o}.mu.Lock()\n{o}.last = {v1}\nmarked@({o}.last)\n{o}.mu.Unlock()⟩\ndefault:\n}",
			"if {v1}, ok{v1} := {o}.shared.Load(\"a\"); ok{v1} {\n⟨_ = looked@({v1})¦marked@({v1})⟩\n}",
			"{o}.shared.Store(\"a\", ⟨&note@{n: {i}}¦{o}.own⟩)",
			"{o}.rmu.Lock()\n{v1} := {o}.aside\nmarked@({v1})\n{o}.rmu.Unlock()\n{o}.mu.Lock()\n{o}.last = ⟨3¦{v1}⟩\nmarked@({o}.last)\n{o}.mu.Unlock()\n⟨¦marked@({v1})⟩",
			"var {v1} any = {i}\n{v1} = pack@{x: {v1}}\n{o}.mu.Lock()\n{o}.last = {v1}\nif {v2}, ok{v2} := {o}.last.(pack@); ok{v2} {\nassert {v2}.k == ⟨0¦1⟩\n_ = {v2}\n}\n{o}.mu.Unlock()",
		},
	}
}

// listing has lists of the standard library, with objects in them.
func listing(*generator) kit {
	element := "if {v2}, ok{v2} := {v1}.Value.(*note@); ok{v2} && {v2} != nil {\n{v2}.n++\n}"
	front := func(text string) string {
		return "if {o}.order != nil {\nif {v1} := {o}.order.[[Front|Back]](); {v1} != nil {\n" + text + "\n}\n}"
	}
	return kit{
		fields: []fieldKind{
			{name: "order", typ: "*list.List", init: "func() *list.List {\nz := list.New()\nz.PushBack(&note@{})\nz.PushBack(&note@{n: 1})\nreturn z\n}()", pragma: "guarded_by mu"},
			{name: "byKey", typ: "map[string]*list.Element", init: "map[string]*list.Element{}", pragma: "guarded_by mu"},
			{name: "queue", typ: "list.List", pragma: "guarded_by mu"},
			{name: "rmu", typ: "sync.Mutex"},
			{name: "aside", typ: "*list.List", init: "list.New()", pragma: "guarded_by rmu"},
			{name: "outs", typ: "chan *list.Element", init: "make(chan *list.Element, 4)", pragma: "closable_if false"},
		},
		decls: noteType + `func touched@(e *list.Element) {
if e != nil {
if z, ok := e.Value.(*note@); ok && z != nil {
z.n++
}
}
}
`,
		starts: true,
		held: []string{
			"if ⟨{o}.order != nil¦true⟩ {\n{o}.order.PushFront(&note@{n: {i}})\n}",
			front("touched@({v1})\n⟨¦" + unlocked("touched@({v1})") + "⟩"),
			front("{o}.order.[[MoveToFront|MoveToBack]]({v1})\n" + element + "\n⟨¦" + unlocked("_ = {v1}.Next()") + "⟩"),
			front("{v3} := {o}.order.Remove({v1})\nif {v2}, ok{v2} := {v3}.(*note@); ok{v2} && {v2} != nil {\n⟨{v2}.n++¦" + unlocked("{v2}.n++") + "⟩\n}"),
			front("if {o}.byKey != nil {\n{o}.byKey[\"a\"] = {v1}\n}\n⟨¦{o}.rmu.Lock()\nif {o}.aside != nil {\n{o}.aside.PushBack({v1}.Value)\n}\n{o}.rmu.Unlock()⟩"),
			"{v1} := {o}.byKey[\"a\"]\n⟨touched@({v1})¦" + unlocked("touched@({v1})") + "¦_ = {v1}.Value⟩",
			"if {v1} := {o}.byKey[\"a\"]; {v1} != nil && {o}.order != nil {\n⟨{o}.order.MoveToFront({v1})¦{o}.queue.MoveToFront({v1})⟩\n" + element + "\n}",
			"if {o}.order != nil {\nfor {v1} := {o}.order.Front(); {v1} != nil; {v1} = {v1}.Next() {\n" + element + "\n}\n}",
			"{o}.queue.PushBack(⟨&note@{}¦{o}.aside⟩)\n_ = {o}.queue.Len()",
			"{v1} := {o}.queue.PushFront(&note@{n: {i}})\nif {o}.byKey != nil {\n{o}.byKey[{s}] = {v1}\n}\n⟨" + element + "¦" + unlocked(element) + "¦select {\ncase {o}.outs <- {v1}:\ndefault:\n}⟩",
			"{v1} := list.New()\n{v1}.PushBack(&note@{})\n{o}.order = {v1}\n⟨_ = {v1}.Len()¦" + unlocked("{v1}.PushBack(&note@{})") + "¦" + unlocked("_ = {v1}.Len()") + "⟩",
			"{v1} := &note@{n: {i}}\n{o}.queue.PushBack({v1})\n⟨{v1}.n++¦" + unlocked("{v1}.n++") + "⟩",
			"if {o}.order != nil {\n⟨{o}.order.PushBackList(&{o}.queue)¦{o}.order.Init()⟩\n}",
			"{v1} := {o}.order\n⟨{o}.order = list.New()\n¦⟩" + unlocked("if {v1} != nil {\n{v1}.PushBack(1)\n}"),
		},
		free: []string{
			"{o}.mu.Lock()\n{v1} := {o}.queue.Front()\n⟨touched@({v1})\n¦⟩{o}.mu.Unlock()\n⟨_ = {v1} == nil¦touched@({v1})¦if {v1} != nil {\n_ = {v1}.Value\n}⟩",
			"{v1} := list.New()\n{v2} := {v1}.PushBack(&note@{n: {i}})\ntouched@({v2})\n{o}.mu.Lock()\n{o}.order = {v1}\n{o}.mu.Unlock()\n⟨¦touched@({v2})¦{v1}.PushBack(2)¦_ = {v1}.Len()⟩",
			"{v1} := list.New()\n{v1}.PushBack({i})\n{v1}.PushFront(&note@{})\n⟨¦{v1} = nil⟩\nfor {v2} := {v1}.Front(); {v2} != nil; {v2} = {v2}.Next() {\ntouched@({v2})\n}",
			"{v3} := &note@{n: {i}}\n{o}.mu.Lock()\n{o}.queue.PushBack({v3})\n{o}.mu.Unlock()\n⟨¦{v3}.n++¦_ = {v3}.n⟩",
			"select {\ncase {v1} := <-{o}.outs:\nif {v1} != nil {\n⟨_ = {v1}¦touched@({v1})¦{o}.mu.Lock()\n{o}.queue.Remove({v1})\n{o}.mu.Unlock()⟩\n}\ndefault:\n}",
			"{o}.mu.Lock()\n{v1} := {o}.queue.Len()\n{o}.mu.Unlock()\n{o}.mu.Lock()\nif {v2} := {o}.queue.Front(); ⟨{v2} != nil¦{v1} > 0⟩ {\n{o}.queue.Remove({v2})\n}\n{o}.mu.Unlock()\n_ = {v1}",
		},
	}
}
