package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A Scope finds the place of a variable of the source at some point of the function.
type Scope func(*types.Var) (Place, bool)

// ScopeOf is the scope that has these variables only.
func ScopeOf(places map[*types.Var]Place) Scope {
	return func(v *types.Var) (Place, bool) {
		p, ok := places[v]
		return p, ok
	}
}

// A Context is where an annotation stands: what the names in it that are not those of package variables mean.
type Context struct {
	Tid   *ir.Expr // the goroutine that it speaks of
	This  *ir.Expr // a reference to the object that a field's or type's directive is about
	Vars  Scope    // parameters and locals; nil: none
	Bound map[*annot.Bound]*ir.Expr
}

// An Evaluator gives the expressions of annotations their meaning in a heap. What guards a place is asked for when the place is first
// used, so the heap has one, although annotations are explained in terms of the heap.
type Evaluator interface {
	// Eval returns the value of x in the current state of m.
	Eval(m *Memory, at Context, x annot.Expr) (*ir.Expr, error)
	// Locate returns the place in m that x names.
	Locate(m *Memory, at Context, x annot.Expr) (Place, error)
}

// holds is the conjunction of clauses. One that has no meaning is a problem of its own, and counts as false.
func (m *Memory) holds(at Context, cs []*annot.Clause) *ir.Expr {
	all := ir.True
	for _, c := range cs {
		e, err := m.annotations.Eval(m, at, c.Expr)
		if err != nil {
			m.problem(c, err)
			return ir.False
		}
		all = ir.And(all, e)
	}
	return all
}

// ClausesFor returns the texts and positions of clauses, without what they mean.
func (m *Memory) ClausesFor(cs []*annot.Clause) []*ir.Clause {
	var out []*ir.Clause
	for _, c := range cs {
		out = append(out, &ir.Clause{Span: m.ClauseSpan(c), Text: c.Text})
	}
	return out
}

// OfOwner is the conjunction of what the variable v says of a channel that it owns, about the goroutine who and, for what
// the channel carries, the value bound.
func (m *Memory) OfOwner(v *types.Var, ch, who *ir.Expr, bound *annot.Bound, value *ir.Expr, cs []*annot.Clause) *ir.Expr {
	m.noteUnsupported(v, m.Facts.Guard(v))
	at := m.contextOf(v, ir.Select(ir.V(m.binding().object), ch), who)
	if bound != nil {
		at.Bound = map[*annot.Bound]*ir.Expr{bound: value}
	}
	return m.holds(at, cs)
}

// contextOf is where something stands that is said of the variable v of the object owner.
func (m *Memory) contextOf(v *types.Var, owner, who *ir.Expr) Context {
	at := Context{Tid: who}
	switch {
	case v.IsField():
		at.This = owner
	case !analysis.IsPackageVar(v):
		at.Vars = m.capturedIn(owner)
	}
	return at
}

// capturedIn is the scope of the variables that goroutines share under predicates and that live in the object owner.
func (m *Memory) capturedIn(owner *ir.Expr) Scope {
	return func(v *types.Var) (Place, bool) {
		if analysis.IsPackageVar(v) {
			return Place{}, false
		}
		return m.Captured(v, owner), true
	}
}

func (m *Memory) problem(c *annot.Clause, err error) {
	m.Problems = append(m.Problems, ir.Note{Span: m.ClauseSpan(c), Text: err.Error()})
}

func (m *Memory) noteUnsupported(v *types.Var, g *annot.Guard) {
	if m.noteGuard[v] {
		return
	}
	m.noteGuard[v] = true
	if pos, ok := m.Facts.Borrowed[m.Facts.Field(v)]; ok {
		at := m.Facts.Fset.Position(pos)
		m.Problems = append(m.Problems, ir.Note{
			Span: ir.Span{Start: at, End: at}, Text: "initial value of " + v.Name() + ", which may belong to another variable, too",
		})
	}
	for _, u := range g.Unsupported {
		m.Problems = append(m.Problems, ir.Note{
			Span: ir.Span{Start: m.Facts.Fset.Position(u.Pos), End: m.Facts.Fset.Position(u.Pos)},
			Text: u.Reason,
		})
	}
}
