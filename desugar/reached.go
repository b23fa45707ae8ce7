package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// What code that is not at hand is passed it may read and write while the call lasts: it cannot know the lock. So a call is an
// access to all guarded memory that its arguments lead to, and what the code may write has any value afterwards. Memory that
// nobody has said anything about is not asked for: see foreign.go for what is believed of it.
//
// What an argument leads to goes by what the code can get at. A slice leads to its elements, a map to its entries, a pointer to
// the variable behind it, with all fields where the struct is of another package. The fields of a struct of the checked
// packages, exported ones included, only these packages can name, and those that import them: code of others comes by them only
// through methods, which are checked by themselves, or by reflection. The packages of the standard library that
// use it are in readers.go.

// A use is what code that is not at hand does with what an argument leads to.
type use struct {
	by    string // the code
	write bool
	sure  bool // that it writes is known, so whether anybody has said who may access it does not matter
	// addressed: its argument is the address of a variable
	addressed bool
	fields    fields // of structs of the checked packages
	deep      bool   // follows every pointer, not only the one that it is passed
	prints    bool   // calls the methods by which values print themselves, in place of looking inside
	spread    bool   // it is a slice that is passed as the variadic arguments
	many      bool   // it does so with any number of places, of which this is one
	whole     bool   // it may read a slice up to its capacity, by methods
	told      bool   // what it changes is told elsewhere, by a contract
	part      bool   // it has returned a part of it, which is used
	leaves    bool   // others get to know a part of it, which they may read at any time
	depth     int    // how many pointers were followed
	inside    []types.Type
}

// fields says which fields of a struct some code gets at.
type fields uint8

const (
	noFields fields = iota
	exportedFields
	allFields
)

// maxReach bounds how many pointers of a value are followed.
const maxReach = 4

// reached emits the accesses of a call of code that is not at hand to the guarded memory that its arguments lead to.
func (t *translator) reached(inv *emit.Invocation, name string, d *decoding) {
	if t.Mem.Alone {
		return
	}
	uses := t.surely(inv, t.usesOf(inv, name))
	for _, p := range t.passed(inv) {
		if p.from != nil && !(d != nil && d.fresh && p.arg == d.arg) { // nothing is behind a new variable
			t.reachArgument(p, uses)
		}
	}
}

// reachArgument emits the accesses to what one argument leads to.
func (t *translator) reachArgument(p passed, uses func(passed) (use, bool)) {
	u, ok := uses(p)
	if s, isSlice := p.from.(*ssa.Slice); isSlice {
		if a, isNew := s.X.(*ssa.Alloc); isNew && a.Comment == "varargs" { // of a deferred call
			t.reachEach(p, a, uses)
			return
		}
	}
	switch {
	case !ok:
	case u.spread:
		t.reachSpread(p, uses)
		u.spread = false
		t.reach(p.expr, p.typ, u, t.argumentText(p))
	case analysis.IsInterface(p.typ):
		t.reachHeld(p, u)
	default:
		t.reach(p.expr, p.typ, u, t.argumentText(p))
	}
}

// reachEach emits the accesses to what variadic arguments lead to that are in a slice.
func (t *translator) reachEach(p passed, a *ssa.Alloc, uses func(passed) (use, bool)) {
	array := analysis.ArrayType(analysis.Deref(a.Type()))
	s := t.Stable(p.expr)
	for i := range array.Len() {
		from := analysis.StoredAt(a, i)
		if from == nil {
			continue
		}
		e, ok := t.reachValue(t.Mem.Elem(s, array.Elem(), ir.N(i, heap.IntSort)), t.Mem.SliceArr(s), use{}, t.argumentText(passed{from: from}))
		if ok {
			t.reachArgument(passed{expr: e, typ: array.Elem(), from: from, arg: p.arg + int(i)}, uses)
		}
	}
}

