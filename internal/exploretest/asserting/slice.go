package asserting

import (
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A slicer slices a Program, as package slice does programs in Go: so that the strategy can be tested without one.
type slicer struct {
	list   []*Statement
	within map[*Statement][]*Statement // the statements that one stands in
	owner  map[*Statement]int          // whose variables it uses
}

// uses says what a kind of statement does: to variables, and to memory.
type uses struct {
	from, to      bool
	reads, writes byte // kinds of memory: x, y, w
	waits         bool
	fails         bool
}

var usesOf = map[string]uses{
	"read": {to: true, reads: 'x'}, "write": {from: true, writes: 'x'},
	"readat": {from: true, to: true, reads: 'y'}, "writeat": {from: true, writes: 'y'},
	"load": {to: true, reads: 'w'}, "store": {from: true, writes: 'w'},
	"add": {to: true, reads: 'w', writes: 'w'}, "count": {reads: 'w', writes: 'w'}, "swap": {to: true, reads: 'w', writes: 'w'},
	"set":   {from: true, to: true},
	"error": {from: true, fails: true}, "fatal": {from: true, fails: true}, "panic": {from: true, fails: true},
	"send": {from: true, waits: true}, "recv": {to: true, waits: true},
	"if": {from: true}, "lock": {waits: true}, "lockat": {from: true, waits: true}, "trylock": {waits: true}, "go": {waits: true},
}

// Slice returns what a static analysis would know of the program.
func (p *Program) Slice() *strategy.Slice {
	z := &slicer{within: map[*Statement][]*Statement{}, owner: map[*Statement]int{}}
	p.all(func(s *Statement, within []*Statement, g int) {
		z.list = append(z.list, s)
		z.within[s], z.owner[s] = within, g
	})
	out := &strategy.Slice{Needs: map[rt.Site][]rt.Site{}}
	var roots []*Statement
	for _, s := range z.list {
		switch u := usesOf[s.Do]; {
		case (s.Do == "lock" || s.Do == "lockat") && !waits(s.Body):
			out.Leaf = append(out.Leaf, s.Place)
		case u.waits || u.fails:
			roots = append(roots, s)
		}
	}
	in := z.closure(roots...)
	out.Roots = sites(z.list, in)
	for _, s := range z.list {
		if !in[s] {
			out.Needs[s.Place] = sites(z.list, z.closure(s))
		}
	}
	return out
}

// waits reports whether one of the statements may, or starts a goroutine.
func waits(list []*Statement) bool {
	for _, s := range list {
		if usesOf[s.Do].waits || waits(s.Body) {
			return true
		}
	}
	return false
}

func sites(list []*Statement, in map[*Statement]bool) (out []rt.Site) {
	for _, s := range list {
		if in[s] {
			out = append(out, s.Place)
		}
	}
	return out
}

// closure returns the statements on which the given ones depend, themselves among them.
func (z *slicer) closure(start ...*Statement) map[*Statement]bool {
	in := map[*Statement]bool{}
	where := map[*Statement]bool{}
	var full, place func(s *Statement)
	assigners := func(g, variable int) {
		for _, s := range z.list {
			if usesOf[s.Do].to && s.To == variable && z.owner[s] == g {
				full(s)
			}
		}
	}
	place = func(s *Statement) { // whether, and to what memory, it is executed
		if where[s] {
			return
		}
		where[s] = true
		for _, w := range z.within[s] {
			full(w)
		}
		if s.Do == "writeat" {
			assigners(z.owner[s], s.From)
		}
	}
	full = func(s *Statement) {
		if in[s] {
			return
		}
		in[s] = true
		place(s)
		u := usesOf[s.Do]
		if u.from {
			assigners(z.owner[s], s.From)
		}
		if u.reads == 0 {
			return
		}
		for _, w := range z.list {
			if usesOf[w.Do].writes == u.reads && (u.reads == 'y' || w.Obj == s.Obj) {
				place(w)
			}
		}
	}
	for _, s := range start {
		full(s)
	}
	return in
}
