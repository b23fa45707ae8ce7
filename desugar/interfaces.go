package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// makeInterface translates the conversion of a value to an interface. A pointer to an object that a guard may own goes
// with the interface: the object is published where the interface is, and joins a region where the interface is stored
// in one. All other references go into it for good: they count as published, at once or where the call begins that the
// interface is passed to.
func (t *translator) makeInterface(v *ssa.MakeInterface) {
	if analysis.IsTypeParam(v.Type()) { // a conversion to one of which the constraint lists numbers or strings
		t.inexact(v)
		return
	}
	x := t.Expr(v.X)
	if x == nil {
		t.Forget(v)
		return
	}
	if analysis.IsTypeParam(v.X.Type()) {
		t.boxParam(v, x, v.X.Type())
		return
	}
	k, err := t.Mem.Dynamic.Functions(v.X.Type())
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(v)
		return
	}
	if annot.NeverNil(v.X.Type()) && (len(t.prog.Contracted(v.Type())) > 0 || t.prog.IsLocker(v.Type())) { // their methods count on receivers
		t.NonNilExpr(x, t.Text(v.X))
	}
	i := t.writer(v, ir.Apply(k.Wrap, x), x)
	if !onlyPassed(v) {
		if t.isUnsynchronised(v.X.Type()) {
			t.leaves(x, v.X.Type())
		}
		t.leavesUnshared(x, v.X.Type())
		t.Publish(t.intoInterface(x, v.X.Type()), t.lentApart(v)...)
	}
	t.Define(v, emit.Value{Expr: i})
}

// lentApart returns the objects that the function has made, and lends to options, to which what becomes an interface
// does not lead. An option may have stored such an object where it lies in itself; so it counts as stored from then on,
// and would be published with anything else.
func (t *translator) lentApart(v *ssa.MakeInterface) (apart []*ir.Expr) {
	fn := v.Parent()
	lent := t.lentTypes(fn)
	for _, b := range fn.Blocks {
		for i, instr := range b.Instrs {
			made, ok := instr.(*ssa.Alloc)
			if !ok || !made.Heap || !slices.ContainsFunc(lent, func(typ types.Type) bool { return types.Identical(typ, made.Type()) }) {
				continue
			}
			before := b == v.Block() && i < slices.Index(b.Instrs, ssa.Instruction(v)) || b != v.Block() && b.Dominates(v.Block())
			if ref := t.Frame.Values[made].Expr; before && ref != nil && t.prog.LeadsNowhereTo(v.X.Type(), analysis.Deref(made.Type())) {
				apart = append(apart, ref)
			}
		}
	}
	return apart
}

// lentTypes returns the types of what calls in a function lend.
func (t *translator) lentTypes(fn *ssa.Function) (lent []types.Type) {
	for _, call := range analysis.AllCalls(fn) {
		for _, i := range t.prog.LentArguments(call) {
			if i < len(call.Args) {
				lent = append(lent, call.Args[i].Type())
			}
		}
	}
	return lent
}

// boxParam translates the conversion of a value x of a type parameter to an interface v. The type argument may be a
// pointer that interfaces carry. Whoever passed the value has let others know what it leads to, so that is shared and
// in no region.
func (t *translator) boxParam(v ssa.Value, x *ir.Expr, typ types.Type) {
	i := t.Mem.Dynamic.OfParam(x, typ)
	t.Assume(t.fromOthers(i, v.Type())...)
	t.Define(v, emit.Value{Expr: i})
}

// intoInterface returns the references that others come to know by way of an interface. Objects of types of the
// standard library may be in a region all the same: they are passed on as an io.Writer or io.Reader for a call.
func (t *translator) intoInterface(x *ir.Expr, typ types.Type) []*ir.Expr {
	if t.prog.IsCarried(typ) {
		return nil
	}
	refs := t.Mem.Publishable(x, typ)
	if t.isRegionalPointer(typ) || t.isUnshared(typ) {
		return heap.Lent(refs)
	}
	return refs
}

// fromInterface is what is known of what the interface from held: it is shared and in no region, but for such objects.
// Of what goes with the interface that is known which is known of the interface.
func (t *translator) fromInterface(x *ir.Expr, typ types.Type, from ssa.Value) []*ir.Expr {
	if t.prog.IsCarried(typ) || t.prog.Carries(typ) {
		known := t.Mem.KnownAnyway(x, typ)
		if t.gotten[from] {
			known = t.Mem.KnownParam(x, typ, true)
		}
		return slices.Concat(known, t.holdsNone(x, from.Type(), typ), t.Mem.InsideRegion(x, typ))
	}
	known := t.Mem.KnownParam(x, typ, t.gotten[from])
	if t.isRegionalPointer(typ) || t.isUnshared(typ) {
		return known
	}
	return append(known, t.Mem.Unowned(x, typ)...)
}

