package desugar

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// inRange checks that 0 <= i < n, where container is what is indexed.
func (t *translator) inRange(i, n *ir.Expr, container, index ssa.Value) {
	c, ix := t.LocationBase(container), t.Text(index)
	needed := ix + " < len(" + c + ")"
	if _, ok := index.(*ssa.Const); !ok { // constants are not negative, says the compiler
		needed = "0 <= " + ix + " && " + needed
	}
	t.Check(ir.And(ir.Le(heap.ZeroInt, i), ir.Lt(i, n)), ir.Check{
		Kind: ir.IndexRange, Subject: c + "[" + ix + "]", Needed: needed,
		Shows: append(t.shows(index, i), ir.Show{Label: "len(" + c + ")", Value: n}),
	})
}

// integer returns the value of an integer as an index or a length, nil if it has none.
func (t *translator) integer(v ssa.Value) *ir.Expr {
	e := t.Expr(v)
	if e == nil || e.Sort.Kind != ir.KindInt && e.Sort.Kind != ir.KindBV {
		return nil
	}
	return t.Stable(t.Mem.AsInt(e))
}

func (t *translator) indexAddr(v *ssa.IndexAddr) {
	i := t.integer(v.Index)
	if i == nil {
		t.Forget(v)
		return
	}
	switch u := v.X.Type().Underlying().(type) {
	case *types.Slice:
		s := t.Expr(v.X)
		if s == nil {
			t.Forget(v)
			return
		}
		s = t.Stable(s)
		t.inRange(i, t.Mem.SliceLen(s), v.X, v.Index)
		at := t.Mem.Elem(s, u.Elem(), i)
		t.Define(v, emit.Value{At: &at})
	case *types.Pointer:
		t.NonNil(v.X)
		p, ok := t.Place(v.X)
		if !ok || analysis.ArrayType(p.Type) == nil {
			t.Forget(v)
			return
		}
		t.inRange(i, ir.N(analysis.ArrayType(p.Type).Len(), heap.IntSort), v.X, v.Index)
		at := t.Mem.Index(p, i)
		t.Define(v, emit.Value{At: &at})
	default:
		t.Unsupported(t.Frame.Pos(), "index of %s", t.Mem.AType(v.X.Type()))
		t.Forget(v)
	}
}

