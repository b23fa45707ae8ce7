package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/library"
)

// keepsToItself reports whether the slice or map in a variable of a function is known by the variable alone: here, and
// in the literals that capture it, its elements are read and written, it grows into the variable itself, and functions
// of the standard library look at it that keep nothing. The function that declares it may return it.
func keepsToItself(v ssa.Value, top bool, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp:
			if !staysIn(use, v, top) {
				return false
			}
		case *ssa.MakeClosure:
			for i, b := range use.Bindings {
				if b == v && !keepsToItself(use.Fn.(*ssa.Function).FreeVars[i], false, seen) {
					return false
				}
			}
		}
	}
	return true
}

// staysIn reports whether the value x, which was read from the variable v or made of what was, goes nowhere else.
func staysIn(x, v ssa.Value, top bool) bool {
	for _, use := range *x.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.Lookup, *ssa.Range, *ssa.BinOp, *ssa.Convert: // a string has a copy of the elements
		case *ssa.Return:
			if !top {
				return false
			}
		case *ssa.Store:
			if use.Val == x && use.Addr != v && !(top && isReturned(use.Addr)) {
				return false
			}
		case *ssa.MapUpdate:
			if use.Map != x {
				return false
			}
		case *ssa.IndexAddr:
			if !onlyAccessed(use) {
				return false
			}
		case *ssa.Call:
			if !letsGo(use, x, v, top) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isReturned reports whether an address is that of a variable for a result: what is read from it is returned, and
// nothing else is done with it.
func isReturned(addr ssa.Value) bool {
	if f, ok := addr.(*ssa.FieldAddr); ok { // of a struct that is
		return isReturned(f.X)
	}
	a, ok := addr.(*ssa.Alloc)
	return ok && onlyReturned(a, *a.Referrers())
}

// onlyReturned reports whether uses of an address only assign there, or to fields there, and return what is read.
func onlyReturned(addr ssa.Value, uses []ssa.Instruction) bool {
	for _, use := range uses {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != addr {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyReturned(use, *use.Referrers()) {
				return false
			}
		case *ssa.UnOp:
			for _, u := range *use.Referrers() {
				switch u := u.(type) {
				case *ssa.DebugRef, *ssa.Return:
				case *ssa.Store:
					if u.Addr == addr || !isReturned(u.Addr) {
						return false
					}
				default:
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// onlyAccessed reports whether an address is only read from and written to, also by sync/atomic, or that of a part which is.
func onlyAccessed(addr ssa.Value) bool {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if use.Addr != addr {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyAccessed(use) {
				return false
			}
		case *ssa.Call:
			if analysis.UsesAsValue(use, addr) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// letsGo reports whether a call with the argument x keeps nothing of it.
func letsGo(call *ssa.Call, x, v ssa.Value, top bool) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "cap", "delete", "clear":
			return true
		case "append":
			if call.Call.Args[0] != x { // its elements are read
				return true
			}
			return (len(call.Call.Args) < 2 || call.Call.Args[1] != x) && staysIn(call, v, top)
		case "copy":
			return true
		}
		return false
	}
	fn := call.Call.StaticCallee()
	if fn == nil || analysis.Object(fn) == nil {
		return false
	}
	row := library.Of(analysis.Object(fn).FullName())
	if row == nil {
		return false
	}
	for i, arg := range call.Call.Args {
		if arg == x && (row.Keeps(i) || row.Aliases(i) || row.Copies(i) && !leadsNowhere(x.Type()) || row.Calls(i) || row.Later(i)) {
			return false
		}
	}
	return true
}

// leadsNowhere reports whether whoever has copies of the elements of a slice gets at nothing by them: numbers, strings
// and errors.
func leadsNowhere(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	_, isBasic := s.Elem().Underlying().(*types.Basic)
	return isBasic || analysis.IsError(s.Elem())
}