// holdsNone says of an interface value that was one of type from, and becomes one of type to, that it holds nothing
// that may be in a region, as it could not hold it before.
func (t *translator) holdsNone(x *ir.Expr, from, to types.Type) []*ir.Expr {
	if t.prog.Carries(to) && !t.prog.Carries(from) {
		return []*ir.Expr{ir.Eq(t.Mem.Dynamic.Held(x), ir.Nil)}
	}
	return nil
}

// fromOthers says of a value that other goroutines may have put where it was found that what it leads to is shared, and in no region.
func (t *translator) fromOthers(x *ir.Expr, typ types.Type) []*ir.Expr {
	return append(t.Mem.Known(x, typ, ir.False), t.Mem.Unowned(x, typ)...)
}

// typeAssert translates x.(T), with or without a second result.
func (t *translator) typeAssert(v *ssa.TypeAssert) {
	x := t.Expr(v.X)
	if x == nil {
		t.Forget(v)
		return
	}
	x = t.Stable(x)
	t.becomesLocker(v.X, x, v.X.Type(), v.AssertedType)
	ok, got, err := t.asserted(x, v.X.Type(), v.AssertedType)
	if err == nil && !types.IsInterface(v.AssertedType) {
		_, err = t.Mem.Dynamic.Asserted(v.AssertedType)
	}
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(v)
		return
	}
	if analysis.IsTypeParam(v.AssertedType) { // as a value of a type parameter it is shared and in no region
		t.Publish(t.Mem.Publishable(x, v.X.Type()))
	}
	if t.prog.relating && len(t.Mem.Publishable(got, v.AssertedType)) > 0 {
		t.Step(&ir.Step{Mover: ir.NonMover}) // what it holds may be known to others only now
	}
	if !v.CommaOk {
		subject := t.Text(v.X)
		t.Check(ok, ir.Check{Kind: ir.TypeAssertion, Subject: subject, Needed: subject + " holds " + t.Mem.AType(v.AssertedType)})
		t.Assume(t.fromInterface(got, v.AssertedType, v.X)...)
		t.Define(v, emit.Value{Expr: got})
		return
	}
	ok = t.Stable(ok)
	for _, fact := range t.fromInterface(got, v.AssertedType, v.X) {
		t.Assume(ir.Implies(ok, fact))
	}
	t.Define(v, emit.Value{Parts: []emit.Value{{Expr: ir.Ite(ok, got, heap.ZeroOf(got.Sort))}, {Expr: ok}}})
}

// asserted returns whether the interface value x holds a T, and which if so.
func (t *translator) asserted(x *ir.Expr, from, to types.Type) (ok, got *ir.Expr, err error) {
	d := t.Mem.Dynamic
	if iface, isInterface := to.Underlying().(*types.Interface); isInterface {
		if analysis.IsTypeParam(to) {
			sort, err := t.Mem.Sort(to)
			if err != nil {
				return nil, nil, err
			}
			return ir.V(t.Anything(ir.Bool)), ir.V(t.Anything(sort)), nil
		}
		notNil := ir.Ne(x, heap.NilInterface)
		if types.Implements(from, iface) {
			return notNil, x, nil
		}
		return ir.And(notNil, d.Satisfies(x, to)), x, nil
	}
	k, err := d.Functions(to)
	if err != nil {
		return nil, nil, err
	}
	return ir.Eq(d.DynamicType(x), k.Term), ir.Apply(k.Unwrap, x), nil
}

// compareInterfaces translates == and != of interface values: they are equal if dynamic types and values are. It panics if
// the types are one whose values cannot be compared. Where values may be equal that are different terms, or the other way
// round, nothing is known but that different types make them differ.
func (t *translator) compareInterfaces(v *ssa.BinOp, x, y *ir.Expr) *ir.Expr {
	x, y = t.Stable(x), t.Stable(y)
	if isNil(v.X) || isNil(v.Y) || ir.Equal(x, heap.NilInterface) || ir.Equal(y, heap.NilInterface) {
		return ir.Eq(x, y)
	}
	d := t.Mem.Dynamic
	tx, ty := d.DynamicType(x), d.DynamicType(y)
	sameType := ir.Eq(tx, ty)
	comparable := ir.Or(ir.Apply(d.Comparable, tx), ir.Apply(d.Comparable, ty))
	subject := t.Text(v.X) + " and " + t.Text(v.Y)
	t.Check(ir.Implies(sameType, comparable), ir.Check{Kind: ir.Uncomparable, Subject: subject})
	same := ir.Eq(x, y)
	exact := ir.Or(ir.Apply(d.Plain, tx), ir.Apply(d.Plain, ty))
	if exact.Op == ir.OpTrue {
		return same
	}
	equal := ir.V(t.Anything(ir.Bool))
	t.Assume(ir.Implies(exact, ir.Eq(equal, same)), ir.Implies(ir.Not(sameType), ir.Not(equal)))
	return equal
}
