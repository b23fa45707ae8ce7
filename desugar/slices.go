package desugar

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

var zeroInt = ir.N(0, intSort)

// inRange checks that 0 <= i < n, where container is what is indexed.
func (t *translator) inRange(i, n *ir.Expr, container, index ssa.Value) {
	c, ix := t.locationBase(container), t.text(index)
	needed := ix + " < len(" + c + ")"
	if _, ok := index.(*ssa.Const); !ok { // constants are not negative, says the compiler
		needed = "0 <= " + ix + " && " + needed
	}
	t.check(ir.And(ir.Le(zeroInt, i), ir.Lt(i, n)), ir.Check{
		Kind: ir.IndexRange, Subject: c + "[" + ix + "]", Needed: needed,
		Shows: append(t.shows(index, i), ir.Show{Label: "len(" + c + ")", Value: n}),
	})
}

// integer returns the value of an integer as an index or a length, nil if it has none.
func (t *translator) integer(v ssa.Value) *ir.Expr {
	e := t.expr(v)
	if e == nil || e.Sort.Kind != ir.KindInt && e.Sort.Kind != ir.KindBV {
		return nil
	}
	return t.stable(t.mem.asInt(e))
}

func (t *translator) indexAddr(v *ssa.IndexAddr) {
	i := t.integer(v.Index)
	if i == nil {
		t.forget(v)
		return
	}
	switch u := v.X.Type().Underlying().(type) {
	case *types.Slice:
		s := t.expr(v.X)
		if s == nil {
			t.forget(v)
			return
		}
		s = t.stable(s)
		t.inRange(i, t.mem.sliceLen(s), v.X, v.Index)
		at := t.mem.elem(s, u.Elem(), i)
		t.define(v, value{at: &at})
	case *types.Pointer:
		t.nonNil(v.X)
		p, ok := t.place(v.X)
		if !ok || analysis.ArrayType(p.typ) == nil {
			t.forget(v)
			return
		}
		t.inRange(i, ir.N(analysis.ArrayType(p.typ).Len(), intSort), v.X, v.Index)
		at := t.mem.index(p, i)
		t.define(v, value{at: &at})
	default:
		t.unsupported(t.frame.pos(), "index of a %s", t.mem.shortType(v.X.Type()))
		t.forget(v)
	}
}

func (t *translator) indexValue(v *ssa.Index) {
	x, i := t.expr(v.X), t.integer(v.Index)
	if x == nil || i == nil {
		t.forget(v)
		return
	}
	switch u := v.X.Type().Underlying().(type) {
	case *types.Array:
		t.inRange(i, ir.N(u.Len(), intSort), v.X, v.Index)
		e, err := t.mem.read(t.mem.index(valuePlace(x, v.X.Type()), i))
		t.result(v, e, err)
	case *types.Basic:
		t.inRange(i, t.lengthOf(x), v.X, v.Index)
		t.define(v, value{expr: t.mem.stringAt(x, i)})
	default:
		t.unsupported(t.frame.pos(), "index of a %s", t.mem.shortType(v.X.Type()))
		t.forget(v)
	}
}

// bounds are the operands of a slice expression as integers.
type bounds struct {
	lo, hi, max *ir.Expr
	ok          bool
}

func (t *translator) bounds(v *ssa.Slice, length, capacity *ir.Expr) bounds {
	b := bounds{lo: zeroInt, hi: length, max: capacity, ok: true}
	for _, x := range []struct {
		v  ssa.Value
		to **ir.Expr
	}{{v.Low, &b.lo}, {v.High, &b.hi}, {v.Max, &b.max}} {
		if x.v == nil {
			continue
		}
		if *x.to = t.integer(x.v); *x.to == nil {
			b.ok = false
		}
	}
	return b
}

