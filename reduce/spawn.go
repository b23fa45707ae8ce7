package reduce

import "github.com/calvin-go/calvin/ir"

// spawn translates a go statement: it publishes the arguments, and what the new goroutine requires is asserted in a
// side branch, after other goroutines may have run. The new goroutine holds no lock.
func (t *translation) spawn(s *ir.Spawn) {
	t.publish(s.Span, s.Publish)
	t.mark(&ir.Mark{Span: s.Span, Kind: ir.MarkStep, Text: s.Text, Mover: ir.N(int64(ir.LeftMover), ir.Int)})
	if s.Goroutine != nil {
		t.newGoroutine(ir.V(s.Goroutine), s.Goroutine)
	}
	if len(s.Requires) == 0 {
		return
	}
	t.aside("go", func() {
		t.environment(s.Span)
		if s.Goroutine != nil {
			for _, m := range t.fn.Heap {
				if isLock(m) {
					t.assume(t.holdsNone(m, ir.V(s.Goroutine)))
				}
			}
		}
		for _, r := range s.Requires {
			if t.check.everyRequires() || t.early(r.Cond) {
				t.assert(r.Span, r.Cond, r.Check)
			}
		}
	})
}

// newGoroutine declares the identity of a goroutine that the function starts.
func (t *translation) newGoroutine(g *ir.Expr, v *ir.Var) {
	t.constants(v)
	t.prog.Facts = append(t.prog.Facts, ir.Ne(g, t.tid), ir.Ne(g, ir.Free))
}
