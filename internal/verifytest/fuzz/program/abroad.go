package program

import (
	"fmt"
	"strings"
)

// A function abroad stands in another package, which imports the one that is annotated. There it can use what is exported. In its
// texts § stands before what belongs to the annotated package.

const open = "// An Open object is used from other packages.\ntype Open@ struct {\nMu sync.Mutex\n//calvin:guarded_by Mu\nN int\n//calvin:guarded_by Mu\nS []int\n" +
	"At atomic.Int64\nId int\n}\n\n// Shared@ is used by all.\nvar Shared@ = &Open@{Id: 3}\n\n" +
	"// Inc takes the lock.\n//\n//calvin:atomic\nfunc (o *Open@) Inc() {\no.Mu.Lock()\no.N++\no.Mu.Unlock()\n}\n\n" +
	"// Bump needs it.\n//\n//calvin:requires held(o.Mu)\nfunc (o *Open@) Bump() int {\no.N++\nreturn o.N\n}\n\n" +
	"var (\nkeptMu@ sync.Mutex\n//calvin:guarded_by keptMu@\nkept@ *Open@\n)\n\n// Keep@ shares an object.\nfunc Keep@(o *Open@) {\nkeptMu@.Lock()\nkept@ = o\nkeptMu@.Unlock()\n}\n"

var abroad = []string{
	"⟨o.Mu.Lock()\no.N = {i}\no.Mu.Unlock()¦o.N = {i}⟩",
	"⟨o.Mu.Lock()\n{v1} := o.N\no.Mu.Unlock()\n_ = {v1}¦_ = o.N⟩",
	"o.At.Add(1)\n⟨_ = o.Id¦o.Id = 3⟩",
	"⟨o.Inc()¦o.Mu.Lock()\no.Inc()\no.Mu.Unlock()⟩",
	"⟨o.Mu.Lock()\n_ = o.Bump()\no.Mu.Unlock()¦_ = o.Bump()⟩",
	"o.Mu.Lock()\no.S = append(o.S, {i})\no.Mu.Unlock()",
	"⟨o.Inc()¦o.Mu = sync.Mutex{}⟩",
	"⟨_ = o.Id¦{v1} := o.S\n_ = {v1}⟩",
	"{v1} := &§Open@{N: 1}\n{v1}.N++\n§Keep@({v1})\n⟨_ = {v1}.Id¦{v1}.N++⟩",
	"⟨o.At.Store(2)¦*o = §Open@{}⟩",
	"{v1} := &o.N\no.Mu.Lock()\n*{v1} = 2\no.Mu.Unlock()\n⟨¦*{v1} = 3⟩",
	"o.Mu.Lock()\n{v1} := o.S\no.Mu.Unlock()\n⟨_ = len({v1})¦for _, {v2} := range {v1} {\n_ = {v2}\n}⟩",
	"⟨o.Mu.Lock()\nfmt.Fprintln(io.Discard, o.S)\no.Mu.Unlock()¦fmt.Fprintln(io.Discard, o.S)⟩",
	"⟨o.Mu.Lock()\nfmt.Sscan(\"1\", &o.N)\no.Mu.Unlock()¦fmt.Sscan(\"1\", &o.N)¦fmt.Sscan(\"1\", &o.Id)⟩",
	"func() {\no.Mu.Lock()\ndefer o.Mu.Unlock()\no.N += {i}\n}()\n⟨¦o.N--⟩",
	"for range 2 {\n⟨o.Mu.Lock()\no.N++\no.Mu.Unlock()¦o.N++⟩\n}",
	"{v1} := o.Inc\n{v1}()\n⟨¦{v2} := func() {\no.N++\n}\n{v2}()⟩",
	"⟨§Shared@.Inc()¦§Shared@.N++¦§Shared@ = nil⟩",
}

// goAbroad draws a function of another package. Mostly that has no annotations itself: then nothing is claimed of its panics.
func (g *generator) goAbroad() {
	f := &Func{Name: fmt.Sprintf("U%d_@", len(g.p.Funcs)+1), abroad: true}
	f.params = []param{{"o", "*§Open@"}, {"i", "int"}}
	g.start(f)
	if g.chance(3) {
		f.contract = append(f.contract, clause{"requires", g.oneOf("i > 0", "i >= 0 && i < 100")})
	}
	g.helper("Open@", open)
	for range 1 + g.pick(3) {
		text := abroad[g.pick(len(abroad))]
		for call, name := range map[string]string{".Inc": "(*Open@).Inc", ".Bump": "(*Open@).Bump", "Keep@": "Keep@"} {
			if strings.Contains(text, call) {
				g.calling(name)
			}
		}
		g.snippet(text)
	}
	g.leave(0)
	f.Exact = false // what it does to the shared object is not looked at
}

// Abroad is the text of the functions that another package has, which knows this one by a name; empty if there are none.
func (p *Program) Abroad(number, pkg string) string {
	var b strings.Builder
	asserted := 0
	for _, f := range p.Funcs {
		if f.abroad {
			b.WriteString("\n" + f.text(Checked, &asserted))
		}
	}
	return numbered(strings.ReplaceAll(b.String(), "§", pkg+"."), number)
}

// AtHome is the program without these, as it is checked.
func (p *Program) AtHome(number string) string {
	var funcs []*Func
	for _, f := range p.Funcs {
		if !f.abroad {
			funcs = append(funcs, f)
		}
	}
	return p.source(number, Checked, funcs)
}
