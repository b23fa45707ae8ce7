package desugar

import (
	"go/types"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

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
	s := t.expr(v.X)
	if s == nil {
		return
	}
	s = t.stable(s)
	cursor := t.local("", heap.IntSort)
	t.cellOf[cursor] = &cell{v: cursor, owner: t.frame}
	t.emit(&ir.Assign{Dst: cursor, Src: heap.ZeroInt})
	p := heap.LocalPlace(cursor, types.Typ[types.Int])
	t.frame.values[v] = value{expr: s, at: &p}
}

// next translates one round of a range over a string: whether there was a character, where, and which. Of the encoding
// it is known that a byte below 0x80 is a character by itself, and that others take one to four bytes.
func (t *translator) next(v *ssa.Next) {
	if !v.IsString {
		t.nextEntry(v, v.Iter.(*ssa.Range))
		return
	}
	it := t.frame.values[v.Iter]
	if it.at == nil || it.at.Cell == nil {
		t.forgetNext(v)
		return
	}
	m, cursor := t.mem, it.at.Cell
	at := t.save(ir.V(cursor))
	more := t.save(ir.Lt(at, m.StringLen(it.expr)))
	char := ir.V(t.anything(ir.Integer(32, true)))
	after := ir.V(t.anything(heap.IntSort))
	first := m.AsInt(m.StringAt(it.expr, at))
	ascii := ir.Lt(first, ir.N(utf8.RuneSelf, ir.Int))
	within := func(lo, x, hi *ir.Expr) *ir.Expr { return ir.And(ir.Le(lo, x), ir.Le(x, hi)) }
	width := ir.Sub(after, at)
	t.assume(
		ir.Implies(more, ir.And(
			within(ir.N(1, heap.IntSort), width, ir.N(utf8.UTFMax, heap.IntSort)),
			ir.Le(after, m.StringLen(it.expr)),
			within(heap.ZeroInt, char, ir.N(utf8.MaxRune, heap.IntSort)))),
		ir.Implies(ir.And(more, ascii), ir.And(ir.Eq(char, first), ir.Eq(width, ir.N(1, heap.IntSort)))),
		ir.Implies(ir.And(more, ir.Not(ascii)), ir.Le(ir.N(utf8.RuneSelf, heap.IntSort), char)),
		ir.Implies(ir.Not(more), ir.Eq(after, at)))
	t.assign(cursor, after)
	parts := v.Type().(*types.Tuple)
	results := []value{{expr: more}, t.component(parts, 1, at), t.component(parts, 2, char)}
	t.frame.values[v] = value{parts: results}
}

// component returns an integer as component i of a tuple, nothing if the component is not wanted.
func (t *translator) component(parts *types.Tuple, i int, e *ir.Expr) value {
	s, err := t.mem.Sort(parts.At(i).Type())
	if err != nil {
		return value{}
	}
	return value{expr: heap.ConvertInteger(e, s)}
}

// forgetNext gives the components of a round of a range that has no translation arbitrary values.
func (t *translator) forgetNext(v *ssa.Next) {
	parts := v.Type().(*types.Tuple)
	var out []value
	for i := range parts.Len() {
		out = append(out, t.unknown(parts.At(i).Type()))
	}
	t.frame.values[v] = value{parts: out}
}