// checkBounds checks 0 <= lo <= hi <= max <= limit, as Go does.
func (t *translator) checkBounds(v *ssa.Slice, b bounds, limit *ir.Expr, limitText string) {
	var shows []ir.Show
	needed := "0"
	for _, x := range []struct {
		v ssa.Value
		e *ir.Expr
	}{{v.Low, b.lo}, {v.High, b.hi}, {v.Max, b.max}} {
		if x.v == nil {
			continue
		}
		needed += " <= " + t.text(x.v)
		shows = append(shows, t.shows(x.v, x.e)...)
	}
	cond := ir.And(atMost(zeroInt, b.lo), atMost(b.lo, b.hi), atMost(b.hi, b.max), atMost(b.max, limit))
	t.check(cond, ir.Check{
		Kind: ir.SliceBounds, Subject: t.text(v), Needed: needed + " <= " + limitText,
		Shows: append(shows, ir.Show{Label: limitText, Value: limit}),
	})
}

func atMost(a, b *ir.Expr) *ir.Expr {
	if ir.Equal(a, b) {
		return ir.True
	}
	return ir.Le(a, b)
}

func (t *translator) slice(v *ssa.Slice) {
	if a, ok := v.X.(*ssa.Alloc); ok {
		switch {
		case isMakeSlice(a) == v:
			n := ir.N(analysis.ArrayType(analysis.Deref(a.Type())).Len(), intSort)
			hi := n
			if v.High != nil {
				hi = t.integer(v.High)
			}
			t.newSlice(v, hi, n, v.High, nil)
			return
		case isVarargs(a):
			t.frame.values[v] = t.value(a) // the append reads it element by element
			return
		}
	}
	switch u := v.X.Type().Underlying().(type) {
	case *types.Basic:
		t.substring(v)
	case *types.Slice:
		t.reslice(v)
	case *types.Pointer:
		t.sliceArray(v, u)
	default:
		t.unsupported(t.frame.pos(), "slice of a %s", t.mem.shortType(v.X.Type()))
		t.forget(v)
	}
}

func (t *translator) substring(v *ssa.Slice) {
	x := t.expr(v.X)
	if x == nil {
		t.forget(v)
		return
	}
	n := t.lengthOf(x)
	b := t.bounds(v, n, n)
	if !b.ok {
		t.forget(v)
		return
	}
	t.checkBounds(v, b, n, "len("+t.text(v.X)+")")
	sub := t.mem.stringSub(x, b.lo, b.hi)
	t.assume(ir.Eq(t.mem.stringLen(sub), ir.Sub(b.hi, b.lo))) // of whatever variable holds it too
	t.define(v, value{expr: sub})
}

func (t *translator) reslice(v *ssa.Slice) {
	x := t.expr(v.X)
	if x == nil {
		t.forget(v)
		return
	}
	x = t.stable(x)
	capacity := t.mem.sliceCap(x)
	b := t.bounds(v, t.mem.sliceLen(x), capacity)
	if !b.ok {
		t.forget(v)
		return
	}
	t.checkBounds(v, b, capacity, "cap("+t.text(v.X)+")")
	t.define(v, value{expr: t.subslice(t.mem.sliceArr(x), t.mem.sliceOff(x), b)})
}

// sliceArray translates the slice of an array, given by its address.
func (t *translator) sliceArray(v *ssa.Slice, ptr *types.Pointer) {
	t.nonNil(v.X)
	p, ok := t.place(v.X)
	array := analysis.ArrayType(ptr.Elem())
	if !ok || array == nil || p.isLocal() {
		t.forget(v)
		return
	}
	n := ir.N(array.Len(), intSort)
	b := t.bounds(v, n, n)
	if !b.ok {
		t.forget(v)
		return
	}
	t.checkBounds(v, b, n, "cap("+t.text(v.X)+")")
	t.define(v, value{expr: t.subslice(t.mem.address(p), zeroInt, b)})
}

// subslice returns the slice of the array from lo to hi with capacity up to max, counted from off. Of the nil slice only
// the nil slice can be taken: the bounds have been checked.
func (t *translator) subslice(arr, off *ir.Expr, b bounds) *ir.Expr {
	return t.mem.makeSliceValue(arr, ir.Add(off, b.lo), ir.Sub(b.hi, b.lo), ir.Sub(b.max, b.lo))
}

