package desugar

import (
	"go/types"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// rangeOver translates the beginning of a range over a string or map.
func (t *translator) rangeOver(v *ssa.Range) {
	if isString(v.X.Type()) {
		t.rangeString(v)
		return
	}
	t.rangeMap(v)
}

// rangeString translates the beginning of a range over a string: a cursor at its first byte.
func (t *translator) rangeString(v *ssa.Range) {
	s := t.Expr(v.X)
	if s == nil {
		return
	}
	s = t.Stable(s)
	cursor := t.Local("", heap.IntSort)
	t.CellOf[cursor] = &emit.Cell{V: cursor, Owner: t.Frame}
	t.Emit(&ir.Assign{Dst: cursor, Src: heap.ZeroInt})
	p := heap.LocalPlace(cursor, types.Typ[types.Int])
	t.Frame.Values[v] = emit.Value{Expr: s, At: &p}
}

// next translates one round of a range over a string: whether there was a character, where, and which. Of the encoding
// it is known that a byte below 0x80 is a character by itself, and that others take one to four bytes.
func (t *translator) next(v *ssa.Next) {
	if !v.IsString {
		t.nextEntry(v, v.Iter.(*ssa.Range))
		return
	}
	it := t.Frame.Values[v.Iter]
	if it.At == nil || it.At.Cell == nil {
		t.forgetNext(v)
		return
	}
	m, cursor := t.Mem, it.At.Cell
	at := t.Save(ir.V(cursor))
	more := t.Save(ir.Lt(at, m.StringLen(it.Expr)))
	char := ir.V(t.Anything(ir.Integer(32, true)))
	after := ir.V(t.Anything(heap.IntSort))
	first := m.AsInt(m.StringAt(it.Expr, at))
	ascii := ir.Lt(first, ir.N(utf8.RuneSelf, ir.Int))
	within := func(lo, x, hi *ir.Expr) *ir.Expr { return ir.And(ir.Le(lo, x), ir.Le(x, hi)) }
	width := ir.Sub(after, at)
	t.Assume(
		ir.Implies(more, ir.And(
			within(ir.N(1, heap.IntSort), width, ir.N(utf8.UTFMax, heap.IntSort)),
			ir.Le(after, m.StringLen(it.Expr)),
			within(heap.ZeroInt, char, ir.N(utf8.MaxRune, heap.IntSort)))),
		ir.Implies(ir.And(more, ascii), ir.And(ir.Eq(char, first), ir.Eq(width, ir.N(1, heap.IntSort)))),
		ir.Implies(ir.And(more, ir.Not(ascii)), ir.Le(ir.N(utf8.RuneSelf, heap.IntSort), char)),
		ir.Implies(ir.Not(more), ir.Eq(after, at)))
	t.Assign(cursor, after)
	parts := v.Type().(*types.Tuple)
	results := []emit.Value{{Expr: more}, t.component(parts, 1, at), t.component(parts, 2, char)}
	t.Frame.Values[v] = emit.Value{Parts: results}
}

// component returns an integer as component i of a tuple, nothing if the component is not wanted.
func (t *translator) component(parts *types.Tuple, i int, e *ir.Expr) emit.Value {
	s, err := t.Mem.Sort(parts.At(i).Type())
	if err != nil {
		return emit.Value{}
	}
	return emit.Value{Expr: heap.ConvertInteger(e, s)}
}

// forgetNext gives the components of a round of a range that has no translation arbitrary values.
func (t *translator) forgetNext(v *ssa.Next) {
	parts := v.Type().(*types.Tuple)
	var out []emit.Value
	for i := range parts.Len() {
		out = append(out, t.Unknown(parts.At(i).Type()))
	}
	t.Frame.Values[v] = emit.Value{Parts: out}
}