// argumentText is what messages call what an argument leads to.
func (t *translator) argumentText(p passed) string {
	v := p.from
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.ChangeInterface:
			v = x.X
			continue
		}
		break
	}
	if _, ok := v.Type().Underlying().(*types.Pointer); ok {
		return t.LocationBase(v)
	}
	return t.Operand(v)
}

// reach emits the accesses to what a value leads to.
func (t *translator) reach(e *ir.Expr, typ types.Type, u use, text string) {
	if analysis.IsReflectValue(typ) || analysis.IsSyncValue(typ) {
		return
	}
	if u.depth++; u.depth > maxReach {
		t.beyond(typ, u)
		return
	}
	u.whole = u.whole || t.prog.HasFlatReaders(typ)
	switch typ := typ.Underlying().(type) {
	case *types.Slice:
		t.reachElements(e, typ.Elem(), u, text+"[…]")
	case *types.Map:
		t.reachEntries(e, typ, u, text+"[…]")
	case *types.Pointer:
		if u.depth == 1 || !u.prints {
			t.reachPlace(t.Mem.Deref(t.Stable(e), typ.Elem()), t.Stable(e), u, text)
		}
	case *types.Array:
		if t.follows(typ.Elem(), u) {
			t.reachAny(ir.N(typ.Len(), heap.IntSort), u, func(i *ir.Expr, u use) { t.reach(ir.Select(e, i), typ.Elem(), u, text+"[…]") })
		}
	case *types.Struct:
		for i := range typ.NumFields() {
			if f := typ.Field(i); leadsOn(f.Type()) && t.canReach(f, u) {
				t.reach(ir.GetField(e, i), f.Type(), u, text+"."+f.Name())
			}
		}
	}
}

// reachHeld emits the accesses to what an interface leads to, for each type of value that was put there.
func (t *translator) reachHeld(p passed, u use) {
	held, others := t.heldTypes(p.from)
	if others != nil && u.write && u.sure && isEmptyInterface(p.typ) {
		t.writesUnknown(u, others)
	}
	for _, typ := range held {
		k, err := t.Mem.Dynamic.Functions(typ)
		if err != nil {
			continue // noted where it is put there
		}
		i := t.Stable(p.expr)
		t.SaveAll()
		t.Choose("reached",
			func() { t.Assume(ir.Ne(t.Mem.Dynamic.DynamicType(i), k.Term)) },
			func() {
				t.Assume(ir.Eq(t.Mem.Dynamic.DynamicType(i), k.Term))
				t.reach(ir.Apply(k.Unwrap, i), typ, u, t.argumentText(p))
			})
	}
}

// heldTypes lists the types of values that are put into an interface, as far as the text shows it, and where it may come from besides.
func (t *translator) heldTypes(v ssa.Value) (all []types.Type, others []ssa.Value) {
	for _, o := range originsOf(v, t.Frame) {
		switch x := o.value.(type) {
		case *ssa.MakeInterface:
			if !slices.ContainsFunc(all, func(typ types.Type) bool { return types.Identical(typ, x.X.Type()) }) {
				all = append(all, x.X.Type())
			}
		case *ssa.Const: // nil
		default:
			others = append(others, x)
		}
	}
	return all, others
}

// follows reports whether code follows what is in an array, slice or map of such elements, to where somebody may have said who may
// access it, or in depth.
func (t *translator) follows(elem types.Type, u use) bool {
	return leadsOn(elem) && (u.deep || t.leadsToGuarded(elem, u, map[types.Type]bool{}))
}

// reachAny emits the accesses to what an arbitrary one of n elements leads to.
func (t *translator) reachAny(n *ir.Expr, u use, reach func(i *ir.Expr, u use)) {
	i := ir.V(t.Anything(heap.IntSort))
	u.many = true
	t.SaveAll()
	t.Choose("reached",
		func() {},
		func() {
			t.Assume(ir.Le(heap.ZeroInt, i), ir.Lt(i, n))
			reach(i, u)
		})
}

