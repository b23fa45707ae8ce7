package desugar

import (
	"go/types"
	"unicode"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// searchModels are the functions of the standard library that look for something by means of a function that they are passed.
// What is known of the results package library says.
var searchModels = map[string]model{
	"sort.Find":               searches,
	"sort.Search":             searches,
	"slices.BinarySearchFunc": bisects,
	"slices.ContainsFunc":     finds,
	"slices.IndexFunc":        finds,
	"bytes.ContainsFunc":      scans,
	"bytes.IndexFunc":         scans,
	"bytes.LastIndexFunc":     scans,
	"strings.ContainsFunc":    scans,
	"strings.IndexFunc":       scans,
	"strings.LastIndexFunc":   scans,
	"strings.TrimFunc":        scans,
	"strings.TrimLeftFunc":    scans,
	"strings.TrimRightFunc":   scans,
}

// finds translates a search for an element of which a function holds.
func finds(t *translator, inv *invocation) value {
	st, ok := inv.argv[0].Type().Underlying().(*types.Slice)
	s := t.exprOf(inv.args[0])
	if !ok || s == nil || !t.canCall(inv.args[1]) {
		return t.foreign(inv, inv.name)
	}
	s = t.stable(s)
	t.repeatedly(func() { t.callBack(inv, elementsOf, s, st.Elem(), 1) })
	return t.unknown(inv.result)
}

// searches translates sort.Search and sort.Find, which call a function on indices below a number.
func searches(t *translator, inv *invocation) value {
	n := t.exprOf(inv.args[0])
	if n == nil || !t.canCall(inv.args[1]) {
		return t.foreign(inv, inv.name)
	}
	n = t.stable(t.mem.AsInt(n))
	t.repeatedly(func() {
		i := ir.V(t.anything(heap.IntSort))
		t.assume(ir.Le(heap.ZeroInt, i), ir.Lt(i, n))
		t.callKnown(inv, inv.args[1], []value{{expr: t.mem.IntValue(i)}})
	})
	return t.unknown(inv.result)
}

// bisects translates a binary search, which compares elements with what it is passed.
func bisects(t *translator, inv *invocation) value {
	st, ok := inv.argv[0].Type().Underlying().(*types.Slice)
	s, target := t.exprOf(inv.args[0]), t.exprOf(inv.args[1])
	if !ok || s == nil || target == nil || !t.canCall(inv.args[2]) {
		return t.foreign(inv, inv.name)
	}
	s = t.stable(s)
	sought := t.settle(inv.args[1])
	t.repeatedly(func() {
		t.choose("callback",
			func() { t.assume(ir.Le(t.mem.SliceLen(s), heap.ZeroInt)) },
			func() {
				t.assume(ir.Lt(heap.ZeroInt, t.mem.SliceLen(s)))
				if x, ok := elementsOf(t, s, st.Elem()); ok {
					t.callKnown(inv, inv.args[2], []value{x, sought})
				}
			})
	})
	return t.unknown(inv.result)
}

// scans translates a function that calls one on the characters of a string, or of a slice of bytes.
func scans(t *translator, inv *invocation) value {
	text := t.exprOf(inv.args[0])
	if text == nil {
		return t.foreign(inv, inv.name)
	}
	_, isSlice := inv.argv[0].Type().Underlying().(*types.Slice)
	text = t.stable(text)
	read := func() {
		if isSlice {
			t.readElements(text, inv.argv[0].Type())
		}
	}
	switch {
	case isPlainFunction(inv.args[1]):
		read()
	case t.canCall(inv.args[1]):
		t.repeatedly(func() {
			read()
			r := t.unknown(types.Typ[types.Rune])
			t.assume(ir.Le(heap.ZeroInt, t.mem.AsInt(r.expr)), ir.Le(t.mem.AsInt(r.expr), ir.N(unicode.MaxRune, heap.IntSort)))
			t.callKnown(inv, inv.args[1], []value{r})
		})
	default:
		return t.foreign(inv, inv.name)
	}
	return t.unknown(inv.result)
}

// isPlainFunction reports whether a function value is a function of the standard library that touches nothing, and needs
// nothing of its arguments.
func isPlainFunction(f value) bool {
	if f.fn == nil || f.fn.fn.Blocks != nil {
		return false
	}
	obj := analysis.Object(f.fn.fn)
	if obj == nil {
		return false
	}
	row := library.Of(obj.FullName())
	return row != nil && row.Plain() && len(row.Requires) == 0 && !row.Waits && len(f.fn.bindings) == 0
}
