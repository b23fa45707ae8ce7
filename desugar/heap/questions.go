package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A Question is one about a place: whether a goroutine may read or write it, or, if guarded is set, whether somebody has said
// who may.
type Question struct {
	who     *ir.Expr
	write   bool
	Guarded bool
	// claimed asks instead whether anything is claimed of accesses, which is not so for memory of packages that are only looked at.
	claimed bool
	// settled: the place is a variable that is assigned only where its object is made.
	settled bool
	// noted, if not nil, is told of each variable of which somebody has.
	Noted func(*types.Var)
}

// note answers that somebody has said of v who may access it.
func (q Question) note(v *types.Var) *ir.Expr {
	if q.Guarded && q.Noted != nil {
		q.Noted(v)
	}
	return ir.True
}

// isSaid reports whether the question is about what is said of a place, whatever that is.
func (q Question) isSaid() bool { return q.Guarded || q.claimed }

// atomic is the answer for a value that is made to be accessed by anybody at any time.
func (q Question) atomic() *ir.Expr { return ir.B(!q.Guarded) }

// unsaid is the answer for a place of which nothing is said, where that means that it is immutable: in packages with annotations,
// and in all that are checked as a whole.
func (m *Memory) unsaid(q Question, immutable bool) *ir.Expr {
	immutable = immutable || q.settled || !m.LookedAt
	switch {
	case q.claimed:
		return ir.B(immutable)
	case q.Guarded:
		return ir.False
	}
	return ir.B(!immutable || !q.write)
}

// unowned is the answer for a value of type t that no annotated variable holds.
func (m *Memory) unowned(q Question, t types.Type) *ir.Expr {
	if analysis.IsSyncValue(t) {
		return q.atomic()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return m.unsaid(q, ok && analysis.IsComposite(t) && m.Facts.IsAnnotated(n.Obj().Pkg()))
}

// An accessFunc answers questions about the place with the given keys.
type accessFunc func(keys []*ir.Expr, q Question) *ir.Expr

// lockState reports whether f is who holds a lock.
func lockState(f *ir.Var) bool { return f.Heap.Class == ir.Holder || f.Heap.Class == ir.Readers }

// protectLock gives the variables of a lock the access predicate that the lock itself was annotated with, if any: to take
// it or to release it is to write it, or, for a reader's part, to read it.
func (m *Memory) protectLock(f *ir.Var, g *annot.Guard, access accessFunc) {
	if g == nil || len(g.Read)+len(g.Write)+len(g.ElemRead)+len(g.ElemWrite) == 0 {
		return
	}
	m.guardWith(f, access)
	if r := m.readers[f]; r != nil {
		m.guardWith(r, func(keys []*ir.Expr, q Question) *ir.Expr {
			q.write = false
			return access(keys[:len(keys)-1], q)
		})
	}
}

// protect sets the access predicates of a heap variable.
func (m *Memory) protect(f *ir.Var, access accessFunc) {
	if !lockState(f) {
		m.guardWith(f, access)
	}
}

func (m *Memory) guardWith(f *ir.Var, access accessFunc) {
	h := f.Heap
	var keys []*ir.Expr
	for _, k := range h.Keys {
		keys = append(keys, ir.V(k))
	}
	m.Answers[f] = access
	if m.Alone {
		h.Read = ir.Eq(ir.V(h.Who), m.Tid)
		h.Write = h.Read
		return
	}
	if m.LookedAt {
		h.Claimed = access(keys, Question{claimed: true})
	}
	h.Read = access(keys, Question{who: ir.V(h.Who)})
	h.Write = access(keys, Question{who: ir.V(h.Who), write: true})
	m.mayBeginAlone(h)
}

// mayBeginAlone says of what nobody may write that the function may, while there are no others: it is no constant of
// the function. Nothing is known of the condition, so that nobody can rely on it when there are others.
func (m *Memory) mayBeginAlone(h *ir.Heap) {
	if m.BeginsAlone && h.Write != nil && h.Write.Op == ir.OpFalse {
		h.Write = ir.And(ir.Eq(ir.V(h.Who), m.Tid), ir.Apply(m.beganAlone))
	}
}

// EverWritten is the condition that a place is shared and may be written by some goroutine in some state: what access
// predicates say of locks and of memory that may change is left out of account.
func (m *Memory) EverWritten(f *ir.Var, at []*ir.Expr) *ir.Expr {
	h := f.Heap
	if h.Write == nil {
		return ir.False
	}
	with := map[*ir.Var]*ir.Expr{}
	for i, k := range h.Keys {
		with[k] = at[i]
	}
	shared := ir.True
	if h.Object != nil {
		shared = ir.Not(m.Mine(at[0]))
	}
	return ir.And(shared, ir.Subst(possible(h.Write, h.Who), with))
}

// possible is a condition that holds wherever e, which is about goroutine who, holds in some state and for some goroutine.
func possible(e *ir.Expr, who *ir.Var) *ir.Expr {
	switch e.Op {
	case ir.OpAnd, ir.OpOr:
		var parts []*ir.Expr
		for _, a := range e.Args {
			parts = append(parts, possible(a, who))
		}
		if e.Op == ir.OpAnd {
			return ir.And(parts...)
		}
		return ir.Or(parts...)
	case ir.OpIte:
		if settled(e.Args[0], who) {
			return ir.Ite(e.Args[0], possible(e.Args[1], who), possible(e.Args[2], who))
		}
		return ir.Or(possible(e.Args[1], who), possible(e.Args[2], who))
	}
	if settled(e, who) {
		return e
	}
	return ir.True
}

// settled reports whether a condition is the same for every goroutine, and in every state once its objects exist.
func settled(e *ir.Expr, who *ir.Var) bool {
	same := true
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.OpVar {
			h := x.Var.Heap
			same = same && x.Var != who && (x.Var.Kind != ir.HeapVar || h != nil && h.Class == ir.Immutable)
		}
		return same
	})
	return same
}

// Own is the condition that the goroutine itself may write a place.
func (m *Memory) Own(f *ir.Var, at []*ir.Expr) *ir.Expr {
	h := f.Heap
	if h.Write == nil {
		return ir.False
	}
	with := map[*ir.Var]*ir.Expr{h.Who: m.Tid}
	for i, k := range h.Keys {
		with[k] = at[i]
	}
	return ir.Subst(h.Write, with)
}
