package desugar

import (
	"iter"

	"github.com/calvin-go/calvin/ir"
)

// A point is a point of the translation: what has been emitted since can be looked at, and taken back.
type point struct {
	cur                          *ir.Block
	stmts, succs, blocks, locals int
}

func (t *translator) here() *point {
	return &point{t.cur, len(t.cur.Stmts), len(t.cur.Succs), len(t.blocks), len(t.out.Locals)}
}

// since returns the statements that have been emitted since the point.
func (t *translator) since(p *point) iter.Seq[ir.Stmt] {
	return func(yield func(ir.Stmt) bool) {
		for _, s := range p.cur.Stmts[p.stmts:] {
			if !yield(s) {
				return
			}
		}
		for _, b := range t.blocks[p.blocks:] {
			for _, s := range b.Stmts {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// undo takes back what has been emitted since the point.
func (t *translator) undo(p *point) {
	t.cur = p.cur
	t.cur.Stmts, t.cur.Succs = t.cur.Stmts[:p.stmts], t.cur.Succs[:p.succs]
	t.blocks, t.out.Locals = t.blocks[:p.blocks], t.out.Locals[:p.locals]
}

// effects are what a piece of code may change, as far as the goroutine under check changes it itself.
type effects struct {
	written   map[*ir.Var]bool // locals and heap variables
	publishes bool             // an object that was the goroutine's own may be shared afterwards
	gives     bool             // or another goroutine's
	foreign   bool             // code that is not at hand runs: what it writes is filled in later
}

func (e *effects) none() bool {
	return len(e.written) == 0 && !e.publishes && !e.gives && !e.foreign
}

// effectsSince returns the effects of what has been emitted since the point.
func (t *translator) effectsSince(p *point) *effects {
	e := &effects{written: map[*ir.Var]bool{}}
	for s := range t.since(p) {
		t.effect(e, s)
	}
	return e
}

func (t *translator) effect(e *effects, s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Assign:
		if s.Dst != t.mem.Status {
			e.written[s.Dst] = true
		} else if !t.allocates(s.Src) {
			e.gives = true
		}
	case *ir.Havoc:
		for _, v := range s.Vars {
			e.written[v] = true
			e.gives = e.gives || v == t.mem.Status
		}
	case *ir.Step:
		for _, d := range s.Do {
			t.effect(e, d)
		}
		e.publishes = e.publishes || len(s.Publish) > 0 || s.Shares
		e.gives = e.gives || len(s.Give) > 0 || s.Lends
		e.foreign = e.foreign || s.Foreign
	case *ir.Spawn:
		e.publishes, e.gives = true, true
	}
}

// allocates reports whether a value of the variable of ownership adds an object of the goroutine's own.
func (t *translator) allocates(status *ir.Expr) bool {
	return status.Op == ir.OpStore && status.Args[0].Op == ir.OpVar && status.Args[0].Var == t.mem.Status &&
		ir.Equal(status.Args[len(status.Args)-1], ir.N(ir.Mine, ir.Int))
}

// mayReach reports whether the effects may change what the statements since the point read, what they give, or whether they
// are allowed. Other goroutines change nothing that this one has the right to read.
func (t *translator) mayReach(e *effects, p *point, gives value) bool {
	reached := t.dependsOn(e, gives)
	vars := func(x *ir.Expr) {
		if x != nil {
			reached = reached || t.mentionsAny(x, e.written)
		}
	}
	for s := range t.since(p) {
		step, ok := s.(*ir.Step)
		if !ok {
			continue
		}
		for _, d := range step.Do {
			if a, ok := d.(*ir.Assign); ok {
				vars(a.Src)
			} else {
				reached = true
			}
		}
		for _, a := range step.Access {
			h := a.Map.Heap
			vars(ir.V(a.Map))
			for _, x := range a.Index {
				vars(x)
			}
			for _, x := range []*ir.Expr{h.Read, h.Away, h.Borrowed} {
				vars(x)
			}
			guarded := h.Read != nil && h.Read.Op != ir.OpTrue
			reached = reached || e.gives || e.publishes && guarded || e.foreign && (h.Class == ir.Plain || h.Class == ir.Atomic)
		}
	}
	return reached
}

// dependsOn reports whether a value depends on what the effects write.
func (t *translator) dependsOn(e *effects, v value) bool {
	if v.expr != nil && t.mentionsAny(v.expr, e.written) {
		return true
	}
	for _, p := range v.parts {
		if t.dependsOn(e, p) {
			return true
		}
	}
	return false
}

func (t *translator) mentionsAny(e *ir.Expr, vars map[*ir.Var]bool) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpVar && vars[x.Var]
		return !found
	})
	return found
}
