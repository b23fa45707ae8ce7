package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// bindings says what storing v in p's variable takes, besides access.
func (m *Memory) bindings(p Place, v *ir.Expr) (own []*ir.Assign, pre []*ir.Assert) {
	if m.Facts.OwnsStore(p.Variable) {
		do, assert := m.bind(p, v)
		own, pre = append(own, do...), append(pre, assert)
	}
	if m.Facts.IsCondition(p.Variable) {
		if is, err := m.condOf(p, v); err == nil {
			pre = append(pre, &ir.Assert{Cond: is, Check: ir.Check{Kind: ir.OtherLock, Subject: p.Variable.Name()}})
		}
	}
	if m.Facts.OwnsChannel(p.Variable) {
		do, assert := m.bindChannel(p, v)
		own, pre = append(own, do...), append(pre, assert)
	}
	return own, pre
}

// bind makes p's variable the owner of the array of the slice v, or of the store of the map v.
func (m *Memory) bind(p Place, v *ir.Expr) ([]*ir.Assign, *ir.Assert) {
	b := m.binding()
	arr, off := m.StoreOf(v)
	at := []*ir.Expr{arr}
	object := ir.Nil
	if p.Owner != nil {
		object = p.Owner
	}
	same := ir.And(m.OwnedBy(arr, p.Variable), ir.Eq(ir.Select(ir.V(b.object), arr), object))
	if g := m.Facts.Guard(p.Variable); g.Index != nil {
		same = ir.And(same, ir.Eq(ir.Select(ir.V(b.offset), arr), off))
	}
	free := m.Ownable(arr)
	assert := &ir.Assert{
		Cond:  ir.Or(ir.Eq(arr, ir.Nil), same, free),
		Check: ir.Check{Kind: ir.Binding, Subject: p.Variable.Name()},
	}
	isNew := ir.Eq(ir.Select(ir.V(b.Owner), arr), NoOwner)
	set := func(f *ir.Var, x *ir.Expr) *ir.Assign {
		old := ir.Select(ir.V(f), arr)
		return &ir.Assign{Dst: f, Src: ir.Store(ir.V(f), at, ir.Ite(isNew, x, old))}
	}
	return []*ir.Assign{set(b.object, object), set(b.offset, off), set(b.Owner, m.KindOfVar(p.Variable))}, assert
}

// Ownable is the condition that the array or store at arr is the goroutine's own as a whole, and that no variable owns it yet.
func (m *Memory) Ownable(arr *ir.Expr) *ir.Expr {
	return ir.And(ir.Eq(ir.Select(ir.V(m.binding().Owner), arr), NoOwner), m.Mine(arr), ir.Eq(ir.Apply(m.Base, arr), arr))
}

// boundIn returns what is known of a value of p's variable, because bindings was asserted of it.
func (m *Memory) boundIn(v *ir.Expr, p Place) (facts []*ir.Expr) {
	if m.Facts.OwnsStore(p.Variable) {
		facts = append(facts, m.boundTo(v, p))
	}
	if m.Facts.IsCondition(p.Variable) {
		if is, err := m.condOf(p, v); err == nil {
			facts = append(facts, is)
		}
	}
	if m.Facts.OwnsChannel(p.Variable) {
		facts = append(facts, m.boundChannel(v, p))
	}
	return facts
}

// sayBound says of the slice or map variable whose heap variable is f that, in every object, it owns the array or store that
// it has. One is bound where it is assigned and stays so; whoever assigns one has been checked to do it.
func (m *Memory) sayBound(f *ir.Var) {
	v, here := m.owners[f], ir.V(f)
	p := Place{Variable: v}
	if hasObject(v) {
		p.Owner = ir.V(f.Heap.Keys[0])
		here = ir.Select(here, p.Owner)
	}
	f.Heap.Always = m.boundTo(here, p)
}