func (t *translator) makeSlice(v *ssa.MakeSlice) {
	n, capacity := t.integer(v.Len), t.integer(v.Cap)
	if n == nil || capacity == nil {
		t.forget(v)
		return
	}
	t.newSlice(v, n, capacity, v.Len, v.Cap)
}

// newSlice translates a make of n elements with a capacity, as they are written; nil for constants.
func (t *translator) newSlice(v ssa.Value, n, capacity *ir.Expr, length, room ssa.Value) {
	if n == nil {
		t.forget(v)
		return
	}
	elem := v.Type().Underlying().(*types.Slice).Elem()
	c := ir.Check{Kind: ir.MakeLength, Subject: "make"}
	if length != nil {
		c.Subject, c.Needed, c.Shows = t.text(length), "0 <= "+t.text(length)+" <= capacity <= "+limitText(elem), t.shows(length, n)
		if _, ok := length.(*ssa.Const); ok && room != nil {
			c.Subject, c.Needed, c.Shows = t.text(room), t.text(length)+" <= "+t.text(room)+" <= "+limitText(elem), t.shows(room, capacity)
		}
	}
	t.check(ir.And(atMost(zeroInt, n), atMost(n, capacity), noMore(capacity, elem)), c)
	s, step, err := t.mem.makeSlice(elem, n, capacity, "")
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	t.step(step)
	t.define(v, value{expr: s})
}

// appendTo translates append(s, ...): in place if the capacity suffices, else into a new array of arbitrary sufficient
// capacity.
func (t *translator) appendTo(inv *invocation) value {
	st, ok := inv.result.Underlying().(*types.Slice)
	if !ok || len(inv.args) != 2 {
		t.unsupported(inv.pos, "append to a %s", t.mem.shortType(inv.result))
		return t.unknown(inv.result)
	}
	s := t.exprOf(inv.args[0])
	more := t.appendedElements(inv)
	if s == nil || more == nil {
		t.lost()
		return t.unknown(inv.result)
	}
	s = t.stable(s)
	n, capacity := t.mem.sliceLen(s), t.mem.sliceCap(s)
	total := t.stable(ir.Add(n, more.count))
	if most := mostElements(st.Elem()); most <= maxElements {
		t.assume(noMore(total, st.Elem())) // there is no memory for more
	} else { // memory does not bound it
		t.check(noMore(total, st.Elem()), ir.Check{Kind: ir.MakeLength, Subject: "the length", Needed: "no more than " + limitText(st.Elem()) + " elements"})
	}
	out := t.local("", sliceSort)
	fits := ir.Le(total, capacity)
	t.choose("append",
		func() {
			t.assume(fits)
			grown := t.mem.makeSliceValue(t.mem.sliceArr(s), t.mem.sliceOff(s), total, capacity)
			more.put(grown, n)
			t.emit(&ir.Assign{Dst: out, Src: grown})
		},
		func() {
			t.assume(ir.Not(fits))
			room := t.anything(intSort)
			t.assume(ir.Le(total, ir.V(room)), noMore(ir.V(room), st.Elem()))
			grown, step, err := t.mem.makeSlice(st.Elem(), total, ir.V(room), "")
			if err != nil {
				t.unsupported(inv.pos, "%v", err)
				t.emit(&ir.Havoc{Vars: []*ir.Var{out}})
				return
			}
			t.step(step)
			t.move(st.Elem(), run{t.mem.sliceArr(grown), zeroInt, n}, run{t.mem.sliceArr(s), t.mem.sliceOff(s), n}, nil, inv.argv[0], inv.argv[0])
			more.put(grown, n)
			t.emit(&ir.Assign{Dst: out, Src: grown})
		})
	return value{expr: ir.V(out)}
}

// elements are what an append adds: how many, and how to write them to a slice from an index on.
type elements struct {
	count *ir.Expr
	put   func(s, from *ir.Expr)
}

