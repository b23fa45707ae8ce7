package desugar

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// An interface value is an element of an uninterpreted sort. What it holds is told by functions with ground facts: one for
// its dynamic type, and for each type T that occurs one that puts a T into an interface and one that takes it out.
//
//	type(wrap_T(x)) == T    unwrap_T(wrap_T(x)) == x    type(i) == T ==> wrap_T(unwrap_T(i)) == i
//
// So a type assertion gives back what was put in, and two interface values are one term just if dynamic type and value
// are. Whoever puts a reference into an interface publishes its object: who has the interface may have it from anywhere.
type dynamic struct {
	mem    *memory
	typeOf *ir.Fn
	known  typeutil.Map // from types.Type to *dynamicType
	list   []*dynamicType
	named  map[string]int
	// implements has, by interface, the predicate on dynamic types; the other two are predicates too.
	implements        typeutil.Map
	plain, comparable *ir.Fn
}

// A dynamicType is a type that an interface may hold.
type dynamicType struct {
	typ  types.Type // nil for one that has no name here
	term *ir.Expr
	// comparable: values can be compared at all; plain: they are equal in Go just if they are equal as terms.
	comparable, plain bool
	wrap, unwrap      *ir.Fn
}

var (
	typeSort     = ir.Opaque("dynamic type")
	noType       = ir.Const("none", typeSort)
	nilInterface = ir.Const("nil", interfaceSort)
)

func newDynamic(m *memory) *dynamic {
	d := &dynamic{mem: m, named: map[string]int{}}
	d.typeOf = &ir.Fn{Name: "type", Params: []*ir.Sort{interfaceSort}, Result: typeSort}
	d.typeOf.Facts = func(app *ir.Expr) []*ir.Expr {
		return []*ir.Expr{ir.Eq(ir.Eq(app, noType), ir.Eq(app.Args[0], nilInterface))}
	}
	d.typeOf.Simplify = func(args []*ir.Expr) *ir.Expr {
		if ir.Equal(args[0], nilInterface) {
			return noType
		}
		for _, k := range d.list {
			if args[0].Op == ir.OpApply && args[0].Fn == k.wrap {
				return k.term
			}
		}
		return nil
	}
	d.plain = d.predicate("plain", true, func(k *dynamicType) (bool, bool) { return k.plain, true })
	d.comparable = d.predicate("comparable", true, func(k *dynamicType) (bool, bool) { return k.comparable, true })
	return d
}

// predicate returns a predicate on dynamic types. Of the types that occur holds tells whether it holds, and whether that
// is known.
func (d *dynamic) predicate(name string, ofNone bool, holds func(*dynamicType) (is, known bool)) *ir.Fn {
	fn := &ir.Fn{Name: name, Params: []*ir.Sort{typeSort}, Result: ir.Bool}
	fn.Simplify = func(args []*ir.Expr) *ir.Expr {
		if ir.Equal(args[0], noType) {
			return ir.B(ofNone)
		}
		for _, k := range d.list {
			if is, known := holds(k); known && ir.Equal(args[0], k.term) {
				return ir.B(is)
			}
		}
		return nil
	}
	fn.Facts = func(app *ir.Expr) []*ir.Expr {
		is := func(t *ir.Expr, b bool) *ir.Expr { return ir.Implies(ir.Eq(app.Args[0], t), ir.Eq(app, ir.B(b))) }
		facts := []*ir.Expr{is(noType, ofNone)}
		for _, k := range d.list {
			if b, known := holds(k); known {
				facts = append(facts, is(k.term, b))
			}
		}
		return facts
	}
	return fn
}

// of returns what is known of the dynamic type t.
func (d *dynamic) of(t types.Type) *dynamicType {
	if k, ok := d.known.At(t).(*dynamicType); ok {
		return k
	}
	k := d.add(types.TypeString(t, nil), types.Comparable(t) && !holdsInterface(t), comparesAsTerm(t))
	k.typ = t
	d.known.Set(t, k)
	return k
}

