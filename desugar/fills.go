package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/library"
)

// Methods such as Read write the slice that they are passed. If no checked code writes an element of such a slice,
// nobody has said who may access its elements, and each call would be believed to be right. So of slices that the
// function has made it is asked whether they are the goroutine's own.

// fills reports whether a call of code that is not at hand is known to write the elements of a slice of numbers or
// strings that the function under translation has made: its row says so, or it is one of the methods that read into a
// slice. Package io says of these that they may use all of it. Of a slice that comes from elsewhere, its caller or a
// pool, nobody here can tell whose it is.
func (t *translator) fills(inv *emit.Invocation, row *library.Row, p passed) bool {
	s, ok := p.typ.Underlying().(*types.Slice)
	if !ok || leadsOn(s.Elem()) {
		return false
	}
	if param := declaredParams(inv)(p.arg); param == nil || analysis.IsInterface(param) {
		return false
	}
	if p.from == nil || !t.mayBeMadeHere(p.from) {
		return false
	}
	return row != nil && row.Unknown == "" && t.writesArgument(inv, row, p.arg) || readsInto(inv, p.arg)
}

// mayBeMadeHere reports whether a slice may be one that the function under translation has made, or a literal in it has captured.
func (t *translator) mayBeMadeHere(v ssa.Value) bool {
	m := &making{prog: t.prog, seen: map[ssa.Value]bool{}}
	return m.value(v, t.Frame)
}

// A making follows a slice back to where it may have been made.
type making struct {
	prog *Program
	seen map[ssa.Value]bool
}

// value reports whether a value of an activation may be such a slice.
func (m *making) value(v ssa.Value, f *emit.Frame) bool {
	if m.seen[v] {
		return false
	}
	m.seen[v] = true
	switch v := v.(type) {
	case *ssa.MakeSlice, *ssa.FreeVar:
		return true
	case *ssa.Convert: // of a string
		return isString(v.X.Type())
	case *ssa.Call:
		return m.returned(v, f)
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global: // an array that is a variable
		return analysis.ArrayType(analysis.Deref(v.Type())) != nil
	case *ssa.Slice:
		return m.value(v.X, f)
	case *ssa.ChangeType:
		return m.value(v.X, f)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return m.value(e, f) })
	case *ssa.UnOp:
		return m.loaded(v.X, f)
	case *ssa.Lookup: // the slice of an entry
		return true
	case *ssa.Parameter:
		arg, by := argumentOf(v, f)
		return arg != nil && m.value(arg, by)
	}
	return false
}

// loaded is value for what is read from a variable: of the function, or one that others have, which had to make its slice, too.
func (m *making) loaded(addr ssa.Value, f *emit.Frame) bool {
	switch addr := addr.(type) {
	case *ssa.FreeVar:
		return true
	case *ssa.Alloc:
		for _, use := range *addr.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == addr && m.value(store.Val, f) {
				return true
			}
		}
	case *ssa.FieldAddr, *ssa.Global, *ssa.IndexAddr:
		return true
	}
	return false
}

// returned is value for what a call returns: append may make a slice, a function of the library that returns a new one,
// and a checked one that makes one.
func (m *making) returned(call *ssa.Call, f *emit.Frame) bool {
	if analysis.IsBuiltin(call, "append") {
		_, isNil := call.Call.Args[0].(*ssa.Const)
		return isNil || m.value(call.Call.Args[0], f)
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if fn.Blocks == nil {
		row := m.prog.RowOf(analysis.Object(fn))
		return row != nil && row.Fresh(0)
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && len(ret.Results) > 0 && m.value(ret.Results[0], &emit.Frame{Fn: fn}) {
			return true
		}
	}
	return false
}

// readsInto reports whether a call is one of a method that writes bytes, and an argument the slice to which it does.
func readsInto(inv *emit.Invocation, arg int) bool {
	m := inv.Common.Method
	if m == nil {
		if inv.Callee.Fn == nil {
			return false
		}
		m = analysis.Object(inv.Callee.Fn.Fn)
		arg-- // the receiver is the first
	}
	return arg == 0 && analysis.ReadsInto(m)
}
