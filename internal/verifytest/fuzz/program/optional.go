package program

import "strings"

// optional has objects that functions set up which callers pass.
func optional(g *generator) kit {
	k := g.keepByValue()
	typ, call, of := "type opt@ func(*srv@)\n", "z(p)", func(body string) string { return "return func(p *srv@) {\n" + body + "\n}" }
	extra := ""
	if g.chance(2) { // by an interface
		typ = "type opt@ interface{ apply(*srv@) }\n\ntype optFunc@ func(*srv@)\n\nfunc (f optFunc@) apply(p *srv@) {\nif f != nil {\nf(p)\n}\n}\n\n" +
			"type optNum@ int\n\nfunc (n optNum@) apply(p *srv@) {\np.tag = int(n)\n{A:p}\n⟨¦keepSrv@(p)⟩\n}\n"
		call = "z.apply(p)"
		of = func(body string) string { return "return optFunc@(func(p *srv@) {\n" + body + "\n})" }
		extra = ", optNum@(3)"
	}
	decls := noteType + typ + `
type srv@ struct {
mu sync.Mutex
//calvin:guarded_by mu
limit int
{fields}
tag int
next *srv@
}

var (
setMu@ sync.Mutex
//calvin:guarded_by setMu@
set@ *srv@
)

func keepSrv@(p *srv@) {
setMu@.Lock()
q := set@
set@ = p
setMu@.Unlock()
if q != nil {
{R:q}
}
}

func keptSrv@() *srv@ {
setMu@.Lock()
defer setMu@.Unlock()
return set@
}

func (p *srv@) look() {
{R:p}
}

func optA@(n int) opt@ {
` + of("⟨p.limit = n¦go p.look()\np.limit = n⟩\n{W:p}\n⟨¦keepSrv@(p)¦keepSrv@(&srv@{next: p})¦go func() {\n{R:p}\n}()¦p.mu.Lock()⟩") + `
}

func optB@(q *srv@) opt@ {
` + of("p.tag++\n⟨p.next = q¦if q != nil {\np.{state} = q.{state}\n}¦if q != nil {\nq.next = p\n}¦p.next = p\nkeepSrv@(p.next)⟩\n{A:p}") + `
}

func optAll@(opts ...opt@) opt@ {
` + of("for _, z := range opts {\nif ⟨z != nil¦true⟩ {\n"+call+"\n}\n⟨¦keepSrv@(p)⟩\n}") + `
}

func newSrv@(opts ...opt@) *srv@ {
p := &srv@{tag: 1{inits}}
⟨¦keepSrv@(p)¦q := &srv@{next: p}
keepSrv@(q)¦if q := keptSrv@(); q != nil {
p.{state} = q.{state}
}⟩
for _, z := range opts {
if ⟨z != nil¦true⟩ {
` + call + `
}
⟨¦keepSrv@(p)¦go p.look()⟩
}
{A:p}
p.limit++
⟨¦keepSrv@(p)
{W:p}⟩
return p
}
`
	apply := func(option, object string) string {
		if extra != "" {
			return option + ".apply(" + object + ")"
		}
		return option + "(" + object + ")"
	}
	literal := func(body string) string {
		text := "func(x *srv@) {\n" + body + "\n}"
		if extra != "" {
			return "optFunc@(" + text + ")"
		}
		return text
	}
	uses := []string{
		"if {v1} := {o}.srv; {v1} != nil {\n⟨{R:{v1}}¦{W:{v1}}⟩\n⟨¦" + apply("optA@(1)", "{v1}") + "⟩\n}",
		"if {v1} := {o}.srv; {v1} != nil {\n{v1}.mu.Lock()\n{v1}.limit++\n⟨{v1}.mu.Unlock()¦" + apply("optA@(2)", "{v1}") + "\n{v1}.mu.Unlock()¦{v1}.mu.Unlock()\n{v1}.limit++⟩\n}",
		"{v1} := newSrv@(optA@({i}), optB@({o}.srv)" + extra + ")\nkeepSrv@({v1})\n⟨{R:{v1}}¦{W:{v1}}¦" + apply("optA@(2)", "{v1}") + "⟩",
		"{v1} := newSrv@(optAll@(optA@(1), optB@(nil)), ⟨nil¦" + literal("keepSrv@(x)") + "¦" + literal("go x.look()") + "¦" + literal("{o}.srvs <- x") + "⟩)\nkeepSrv@({v1})",
		"{v1} := keptSrv@()\nif {v1} != nil {\n⟨{R:{v1}}¦{W:{v1}}¦" + apply("optB@(nil)", "{v1}") + "⟩\n}",
		"{v1} := &srv@{tag: 2}\n⟨¦keepSrv@({v1})¦go {v1}.look()¦{v2} := &srv@{next: {v1}}\nkeepSrv@({v2})⟩\n" + apply("optA@({i})", "{v1}") + "\n⟨{W:{v1}}¦keepSrv@({v1})\n{W:{v1}}⟩\nkeepSrv@({v1})",
		"{v1} := newSrv@(optB@(⟨nil¦keptSrv@()⟩))\n⟨{R:{v1}}¦{v1}.limit++⟩\nkeepSrv@({v1})",
		"{v2} := &srv@{}\n{v1} := newSrv@(" + literal("x.next = {v2}\nx.tag = 2\n⟨{v2}.tag++¦{v2}.next = x⟩") + ")\nkeepSrv@({v1})\n⟨_ = {v2}.tag¦{A:{v2}}⟩",
		"select {\ncase {v1} := <-{o}.srvs:\nif {v1} != nil {\n{R:{v1}}\n⟨¦" + apply("optA@(1)", "{v1}") + "⟩\n}\ndefault:\n}",
		"{v1} := newSrv@()\nselect {\ncase {o}.srvs <- {v1}:\n⟨{R:{v1}}¦{W:{v1}}⟩\ndefault:\n}",
		"{v2} := optA@({i})\n{v1} := newSrv@({v2}, {v2})\nkeepSrv@({v1})\n⟨_ = {v1}.tag¦if {v2} != nil {\n" + apply("{v2}", "{v1}") + "\n}⟩",
	}
	var texts []string
	for _, u := range uses {
		texts = append(texts, k.fill(strings.ReplaceAll(u, "{o}.srvs <- x", "select {\ncase {o}.srvs <- x:\ndefault:\n}")))
	}
	return kit{
		fields: []fieldKind{
			{name: "srv", typ: "*srv@", init: "newSrv@(optA@(1), optB@(nil))"},
			{name: "srvs", typ: "chan *srv@", init: "make(chan *srv@, 4)", pragma: "closable_if false"},
		},
		decls: k.fill(decls), access: k.accesses, starts: true, held: texts[:2], free: texts,
	}
}