func (d *dynamic) add(name string, comparable, plain bool) *dynamicType {
	d.named[name]++
	if n := d.named[name]; n > 1 { // types of functions may have one name
		name = fmt.Sprintf("%s~%d", name, n)
	}
	k := &dynamicType{term: ir.Const(name, typeSort), comparable: comparable, plain: plain}
	d.list = append(d.list, k)
	return k
}

// opaque returns a dynamic type that has no name here, whose values compare by identity.
func (d *dynamic) opaque(name string) *dynamicType {
	for _, k := range d.list {
		if k.typ == nil && k.term.Name == name {
			return k
		}
	}
	return d.add(name, true, true)
}

// holdsInterface reports whether comparing values of type t may compare what interfaces hold, which may panic.
func holdsInterface(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if holdsInterface(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return holdsInterface(u.Elem())
	}
	return false
}

// comparesAsTerm reports whether values of type t are equal in Go just if they are equal as terms.
func comparesAsTerm(t types.Type) bool { return !analysis.IsSyncValue(t) && keyable(t) }

// functions returns the functions that put values of a type into interfaces, and take them out.
func (d *dynamic) functions(t types.Type) (*dynamicType, error) {
	if analysis.IsGeneric(t) {
		return nil, fmt.Errorf("%s in an interface", d.mem.shortType(t))
	}
	k := d.of(t)
	if k.wrap != nil {
		return k, nil
	}
	s, err := d.mem.sort(t)
	if err != nil {
		return nil, err
	}
	k.wrap = &ir.Fn{Name: k.term.Name + " as interface", Params: []*ir.Sort{s}, Result: interfaceSort}
	k.unwrap = &ir.Fn{Name: "value of " + k.term.Name, Params: []*ir.Sort{interfaceSort}, Result: s}
	raw := d.mem.refs.raw
	k.wrap.Facts = func(app *ir.Expr) []*ir.Expr {
		return []*ir.Expr{
			ir.Ne(app, nilInterface), ir.Eq(raw(d.typeOf, app), k.term), ir.Eq(raw(k.unwrap, app), app.Args[0]),
		}
	}
	k.unwrap.Facts = func(app *ir.Expr) []*ir.Expr {
		i := app.Args[0]
		if i.Op == ir.OpApply && i.Fn == k.wrap {
			return nil
		}
		return []*ir.Expr{ir.Implies(ir.Eq(d.dynamicType(i), k.term), ir.Eq(ir.Apply(k.wrap, app), i))}
	}
	k.unwrap.Simplify = func(args []*ir.Expr) *ir.Expr {
		if args[0].Op == ir.OpApply && args[0].Fn == k.wrap {
			return args[0].Args[0]
		}
		return nil
	}
	return k, nil
}

// dynamicType returns the dynamic type of an interface value.
func (d *dynamic) dynamicType(i *ir.Expr) *ir.Expr { return ir.Apply(d.typeOf, i) }

// satisfies is the condition that the dynamic type of an interface value has the methods of an interface.
func (d *dynamic) satisfies(i *ir.Expr, iface types.Type) *ir.Expr {
	fn, ok := d.implements.At(iface).(*ir.Fn)
	if !ok {
		methods := iface.Underlying().(*types.Interface)
		fn = d.predicate(fmt.Sprintf("implements %s #%d", types.TypeString(iface, nil), d.implements.Len()), false,
			func(k *dynamicType) (is, known bool) {
				return k.typ != nil && types.Implements(k.typ, methods), k.typ != nil
			})
		d.implements.Set(iface, fn)
	}
	return ir.Apply(fn, d.dynamicType(i))
}

// makeInterface translates the conversion of a value to an interface. References go into it for good: they count as
// published, at once or where the call begins that the interface is passed to.
func (t *translator) makeInterface(v *ssa.MakeInterface) {
	x := t.expr(v.X)
	if x == nil {
		t.forget(v)
		return
	}
	k, err := t.mem.dynamic.functions(v.X.Type())
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	if annot.NeverNil(v.X.Type()) && (len(t.prog.Contracted(v.Type())) > 0 || t.prog.IsLocker(v.Type())) { // their methods count on receivers
		t.nonNilExpr(x, t.text(v.X))
	}
	if !onlyPassed(v) {
		t.publish(t.mem.publishable(x, v.X.Type()))
	}
	t.define(v, value{expr: ir.Apply(k.wrap, x)})
}

