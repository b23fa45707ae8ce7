package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// collectionModels are the functions of packages slices, maps and bytes that copy a slice or map, or take elements out
// of it or put some in. Copies are new: they belong to whoever has made them. A slice from which something is taken is
// the same array, shorter.
var collectionModels = map[string]model{
	"bytes.Clone":        clonesSlice,
	"slices.Clone":       clonesSlice,
	"slices.Clip":        clips,
	"slices.Grow":        grows,
	"slices.Insert":      inserts,
	"slices.Delete":      deletes,
	"slices.DeleteFunc":  filters(1),
	"slices.Compact":     filters(0),
	"slices.CompactFunc": filters(2),
	"maps.Clone":         clonesMap,
	"maps.Copy":          copiesMap,
	"maps.DeleteFunc":    filtersMap,
}

// storesItself has those of them that store an argument in another one, which their translation does as an assignment would.
var storesItself = map[string]bool{"slices.Insert": true, "maps.Copy": true}

// sliceArgument returns the slice that a call is passed first, with the type of its elements; nil if that has no term.
func (t *translator) sliceArgument(inv *emit.Invocation) (s *ir.Expr, elem types.Type) {
	st, ok := inv.Argv[0].Type().Underlying().(*types.Slice)
	if s = t.ExprOf(inv.Args[0]); s == nil || !ok {
		return nil, nil
	}
	return t.Stable(s), st.Elem()
}

// clonesSlice translates a copy of a slice: nil for the nil slice, and else a new array with the same elements.
func clonesSlice(t *translator, inv *emit.Invocation) emit.Value {
	s, elem := t.sliceArgument(inv)
	if s == nil {
		return t.foreign(inv, inv.Name)
	}
	out := t.Local("", heap.SliceSort)
	t.Choose("clone",
		func() {
			t.Assume(ir.Eq(t.Mem.SliceArr(s), ir.Nil))
			t.Emit(&ir.Assign{Dst: out, Src: s})
		},
		func() {
			t.Assume(ir.Ne(t.Mem.SliceArr(s), ir.Nil))
			if grown := t.moved(inv, s, elem, t.Mem.SliceLen(s), t.Mem.SliceLen(s)); grown != nil {
				t.Emit(&ir.Assign{Dst: out, Src: grown})
			}
		})
	return emit.Value{Expr: ir.V(out)}
}

// moved makes a new array with room for at least so many elements, to which it copies the first count of a slice, also
// behind its end; nil if it cannot.
func (t *translator) moved(inv *emit.Invocation, s *ir.Expr, elem types.Type, count, least *ir.Expr) *ir.Expr {
	room := ir.V(t.Anything(heap.IntSort))
	t.Assume(ir.Le(least, room), heap.NoMore(room, elem))
	grown, step, err := t.Mem.MakeSlice(elem, t.Mem.SliceLen(s), room, "")
	if err != nil {
		t.Unsupported(inv.Pos, "%v", err)
		return nil
	}
	t.Step(step)
	t.adopt(inv.Argv[0], t.Mem.SliceArr(grown))
	t.move(elem, run{t.Mem.SliceArr(grown), heap.ZeroInt, count}, run{t.Mem.SliceArr(s), t.Mem.SliceOff(s), count}, nil, inv.Argv[0], inv.Argv[0])
	return grown
}

// clips translates slices.Clip: the slice with no room for more.
func clips(t *translator, inv *emit.Invocation) emit.Value {
	s, _ := t.sliceArgument(inv)
	if s == nil {
		return t.foreign(inv, inv.Name)
	}
	n := t.Mem.SliceLen(s)
	return emit.Value{Expr: t.Mem.MakeSliceValue(t.Mem.SliceArr(s), t.Mem.SliceOff(s), n, n)}
}

