package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/library"
)

// Methods such as Read write the slice that they are passed. If no checked code writes an element of such a slice, nobody has said who may access its elements, and each
// call would be believed to be right. So of slices that the function has made it is asked whether they are the goroutine's own.

// fills reports whether a call of code that is not at hand is known to write the elements of a slice of numbers or strings that the function under
// translation has made: its row says so, or it is one of the methods that read into a slice. Package io says of these that they may use all of it. Of a slice that
// comes from elsewhere, its caller or a pool, nobody here can tell whose it is.
func (t *translator) fills(inv *emit.Invocation, row *library.Row, p passed) bool {
	s, ok := p.typ.Underlying().(*types.Slice)
	if !ok || leadsOn(s.Elem()) {
		return false
	}
	if param := declaredParams(inv)(p.arg); param == nil || analysis.IsInterface(param) {
		return false
	}
	if p.from == nil || !t.mayBeMadeHere(p.from, t.Frame) {
		return false
	}
	return row != nil && row.Unknown == "" && t.writesArgument(inv, row, p.arg) || readsInto(inv, p.arg)
}

// mayBeMadeHere reports whether a slice may be one that the function under translation has made, or a literal in it has captured.
func (t *translator) mayBeMadeHere(v ssa.Value, f *emit.Frame) bool {
	switch v := v.(type) {
	case *ssa.MakeSlice, *ssa.FreeVar:
		return true
	case *ssa.Convert: // of a string
		return isString(v.X.Type())
	case *ssa.Call:
		return t.returnsMade(v, f)
	case *ssa.Alloc:
		return analysis.ArrayType(analysis.Deref(v.Type())) != nil
	case *ssa.Slice:
		return t.mayBeMadeHere(v.X, f)
	case *ssa.ChangeType:
		return t.mayBeMadeHere(v.X, f)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return e != v && t.mayBeMadeHere(e, f) })
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.FreeVar:
			return true
		case *ssa.Alloc:
			return t.holdsMade(x, f)
		case *ssa.FieldAddr:
			return t.setsMade(x, f)
		}
	case *ssa.Parameter:
		if f.Caller == nil || f.Caller.Calling == nil {
			return false
		}
		i := slices.Index(f.Fn.Params, v)
		return i >= 0 && i < len(f.Caller.Calling.Argv) && t.mayBeMadeHere(f.Caller.Calling.Argv[i], f.Caller)
	}
	return false
}

// holdsMade reports whether a variable of the function may hold such a slice.
func (t *translator) holdsMade(a *ssa.Alloc, f *emit.Frame) bool {
	for _, use := range *a.Referrers() {
		store, ok := use.(*ssa.Store)
		if !ok || store.Addr != a {
			continue
		}
		if load, ok := store.Val.(*ssa.Slice); ok { // buf = buf[:n] makes none
			if from, ok := load.X.(*ssa.UnOp); ok && from.X == a {
				continue
			}
		}
		if t.mayBeMadeHere(store.Val, f) {
			return true
		}
	}
	return false
}

// setsMade reports whether the function may set a field to such a slice, in whatever object.
func (t *translator) setsMade(at *ssa.FieldAddr, f *emit.Frame) bool {
	for _, b := range at.Parent().Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			to, ok := store.Addr.(*ssa.FieldAddr)
			if !ok || to.Field != at.Field || !types.Identical(to.X.Type(), at.X.Type()) {
				continue
			}
			if _, isLoad := store.Val.(*ssa.UnOp); !isLoad && t.mayBeMadeHere(store.Val, f) {
				return true
			}
		}
	}
	return false
}

// returnsMade reports whether a call may return such a slice: append may, a function of the library that returns a new one, and a checked one that makes one.
func (t *translator) returnsMade(call *ssa.Call, f *emit.Frame) bool {
	if analysis.IsBuiltin(call, "append") {
		from := call.Call.Args[0]
		_, isNil := from.(*ssa.Const)
		if load, ok := from.(*ssa.UnOp); ok && storedTo(call, load.X) { // buf = append(buf, x) makes none that is not made where buf is set otherwise
			return false
		}
		return isNil || t.mayBeMadeHere(from, f)
	}
	fn := call.Call.StaticCallee()
	switch {
	case fn == nil:
		return false
	case fn.Blocks == nil:
		row := t.prog.RowOf(analysis.Object(fn))
		return row != nil && row.Fresh(0)
	}
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) != 1 {
			return false
		}
		_, makes := ret.Results[0].(*ssa.MakeSlice)
		slice, isSlice := ret.Results[0].(*ssa.Slice)
		if isSlice {
			_, makes = slice.X.(*ssa.Alloc)
		}
		return makes
	})
}

// storedTo reports whether what a call returns is stored at an address.
func storedTo(call *ssa.Call, at ssa.Value) bool {
	return slices.ContainsFunc(*call.Referrers(), func(use ssa.Instruction) bool {
		store, ok := use.(*ssa.Store)
		return ok && store.Addr == at
	})
}

// sliceWriters are the methods of interfaces of the standard library, besides those that read into a slice, that write the slice of bytes which they are
// passed first.
var sliceWriters = map[string]bool{
	"(crypto/cipher.AEAD).Open": true, "(crypto/cipher.AEAD).Seal": true, "(crypto/cipher.Block).Decrypt": true,
	"(crypto/cipher.Block).Encrypt": true, "(crypto/cipher.BlockMode).CryptBlocks": true, "(crypto/cipher.Stream).XORKeyStream": true,
	"(hash.Hash).Sum": true,
}

// readsInto reports whether a call is one of a method Read, ReadAt or ReadFrom, or of another one that writes bytes, and an argument the slice of bytes
// to which it does.
func readsInto(inv *emit.Invocation, arg int) bool {
	m := inv.Common.Method
	if m == nil {
		if inv.Callee.Fn == nil {
			return false
		}
		m = analysis.Object(inv.Callee.Fn.Fn)
		arg-- // the receiver is the first
	}
	if m == nil || arg != 0 || m.Signature().Recv() == nil {
		return false
	}
	switch m.Name() {
	case "Read", "ReadAt", "ReadFrom":
		params := m.Signature().Params()
		return params.Len() > 0 && analysis.IsByteSlice(params.At(0).Type())
	}
	return sliceWriters[m.FullName()]
}