// typeAssert translates x.(T), with or without a second result.
func (t *translator) typeAssert(v *ssa.TypeAssert) {
	x := t.expr(v.X)
	if x == nil {
		t.forget(v)
		return
	}
	x = t.stable(x)
	t.becomesLocker(v.X, x, v.X.Type(), v.AssertedType)
	ok, got, err := t.asserted(x, v.X.Type(), v.AssertedType)
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	if t.prog.relating && len(t.mem.publishable(got, v.AssertedType)) > 0 {
		t.step(&ir.Step{Mover: ir.NonMover}) // what it holds may be known to others only now
	}
	if !v.CommaOk {
		subject := t.text(v.X)
		t.check(ok, ir.Check{Kind: ir.TypeAssertion, Subject: subject, Needed: subject + " holds a " + t.mem.shortType(v.AssertedType)})
		t.assume(t.mem.knownParam(got, v.AssertedType, t.gotten[v.X])...)
		t.define(v, value{expr: got})
		return
	}
	ok = t.stable(ok)
	for _, fact := range t.mem.knownParam(got, v.AssertedType, t.gotten[v.X]) {
		t.assume(ir.Implies(ok, fact))
	}
	t.define(v, value{parts: []value{{expr: ir.Ite(ok, got, zeroOf(got.Sort))}, {expr: ok}}})
}

// asserted returns whether the interface value x holds a T, and which if so.
func (t *translator) asserted(x *ir.Expr, from, to types.Type) (ok, got *ir.Expr, err error) {
	d := t.mem.dynamic
	if iface, isInterface := to.Underlying().(*types.Interface); isInterface {
		if _, isParam := types.Unalias(to).(*types.TypeParam); isParam {
			return nil, nil, fmt.Errorf("type parameter %s", t.mem.shortType(to))
		}
		notNil := ir.Ne(x, nilInterface)
		if types.Implements(from, iface) {
			return notNil, x, nil
		}
		return ir.And(notNil, d.satisfies(x, to)), x, nil
	}
	k, err := d.functions(to)
	if err != nil {
		return nil, nil, err
	}
	return ir.Eq(d.dynamicType(x), k.term), ir.Apply(k.unwrap, x), nil
}

// compareInterfaces translates == and != of interface values: they are equal if dynamic types and values are. It panics if
// the types are one whose values cannot be compared. Where values may be equal that are different terms, or the other way
// round, nothing is known but that different types make them differ.
func (t *translator) compareInterfaces(v *ssa.BinOp, x, y *ir.Expr) *ir.Expr {
	x, y = t.stable(x), t.stable(y)
	if isNil(v.X) || isNil(v.Y) || ir.Equal(x, nilInterface) || ir.Equal(y, nilInterface) {
		return ir.Eq(x, y)
	}
	d := t.mem.dynamic
	tx, ty := d.dynamicType(x), d.dynamicType(y)
	sameType := ir.Eq(tx, ty)
	comparable := ir.Or(ir.Apply(d.comparable, tx), ir.Apply(d.comparable, ty))
	subject := t.text(v.X) + " and " + t.text(v.Y)
	t.check(ir.Implies(sameType, comparable), ir.Check{Kind: ir.Uncomparable, Subject: subject})
	same := ir.Eq(x, y)
	exact := ir.Or(ir.Apply(d.plain, tx), ir.Apply(d.plain, ty))
	if exact.Op == ir.OpTrue {
		return same
	}
	equal := ir.V(t.anything(ir.Bool))
	t.assume(ir.Implies(exact, ir.Eq(equal, same)), ir.Implies(ir.Not(sameType), ir.Not(equal)))
	return equal
}