// grows translates slices.Grow: the slice itself if it has the room, and else a new array.
func grows(t *translator, inv *emit.Invocation) emit.Value {
	s, elem := t.sliceArgument(inv)
	more := t.ExprOf(inv.Args[1])
	if s == nil || more == nil {
		return t.foreign(inv, inv.Name)
	}
	least := t.Stable(ir.Add(t.Mem.SliceLen(s), t.Mem.AsInt(more)))
	fits := ir.Le(least, t.Mem.SliceCap(s))
	out := t.Local("", heap.SliceSort)
	t.Choose("grow",
		func() {
			t.Assume(fits)
			t.Emit(&ir.Assign{Dst: out, Src: s})
		},
		func() {
			t.Assume(ir.Not(fits))
			if grown := t.moved(inv, s, elem, t.Mem.SliceCap(s), least); grown != nil {
				t.Emit(&ir.Assign{Dst: out, Src: grown})
			}
		})
	return emit.Value{Expr: ir.V(out)}
}

// inserts translates slices.Insert as append, after which the elements may be in any order.
func inserts(t *translator, inv *emit.Invocation) emit.Value {
	s, elem := t.sliceArgument(inv)
	if s == nil {
		return t.foreign(inv, inv.Name)
	}
	appending := *inv
	appending.Args, appending.Argv = []emit.Value{inv.Args[0], inv.Args[2]}, []ssa.Value{inv.Argv[0], inv.Argv[2]}
	out := t.appendTo(&appending)
	if out.Expr != nil {
		t.permute(t.Stable(out.Expr), elem)
	}
	return out
}

// deletes translates slices.Delete.
func deletes(t *translator, inv *emit.Invocation) emit.Value {
	s, elem := t.sliceArgument(inv)
	i, j := t.ExprOf(inv.Args[1]), t.ExprOf(inv.Args[2])
	if s == nil || i == nil || j == nil {
		return t.foreign(inv, inv.Name)
	}
	gone := t.Stable(ir.Sub(t.Mem.AsInt(j), t.Mem.AsInt(i)))
	t.permute(s, elem)
	return t.shortened(inv, s, elem, t.Stable(ir.Sub(t.Mem.SliceLen(s), gone)))
}

// filters makes a model of a function that leaves elements out, of which it calls a function that it is passed on so many at a time.
func filters(operands int) model {
	return func(t *translator, inv *emit.Invocation) emit.Value {
		s, elem := t.sliceArgument(inv)
		if s == nil || operands > 0 && !t.canCall(inv.Args[1]) {
			return t.foreign(inv, inv.Name)
		}
		if operands > 0 {
			t.repeatedly(func() {
				t.permute(s, elem)
				t.callBack(inv, elementsOf, s, elem, operands)
			})
		}
		t.permute(s, elem)
		left := ir.V(t.Anything(heap.IntSort))
		t.Assume(ir.Le(heap.ZeroInt, left), ir.Le(left, t.Mem.SliceLen(s)))
		if operands != 1 { // of equal ones the first is left
			t.Assume(ir.Implies(ir.Lt(heap.ZeroInt, t.Mem.SliceLen(s)), ir.Lt(heap.ZeroInt, left)))
		}
		return t.shortened(inv, s, elem, left)
	}
}

// shortened returns the first n elements of a slice. The rest are set to zero.
func (t *translator) shortened(inv *emit.Invocation, s *ir.Expr, elem types.Type, n *ir.Expr) emit.Value {
	rest := run{t.Mem.SliceArr(s), t.Stable(ir.Add(t.Mem.SliceOff(s), n)), t.Stable(ir.Sub(t.Mem.SliceLen(s), n))}
	t.move(elem, rest, run{}, zeroAt, inv.Argv[0], nil)
	return emit.Value{Expr: t.Mem.MakeSliceValue(t.Mem.SliceArr(s), t.Mem.SliceOff(s), n, t.Mem.SliceCap(s))}
}

// zeroAt is the zero value of what is at a place.
func zeroAt(p heap.Place, _ *ir.Expr) *ir.Expr {
	return heap.ZeroOf(ir.Select(ir.V(p.Family), p.Keys...).Sort)
}