// SayApart says who owns the arrays that a condition on all objects of a type looks into: so that what is written to the array
// of another variable, or of another object, is seen to leave them alone. What is read in a body is known to be bound where it
// is read.
func (m *Memory) SayApart(cond *ir.Expr) {
	ir.Walk(cond, func(x *ir.Expr) bool {
		if x.Op == ir.OpField && x.Index == 0 && x.Args[0].Sort.Name == SliceSort.Name {
			used := x.Args[0]
			if used.Op == ir.OpSelect {
				used = used.Args[0]
			}
			if used.Op == ir.OpVar && m.owners[used.Var] != nil && used.Var.Heap.Always == nil {
				m.sayBound(used.Var)
			}
		}
		return true
	})
}

// boundTo says that the slice v, read from p, lies in an array that p's variable owns, or that the map v has a store
// that it owns.
func (m *Memory) boundTo(v *ir.Expr, p Place) *ir.Expr {
	b := m.binding()
	arr, off := m.StoreOf(v)
	object := ir.Nil
	if p.Owner != nil {
		object = p.Owner
	}
	is := ir.And(m.OwnedBy(arr, p.Variable), ir.Eq(ir.Select(ir.V(b.object), arr), object))
	if s, ok := p.Variable.Type().Underlying().(*types.Slice); ok && m.Facts.MayBePart(analysis.TypeKey(s.Elem())) {
		is = ir.And(is, ir.Eq(ir.Apply(m.Kind, arr), RootKind))
	}
	if g := m.Facts.Guard(p.Variable); g.Index != nil {
		is = ir.And(is, ir.Eq(ir.Select(ir.V(b.offset), arr), off))
	}
	return ir.Or(ir.Eq(arr, ir.Nil), is)
}

// bindChannel makes p's variable the owner of the channel ch: an open channel of our own that nobody has used. What the variable
// says of who may close it takes the place of the right of whoever made it.
func (m *Memory) bindChannel(p Place, ch *ir.Expr) ([]*ir.Assign, *ir.Assert) {
	b := m.binding()
	object := ir.Nil
	if p.Owner != nil {
		object = p.Owner
	}
	owner := ir.Select(ir.V(b.Owner), ch)
	isNew := ir.Eq(owner, NoOwner)
	same := ir.And(m.OwnedBy(ch, p.Variable), ir.Eq(ir.Select(ir.V(b.object), ch), object))
	fresh := ir.And(ir.Not(ir.Select(ir.V(m.ChanClosed()), ch)), ir.Not(ir.Select(ir.V(m.ChanUsed()), ch)))
	assert := &ir.Assert{
		Cond:  ir.Or(ir.Eq(ch, ir.Nil), same, ir.And(isNew, m.Mine(ch), ir.Eq(ir.Apply(m.Base, ch), ch), fresh)),
		Check: ir.Check{Kind: ir.Binding, Subject: p.Variable.Name()},
	}
	var do []*ir.Assign
	set := func(f *ir.Var, x *ir.Expr) {
		old := ir.Select(ir.V(f), ch)
		do = append(do, &ir.Assign{Dst: f, Src: ir.Store(ir.V(f), []*ir.Expr{ch}, ir.Ite(isNew, x, old))})
	}
	set(b.object, object)
	if len(m.Facts.Guard(p.Variable).Closes) > 0 {
		set(m.ChanCloser(), ir.Free)
	}
	set(b.Owner, m.KindOfVar(p.Variable))
	return do, assert
}

// boundChannel says that the channel, read from p, is one that p's variable owns.
func (m *Memory) boundChannel(ch *ir.Expr, p Place) *ir.Expr {
	object := ir.Nil
	if p.Owner != nil {
		object = p.Owner
	}
	is := ir.And(m.OwnedBy(ch, p.Variable), ir.Eq(ir.Select(ir.V(m.binding().object), ch), object))
	return ir.Or(ir.Eq(ch, ir.Nil), is)
}