func (t *translator) indexValue(v *ssa.Index) {
	x, i := t.Expr(v.X), t.integer(v.Index)
	if x == nil || i == nil {
		t.Forget(v)
		return
	}
	switch u := v.X.Type().Underlying().(type) {
	case *types.Array:
		t.inRange(i, ir.N(u.Len(), heap.IntSort), v.X, v.Index)
		e, err := t.Mem.Read(t.Mem.Index(heap.ValuePlace(x, v.X.Type()), i))
		t.Result(v, e, err)
	case *types.Basic:
		t.inRange(i, t.lengthOf(x), v.X, v.Index)
		t.Define(v, emit.Value{Expr: t.Mem.StringAt(x, i)})
	default:
		t.Unsupported(t.Frame.Pos(), "index of %s", t.Mem.AType(v.X.Type()))
		t.Forget(v)
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
		needed += " <= " + t.Text(x.v)
		shows = append(shows, t.shows(x.v, x.e)...)
	}
	cond := ir.And(atMost(heap.ZeroInt, b.lo), atMost(b.lo, b.hi), atMost(b.hi, b.max), atMost(b.max, limit))
	t.Check(cond, ir.Check{
		Kind: ir.SliceBounds, Subject: t.Text(v), Needed: needed + " <= " + limitText,
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
		case emit.IsVarargs(a):
			t.Frame.Values[v] = t.Value(a) // the append reads it element by element
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
		t.Unsupported(t.Frame.Pos(), "slice of %s", t.Mem.AType(v.X.Type()))
		t.Forget(v)
	}
}

func (t *translator) substring(v *ssa.Slice) {
	x := t.Expr(v.X)
	if x == nil {
		t.Forget(v)
		return
	}
	n := t.lengthOf(x)
	b := t.bounds(v, n, n)
	if !b.ok {
		t.Forget(v)
		return
	}
	t.checkBounds(v, b, n, "len("+t.Text(v.X)+")")
	sub := t.Mem.StringSub(x, b.lo, b.hi)
	t.Assume(ir.Eq(t.Mem.StringLen(sub), ir.Sub(b.hi, b.lo))) // of whatever variable holds it too
	t.Define(v, emit.Value{Expr: sub})
}

func (t *translator) reslice(v *ssa.Slice) {
	x := t.Expr(v.X)
	if x == nil {
		t.Forget(v)
		return
	}
	x = t.Stable(x)
	capacity := t.Mem.SliceCap(x)
	b := t.bounds(v, t.Mem.SliceLen(x), capacity)
	if !b.ok {
		t.Forget(v)
		return
	}
	t.checkBounds(v, b, capacity, "cap("+t.Text(v.X)+")")
	t.Define(v, emit.Value{Expr: t.subslice(t.Mem.SliceArr(x), t.Mem.SliceOff(x), b)})
}

// sliceArray translates the slice of an array, given by its address.
func (t *translator) sliceArray(v *ssa.Slice, ptr *types.Pointer) {
	t.NonNil(v.X)
	p, ok := t.Place(v.X)
	array := analysis.ArrayType(ptr.Elem())
	if !ok || array == nil || p.IsLocal() {
		t.Forget(v)
		return
	}
	n := ir.N(array.Len(), heap.IntSort)
	b := t.bounds(v, n, n)
	if !b.ok {
		t.Forget(v)
		return
	}
	t.checkBounds(v, b, n, "cap("+t.Text(v.X)+")")
	t.Define(v, emit.Value{Expr: t.subslice(t.Mem.Address(p), heap.ZeroInt, b)})
}

// subslice returns the slice of the array from lo to hi with capacity up to max, counted from off. Of the nil slice only
// the nil slice can be taken: the bounds have been checked.
func (t *translator) subslice(arr, off *ir.Expr, b bounds) *ir.Expr {
	return t.Mem.MakeSliceValue(arr, ir.Add(off, b.lo), ir.Sub(b.hi, b.lo), ir.Sub(b.max, b.lo))
}

func (t *translator) makeSlice(v *ssa.MakeSlice) {
	n, capacity := t.integer(v.Len), t.integer(v.Cap)
	if n == nil || capacity == nil {
		t.Forget(v)
		return
	}
	t.newSlice(v, n, capacity, v.Len, v.Cap)
}

// newSlice translates a make of n elements with a capacity, as they are written; nil for constants.
func (t *translator) newSlice(v ssa.Value, n, capacity *ir.Expr, length, room ssa.Value) {
	if n == nil {
		t.Forget(v)
		return
	}
	elem := v.Type().Underlying().(*types.Slice).Elem()
	c := ir.Check{Kind: ir.MakeLength, Subject: "make"}
	if length != nil {
		c.Subject, c.Needed, c.Shows = t.Text(length), "0 <= "+t.Text(length)+" <= capacity <= "+heap.LimitText(elem), t.shows(length, n)
		if _, ok := length.(*ssa.Const); ok && room != nil {
			c.Subject, c.Needed, c.Shows = t.Text(room), t.Text(length)+" <= "+t.Text(room)+" <= "+heap.LimitText(elem), t.shows(room, capacity)
		}
	}
	t.Check(ir.And(atMost(heap.ZeroInt, n), atMost(n, capacity), heap.NoMore(capacity, elem)), c)
	s, step, err := t.Mem.MakeSlice(elem, n, capacity, "")
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(v)
		return
	}
	t.Step(step)
	t.Define(v, emit.Value{Expr: s})
}