// clonesMap translates maps.Clone: nil for the nil map, and else a new map with the same entries.
func clonesMap(t *translator, inv *emit.Invocation) emit.Value {
	m := t.mapOf(inv.Argv[0])
	if m == nil || t.mayCopy(inv) != nil {
		return t.foreign(inv, inv.Name)
	}
	out := t.Local("", ir.Ref)
	t.SaveAll()
	t.Choose("clone",
		func() {
			t.Assume(ir.Eq(m.ref, ir.Nil))
			t.Emit(&ir.Assign{Dst: out, Src: ir.Nil})
		},
		func() {
			t.Assume(ir.Ne(m.ref, ir.Nil))
			made, step, err := t.Mem.MakeMap(inv.Argv[0].Type())
			if err != nil {
				t.Unsupported(inv.Pos, "%v", err)
				return
			}
			t.Step(step)
			t.copyEntries(inv, m, &mapValue{m.MapStore, made, inv.Argv[0]})
			t.Emit(&ir.Assign{Dst: out, Src: made})
		})
	return emit.Value{Expr: ir.V(out)}
}

// copiesMap translates maps.Copy: entries of one map come into the other.
func copiesMap(t *translator, inv *emit.Invocation) emit.Value {
	dst, src := t.mapOf(inv.Argv[0]), t.mapOf(inv.Argv[1])
	if dst == nil || src == nil || t.mayCopy(inv) != nil || !types.Identical(dst.Type, src.Type) {
		return t.foreign(inv, inv.Name)
	}
	t.eachEntry(src, func(e entry) { t.moveEntry(dst, e) })
	return emit.Value{}
}

// copyEntries has a new map hold what another one does.
func (t *translator) copyEntries(inv *emit.Invocation, from, to *mapValue) {
	if t.refersToAny(from.Type.Elem()) || t.refersToAny(from.Type.Key()) { // which belongs to somebody, as what is put in one by one
		t.eachEntry(from, func(e entry) { t.moveEntry(to, e) })
		return
	}
	row := func(f *ir.Var) ir.Stmt {
		return &ir.Assign{Dst: f, Src: ir.Store(ir.V(f), []*ir.Expr{to.ref}, ir.Select(ir.V(f), from.ref))}
	}
	text := t.Operand(inv.Argv[0])
	t.Step(&ir.Step{
		Do:     []ir.Stmt{row(from.Entries), row(from.Count)},
		Access: append(t.touches(from, ir.V(t.Anything(from.Keys.Sort)), false, text), t.touches(to, ir.V(t.Anything(to.Keys.Sort)), true, text)...),
	})
}

// eachEntry does something to any entries of a map, any number of times.
func (t *translator) eachEntry(m *mapValue, do func(entry)) {
	t.ifNotNil(m, func() {
		t.repeatedly(func() { do(t.someEntry(m, t.Operand(m.from))) })
	})
}

// moveEntry puts an entry of one map into another.
func (t *translator) moveEntry(m *mapValue, e entry) {
	t.putEntry(m, entry{t.standIn(m, e.key), e.key, e.value}, t.Operand(m.from))
}

// filtersMap translates maps.DeleteFunc.
func filtersMap(t *translator, inv *emit.Invocation) emit.Value {
	m := t.mapOf(inv.Argv[0])
	if m == nil || t.mayCopy(inv) != nil || !t.canCall(inv.Args[1]) {
		return t.foreign(inv, inv.Name)
	}
	t.eachEntry(m, func(e entry) {
		gone := t.ExprOf(t.callKnown(inv, inv.Args[1], []emit.Value{{Expr: e.key}, {Expr: e.value}}))
		if gone == nil {
			gone = ir.V(t.Anything(ir.Bool))
		}
		gone = t.Stable(gone)
		t.Choose("delete",
			func() { t.Assume(ir.Not(gone)) },
			func() {
				t.Assume(gone)
				t.Step(&ir.Step{
					Do:     append(t.Mem.Removed(m.valuePlace(e.stands), m.MapStore), m.Delete(m.ref, e.stands)...),
					Access: t.touches(m, e.stands, true, t.Operand(m.from)),
				})
			})
	})
	return emit.Value{}
}
