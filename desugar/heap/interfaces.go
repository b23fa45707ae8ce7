package heap

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

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
	mem    *Memory
	typeOf *ir.Fn
	held   *ir.Fn       // see Held
	known  typeutil.Map // from types.Type to *dynamicType
	params typeutil.Map // see OfParam
	List   []*dynamicType
	named  map[string]int
	// implements has, by interface, the predicate on dynamic types; the other two are predicates too.
	implements        typeutil.Map
	Plain, Comparable *ir.Fn
}

// A dynamicType is a type that an interface may hold.
type dynamicType struct {
	Type types.Type // nil for one that has no name here
	Term *ir.Expr
	// comparable: values can be compared, as far as their type tells; plain: they are equal in Go just if they are equal as terms.
	comparable, plain bool
	Wrap, Unwrap      *ir.Fn
	asserted          bool // it is asked for by a type assertion
}

var (
	typeSort     = ir.Opaque("dynamic type")
	noType       = ir.Const("none", typeSort)
	NilInterface = ir.Const("nil", interfaceSort)
)

func newDynamic(m *Memory) *dynamic {
	d := &dynamic{mem: m, named: map[string]int{}}
	d.typeOf = &ir.Fn{Name: "type", Params: []*ir.Sort{interfaceSort}, Result: typeSort}
	d.typeOf.Facts = func(app *ir.Expr) []*ir.Expr {
		return []*ir.Expr{ir.Eq(ir.Eq(app, noType), ir.Eq(app.Args[0], NilInterface))}
	}
	d.typeOf.Simplify = func(args []*ir.Expr) *ir.Expr {
		if ir.Equal(args[0], NilInterface) {
			return noType
		}
		for _, k := range d.List {
			if args[0].Op == ir.OpApply && args[0].Fn == k.Wrap {
				return k.Term
			}
		}
		return nil
	}
	d.held = d.heldFn()
	d.Plain = d.predicate("plain", true, func(k *dynamicType) (bool, bool) { return k.plain, true })
	d.Comparable = d.predicate("comparable", true, (*dynamicType).compares)
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
		for _, k := range d.List {
			if is, known := holds(k); known && ir.Equal(args[0], k.Term) {
				return ir.B(is)
			}
		}
		return nil
	}
	fn.Facts = func(app *ir.Expr) []*ir.Expr {
		is := func(t *ir.Expr, b bool) *ir.Expr { return ir.Implies(ir.Eq(app.Args[0], t), ir.Eq(app, ir.B(b))) }
		facts := []*ir.Expr{is(noType, ofNone)}
		for _, k := range d.List {
			if b, known := holds(k); known {
				facts = append(facts, is(k.Term, b))
			}
		}
		return facts
	}
	return fn
}

// Of returns what is known of the dynamic type t.
func (d *dynamic) Of(t types.Type) *dynamicType {
	if k, ok := d.known.At(t).(*dynamicType); ok {
		return k
	}
	k := d.add(types.TypeString(t, nil), types.Comparable(t), comparesAsTerm(t))
	k.Type = t
	d.known.Set(t, k)
	return k
}

// compares says whether values of the type can be compared, and whether that is known. It is not where what they hold decides: if it were
// known that they cannot, to assume that a comparison does not panic would be to assume that it does not happen.
func (k *dynamicType) compares() (is, known bool) {
	return k.comparable, !k.comparable || k.Type == nil || !HoldsInterface(k.Type)
}

func (d *dynamic) add(name string, comparable, plain bool) *dynamicType {
	d.named[name]++
	if n := d.named[name]; n > 1 { // types of functions may have one name
		name = fmt.Sprintf("%s~%d", name, n)
	}
	k := &dynamicType{Term: ir.Const(name, typeSort), comparable: comparable, plain: plain}
	d.List = append(d.List, k)
	return k
}

// opaque returns a dynamic type that has no name here, whose values compare by identity.
func (d *dynamic) opaque(name string) *dynamicType {
	for _, k := range d.List {
		if k.Type == nil && k.Term.Name == name {
			return k
		}
	}
	return d.add(name, true, true)
}

