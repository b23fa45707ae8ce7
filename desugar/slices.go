package desugar

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// inRange checks that 0 <= i < n, where container is what is indexed.
func (t *translator) inRange(i, n *ir.Expr, container, index ssa.Value) {
	c, ix := t.locationBase(container), t.text(index)
	needed := ix + " < len(" + c + ")"
	if _, ok := index.(*ssa.Const); !ok { // constants are not negative, says the compiler
		needed = "0 <= " + ix + " && " + needed
	}
	t.check(ir.And(ir.Le(heap.ZeroInt, i), ir.Lt(i, n)), ir.Check{
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
	return t.stable(t.mem.AsInt(e))
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
		t.inRange(i, t.mem.SliceLen(s), v.X, v.Index)
		at := t.mem.Elem(s, u.Elem(), i)
		t.define(v, value{at: &at})
	case *types.Pointer:
		t.nonNil(v.X)
		p, ok := t.place(v.X)
		if !ok || analysis.ArrayType(p.Type) == nil {
			t.forget(v)
			return
		}
		t.inRange(i, ir.N(analysis.ArrayType(p.Type).Len(), heap.IntSort), v.X, v.Index)
		at := t.mem.Index(p, i)
		t.define(v, value{at: &at})
	default:
		t.unsupported(t.frame.pos(), "index of a %s", t.mem.ShortType(v.X.Type()))
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
		t.inRange(i, ir.N(u.Len(), heap.IntSort), v.X, v.Index)
		e, err := t.mem.Read(t.mem.Index(heap.ValuePlace(x, v.X.Type()), i))
		t.result(v, e, err)
	case *types.Basic:
		t.inRange(i, t.lengthOf(x), v.X, v.Index)
		t.define(v, value{expr: t.mem.StringAt(x, i)})
	default:
		t.unsupported(t.frame.pos(), "index of a %s", t.mem.ShortType(v.X.Type()))
		t.forget(v)
	}
}

// bounds are the operands of a slice expression as integers.
type bounds struct {
	lo, hi, max *ir.Expr
	ok          bool
}

func (t *translator) bounds(v *ssa.Slice, length, capacity *ir.Expr) bounds {
	b := bounds{lo: heap.ZeroInt, hi: length, max: capacity, ok: true}
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
	cond := ir.And(atMost(heap.ZeroInt, b.lo), atMost(b.lo, b.hi), atMost(b.hi, b.max), atMost(b.max, limit))
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
			n := ir.N(analysis.ArrayType(analysis.Deref(a.Type())).Len(), heap.IntSort)
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
		t.unsupported(t.frame.pos(), "slice of a %s", t.mem.ShortType(v.X.Type()))
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
	sub := t.mem.StringSub(x, b.lo, b.hi)
	t.assume(ir.Eq(t.mem.StringLen(sub), ir.Sub(b.hi, b.lo))) // of whatever variable holds it too
	t.define(v, value{expr: sub})
}

func (t *translator) reslice(v *ssa.Slice) {
	x := t.expr(v.X)
	if x == nil {
		t.forget(v)
		return
	}
	x = t.stable(x)
	capacity := t.mem.SliceCap(x)
	b := t.bounds(v, t.mem.SliceLen(x), capacity)
	if !b.ok {
		t.forget(v)
		return
	}
	t.checkBounds(v, b, capacity, "cap("+t.text(v.X)+")")
	t.define(v, value{expr: t.subslice(t.mem.SliceArr(x), t.mem.SliceOff(x), b)})
}

// sliceArray translates the slice of an array, given by its address.
func (t *translator) sliceArray(v *ssa.Slice, ptr *types.Pointer) {
	t.nonNil(v.X)
	p, ok := t.place(v.X)
	array := analysis.ArrayType(ptr.Elem())
	if !ok || array == nil || p.IsLocal() {
		t.forget(v)
		return
	}
	n := ir.N(array.Len(), heap.IntSort)
	b := t.bounds(v, n, n)
	if !b.ok {
		t.forget(v)
		return
	}
	t.checkBounds(v, b, n, "cap("+t.text(v.X)+")")
	t.define(v, value{expr: t.subslice(t.mem.Address(p), heap.ZeroInt, b)})
}

// subslice returns the slice of the array from lo to hi with capacity up to max, counted from off. Of the nil slice only
// the nil slice can be taken: the bounds have been checked.
func (t *translator) subslice(arr, off *ir.Expr, b bounds) *ir.Expr {
	return t.mem.MakeSliceValue(arr, ir.Add(off, b.lo), ir.Sub(b.hi, b.lo), ir.Sub(b.max, b.lo))
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
		c.Subject, c.Needed, c.Shows = t.text(length), "0 <= "+t.text(length)+" <= capacity <= "+heap.LimitText(elem), t.shows(length, n)
		if _, ok := length.(*ssa.Const); ok && room != nil {
			c.Subject, c.Needed, c.Shows = t.text(room), t.text(length)+" <= "+t.text(room)+" <= "+heap.LimitText(elem), t.shows(room, capacity)
		}
	}
	t.check(ir.And(atMost(heap.ZeroInt, n), atMost(n, capacity), heap.NoMore(capacity, elem)), c)
	s, step, err := t.mem.MakeSlice(elem, n, capacity, "")
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
		t.unsupported(inv.pos, "append to a %s", t.mem.ShortType(inv.result))
		return t.unknown(inv.result)
	}
	s := t.exprOf(inv.args[0])
	more := t.appendedElements(inv)
	if s == nil || more == nil {
		t.lost()
		return t.unknown(inv.result)
	}
	s = t.stable(s)
	n, capacity := t.mem.SliceLen(s), t.mem.SliceCap(s)
	total := t.stable(ir.Add(n, more.count))
	if most := heap.MostElements(st.Elem()); most <= heap.MaxElements {
		t.assume(heap.NoMore(total, st.Elem())) // there is no memory for more
	} else { // memory does not bound it
		t.check(heap.NoMore(total, st.Elem()), ir.Check{Kind: ir.MakeLength, Subject: "the length", Needed: "no more than " + heap.LimitText(st.Elem()) + " elements"})
	}
	out := t.local("", heap.SliceSort)
	fits := ir.Le(total, capacity)
	t.choose("append",
		func() {
			t.assume(fits)
			grown := t.mem.MakeSliceValue(t.mem.SliceArr(s), t.mem.SliceOff(s), total, capacity)
			more.put(grown, n)
			t.emit(&ir.Assign{Dst: out, Src: grown})
		},
		func() {
			t.assume(ir.Not(fits))
			room := t.anything(heap.IntSort)
			t.assume(ir.Le(total, ir.V(room)), heap.NoMore(ir.V(room), st.Elem()))
			grown, step, err := t.mem.MakeSlice(st.Elem(), total, ir.V(room), "")
			if err != nil {
				t.unsupported(inv.pos, "%v", err)
				t.emit(&ir.Havoc{Vars: []*ir.Var{out}})
				return
			}
			t.step(step)
			t.move(st.Elem(), run{t.mem.SliceArr(grown), heap.ZeroInt, n}, run{t.mem.SliceArr(s), t.mem.SliceOff(s), n}, nil, inv.argv[0], inv.argv[0])
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
	if x.at != nil && x.at.IsLocal() { // written out
		array := *x.at
		n := analysis.ArrayType(array.Type).Len()
		return &elements{count: ir.N(n, heap.IntSort), put: func(s, from *ir.Expr) {
			for i := range n {
				e, err := t.mem.Read(t.mem.Index(array, ir.N(i, heap.IntSort)))
				if err != nil {
					t.unsupported(inv.pos, "%v", err)
					return
				}
				t.copies(e, elem, t.text(inv.argv[1]))
				t.write(t.mem.Elem(s, elem, ir.Add(from, ir.N(i, heap.IntSort))), e, inv.argv[0])
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
		dst := run{t.mem.SliceArr(s), ir.Add(t.mem.SliceOff(s), from), n}
		if isString(inv.argv[1].Type()) {
			t.move(elem, dst, run{}, func(_ heap.Place, i *ir.Expr) *ir.Expr { return t.mem.StringAt(e, i) }, inv.argv[0], nil)
			return
		}
		t.move(elem, dst, run{t.mem.SliceArr(e), t.mem.SliceOff(e), n}, nil, inv.argv[0], inv.argv[1])
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
	out, step, err := t.mem.MakeSlice(elem, n, n, "")
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	t.step(step)
	t.move(elem, run{t.mem.SliceArr(out), heap.ZeroInt, n}, run{}, func(_ heap.Place, i *ir.Expr) *ir.Expr { return t.mem.StringAt(s, i) }, v, nil)
	t.define(v, value{expr: out})
}

// toString translates string(b): a string of the bytes that the slice holds. Where these are in the heap variable of all that
// is known by its address, nothing is known of them.
func (t *translator) toString(v, from ssa.Value, b *ir.Expr) {
	b = t.stable(b)
	m := t.mem
	n := m.SliceLen(b)
	var row *ir.Var
	if !t.readAll(v, from, b, func(p heap.Place) (do []ir.Stmt) {
		if row = t.anything(ir.Array(heap.IntSort, heap.ElementSort(p))); len(p.Keys) == 2 {
			do = append(do, &ir.Assign{Dst: row, Src: ir.Select(ir.V(p.Family), m.SliceArr(b))})
		}
		return do
	}) {
		return
	}
	made := t.save(m.StringOf(ir.V(row), m.SliceOff(b), n))
	// Facts about a term tell nothing of variables that hold it, so length and bytes are said of the variable.
	i := &ir.Var{Name: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	inside := ir.And(ir.Le(heap.ZeroInt, ir.V(i)), ir.Lt(ir.V(i), n))
	same := ir.Eq(m.StringAt(made, ir.V(i)), ir.Select(ir.V(row), ir.Add(m.SliceOff(b), ir.V(i))))
	t.assume(ir.Implies(ir.Le(heap.ZeroInt, n), ir.Eq(m.StringLen(made), n)), ir.Forall([]*ir.Var{i}, ir.Implies(inside, same)))
	t.define(v, value{expr: made})
}

// readAll emits the step in which the conversion v of the slice s to a string reads the elements, if there are any, and does what
// is asked for besides. It reports whether the conversion has a translation.
func (t *translator) readAll(v, from ssa.Value, s *ir.Expr, do func(element heap.Place) []ir.Stmt) bool {
	m := t.mem
	n := m.SliceLen(s)
	some := ir.V(t.anything(heap.IntSort))
	p := m.Element(m.SliceArr(s), ir.Add(m.SliceOff(s), some), from.Type().Underlying().(*types.Slice).Elem())
	if !t.isHeld(p) {
		t.unsupported(t.frame.pos(), "conversion from %s to %s", m.ShortType(from.Type()), m.ShortType(v.Type()))
		t.forget(v)
		return false
	}
	acc := []ir.Access{{Map: p.Family, Index: p.Keys}}
	step := &ir.Step{Do: do(p)}
	t.choose("string",
		func() { t.assume(ir.Le(n, heap.ZeroInt)) },
		func() {
			t.assume(ir.Le(heap.ZeroInt, some), ir.Lt(some, n))
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
		t.unsupported(inv.pos, "copy to a %s from a %s", t.mem.ShortType(inv.argv[0].Type()), t.mem.ShortType(inv.argv[1].Type()))
		return t.unknown(inv.result)
	case dst == nil || src == nil:
		t.lost()
		return t.unknown(inv.result)
	}
	dst, src = t.stable(dst), t.stable(src)
	m := t.mem
	available := t.lengthOf(src)
	n := t.save(ir.Ite(ir.Le(m.SliceLen(dst), available), m.SliceLen(dst), available))
	to := run{m.SliceArr(dst), m.SliceOff(dst), n}
	if isString(inv.argv[1].Type()) {
		t.move(st.Elem(), to, run{}, func(_ heap.Place, i *ir.Expr) *ir.Expr { return m.StringAt(src, i) }, inv.argv[0], nil)
	} else {
		t.move(st.Elem(), to, run{m.SliceArr(src), m.SliceOff(src), n}, nil, inv.argv[0], inv.argv[1])
	}
	return value{expr: m.IntValue(n)}
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
	to := run{t.mem.SliceArr(s), t.mem.SliceOff(s), t.mem.SliceLen(s)}
	t.move(st.Elem(), to, run{}, func(p heap.Place, _ *ir.Expr) *ir.Expr { return heap.ZeroOf(ir.Select(ir.V(p.Family), p.Keys...).Sort) }, inv.argv[0], nil)
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
		better, err := t.mem.Binary(op, x, best, inv.result, inv.result)
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
