package vcgen

import (
	"fmt"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// A Tier says how far the instances of what is known go from the program. What is proved of the near ones is proved: they are
// a part of all. But that a goal has a model counts for all alone.
type Tier uint8

const (
	// Far makes instances at what instances bring, too, up to a limit.
	Far Tier = iota
	// Near makes instances at the terms of the program alone, and at a goal's own; and at objects where only instances read
	// something it makes none, but for elements of what is there; nor at a goal's witnesses of what was so earlier (moments.go).
	// Nearly all goals that hold are proved with these, in a part of the time.
	Near
)

// within reports whether universals are instantiated at t in the tier of the VC.
func (g *generator) within(t tuple) bool { return g.tier == Far || t.gen == 0 && !t.remote }

// skips leaves out a candidate that is for findings: those come with the Far tier.
func (g *generator) skips(c *ir.Candidate) bool {
	spared := g.tier == Near && c.Sharpens
	g.beyond = g.beyond || spared
	return spared
}

// visit notes that the program, or the goal, reads or writes at e: at what the locations hold that e depends on.
func (s *scope) visit(e *ir.Expr) {
	for _, r := range s.readsOf(e) {
		s.visited[s.location(r).id] = true
	}
}

// remote reports whether e depends on what is read from a location in memory at whose contents neither the program nor the
// goal reads or writes anything.
func (s *scope) remote(e *ir.Expr) bool {
	return slices.ContainsFunc(s.readsOf(e), func(r *ir.Expr) bool {
		at := s.location(r).id
		for p := s; p != nil; p = p.parent {
			if p.visited[at] {
				return false
			}
		}
		return true
	})
}

// readsOf lists the outermost reads of memory in e.
func (g *generator) readsOf(e *ir.Expr) []*ir.Expr {
	if rs, ok := g.reads[e]; ok {
		return rs
	}
	var rs []*ir.Expr
	if e.Op == ir.OpSelect {
		rs = []*ir.Expr{e}
	} else {
		for _, a := range e.Args {
			for _, r := range g.readsOf(a) {
				if !slices.Contains(rs, r) {
					rs = append(rs, r)
				}
			}
		}
	}
	g.reads[e] = rs
	return rs
}

// A location is where a term reads memory.
type location struct {
	id uint64
	// witness: it depends on a witness of a goal.
	witness bool
}

// location identifies what e reads, or depends on: whatever the state if that depends on a witness, of which the program
// says nothing itself in this state or that.
func (g *generator) location(e *ir.Expr) location {
	if l, ok := g.locations[e]; ok {
		return l
	}
	l := location{witness: e.Op == ir.OpVar && g.origins[e.Var].kind == witness}
	at, parts := []byte(g.tupleKey(root{name: "term"}, nil)), e.Args
	switch places := g.readAt(e); {
	case len(places) > 0:
		at = []byte(g.tupleKey(places[0].root, nil))
		parts = slices.Concat(places[0].keys, e.Args[1:])
	case e.Fn != nil:
		at = append(at, e.Fn.Name...)
	}
	at = fmt.Append(at, e.Op, ".", e.Index, ":")
	for _, a := range parts {
		part := g.location(a)
		at = appendNumber(at, part.id)
		l.witness = l.witness || part.witness
	}
	if !l.witness || len(e.Args) == 0 {
		at = []byte(g.tupleKey(root{}, []*ir.Expr{e}))
	}
	l.id = number(g.numbers, string(at))
	g.locations[e] = l
	return l
}

// readAt is where e reads, if it does.
func (g *generator) readAt(e *ir.Expr) []place {
	if e.Op != ir.OpSelect {
		return nil
	}
	return g.places(e.Args[0])
}