// canReach reports whether code that is not at hand gets at a field.
func (t *translator) canReach(f *types.Var, u use) bool {
	switch {
	case f.Pkg() == nil || t.prog.Packages[f.Pkg().Path()] == nil, u.fields == allFields:
		return true
	case u.fields == exportedFields:
		return f.Exported() || f.Embedded()
	}
	return false
}

// reachPlace emits the accesses to a variable that a pointer leads to, and to what is behind it.
func (t *translator) reachPlace(p heap.Place, at *ir.Expr, u use, text string) {
	if u.fields == allFields && !isSynchronised(p.Type) && !t.printsItself(p.Type, u) && (!analysis.IsComposite(p.Type) || !t.isOurs(p.Type)) && t.holdsSync(p.Type) {
		t.reachSync(at, u, text)
	}
	switch {
	case analysis.IsSyncValue(p.Type), isSynchronised(p.Type) && !t.prog.IsRegional(p.Type), t.printsItself(p.Type, u):
	case isSynchronised(p.Type): // its methods read the fields that checked code writes
		u.sure, u.write = false, false
		t.touch(p, at, u, text)
	case analysis.IsComposite(p.Type) && t.isOurs(p.Type):
		if u.write && t.prog.DecodesItself(p.Type) { // by a method of its own, which counts on its caller
			u.fields = allFields
		}
		if u.fields != noFields {
			t.reachFields(p, at, u, text)
		}
	case analysis.IsComposite(p.Type), analysis.ArrayType(p.Type) != nil:
		if a := analysis.ArrayType(p.Type); a != nil && t.follows(a.Elem(), u) {
			t.reachAny(ir.N(a.Len(), heap.IntSort), u, func(i *ir.Expr, u use) { t.reachPlace(t.Mem.Index(p, i), at, u, text+"[…]") })
		}
		// What a struct of another package comes from, that package's functions may have made.
		u.sure = u.sure && (!analysis.IsComposite(p.Type) || u.addressed && !keepsLocks(p.Type) || analysis.IsUnsynchronised(p.Type) && t.prog.IsRegional(p.Type))
		t.touch(t.mark(p), at, u, text)
	default:
		if leadsOn(p.Type) && !types.IsInterface(p.Type) {
			if v, ok := t.reachValue(p, at, u, text); ok {
				t.reach(v, p.Type, u, text)
			}
		}
		t.touch(p, at, u, text)
	}
}

// mark returns the field that stands for all of an object of which no checked code sees any: accesses are allowed to
// all of them, or to none. Else it returns the place itself.
func (t *translator) mark(p heap.Place) heap.Place {
	if !analysis.IsUnsynchronised(p.Type) || types.Comparable(p.Type) {
		return p
	}
	var mark *types.Var
	for f := range p.Type.Underlying().(*types.Struct).Fields() {
		if f.Exported() {
			return p
		}
		if mark == nil && !analysis.IsComposite(f.Type()) && analysis.ArrayType(f.Type()) == nil && !analysis.IsSyncValue(f.Type()) {
			mark = f
		}
	}
	if mark == nil {
		return p
	}
	q := t.Mem.Field(p, mark)
	q.Type = mark.Type()
	return q
}

// isOurs reports whether the fields of a struct type are those of a checked package.
func (t *translator) isOurs(typ types.Type) bool {
	n, ok := types.Unalias(typ).(*types.Named)
	return ok && n.Obj().Pkg() != nil && t.prog.Packages[n.Obj().Pkg().Path()] != nil
}

// printsItself reports whether code that prints a pointer to a value of the type calls a method instead of looking inside.
func (t *translator) printsItself(typ types.Type, u use) bool {
	return u.prints && len(u.inside) == 0 && t.isOurs(typ) && analysis.Prints(types.NewPointer(typ))
}