// appendTo translates append(s, ...): in place if the capacity suffices, else into a new array of arbitrary sufficient
// capacity.
func (t *translator) appendTo(inv *emit.Invocation) emit.Value {
	st, ok := inv.Result.Underlying().(*types.Slice)
	if !ok || len(inv.Args) != 2 {
		t.Unsupported(inv.Pos, "append to %s", t.Mem.AType(inv.Result))
		return t.Unknown(inv.Result)
	}
	s := t.ExprOf(inv.Args[0])
	more := t.appendedElements(inv)
	if s == nil || more == nil {
		t.Lost()
		return t.Unknown(inv.Result)
	}
	s = t.Stable(s)
	n, capacity := t.Mem.SliceLen(s), t.Mem.SliceCap(s)
	total := t.Stable(ir.Add(n, more.count))
	if most := heap.MostElements(st.Elem()); most <= heap.MaxElements {
		t.Assume(heap.NoMore(total, st.Elem())) // there is no memory for more
	} else { // memory does not bound it
		t.Check(heap.NoMore(total, st.Elem()), ir.Check{Kind: ir.MakeLength, Subject: "the length", Needed: "no more than " + heap.LimitText(st.Elem()) + " elements"})
	}
	out := t.Local("", heap.SliceSort)
	fits := ir.Le(total, capacity)
	anew := t.prog.AppendsAnew(inv.Argv[0])
	t.Choose("append",
		func() {
			if anew {
				t.Assume(ir.False)
				return
			}
			t.Assume(fits)
			grown := t.Mem.MakeSliceValue(t.Mem.SliceArr(s), t.Mem.SliceOff(s), total, capacity)
			more.put(grown, n)
			t.Emit(&ir.Assign{Dst: out, Src: grown})
		},
		func() {
			if !anew {
				t.Assume(ir.Not(fits))
			}
			room := t.Anything(heap.IntSort)
			t.Assume(ir.Le(total, ir.V(room)), heap.NoMore(ir.V(room), st.Elem()))
			grown, step, err := t.Mem.MakeSlice(st.Elem(), total, ir.V(room), "")
			if err != nil {
				t.Unsupported(inv.Pos, "%v", err)
				t.Emit(&ir.Havoc{Vars: []*ir.Var{out}})
				return
			}
			t.Step(step)
			t.adopt(inv.Argv[0], t.Mem.SliceArr(grown))
			t.move(st.Elem(), run{t.Mem.SliceArr(grown), heap.ZeroInt, n}, run{t.Mem.SliceArr(s), t.Mem.SliceOff(s), n}, nil, inv.Argv[0], inv.Argv[0])
			more.put(grown, n)
			t.Emit(&ir.Assign{Dst: out, Src: grown})
		})
	return emit.Value{Expr: ir.V(out)}
}

// adopt has a new array, to which what was read from a variable is moved, belong to that variable, if it hands over its elements.
func (t *translator) adopt(from ssa.Value, arr *ir.Expr) {
	load, ok := from.(*ssa.UnOp)
	if !ok {
		return
	}
	if at, ok := t.Place(load.X); ok && !at.IsLocal() {
		if do := t.Mem.Adopt(at, arr); len(do) > 0 {
			t.Step(&ir.Step{Mover: ir.BothMover, Do: do})
		}
	}
}

// elements are what an append adds: how many, and how to write them to a slice from an index on.
type elements struct {
	count *ir.Expr
	put   func(s, from *ir.Expr)
}

func (t *translator) appendedElements(inv *emit.Invocation) *elements {
	elem := inv.Result.Underlying().(*types.Slice).Elem()
	x := inv.Args[1]
	if x.At != nil && x.At.IsLocal() { // written out
		array := *x.At
		n := analysis.ArrayType(array.Type).Len()
		return &elements{count: ir.N(n, heap.IntSort), put: func(s, from *ir.Expr) {
			for i := range n {
				e, err := t.Mem.Read(t.Mem.Index(array, ir.N(i, heap.IntSort)))
				if err != nil {
					t.Unsupported(inv.Pos, "%v", err)
					return
				}
				t.Copies(e, elem, t.Text(inv.Argv[1]))
				t.Write(t.Mem.Elem(s, elem, ir.Add(from, ir.N(i, heap.IntSort))), e, inv.Argv[0])
			}
		}}
	}
	e := t.ExprOf(x)
	if e == nil {
		return nil
	}
	e = t.Stable(e)
	n := t.lengthOf(e)
	return &elements{count: n, put: func(s, from *ir.Expr) {
		dst := run{t.Mem.SliceArr(s), ir.Add(t.Mem.SliceOff(s), from), n}
		if isString(inv.Argv[1].Type()) {
			t.move(elem, dst, run{}, func(_ heap.Place, i *ir.Expr) *ir.Expr { return t.Mem.StringAt(e, i) }, inv.Argv[0], nil)
			return
		}
		t.move(elem, dst, run{t.Mem.SliceArr(e), t.Mem.SliceOff(e), n}, nil, inv.Argv[0], inv.Argv[1])
	}}
}