func (t *translator) appendedElements(inv *invocation) *elements {
	elem := inv.result.Underlying().(*types.Slice).Elem()
	x := inv.args[1]
	if x.at != nil && x.at.isLocal() { // written out
		array := *x.at
		n := analysis.ArrayType(array.typ).Len()
		return &elements{count: ir.N(n, intSort), put: func(s, from *ir.Expr) {
			for i := range n {
				e, err := t.mem.read(t.mem.index(array, ir.N(i, intSort)))
				if err != nil {
					t.unsupported(inv.pos, "%v", err)
					return
				}
				t.copies(e, elem, t.text(inv.argv[1]))
				t.write(t.mem.elem(s, elem, ir.Add(from, ir.N(i, intSort))), e, inv.argv[0])
			}
		}}
	}
	e := t.exprOf(x)
	if e == nil {
		return nil
	}
	e = t.stable(e)
	n := t.lengthOf(e)
	return &elements{count: n, put: func(s, from *ir.Expr) {
		dst := run{t.mem.sliceArr(s), ir.Add(t.mem.sliceOff(s), from), n}
		if isString(inv.argv[1].Type()) {
			t.move(elem, dst, run{}, func(_ place, i *ir.Expr) *ir.Expr { return t.mem.stringAt(e, i) }, inv.argv[0], nil)
			return
		}
		t.move(elem, dst, run{t.mem.sliceArr(e), t.mem.sliceOff(e), n}, nil, inv.argv[0], inv.argv[1])
	}}
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// fromString translates []byte(s).
func (t *translator) fromString(v, from ssa.Value, s *ir.Expr) {
	elem := v.Type().Underlying().(*types.Slice).Elem()
	s = t.stable(s)
	n := t.lengthOf(s)
	out, step, err := t.mem.makeSlice(elem, n, n, "")
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	t.step(step)
	t.move(elem, run{t.mem.sliceArr(out), zeroInt, n}, run{}, func(_ place, i *ir.Expr) *ir.Expr { return t.mem.stringAt(s, i) }, v, nil)
	t.define(v, value{expr: out})
}

// toString translates string(b): a string of the bytes that the slice holds. Where these are in the heap variable of all that
// is known by its address, nothing is known of them.
func (t *translator) toString(v, from ssa.Value, b *ir.Expr) {
	b = t.stable(b)
	m := t.mem
	n := m.sliceLen(b)
	var row *ir.Var
	if !t.readAll(v, from, b, func(p place) (do []ir.Stmt) {
		if row = t.anything(ir.Array(intSort, elementSort(p))); len(p.keys) == 2 {
			do = append(do, &ir.Assign{Dst: row, Src: ir.Select(ir.V(p.family), m.sliceArr(b))})
		}
		return do
	}) {
		return
	}
	made := t.save(m.stringOf(ir.V(row), m.sliceOff(b), n))
	// Facts about a term tell nothing of variables that hold it, so length and bytes are said of the variable.
	i := &ir.Var{Name: "i", Sort: intSort, Kind: ir.BoundVar}
	inside := ir.And(ir.Le(zeroInt, ir.V(i)), ir.Lt(ir.V(i), n))
	same := ir.Eq(m.stringAt(made, ir.V(i)), ir.Select(ir.V(row), ir.Add(m.sliceOff(b), ir.V(i))))
	t.assume(ir.Implies(ir.Le(zeroInt, n), ir.Eq(m.stringLen(made), n)), ir.Forall([]*ir.Var{i}, ir.Implies(inside, same)))
	t.define(v, value{expr: made})
}

// readAll emits the step in which the conversion v of the slice s to a string reads the elements, if there are any, and does what
// is asked for besides. It reports whether the conversion has a translation.
func (t *translator) readAll(v, from ssa.Value, s *ir.Expr, do func(element place) []ir.Stmt) bool {
	m := t.mem
	n := m.sliceLen(s)
	some := ir.V(t.anything(intSort))
	p := m.element(m.sliceArr(s), ir.Add(m.sliceOff(s), some), from.Type().Underlying().(*types.Slice).Elem())
	if !t.isHeld(p) {
		t.unsupported(t.frame.pos(), "conversion from %s to %s", m.shortType(from.Type()), m.shortType(v.Type()))
		t.forget(v)
		return false
	}
	acc := []ir.Access{{Map: p.family, Index: p.keys}}
	step := &ir.Step{Do: do(p)}
	t.choose("string",
		func() { t.assume(ir.Le(n, zeroInt)) },
		func() {
			t.assume(ir.Le(zeroInt, some), ir.Lt(some, n))
			step.Access, step.Pre = t.accesses(acc, from, nil), t.plainOnly(acc)
			t.step(step)
		})
	return true
}

// copyTo translates copy(dst, src).
func (t *translator) copyTo(inv *invocation) value {
	dst, src := t.exprOf(inv.args[0]), t.exprOf(inv.args[1])
	st, ok := inv.argv[0].Type().Underlying().(*types.Slice)
	switch {
	case !ok || analysis.IsTypeParam(inv.argv[1].Type()):
		t.unsupported(inv.pos, "copy to a %s from a %s", t.mem.shortType(inv.argv[0].Type()), t.mem.shortType(inv.argv[1].Type()))
		return t.unknown(inv.result)
	case dst == nil || src == nil:
		t.lost()
		return t.unknown(inv.result)
	}
	dst, src = t.stable(dst), t.stable(src)
	m := t.mem
	available := t.lengthOf(src)
	n := t.save(ir.Ite(ir.Le(m.sliceLen(dst), available), m.sliceLen(dst), available))
	to := run{m.sliceArr(dst), m.sliceOff(dst), n}
	if isString(inv.argv[1].Type()) {
		t.move(st.Elem(), to, run{}, func(_ place, i *ir.Expr) *ir.Expr { return m.stringAt(src, i) }, inv.argv[0], nil)
	} else {
		t.move(st.Elem(), to, run{m.sliceArr(src), m.sliceOff(src), n}, nil, inv.argv[0], inv.argv[1])
	}
	return value{expr: m.intValue(n)}
}

// clearSlice translates clear of a slice.
func (t *translator) clearSlice(inv *invocation) value {
	s := t.exprOf(inv.args[0])
	st, ok := inv.argv[0].Type().Underlying().(*types.Slice)
	if !ok {
		t.unsupported(inv.pos, "clear of a %s", inv.argv[0].Type())
		return value{}
	}
	if s == nil {
		t.lost()
		return value{}
	}
	s = t.stable(s)
	to := run{t.mem.sliceArr(s), t.mem.sliceOff(s), t.mem.sliceLen(s)}
	t.move(st.Elem(), to, run{}, func(p place, _ *ir.Expr) *ir.Expr { return zeroOf(ir.Select(ir.V(p.family), p.keys...).Sort) }, inv.argv[0], nil)
	return value{}
}

// extreme translates min and max.
func (t *translator) extreme(inv *invocation, op token.Token) value {
	best := t.exprOf(inv.args[0])
	if isFloat(inv.result) {
		return t.unknown(inv.result)
	}
	if _, ok := inv.result.Underlying().(*types.Basic); !ok {
		t.unsupported(inv.pos, "min or max of %s", inv.result)
		return t.unknown(inv.result)
	}
	for _, arg := range inv.args[1:] {
		x := t.exprOf(arg)
		if x == nil || best == nil {
			return t.unknown(inv.result)
		}
		better, err := t.mem.binary(op, x, best, inv.result, inv.result)
		if err != nil {
			t.unsupported(inv.pos, "%v", err)
			return t.unknown(inv.result)
		}
		best = ir.Ite(better, x, best)
		if isLarge(best) {
			best = t.save(best)
		}
	}
	if best == nil {
		return t.unknown(inv.result)
	}
	return value{expr: best}
}

// elementSort is the sort of the value at a place in a heap variable.
func elementSort(p place) *ir.Sort {
	s := p.family.Sort
	for range p.keys {
		s = s.Elem
	}
	return s
}
