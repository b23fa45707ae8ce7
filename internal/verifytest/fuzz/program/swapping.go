package program

import "strings"

// swapping has two buffers, or two maps, that change places.
func swapping(g *generator) kit {
	typ, value, fill := "[]note@", "[]note@{{n: 1}, {n: 2}}", "for {v9} := range {v1} {\n{v1}[{v9}].n++\n}"
	grow, first := "{o}.front = append({o}.front, note@{n: {i}})", "[:0]"
	switch g.pick(3) {
	case 1:
		typ, value = "map[string]int", "map[string]int{\"a\": 1}"
		fill, grow, first = "if {v1} != nil {\n{v1}[\"b\"]++\n}", "if {o}.front != nil {\n{o}.front[{s}] = {i}\n}", ""
	case 2:
		typ, value = "[]*note@", "[]*note@{{n: 1}, nil}"
		fill, grow = "for _, {v9} := range {v1} {\nif {v9} != nil {\n{v9}.n++\n}\n}", "{o}.front = append({o}.front, &note@{n: {i}})"
	}
	texts := func(all ...string) []string {
		for n, t := range all {
			t = strings.ReplaceAll(t, "{fill}", fill)
			t = strings.ReplaceAll(t, "{unlockedfill}", unlocked(fill))
			t = strings.ReplaceAll(t, "{grow}", grow)
			t = strings.ReplaceAll(t, "{new}", value)
			all[n] = strings.ReplaceAll(t, "{first}", first)
		}
		return all
	}
	return kit{
		fields: []fieldKind{
			{name: "front", typ: typ, init: value, pragma: "guarded_by mu"},
			{name: "back", typ: typ, init: value, pragma: "guarded_by mu"},
			{name: "rmu", typ: "sync.Mutex"},
			{name: "aside", typ: typ, init: value, pragma: "guarded_by rmu"},
			{name: "outs", typ: "chan " + typ, init: "make(chan " + typ + ", 4)", pragma: "closable_if false"},
		},
		decls: noteType, starts: true,
		held: texts(
			"{o}.front, {o}.back = {o}.back{first}, {o}.front\n{v1} := {o}.back\n{fill}\n⟨¦{unlockedfill}⟩",
			"{grow}",
			"{v1} := {o}.front\n{o}.front, {o}.back = {o}.back, {v1}\n⟨{fill}¦{unlockedfill}⟩",
			"{o}.back = {o}.front\n{o}.front = ⟨nil¦{o}.back⟩\n{v1} := {o}.back\n{fill}\n⟨¦{unlockedfill}⟩",
			"{v1} := {new}\n{o}.back, {o}.front = {o}.front, {v1}\n⟨{fill}¦{unlockedfill}¦{o}.rmu.Lock()\n{o}.aside = {v1}\n{o}.rmu.Unlock()⟩",
			"{v1} := {o}.front\n⟨{o}.front = nil¦{o}.front = {v1}¦{o}.back = {v1}\n{o}.front = nil⟩\n{unlockedfill}",
			"{v1} := {o}.back\n{o}.rmu.Lock()\n⟨{o}.aside = nil¦{o}.aside = {v1}¦{o}.aside, {o}.back = {o}.back, {o}.aside⟩\n{o}.rmu.Unlock()\n{fill}",
			"⟨_ = len({o}.back)¦select {\ncase {o}.outs <- {o}.back:\ndefault:\n}⟩",
			"{v2} := func() {\n{v1} := {o}.back\n{fill}\n}\n{o}.front, {o}.back = {o}.back, {o}.front\n⟨{v2}()¦"+unlocked("{v2}()")+"¦go {v2}()⟩",
		),
		free: texts(
			"{o}.mu.Lock()\n{o}.front, {o}.back = {o}.back, {o}.front\n{v1} := {o}.back\n⟨{fill}\n¦⟩{o}.mu.Unlock()\n⟨_ = len({v1})¦{fill}⟩",
			"{v1} := {new}\n{fill}\n{o}.mu.Lock()\n{o}.back = {v1}\n{o}.front, {o}.back = {o}.back, {o}.front\n{o}.mu.Unlock()\n⟨¦{fill}⟩",
			"{o}.mu.Lock()\n{v1} := {o}.back\n⟨{o}.back = nil\n¦⟩{o}.mu.Unlock()\n{fill}\n⟨{o}.mu.Lock()\n{o}.back = {v1}\n{o}.mu.Unlock()¦{o}.mu.Lock()\n{o}.front, {o}.back = {v1}, {v1}\n{o}.mu.Unlock()\n{fill}⟩",
			"select {\ncase {v1} := <-{o}.outs:\n⟨_ = len({v1})¦{fill}⟩\ndefault:\n}",
			"⟨{o}.mu.Lock()\n{o}.front, {o}.back = {o}.back, {o}.front\n{o}.mu.Unlock()¦{o}.front, {o}.back = {o}.back, {o}.front¦{o}.rmu.Lock()\n{o}.front, {o}.back = {o}.back, {o}.front\n{o}.rmu.Unlock()⟩",
		),
	}
}

