package desugar

import (
	"go/types"
	"unicode"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
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
func finds(t *translator, inv *emit.Invocation) emit.Value {
	st, ok := inv.Argv[0].Type().Underlying().(*types.Slice)
	s := t.ExprOf(inv.Args[0])
	if !ok || s == nil || !t.canCall(inv.Args[1]) {
		return t.foreign(inv, inv.Name)
	}
	s = t.Stable(s)
	t.repeatedly(func() { t.callBack(inv, elementsOf, s, st.Elem(), 1) })
	return t.Unknown(inv.Result)
}

// searches translates sort.Search and sort.Find, which call a function on indices below a number.
func searches(t *translator, inv *emit.Invocation) emit.Value {
	n := t.ExprOf(inv.Args[0])
	if n == nil || !t.canCall(inv.Args[1]) {
		return t.foreign(inv, inv.Name)
	}
	n = t.Stable(t.Mem.AsInt(n))
	t.repeatedly(func() {
		i := ir.V(t.Anything(heap.IntSort))
		t.Assume(ir.Le(heap.ZeroInt, i), ir.Lt(i, n))
		t.callKnown(inv, inv.Args[1], []emit.Value{{Expr: t.Mem.IntValue(i)}})
	})
	return t.Unknown(inv.Result)
}

// bisects translates a binary search, which compares elements with what it is passed.
func bisects(t *translator, inv *emit.Invocation) emit.Value {
	st, ok := inv.Argv[0].Type().Underlying().(*types.Slice)
	s, target := t.ExprOf(inv.Args[0]), t.ExprOf(inv.Args[1])
	if !ok || s == nil || target == nil || !t.canCall(inv.Args[2]) {
		return t.foreign(inv, inv.Name)
	}
	s = t.Stable(s)
	sought := t.Settle(inv.Args[1])
	t.repeatedly(func() {
		t.Choose("callback",
			func() { t.Assume(ir.Le(t.Mem.SliceLen(s), heap.ZeroInt)) },
			func() {
				t.Assume(ir.Lt(heap.ZeroInt, t.Mem.SliceLen(s)))
				if x, ok := elementsOf(t, s, st.Elem()); ok {
					t.callKnown(inv, inv.Args[2], []emit.Value{x, sought})
				}
			})
	})
	return t.Unknown(inv.Result)
}

// scans translates a function that calls one on the characters of a string, or of a slice of bytes.
func scans(t *translator, inv *emit.Invocation) emit.Value {
	text := t.ExprOf(inv.Args[0])
	if text == nil {
		return t.foreign(inv, inv.Name)
	}
	_, isSlice := inv.Argv[0].Type().Underlying().(*types.Slice)
	text = t.Stable(text)
	read := func() {
		if isSlice {
			t.readElements(text, inv.Argv[0].Type())
		}
	}
	switch {
	case isPlainFunction(inv.Args[1]):
		read()
	case t.canCall(inv.Args[1]):
		t.repeatedly(func() {
			read()
			r := t.Unknown(types.Typ[types.Rune])
			t.Assume(ir.Le(heap.ZeroInt, t.Mem.AsInt(r.Expr)), ir.Le(t.Mem.AsInt(r.Expr), ir.N(unicode.MaxRune, heap.IntSort)))
			t.callKnown(inv, inv.Args[1], []emit.Value{r})
		})
	default:
		return t.foreign(inv, inv.Name)
	}
	return t.Unknown(inv.Result)
}

// isPlainFunction reports whether a function value is a function of the standard library that touches nothing, and needs
// nothing of its arguments.
func isPlainFunction(f emit.Value) bool {
	if f.Fn == nil || f.Fn.Fn.Blocks != nil {
		return false
	}
	obj := analysis.Object(f.Fn.Fn)
	if obj == nil {
		return false
	}
	row := library.Of(obj.FullName())
	return row != nil && row.Plain() && len(row.Requires) == 0 && !row.Waits && len(f.Fn.Bindings) == 0
}