// reachFields emits the accesses to the fields of a struct of the checked packages, and to what they lead to.
func (t *translator) reachFields(p heap.Place, at *ir.Expr, u use, text string) {
	for _, seen := range u.inside {
		if types.Identical(seen, p.Type) { // another object of the type
			t.beyond(p.Type, u)
			return
		}
	}
	u.inside = append(u.inside[:len(u.inside):len(u.inside)], p.Type)
	st := p.Type.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		f := st.Field(i)
		if !t.canReach(f, u) {
			continue
		}
		text := text + "." + f.Name()
		if analysis.IsSyncValue(f.Type()) {
			if u.fields == allFields {
				t.reachSync(at, u, text)
			}
			continue
		}
		q := t.Mem.Field(p, f)
		q.Type = st.Field(i).Type()
		t.reachPlace(q, at, u, text)
	}
}

// reachSync asserts that nobody else can reach an object of which code looks at a lock, or at an atomic variable, as if it were a number.
func (t *translator) reachSync(at *ir.Expr, u use, text string) {
	t.Mem.WantsOwnership = true
	t.Check(ir.Or(ir.Eq(at, ir.Nil), t.Mem.Mine(at)), ir.Check{Kind: ir.ReadDenied, Subject: text, Detail: u.does(), Needed: "an object that no other goroutine can reach"})
}

// holdsSync reports whether there is a lock or an atomic variable in a value of the type itself, without following
// pointers. What is in structs of other packages is their business.
func (t *translator) holdsSync(typ types.Type) bool {
	if analysis.IsSyncValue(typ) {
		return true
	}
	switch u := typ.Underlying().(type) {
	case *types.Array:
		return t.holdsSync(u.Elem())
	case *types.Struct:
		if _, isNamed := types.Unalias(typ).(*types.Named); isNamed && !t.isOurs(typ) {
			return false
		}
		for f := range u.Fields() {
			if t.holdsSync(f.Type()) {
				return true
			}
		}
	}
	return false
}

// does says what the code does with a place.
func (u use) does() string {
	switch {
	case u.part:
		return "it is used by what " + u.by + " has returned"
	case u.write:
		return u.by + " may write it"
	}
	return u.by + " reads it"
}

// reachValue emits the step that reads the reference at a place.
func (t *translator) reachValue(p heap.Place, at *ir.Expr, u use, text string) (*ir.Expr, bool) {
	src, acc, err := t.Mem.Load(p)
	if err != nil || !t.IsHeld(p) {
		return nil, false
	}
	u.write = false
	got := t.Local("", src.Sort)
	t.Emit(&ir.Havoc{Vars: []*ir.Var{got}})
	t.Choose("reached",
		func() {
			t.Assume(ir.Eq(at, ir.Nil))
			t.Emit(&ir.Assign{Dst: got, Src: heap.ZeroOf(got.Sort)})
		},
		func() {
			t.Assume(ir.Ne(at, ir.Nil))
			t.Step(&ir.Step{Do: []ir.Stmt{&ir.Assign{Dst: got, Src: src}}, Access: t.used(acc, u, text), Pre: t.PlainOnly(acc)})
			t.Assume(t.Mem.Loaded(ir.V(got), p, p.Type)...)
		})
	return ir.V(got), true
}

// used fills in where accesses of code that is not at hand stand, and what messages say of them.
func (t *translator) used(acc []ir.Access, u use, text string) []ir.Access {
	acc = t.described(acc, text)
	for i := range acc {
		acc[i].Does = u.does()
	}
	return acc
}

