package program

import "strings"

// A fact is a field that a constructor sets, and what its functions count on.
type fact struct {
	name, field string
	set, unset  string // what a constructor stores, or by mistake
	use         string // counts on it; {p} is the object
	kept, lost  string // later assignments after which it holds, or does not
}

var facts = []fact{
	{"m", "//calvin:guarded_by mu\nm map[string]int", "map[string]int{}", "nil", "{p}.mu.Lock()\n{p}.m[\"a\"]++\n{p}.mu.Unlock()",
		"p.mu.Lock()\np.m = map[string]int{\"b\": 1}\np.mu.Unlock()", "p.mu.Lock()\np.m = nil\np.mu.Unlock()"},
	{"f", "f func() int", "func() int { return n }", "nil", "_ = {p}.f()", "_ = p.f == nil", "p.f = nil"},
	{"ring", "//calvin:guarded_by mu\nring []int", "make([]int, 4)", "make([]int, 3)", "{p}.mu.Lock()\n{p}.ring[3]++\n{p}.mu.Unlock()",
		"p.mu.Lock()\np.ring = append(p.ring, 1)\np.mu.Unlock()", "p.mu.Lock()\np.ring = p.ring[:2]\np.mu.Unlock()"},
	{"tab", "tab []string", "[]string{\"a\", \"b\"}", "[]string{\"a\"}", "_ = {p}.tab[1]", "_ = len(p.tab)", "p.tab = nil"},
	{"bits", "bits []bool", "make([]bool, 2, 8)", "make([]bool, n&1)", "_ = {p}.bits[len({p}.bits)-1]\n_ = {p}.bits[:2]", "_ = p.bits[0]", "p.bits = p.bits[:0]"},
	{"leaf", "leaf *leaf@", "&leaf@{}", "nil", "{p}.leaf.inc()", "p.leaf.inc()", "p.leaf = nil"},
	{"given", "given *leaf@", "orLeaf@(d)", "d", "{p}.given.inc()", "p.given.inc()", "p.given = nil"},
	{"cond", "//calvin:condition_of mu\ncond *sync.Cond", "sync.NewCond(&p.mu)", "nil", "{p}.cond.Broadcast()", "p.cond.Signal()", "p.cond = nil"},
	{"ents", "//calvin:guarded_by mu\nents map[string]*leaf@", "map[string]*leaf@{\"a\": {}}", "map[string]*leaf@{\"a\": d}",
		"{\n{p}.mu.Lock()\nz, ok := {p}.ents[\"a\"]\n{p}.mu.Unlock()\nif ok {\nz.inc()\n}\n}",
		"p.mu.Lock()\nif p.ents != nil {\np.ents[\"b\"] = &leaf@{}\n}\np.mu.Unlock()", "p.mu.Lock()\nif p.ents != nil {\np.ents[\"a\"] = p.ents[\"c\"]\n}\np.mu.Unlock()"},
}

// makers are ways to make a base: {F} is its first field, {S} and {U} what is stored there; {more} sets the others.
var makers = []string{
	"p := &base@{}\n{more}\n⟨p.{F} = {S}¦p.{F} = {U}¦if n > 1 {\np.{F} = {S}\n}¦p.use()\np.{F} = {S}¦go p.use()\np.{F} = {S}¦z := *p\nz.{F} = {S}¦p.{F} = {S}\n*p = base@{}¦defer func() {\np.{F} = {S}\n}()\np.use()⟩\nreturn p",
	"p := new(base@)\n{more}\n⟨¦if n == 2 {\nreturn p\n}¦keepBase@(p)⟩\np.{F} = {S}\nreturn p",
	"var p base@\n{more}\np.{F} = ⟨{S}¦{U}⟩\n⟨return &p¦z := p\nreturn &z¦return &base@{}⟩",
	"w := &wrap@{}\np := &w.base\n{more}\n⟨p.{F} = {S}¦if n > 0 {\np.{F} = {S}\n}⟩\n⟨return p¦*w = wrap@{}\nreturn p¦return &w.other⟩",
	"var p *base@\nfor range 2 {\nz := &base@{}\n⟨¦if p != nil {\np.use()\n}¦if n > 1 {\np = z\ncontinue\n}⟩\nz.{F} = {S}\np = z\n{more}\n}\nif p == nil {\npanic(1)\n}\nreturn p",
	"p := &base@{}\nif n > 1 {\n⟨p.{F} = {S}¦⟩\n} else {\np.{F} = ⟨{S}¦{U}⟩\n}\n{more}\nreturn p",
	"p := &base@{}\n{more}\nfunc() {\n⟨p.{F} = {S}¦_ = p.mu.TryLock()⟩\n}()\n⟨¦go p.use()⟩\np.{F} = {S}\nreturn p",
	"p := &base@{}\n{more}\nfor z := range 2 {\n⟨p.{F} = {S}¦if z > 1 {\np.{F} = {S}\n}⟩\n_ = z\n}\np.{F} = ⟨{S}¦p.{F}⟩\nreturn p",
	"p, z := &base@{}, &base@{}\nif n > 3 {\np, z = z, p\n}\n{more}\n⟨p¦z⟩.{F} = {S}\n_ = z\nreturn p",
	"p := setBase@(n, d)\n{more}\n⟨¦p.{F} = {U}⟩\nreturn p",
}