// fromString translates []byte(s).
func (t *translator) fromString(v, from ssa.Value, s *ir.Expr) {
	elem := v.Type().Underlying().(*types.Slice).Elem()
	s = t.Stable(s)
	n := t.lengthOf(s)
	out, step, err := t.Mem.MakeSlice(elem, n, n, "")
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(v)
		return
	}
	t.Step(step)
	t.move(elem, run{t.Mem.SliceArr(out), heap.ZeroInt, n}, run{}, func(_ heap.Place, i *ir.Expr) *ir.Expr { return t.Mem.StringAt(s, i) }, v, nil)
	t.Define(v, emit.Value{Expr: out})
	t.sharesBytes(v, from, s)
}

// toString translates string(b): a string of the bytes that the slice holds. Where these are in the heap variable of all that
// is known by its address, nothing is known of them.
func (t *translator) toString(v, from ssa.Value, b *ir.Expr) {
	b = t.Stable(b)
	m := t.Mem
	n := m.SliceLen(b)
	var row *ir.Var
	if !t.readAll(v, from, b, func(p heap.Place) (do []ir.Stmt) {
		if row = t.Anything(ir.Array(heap.IntSort, heap.ElementSort(p))); len(p.Keys) == 2 {
			do = append(do, &ir.Assign{Dst: row, Src: ir.Select(ir.V(p.Family), m.SliceArr(b))})
		}
		return do
	}) {
		return
	}
	made := t.Save(m.StringOf(ir.V(row), m.SliceOff(b), n))
	// Facts about a term tell nothing of variables that hold it, so length and bytes are said of the variable.
	i := &ir.Var{Name: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	inside := ir.And(ir.Le(heap.ZeroInt, ir.V(i)), ir.Lt(ir.V(i), n))
	same := ir.Eq(m.StringAt(made, ir.V(i)), ir.Select(ir.V(row), ir.Add(m.SliceOff(b), ir.V(i))))
	t.Assume(ir.Implies(ir.Le(heap.ZeroInt, n), ir.Eq(m.StringLen(made), n)), ir.Forall([]*ir.Var{i}, ir.Implies(inside, same)))
	t.Define(v, emit.Value{Expr: made})
	t.sharesBytes(v, from, b)
}

// readAll emits the step in which the conversion v of the slice s to a string reads the elements, if there are any, and does what
// is asked for besides. It reports whether the conversion has a translation.
func (t *translator) readAll(v, from ssa.Value, s *ir.Expr, do func(element heap.Place) []ir.Stmt) bool {
	m := t.Mem
	n := m.SliceLen(s)
	some := ir.V(t.Anything(heap.IntSort))
	p := m.Element(m.SliceArr(s), ir.Add(m.SliceOff(s), some), from.Type().Underlying().(*types.Slice).Elem())
	if !t.IsHeld(p) {
		t.Unsupported(t.Frame.Pos(), "conversion from %s to %s", m.ShortType(from.Type()), m.ShortType(v.Type()))
		t.Forget(v)
		return false
	}
	acc := []ir.Access{{Map: p.Family, Index: p.Keys}}
	step := &ir.Step{Do: do(p)}
	t.Choose("string",
		func() { t.Assume(ir.Le(n, heap.ZeroInt)) },
		func() {
			t.Assume(ir.Le(heap.ZeroInt, some), ir.Lt(some, n))
			step.Access, step.Pre = t.Accesses(acc, from, nil), t.PlainOnly(acc)
			t.Step(step)
		})
	return true
}

// copyTo translates copy(dst, src).
func (t *translator) copyTo(inv *emit.Invocation) emit.Value {
	dst, src := t.ExprOf(inv.Args[0]), t.ExprOf(inv.Args[1])
	st, ok := inv.Argv[0].Type().Underlying().(*types.Slice)
	switch {
	case !ok || analysis.IsTypeParam(inv.Argv[1].Type()):
		t.Unsupported(inv.Pos, "copy to %s from %s", t.Mem.AType(inv.Argv[0].Type()), t.Mem.AType(inv.Argv[1].Type()))
		return t.Unknown(inv.Result)
	case dst == nil || src == nil:
		t.Lost()
		return t.Unknown(inv.Result)
	}
	dst, src = t.Stable(dst), t.Stable(src)
	m := t.Mem
	available := t.lengthOf(src)
	n := t.Save(ir.Ite(ir.Le(m.SliceLen(dst), available), m.SliceLen(dst), available))
	to := run{m.SliceArr(dst), m.SliceOff(dst), n}
	if isString(inv.Argv[1].Type()) {
		t.move(st.Elem(), to, run{}, func(_ heap.Place, i *ir.Expr) *ir.Expr { return m.StringAt(src, i) }, inv.Argv[0], nil)
	} else {
		t.move(st.Elem(), to, run{m.SliceArr(src), m.SliceOff(src), n}, nil, inv.Argv[0], inv.Argv[1])
	}
	return emit.Value{Expr: m.IntValue(n)}
}

// clearSlice translates clear of a slice.
func (t *translator) clearSlice(inv *emit.Invocation) emit.Value {
	s := t.ExprOf(inv.Args[0])
	st, ok := inv.Argv[0].Type().Underlying().(*types.Slice)
	if !ok {
		t.Unsupported(inv.Pos, "clear of %s", t.Mem.AType(inv.Argv[0].Type()))
		return emit.Value{}
	}
	if s == nil {
		t.Lost()
		return emit.Value{}
	}
	s = t.Stable(s)
	to := run{t.Mem.SliceArr(s), t.Mem.SliceOff(s), t.Mem.SliceLen(s)}
	t.move(st.Elem(), to, run{}, zeroAt, inv.Argv[0], nil)
	return emit.Value{}
}

// extreme translates min and max.
func (t *translator) extreme(inv *emit.Invocation, op token.Token) emit.Value {
	best := t.ExprOf(inv.Args[0])
	if isFloat(inv.Result) || analysis.IsTypeParam(inv.Result) {
		return t.Unknown(inv.Result)
	}
	if _, ok := inv.Result.Underlying().(*types.Basic); !ok {
		t.Unsupported(inv.Pos, "min or max of %s", inv.Result)
		return t.Unknown(inv.Result)
	}
	for _, arg := range inv.Args[1:] {
		x := t.ExprOf(arg)
		if x == nil || best == nil {
			return t.Unknown(inv.Result)
		}
		better, err := t.Mem.Binary(op, x, best, inv.Result, inv.Result)
		if err != nil {
			t.Unsupported(inv.Pos, "%v", err)
			return t.Unknown(inv.Result)
		}
		best = ir.Ite(better, x, best)
		if emit.IsLarge(best) {
			best = t.Save(best)
		}
	}
	if best == nil {
		return t.Unknown(inv.Result)
	}
	return emit.Value{Expr: best}
}

// isMakeSlice returns the slice that a make with a constant capacity builds from the array a, nil if a is no such
// array.
func isMakeSlice(a *ssa.Alloc) *ssa.Slice {
	if a.Comment != "makeslice" {
		return nil
	}
	var only *ssa.Slice
	for _, use := range *a.Referrers() {
		s, ok := use.(*ssa.Slice)
		if !ok || only != nil {
			return nil
		}
		only = s
	}
	return only
}
