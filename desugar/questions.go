package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A question is one about a place: whether a goroutine may read or write it, or, if guarded is set, whether somebody has said
// who may.
type question struct {
	who     *ir.Expr
	write   bool
	guarded bool
	// claimed asks instead whether anything is claimed of accesses, which is not so for memory of packages that are only looked at.
	claimed bool
	// settled: the place is a variable that is assigned only where its object is made.
	settled bool
	// noted, if not nil, is told of each variable of which somebody has.
	noted func(*types.Var)
}

// note answers that somebody has said of v who may access it.
func (q question) note(v *types.Var) *ir.Expr {
	if q.guarded && q.noted != nil {
		q.noted(v)
	}
	return ir.True
}

// isSaid reports whether the question is about what is said of a place, whatever that is.
func (q question) isSaid() bool { return q.guarded || q.claimed }

// atomic is the answer for a value that is made to be accessed by anybody at any time.
func (q question) atomic() *ir.Expr { return ir.B(!q.guarded) }

// unsaid is the answer for a place of which nothing is said, where that means that it is immutable: in packages with annotations,
// and in all that are checked as a whole.
func (m *memory) unsaid(q question, immutable bool) *ir.Expr {
	immutable = immutable || q.settled || !m.lookedAt
	switch {
	case q.claimed:
		return ir.B(immutable)
	case q.guarded:
		return ir.False
	}
	return ir.B(!immutable || !q.write)
}

// unowned is the answer for a value of type t that no annotated variable holds.
func (m *memory) unowned(q question, t types.Type) *ir.Expr {
	if analysis.IsSyncValue(t) {
		return q.atomic()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return m.unsaid(q, ok && analysis.IsComposite(t) && m.prog.IsAnnotated(n.Obj().Pkg()))
}

// An accessFunc answers questions about the place with the given keys.
type accessFunc func(keys []*ir.Expr, q question) *ir.Expr

// lockState reports whether f is who holds a lock.
func lockState(f *ir.Var) bool { return f.Heap.Class == ir.Holder || f.Heap.Class == ir.Readers }

// protectLock gives the variables of a lock the access predicate that the lock itself was annotated with, if any: to take
// it or to release it is to write it, or, for a reader's part, to read it.
func (m *memory) protectLock(f *ir.Var, g *annot.Guard, access accessFunc) {
	if g == nil || len(g.Read)+len(g.Write)+len(g.ElemRead)+len(g.ElemWrite) == 0 {
		return
	}
	m.guardWith(f, access)
	if r := m.readers[f]; r != nil {
		m.guardWith(r, func(keys []*ir.Expr, q question) *ir.Expr {
			q.write = false
			return access(keys[:len(keys)-1], q)
		})
	}
}

// protect sets the access predicates of a heap variable.
func (m *memory) protect(f *ir.Var, access accessFunc) {
	if !lockState(f) {
		m.guardWith(f, access)
	}
}

func (m *memory) guardWith(f *ir.Var, access accessFunc) {
	h := f.Heap
	var keys []*ir.Expr
	for _, k := range h.Keys {
		keys = append(keys, ir.V(k))
	}
	m.answers[f] = access
	if m.alone {
		h.Read = ir.Eq(ir.V(h.Who), m.tid)
		h.Write = h.Read
		return
	}
	if m.lookedAt {
		h.Claimed = access(keys, question{claimed: true})
	}
	h.Read = access(keys, question{who: ir.V(h.Who)})
	h.Write = access(keys, question{who: ir.V(h.Who), write: true})
}