var baseUses = []string{
	"if {v1} := {o}.base; {v1} != nil {\n{v1}.use()\n[[{v1}.change(1)|_ = {v1}]]\n}",
	"if {v1} := {o}.base; {v1} != nil {\n{use}\n}",
	"{v1} := ⟨newBase@({i}, nil)¦&base@{}¦new(base@)¦&make([]base@, 1)[0]¦zero@[base@]()¦&(&wrap@{}).base⟩\n{use}\n{v1}.use()",
	"{v1} := newBase@(1, &leaf@{})\n⟨¦*{v1} = base@{}⟩\n{use}",
	"var {v1} ⟨*base@ = newBase@(2, nil)¦base@⟩\n{v1}.use()",
	"{v1} := make(chan *base@, 1)\n{v1} <- newBase@({i}, nil)\n⟨¦close({v1})\n<-{v1}⟩\nif {v2} := <-{v1}; {v2} != nil {\n{v2}.use()\n}",
	"var {v1} any = ⟨newBase@(1, nil)¦&base@{}⟩\nif {v2}, ok{v2} := {v1}.(*base@); ok{v2} && {v2} != nil {\n{v2}.use()\n}",
	"{v2} := map[string]*base@{\"a\": newBase@({i}, nil)}\nif {v1} := {v2}[⟨\"a\"¦\"b\"⟩]; {v1} != nil {\n⟨¦{v1} = &base@{}⟩\n{use}\n}",
	"{v1} := func() *base@ {\nreturn ⟨newBase@(3, nil)¦&base@{}⟩\n}()\n{use}",
	"{v2} := ⟨[1]*base@{newBase@(0, nil)}¦[1]*base@{{}}⟩\nif {v1} := {v2}[0]; {v1} != nil {\n{use}\n}",
	"{v1} := newBase@({i}, nil)\nkeepBase@({v1})\n{v1}.change(2)\n{use}",
	"setMu@.Lock()\n{v1} := set@\nsetMu@.Unlock()\nif {v1} != nil {\n{use}\n}",
	"{v3} := wrap@{base: ⟨base@{}¦base@{}⟩}\n{v1} := &{v3}.other\n⟨_ = {v1}¦{v1}.use()⟩",
}

// makingOnce has a type whose functions count on what its constructor has set.
func makingOnce(g *generator) kit {
	at := g.pick(len(facts))
	chosen := []fact{facts[at]}
	if g.chance(2) {
		if more := g.pick(len(facts)); more != at {
			chosen = append(chosen, facts[more])
		}
	}
	fields, more, use, kept, lost := "", "", "", "", ""
	for n, f := range chosen {
		fields += f.field + "\n"
		use += f.use + "\n"
		kept += f.kept + "\n"
		if n > 0 {
			more += "p." + f.name + " = " + f.set + "\n"
		}
	}
	lost = chosen[g.pick(len(chosen))].lost
	first := chosen[0]
	body := makers[g.pick(len(makers))]
	set := func(text string) string {
		return strings.NewReplacer("{F}", first.name, "{S}", first.set, "{U}", first.unset).Replace(strings.ReplaceAll(text, "{more}\n", more))
	}
	inner, orLeaf := set("p := &base@{}\np.{F} = {S}\nreturn p"), "return &leaf@{}"
	if strings.Contains(body, "setBase@") { // a mistake in what is not called is wasted
		inner = set("p := &base@{}\n⟨¦if n > 0 {\nreturn p\n}⟩\np.{F} = {S}\nreturn p")
	}
	if strings.Contains(fields, "given") {
		orLeaf = "⟨return &leaf@{}¦return nil⟩"
	}
	decls := `type leaf@ struct {
mu sync.Mutex
//calvin:guarded_by mu
n int
}

func (l *leaf@) inc() {
l.mu.Lock()
l.n++
l.mu.Unlock()
}

func orLeaf@(d *leaf@) *leaf@ {
if d == nil {
` + orLeaf + `
}
return d
}

type base@ struct {
mu sync.Mutex
` + fields + `tag int
}

type wrap@ struct {
base, other base@
}

var (
setMu@ sync.Mutex
//calvin:guarded_by setMu@
set@ *base@
)

func keepBase@(p *base@) {
setMu@.Lock()
q := set@
set@ = p
setMu@.Unlock()
if q != nil {
q.use()
}
}

func zero@[T any]() *T {
var z T
return &z
}

func (p *base@) use() {
` + strings.ReplaceAll(use, "{p}", "p") + `}

func (p *base@) change(n int) {
⟨` + strings.TrimSuffix(kept, "\n") + "¦" + lost + "¦if n > 1 {\n" + lost + `
}⟩
_ = n
}

func setBase@(n int, d *leaf@) *base@ {
` + inner + `
}

func newBase@(n int, d *leaf@) *base@ {
` + set(body) + `
}
`
	var texts []string
	for _, u := range baseUses {
		texts = append(texts, strings.ReplaceAll(u, "{use}", strings.TrimSuffix(strings.ReplaceAll(use, "{p}", "{v1}"), "\n")))
	}
	return kit{
		fields: []fieldKind{{name: "base", typ: "*base@", init: "newBase@(1, &leaf@{})"}},
		decls:  decls, starts: true, held: texts[:2], free: texts,
	}
}
