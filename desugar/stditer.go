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

// Iterators of the standard library. What slices.Values and its like return is remembered as what it goes through, so that a range
// over it, or a function that collects it, reads that where it runs. An iterator that is used otherwise, stored in a field say,
// is a function of which the code is not at hand, as before.
//
// A round may come to any element, or to any entry that is there, and the rounds may end after any of them: that is more than
// happens, where each comes once and in order.

// sequenceOf returns what makes the sequence of a function that returns such an iterator, nil for others.
func sequenceOf(name string) func(t *translator, inv *emit.Invocation) *emit.Sequence {
	switch name {
	case "slices.All", "slices.Backward":
		return overSlice(true)
	case "slices.Values":
		return overSlice(false)
	case "maps.All":
		return overMap(true, true)
	case "maps.Keys":
		return overMap(true, false)
	case "maps.Values":
		return overMap(false, true)
	case "strings.SplitSeq", "strings.SplitAfterSeq", "strings.FieldsSeq", "strings.Lines":
		return overString
	}
	return nil
}

// collectors are the functions that make a slice of what an iterator yields, which they are passed first.
var collectors = map[string]model{
	"slices.Collect":          collects,
	"slices.Sorted":           collects,
	"slices.SortedFunc":       collects,
	"slices.SortedStableFunc": collects,
}

// collecting has the names of these.
var collecting = map[string]bool{
	"slices.Collect": true, "slices.Sorted": true, "slices.SortedFunc": true, "slices.SortedStableFunc": true,
}

// sequence returns what the iterator goes through that the call returns, nil if it is none, or used otherwise.
func (t *translator) sequence(inv *emit.Invocation) *emit.Sequence {
	of := sequenceOf(inv.Name)
	call, ok := t.Frame.At.(*ssa.Call)
	if of == nil || !ok || call.Common() != inv.Common || !onlyRanged(call) {
		return nil
	}
	s := of(t, inv)
	if s != nil {
		s.Over = inv.Args
	}
	return s
}