// HoldsInterface reports whether comparing values of type t may compare what interfaces hold, which may panic.
func HoldsInterface(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if HoldsInterface(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return HoldsInterface(u.Elem())
	}
	return false
}

// comparesAsTerm reports whether values of type t are equal in Go just if they are equal as terms.
func comparesAsTerm(t types.Type) bool { return !analysis.IsSyncValue(t) && keyable(t) }

// Asserted is Functions for a type that a type assertion asks for.
func (d *dynamic) Asserted(t types.Type) (*dynamicType, error) {
	d.Of(t).asserted = true
	return d.Functions(t)
}

// keptApart reports whether nothing here can tell whether two instances of a type are one: the interfaces that hold them have their type
// arguments, never become others, and are not asked which they hold.
func (d *dynamic) keptApart(other *dynamicType, t types.Type) bool {
	k := d.Of(t)
	return !other.asserted && !k.asserted && d.mem.Facts.IsTarget(analysis.Deref(other.Type)) && d.mem.Facts.IsTarget(analysis.Deref(t))
}

// Functions returns the functions that put values of a type into interfaces, and take them out.
func (d *dynamic) Functions(t types.Type) (*dynamicType, error) {
	ptr, isPtr := t.Underlying().(*types.Pointer)
	if analysis.IsTypeParam(t) || isPtr && analysis.IsTypeParam(ptr.Elem()) && d.mem.Facts.CarriesAny() {
		return nil, fmt.Errorf("%s in an interface", d.mem.ShortType(t))
	}
	for _, other := range d.List {
		// The terms of two types are different constants. For some type arguments these may be one type.
		if other.Type != nil && other.Wrap != nil && !types.Identical(other.Type, t) && analysis.MayBeOne(other.Type, t) && !d.keptApart(other, t) {
			return nil, fmt.Errorf("%s and %s in interfaces", d.mem.ShortType(other.Type), d.mem.ShortType(t))
		}
	}
	k := d.Of(t)
	if k.Wrap != nil {
		return k, nil
	}
	s, err := d.mem.Sort(t)
	if err != nil {
		return nil, err
	}
	k.Wrap = &ir.Fn{Name: k.Term.Name + " as interface", Params: []*ir.Sort{s}, Result: interfaceSort}
	k.Unwrap = &ir.Fn{Name: "value of " + k.Term.Name, Params: []*ir.Sort{interfaceSort}, Result: s}
	raw := d.mem.refs.Raw
	k.Wrap.Facts = func(app *ir.Expr) []*ir.Expr {
		facts := []*ir.Expr{
			ir.Ne(app, NilInterface), ir.Eq(raw(d.typeOf, app), k.Term), ir.Eq(raw(k.Unwrap, app), app.Args[0]),
		}
		if d.mem.Facts.CarriesAny() {
			facts = append(facts, ir.Eq(raw(d.held, app), d.heldIn(k, app.Args[0])))
		}
		return facts
	}
	k.Unwrap.Facts = func(app *ir.Expr) []*ir.Expr {
		i := app.Args[0]
		if i.Op == ir.OpApply && i.Fn == k.Wrap {
			return nil
		}
		is := ir.Eq(ir.Apply(k.Wrap, app), i)
		if d.mem.Facts.IsCarried(t) {
			is = ir.And(is, ir.Eq(d.Held(i), app))
		}
		return []*ir.Expr{ir.Implies(ir.Eq(d.DynamicType(i), k.Term), is)}
	}
	k.Unwrap.Simplify = func(args []*ir.Expr) *ir.Expr {
		if args[0].Op == ir.OpApply && args[0].Fn == k.Wrap {
			return args[0].Args[0]
		}
		return nil
	}
	return k, nil
}

// OfParam is what an interface holds that a value x of a type parameter was put into. It may be anything, nil too: the type argument may
// be an interface type.
func (d *dynamic) OfParam(x *ir.Expr, t types.Type) *ir.Expr {
	fn, ok := d.params.At(t).(*ir.Fn)
	if !ok {
		fn = &ir.Fn{Name: d.mem.ShortType(t) + " as interface", Params: []*ir.Sort{x.Sort}, Result: interfaceSort}
		d.params.Set(t, fn)
	}
	return ir.Apply(fn, x)
}