// carrying has stores between which objects are carried: each is its store's, or of whoever has taken it out.
func carrying(g *generator) kit {
	k := g.keep("")
	field, take, put := "held *load@", "z := p.held\n⟨p.held = nil¦if n > 1 {\np.held = nil\n}¦_ = n⟩\nreturn z", "⟨p.held = x¦p.held = x\nother@(x)⟩"
	switch g.pick(3) {
	case 1:
		field = "held map[int]*load@"
		take = "z := p.held[n]\n⟨delete(p.held, n)¦delete(p.held, n+1)¦_ = n⟩\nreturn z"
		put = "if p.held == nil {\np.held = map[int]*load@{}\n}\n⟨p.held[n] = x¦p.held[n] = x\np.held[n+1] = x⟩"
	case 2:
		field = "held []*load@"
		take = "if len(p.held) == 0 {\nreturn nil\n}\nz := p.held[len(p.held)-1]\n⟨p.held = p.held[:len(p.held)-1]¦p.held = p.held[1:]¦_ = n⟩\nreturn z"
		put = "⟨p.held = append(p.held, x)¦p.held = append(p.held, x, x)⟩"
	}
	decls := noteType + `// A load belongs to one store at a time.
type load@ struct {
{fields}
tag int
}

type store@ struct {
mu sync.Mutex
//calvin:guarded_by mu
` + field + `
}

var (
setMu@ sync.Mutex
//calvin:guarded_by setMu@
set@ *load@
)

func other@(x *load@) {
setMu@.Lock()
set@ = x
if set@ != nil {
set@.tag++
}
setMu@.Unlock()
}

func newStore@() *store@ {
p := &store@{}
x := &load@{tag: 1}
{W:x}
p.put(1, x)
⟨¦p.put(2, x)¦p.put(1, x)
other@(x)⟩
return p
}

func (p *store@) take(n int) *load@ {
p.mu.Lock()
defer p.mu.Unlock()
` + take + `
}

func (p *store@) put(n int, x *load@) {
p.mu.Lock()
defer p.mu.Unlock()
` + put + `
}

func (p *store@) work(n int) {
x := p.take(n)
if x == nil {
⟨x = &load@{}¦return⟩
}
{W:x}
{touch:x}
p.put(n, x)
⟨¦{A:x}¦go p.put(n, x)⟩
}
`
	decls = strings.ReplaceAll(decls, "{touch:x}", strings.TrimSuffix(strings.ReplaceAll(k.touch, "{p}", "x"), "\n"))
	both := func(text string) string {
		return "if {v1}, {v2} := [[{o}.sta, {o}.stb|{o}.stb, {o}.sta]]; {v1} != nil && {v2} != nil {\n" + text + "\n[[{v2}.work(1)|_ = {v2}]]\n}"
	}
	uses := []string{
		"if {v1} := {o}.sta; {v1} != nil {\n{v1}.work(1)\n⟨¦if {v3} := {v1}.take(1); {v3} != nil {\n{v1}.put(1, {v3})\n{A:{v3}}\n}⟩\n}",
		both("if {v3} := {v1}.take(1); {v3} != nil {\n{A:{v3}}\n⟨{v2}.put(1, {v3})¦{v2}.put(1, {v3})\n{A:{v3}}¦{v1}.put(1, {v3})\n{v2}.put(1, {v3})⟩\n}"),
		both("{v3} := &load@{}\n{W:{v3}}\n{v1}.put(1, {v3})\n⟨{v4} := {v1}.take(1)\n{v2}.put(2, {v4})¦{v2}.put(1, {v3})¦{W:{v3}}⟩"),
		both("{v3} := {v2}.take(1)\n{v4} := {v3}\n{v1}.put(1, {v3})\nif {v4} != nil {\n⟨_ = {v4}¦{A:{v4}}⟩\n}"),
		both("if {v3} := {v1}.take(1); {v3} != nil {\n{W:{v3}}\n{v4} := *{v3}\n{v1}.put(1, {v3})\n⟨_ = {v4}.tag¦{A:{v4}}⟩\n}"),
		both("{v3} := {v1}.take(1)\n⟨other@({v3})¦other@({v3})\n{v2}.put(1, {v3})⟩\n_ = {v3}"),
		both("if {v3} := {v1}.take(1); {v3} != nil {\ngo func() {\n⟨_ = {v3}.tag¦{W:{v3}}⟩\n}()\n⟨¦{v2}.put(1, {v3})¦{A:{v3}}⟩\n}"),
		both("{v3} := &load@{tag: {i}}\n{v4} := []*load@{{v3}, {v3}}\n⟨{v1}.put(1, {v4}[0])¦{v1}.put(1, {v4}[0])\n{v2}.put(1, {v4}[1])⟩"),
		both("{v1}.work(1)\n⟨¦{v1}.mu.Lock()\n{v3} := {v1}.held\n{v1}.mu.Unlock()\n{v2}.mu.Lock()\n{v2}.held = {v3}\n{v2}.mu.Unlock()⟩\n{v2}.work(1)"),
		both("for {v4} := range 2 {\n{v3} := {v1}.take({v4})\nif {v3} != nil {\n{W:{v3}}\n⟨{v2}.put({v4}, {v3})¦{v2}.put({v4}, {v3})\n{v2}.put({v4}+1, {v3})¦defer func() {\n{A:{v3}}\n}()\n{v2}.put({v4}, {v3})⟩\n}\n}"),
	}
	var texts []string
	for _, u := range uses {
		texts = append(texts, k.fill(u))
	}
	return kit{
		fields: []fieldKind{
			{name: "sta", typ: "*store@", init: "newStore@()"},
			{name: "stb", typ: "*store@", init: "newStore@()"},
		},
		decls: k.fill(decls), access: k.accesses, starts: true, held: texts[:1], free: texts,
	}
}