// touch emits the accesses to all that is at a place of which somebody has said who may access it.
func (t *translator) touch(p heap.Place, at *ir.Expr, u use, text string) {
	if analysis.IsComposite(p.Type) {
		st := p.Type.Underlying().(*types.Struct)
		for i := range st.NumFields() {
			if t.prog.SetInMessages(st.Field(i)) { // see passMessages
				continue
			}
			q := t.Mem.Field(p, st.Field(i))
			q.Type = st.Field(i).Type()
			t.touch(q, at, u, text)
		}
		return
	}
	p.Variable = nil // what it owns is reached by its value
	mods, err := t.Mem.ModifiesPlace(p)
	if err != nil {
		if t.prog.Governable(p.Type) {
			t.Unsupported(t.Frame.Pos(), "%s, which leads to %s", u.by, t.Mem.AType(p.Type))
		}
		return
	}
	for _, mod := range mods {
		if c := mod.Map.Heap.Class; c == ir.Plain || c == ir.Atomic && !analysis.IsSyncValue(p.Type) {
			t.touchOne(mod, at, u, text)
		}
	}
}

func (t *translator) touchOne(mod *ir.Modify, at *ir.Expr, u use, text string) {
	keys := append([]*ir.Expr(nil), mod.Index...)
	in := ir.True
	for _, k := range mod.Map.Heap.Keys[len(keys):] {
		keys = append(keys, ir.V(t.Anything(k.Sort)))
	}
	if mod.In != nil {
		is := map[*ir.Var]*ir.Expr{}
		for i, k := range mod.Map.Heap.Keys {
			is[k] = keys[i]
		}
		in = ir.Subst(mod.In, is)
	}
	b := &actionStep{t: t}
	var changes []ir.Stmt
	switch {
	case !u.write || u.told:
	case u.many:
		changes = []ir.Stmt{&ir.Havoc{Vars: []*ir.Var{mod.Map}}}
	case mod.In != nil:
		changes = b.changeWhere(mod)
	default:
		changes = b.change(mod.Map, mod.Index)
	}
	t.ifGuarded(mod.Map, keys, ir.And(in, ir.Ne(at, ir.Nil)), u.sure && u.depth == 1, func(guards []*ir.Clause) {
		if u.leaves {
			t.mayLeave(at, text)
			return
		}
		acc := t.used([]ir.Access{{Map: mod.Map, Index: keys, Write: u.write, Guards: guards}}, u, text)
		t.Step(&ir.Step{Do: changes, Access: acc, Pre: t.PlainOnly(acc)})
	})
}

// ifGuarded does something to a place that satisfies a condition, if somebody has said who may access it, or anyhow.
func (t *translator) ifGuarded(f *ir.Var, keys []*ir.Expr, in *ir.Expr, anyhow bool, do func(guards []*ir.Clause)) {
	answer := t.Mem.Answers[f]
	if answer == nil && !anyhow {
		return
	}
	var guards []*ir.Clause
	guarded := ir.True
	if answer != nil {
		guarded = answer(keys, heap.Question{Guarded: true, Noted: func(v *types.Var) {
			guards = append(guards, t.Mem.GuardClauses(t.Mem.Facts.Guard(v))...)
		}})
	}
	if anyhow {
		guarded = ir.True
	}
	if len(guards) > 1 { // it may be one or the other
		guards = nil
	}
	switch {
	case guarded.Op == ir.OpFalse:
	case guarded.Op == ir.OpTrue && in.Op == ir.OpTrue:
		do(guards)
	default:
		t.SaveAll()
		t.Choose("reached",
			func() { t.Assume(ir.Not(ir.And(in, guarded))) },
			func() {
				t.Assume(in, guarded)
				do(guards)
			})
	}
}

