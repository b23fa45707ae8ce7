package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// A question is one about a place: whether a goroutine may read or write it, or, if guarded is set, whether somebody has said
// who may.
type question struct {
	who     *ir.Expr
	write   bool
	guarded bool
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

// immutable is the answer for a place of which nothing is said.
func (q question) immutable() *ir.Expr { return ir.B(!q.guarded && !q.write) }

// unowned is the answer for a value of type t that no annotated variable holds.
func (q question) unowned(t types.Type) *ir.Expr {
	if isSyncValue(t) {
		return q.atomic()
	}
	return q.immutable()
}

// atomic is the answer for a value that is made to be accessed by anybody at any time.
func (q question) atomic() *ir.Expr { return ir.B(!q.guarded) }

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
	h.Read = access(keys, question{who: ir.V(h.Who)})
	h.Write = access(keys, question{who: ir.V(h.Who), write: true})
}
