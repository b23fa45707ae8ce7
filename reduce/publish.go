package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// publish makes shared the objects that the references point into, if they are local; and with any of them in which
// something may be stored all local objects stored in local objects, as those may be reachable from it, but those that
// the others point to.
func (t *translation) publish(span ir.Span, refs []*ir.Expr, apart ...*ir.Expr) {
	if t.fn.Status == nil || len(refs) == 0 {
		return
	}
	published := t.published(refs, apart)
	t.assertPublished(span, published)
	t.assertHere(span, published)
	if t.stored == nil {
		for _, r := range refs {
			share := ir.Store(ir.V(t.fn.Status), []*ir.Expr{t.base(r)}, ir.N(ir.Shared, ir.Int))
			t.assign(t.fn.Status, ir.Ite(t.isMine(r), share, ir.V(t.fn.Status)))
		}
		return
	}
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	status := []*ir.Var{t.fn.Status}
	pre := t.saved("pre", status)
	was := t.status(ir.V(o))
	then := ir.Ite(published(ir.V(o)), ir.N(ir.Shared, ir.Int), was)
	t.save("pre", status)
	t.havoc(status)
	t.assume(ir.Forall([]*ir.Var{o}, ir.Eq(was, pre.of(then)), t.fn.Status))
}

// assertHere asserts that nothing is lent that is part of what the condition tells.
func (t *translation) assertHere(span ir.Span, published func(object *ir.Expr) *ir.Expr) {
	if t.fn.LentElements == nil {
		return
	}
	o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	i := &ir.Var{Name: "i", Sort: t.fn.LentElements.Sort.Elem.Key, Kind: ir.BoundVar}
	here := ir.Eq(ir.Select(ir.V(t.fn.LentElements), ir.V(o), ir.V(i)), ir.Nil)
	all := ir.Forall([]*ir.Var{o, i}, ir.Implies(published(ir.V(o)), here))
	t.assert(span, all, ir.Check{Kind: ir.GivenAway})
}

// publishedBy returns the references that the step may publish.
func (t *translation) publishedBy(s *ir.Step) []*ir.Expr {
	return t.certainAt[s].before.through(t.world, s.Do).publishes(t.world, s.Publish)
}

// published tells the objects that publishing refs makes shared, where those are not that the references apart point to.
func (w *world) published(refs, apart []*ir.Expr) func(object *ir.Expr) *ir.Expr {
	return func(o *ir.Expr) *ir.Expr {
		var is, any []*ir.Expr
		for _, r := range refs {
			is = append(is, ir.And(ir.Ne(r, ir.Nil), ir.Eq(o, w.base(r))))
			if r.Op != ir.OpVar || !slices.Contains(w.fn.Bare, r.Var) {
				any = append(any, w.isMine(r))
			}
		}
		if w.stored != nil {
			with := []*ir.Expr{ir.Or(any...), ir.Select(ir.V(w.stored), o)}
			for _, r := range apart {
				with = append(with, ir.Ne(o, w.base(r)))
			}
			is = append(is, ir.And(with...))
		}
		return ir.And(w.has(o, ir.Mine), ir.Or(is...))
	}
}

// give makes the local objects that the step hands over another goroutine's.
func (t *translation) give(s *ir.Step) {
	if t.fn.Status == nil {
		return
	}
	t.assertUnlocked(s)
	for _, r := range s.Give {
		given := ir.Store(ir.V(t.fn.Status), []*ir.Expr{t.base(r)}, ir.N(ir.Theirs, ir.Int))
		t.assign(t.fn.Status, ir.Ite(ir.Eq(r, ir.Nil), ir.V(t.fn.Status), given))
	}
}