// onlyRanged reports whether an iterator is only ranged over, or passed to a function that collects what it yields, be it by way
// of a variable that is assigned once.
func onlyRanged(v ssa.Value) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if !ranges(&use.Call, v) {
				return false
			}
		case *ssa.Store:
			a, ok := use.Addr.(*ssa.Alloc)
			if !ok || use.Val != v || !onlyRangedFrom(a, use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyRangedFrom is onlyRanged for what the variable a holds, which the one assignment sets.
func onlyRangedFrom(a *ssa.Alloc, set *ssa.Store) bool {
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if use != set {
				return false
			}
		case *ssa.UnOp:
			if !onlyRanged(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// ranges reports whether a call is of the iterator v with the body of a loop, or of a function that collects what v yields.
func ranges(call *ssa.CallCommon, v ssa.Value) bool {
	if call.Value == v {
		return len(call.Args) == 1 && analysis.HoldsBody(call.Args[0])
	}
	callee := call.StaticCallee()
	return callee != nil && analysis.Object(callee) != nil && collecting[analysis.Object(callee).FullName()] && call.Args[0] == v &&
		!slices.Contains(call.Args[1:], v)
}

// overSlice goes through the elements of a slice, with their indices or without.
func overSlice(indices bool) func(t *translator, inv *emit.Invocation) *emit.Sequence {
	return func(t *translator, inv *emit.Invocation) *emit.Sequence {
		st, ok := inv.Argv[0].Type().Underlying().(*types.Slice)
		s := t.ExprOf(inv.Args[0])
		if !ok || s == nil {
			return nil
		}
		s = t.Stable(s)
		return &emit.Sequence{Each: func() ([]emit.Value, bool) {
			i := t.someIndex(s)
			x, ok := t.readPlace(t.Mem.Elem(s, st.Elem(), i))
			out := []emit.Value{{Expr: t.Mem.IntValue(i)}, {Expr: x}}
			return chosen(out, indices, true), ok
		}}
	}
}

// overMap goes through the entries of a map.
func overMap(keys, values bool) func(t *translator, inv *emit.Invocation) *emit.Sequence {
	return func(t *translator, inv *emit.Invocation) *emit.Sequence {
		if t.ExprOf(inv.Args[0]) == nil {
			return nil
		}
		m := t.mapOf(inv.Argv[0])
		if m == nil {
			return nil
		}
		text := t.Operand(inv.Argv[0])
		return &emit.Sequence{Each: func() ([]emit.Value, bool) {
			e := t.someEntry(m, text)
			return chosen([]emit.Value{{Expr: e.key}, {Expr: e.value}}, keys, values), true
		}}
	}
}

// An entry was found in a map: what stands for its key there, the key and the value.
type entry struct{ stands, key, value *ir.Expr }

// someEntry emits the step that reads any entry of a map.
func (t *translator) someEntry(m *mapValue, text string) entry {
	key := ir.V(t.Anything(m.Keys.Of))
	stands := t.standIn(m, key)
	present, x := m.Lookup(m.ref, stands)
	got := t.Local("", x.Sort)
	t.Step(&ir.Step{
		Do:     []ir.Stmt{&ir.Assume{Cond: ir.And(present, m.HasKey(m.ref, stands, key))}, &ir.Assign{Dst: got, Src: x}},
		Access: t.touches(m, stands, false, text),
	})
	t.Assume(t.found(m, key, m.Type.Key(), nil)...)
	t.Assume(t.found(m, ir.V(got), m.Type.Elem(), stands)...)
	t.Assume(t.notNil(t.prog.HasNoNil(m.Type), ir.True, ir.V(got))...)
	return entry{stands, key, ir.V(got)}
}

// overString goes through parts of a string.
func overString(t *translator, inv *emit.Invocation) *emit.Sequence {
	return &emit.Sequence{Each: func() ([]emit.Value, bool) {
		return []emit.Value{t.Unknown(types.Typ[types.String])}, true
	}}
}

// chosen leaves out the first or second of two values.
func chosen(pair []emit.Value, first, second bool) []emit.Value {
	switch {
	case !second:
		return pair[:1]
	case !first:
		return pair[1:]
	}
	return pair
}

// iterateOver translates a range over an iterator of the standard library: rounds, as long as the body wants more.
func (t *translator) iterateOver(inv *emit.Invocation, s *emit.Sequence, body emit.Value) emit.Value {
	t.rounds(endless(s), func() *ir.Expr {
		args, ok := s.Each()
		if !ok {
			return ir.True
		}
		return t.ExprOf(t.callKnown(inv, body, args))
	})
	t.mayEnd(s)
	return emit.Value{}
}

// collects translates a call that makes a slice of what an iterator yields, sorted perhaps by a function that it is passed.
func collects(t *translator, inv *emit.Invocation) emit.Value {
	s := inv.Args[0].Seq
	st, ok := inv.Result.Underlying().(*types.Slice)
	if s == nil || !ok || len(inv.Args) > 1 && !t.canCall(inv.Args[1]) {
		return t.foreign(inv, inv.Name)
	}
	t.repeatedly(func() { s.Each() })
	t.mayEnd(s)
	out := t.freshSlice(inv, st.Elem())
	t.collected(s, out.Expr, st.Elem())
	if len(inv.Args) > 1 {
		t.repeatedly(func() { t.callBack(inv, elementsOf, out.Expr, st.Elem(), 2) })
	}
	return out
}

// collected says to whom the new array belongs of the slice out, in which is what an iterator yields: any two elements
// have to be in one region. If the iterator yields nothing the slice is empty.
func (t *translator) collected(s *emit.Sequence, out *ir.Expr, elem types.Type) {
	sort, err := t.Mem.Sort(elem)
	if out == nil || err != nil || len(t.Mem.Publishable(ir.V(t.Anything(sort)), elem)) == 0 {
		return
	}
	t.SaveAll()
	t.Choose("collected",
		func() { t.Assume(ir.Eq(t.Mem.SliceLen(out), heap.ZeroInt)) },
		func() {
			for range 2 {
				args, ok := s.Each()
				if !ok || len(args) != 1 || args[0].Expr == nil {
					t.Lost()
					return
				}
				own, pre, publish := t.Mem.HandOver(t.Mem.Elem(out, elem, ir.V(t.Anything(heap.IntSort))), t.Stable(args[0].Expr))
				step := &ir.Step{Mover: ir.BothMover, Do: own, Publish: emit.NotNil(publish)}
				for _, a := range pre {
					step.Pre = append(step.Pre, t.Assertion(a.Cond, a.Check))
				}
				t.Step(step)
			}
		})
}