// DynamicType returns the dynamic type of an interface value.
func (d *dynamic) DynamicType(i *ir.Expr) *ir.Expr { return ir.Apply(d.typeOf, i) }

// Held is the reference that an interface value holds to what may be in a region; nil if it holds anything else.
func (d *dynamic) Held(i *ir.Expr) *ir.Expr { return ir.Apply(d.held, i) }

func (d *dynamic) heldFn() *ir.Fn {
	fn := &ir.Fn{Name: "reference in", Params: []*ir.Sort{interfaceSort}, Result: ir.Ref}
	fn.Facts = func(app *ir.Expr) []*ir.Expr {
		return []*ir.Expr{ir.Implies(ir.Eq(app.Args[0], NilInterface), ir.Eq(app, ir.Nil))}
	}
	fn.Simplify = func(args []*ir.Expr) *ir.Expr {
		switch args[0].Op {
		case ir.OpConst: // nil, or what errors.New has made
			return ir.Nil
		case ir.OpIte:
			return ir.Ite(args[0].Args[0], d.Held(args[0].Args[1]), d.Held(args[0].Args[2]))
		}
		for _, k := range d.List {
			if args[0].Op == ir.OpApply && args[0].Fn == k.Wrap {
				return d.heldIn(k, args[0].Args[0])
			}
		}
		return nil
	}
	return fn
}

// heldIn is Held for an interface that holds the value x of a type.
func (d *dynamic) heldIn(k *dynamicType, x *ir.Expr) *ir.Expr {
	if k.Type != nil && d.mem.Facts.IsCarried(k.Type) {
		return x
	}
	return ir.Nil
}

// Satisfies is the condition that the dynamic type of an interface value has the methods of an interface.
func (d *dynamic) Satisfies(i *ir.Expr, iface types.Type) *ir.Expr {
	fn, ok := d.implements.At(iface).(*ir.Fn)
	if !ok {
		methods := iface.Underlying().(*types.Interface)
		fn = d.predicate(fmt.Sprintf("implements %s #%d", types.TypeString(iface, nil), d.implements.Len()), false,
			func(k *dynamicType) (is, known bool) {
				is = k.Type != nil && types.Implements(k.Type, methods)
				return is, is || k.Type != nil && !analysis.IsGeneric(k.Type) // for some type arguments it may be
			})
		d.implements.Set(iface, fn)
	}
	return ir.Apply(fn, d.DynamicType(i))
}

// A lockBehind is one of the locks that may be behind a Locker: the pointer to it, if is holds, and the type of lock
// whose state it has. A spin lock has that of a Mutex at its address, and counts as one with it.
type lockBehind struct {
	Is, Ref *ir.Expr
	Type    types.Type
}

// Behind returns the locks that the sync.Locker x may be. If no checked code has an RWMutex by another name, one behind
// a Locker is as good as a Mutex.
func (m *Memory) Behind(x *ir.Expr) ([]lockBehind, error) {
	pointer := func(to types.Type) (is, ref *ir.Expr, err error) {
		k, err := m.Dynamic.Functions(types.NewPointer(to))
		if err != nil {
			return nil, nil, err
		}
		return ir.Eq(m.Dynamic.DynamicType(x), k.Term), ir.Apply(k.Unwrap, x), nil
	}
	is, ref, err := pointer(m.Facts.MutexType())
	if err != nil {
		return nil, err
	}
	for _, name := range m.Facts.SpinLocks {
		isSpin, spin, err := pointer(name.Type())
		if err != nil {
			return nil, err
		}
		is, ref = ir.Or(is, isSpin), ir.Ite(isSpin, spin, ref)
	}
	all := []lockBehind{{is, ref, m.Facts.MutexType()}}
	if m.Facts.ReadLockers {
		rw := m.Facts.SyncType("RWMutex")
		is, ref, err := pointer(rw)
		if err != nil {
			return nil, err
		}
		all = append(all, lockBehind{is, ref, rw})
	}
	return all, nil
}