// reachElements emits the accesses to the elements of a slice, and to what they lead to.
func (t *translator) reachElements(s *ir.Expr, elem types.Type, u use, text string) {
	m := t.Mem
	s = t.Stable(s)
	arr, lo := m.SliceArr(s), m.SliceOff(s)
	hi := ir.Add(lo, m.SliceLen(s))
	if u.write || u.whole {
		hi = ir.Add(lo, m.SliceCap(s))
	}
	if u.fields == allFields && t.holdsSync(elem) {
		t.reachSync(arr, u, text)
	}
	if t.follows(elem, u) {
		t.reachBehind(s, elem, u, text)
	}
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	places, err := m.Leaves(m.Element(arr, ir.V(i), elem), false)
	if err != nil {
		t.touch(m.ArrayAt(arr, elem), arr, u, text)
		return
	}
	inside := ir.And(ir.Le(lo, ir.V(i)), ir.Lt(ir.V(i), hi))
	for _, p := range places {
		some := map[*ir.Var]*ir.Expr{i: ir.V(t.Anything(heap.IntSort))}
		var keys []*ir.Expr
		for _, k := range p.Keys {
			keys = append(keys, ir.Subst(k, some))
		}
		t.ifGuarded(p.Family, keys, ir.Subst(inside, some), u.sure && u.depth == 1, func(guards []*ir.Clause) {
			if u.leaves {
				t.mayLeave(arr, text)
				return
			}
			step := &ir.Step{Access: t.used([]ir.Access{{Map: p.Family, Index: keys, Write: u.write, Guards: guards}}, u, text)}
			if u.told {
				step.Do = nil
			} else if u.write && u.many {
				step.Do = []ir.Stmt{&ir.Havoc{Vars: []*ir.Var{p.Family}}}
			} else if u.write {
				fresh := ir.Select(ir.V(t.Anything(ir.Array(heap.IntSort, heap.ElementSort(p)))), ir.V(i))
				step.Do = t.replace(p, i, ir.Ite(inside, fresh, ir.Select(ir.V(p.Family), p.Keys...)))
			}
			step.Pre = t.PlainOnly(step.Access)
			t.Step(step)
		})
	}
}

// reachBehind emits the accesses to what an arbitrary element of a slice leads to.
func (t *translator) reachBehind(s *ir.Expr, elem types.Type, u use, text string) {
	t.reachAny(t.Mem.SliceLen(s), u, func(i *ir.Expr, u use) {
		p := t.Mem.Elem(s, elem, i)
		if analysis.IsComposite(elem) {
			t.reachPlace(p, t.Mem.SliceArr(s), u, text)
		} else if v, ok := t.reachValue(p, t.Mem.SliceArr(s), u, text); ok {
			t.reach(v, elem, u, text)
		}
	})
}

// reachEntries emits the accesses to the entries of a map, and to what they lead to.
func (t *translator) reachEntries(e *ir.Expr, typ *types.Map, u use, text string) {
	s, err := t.Mem.MapStore(typ)
	if err != nil {
		return // nobody can have made one here
	}
	ref := t.Stable(e)
	if t.follows(typ.Elem(), u) {
		t.reachEntry(s, ref, u, text)
	}
	for _, mod := range s.Modifies(ref) {
		t.touchOne(mod, ref, u, text)
	}
}

// reachEntry emits the accesses to what an arbitrary entry of a map leads to.
func (t *translator) reachEntry(s *heap.MapStore, ref *ir.Expr, u use, text string) {
	key := ir.V(t.Anything(s.Keys.Sort))
	present, v := s.Lookup(ref, key)
	got := t.Local("", v.Sort)
	u.many = true
	t.SaveAll()
	t.Choose("reached",
		func() {},
		func() {
			t.Assume(ir.Ne(ref, ir.Nil))
			read := u
			read.write = false
			acc := t.used([]ir.Access{{Map: s.Entries, Index: []*ir.Expr{ref, key}}}, read, text)
			t.Step(&ir.Step{Do: []ir.Stmt{&ir.Assume{Cond: present}, &ir.Assign{Dst: got, Src: v}}, Access: acc})
			t.Assume(t.Mem.Known(ir.V(got), s.Type.Elem(), t.Mem.Mine(ref))...)
			t.Assume(t.Mem.InRegionOf(ir.V(got), s.Type.Elem(), s.EntryPlace(ref, s.Type.Elem()))...)
			t.reach(ir.V(got), s.Type.Elem(), u, text)
		})
}
