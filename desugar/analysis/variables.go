package analysis

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// IsVariable reports whether a function counts on its callers to have the variable that a parameter points to: one that
// is no struct and has no synchronisation of its own, such as the slice behind the receiver of a method of *queue, or
// the array behind one of *uuid. All calls are translated with the body in place, and nobody gets to know the pointer:
// the function only dereferences it, or passes it on to functions that do no more.
func (p *Facts) IsVariable(param *ssa.Parameter) bool {
	ptr, ok := param.Type().Underlying().(*types.Pointer)
	if !ok || IsComposite(ptr.Elem()) || IsSyncValue(ptr.Elem()) || IsTypeParam(ptr.Elem()) || ArrayType(ptr.Elem()) != nil && !p.standsInVariable(ptr.Elem()) {
		return false
	}
	w := &borrowWalk{prog: p, seen: map[ssa.Value]bool{}}
	return !p.Outlined[param.Parent()] && w.parameter(param)
}

// ReadsOwned reports whether a function counts on its callers to have the elements of a slice or the entries of a map,
// which it reads and lets nobody else know, as some variable of the program may own them.
func (p *Facts) ReadsOwned(param *ssa.Parameter) bool {
	switch u := param.Type().Underlying().(type) {
	case *types.Slice:
		if len(p.HoldersOf(TypeKey(u.Elem())).Owners) == 0 {
			return false
		}
	case *types.Map:
		if len(p.Containers[StoresOf(u)]) == 0 {
			return false
		}
	default:
		return false
	}
	w := &borrowWalk{prog: p, seen: map[ssa.Value]bool{}}
	return w.parameter(param)
}

// BorrowsInterface reports whether a function does nothing with an interface that it is passed but to call methods of
// it, and to pass it on to functions that do no more. Those of an object of a type that one goroutine at a time may use
// tell nobody of the object.
func (p *Facts) BorrowsInterface(param *ssa.Parameter) bool {
	w := &interfaceWalk{prog: p, seen: map[ssa.Value]bool{}}
	return w.value(param)
}

// An interfaceWalk follows an interface that a function is passed, or what it holds.
type interfaceWalk struct {
	prog *Facts
	seen map[ssa.Value]bool
}

func (w *interfaceWalk) value(v ssa.Value) bool {
	if w.seen[v] {
		return true
	}
	w.seen[v] = true
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return !w.use(v, use) })
}

func (w *interfaceWalk) use(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.UnOp, *ssa.ChangeInterface, *ssa.Phi, *ssa.TypeAssert:
		return w.value(use.(ssa.Value))
	case *ssa.Store:
		cell, ok := use.Addr.(*ssa.Alloc)
		return use.Addr == v || ok && !cell.Heap && w.value(cell)
	case *ssa.Extract:
		return use.Index > 0 || w.value(use)
	case *ssa.Call:
		return w.call(&use.Call, v)
	case *ssa.Defer:
		return w.call(&use.Call, v)
	}
	return false
}

func (w *interfaceWalk) call(call *ssa.CallCommon, v ssa.Value) bool {
	switch {
	case call.IsInvoke():
		return !slices.Contains(call.Args, v)
	case usesUnsynchronised(call):
		return !slices.Contains(call.Args[1:], v)
	}
	fn := call.StaticCallee()
	if fn == nil {
		return false
	}
	for i, arg := range call.Args {
		if arg == v && !w.argument(fn, i) {
			return false
		}
	}
	return true
}

func (w *interfaceWalk) argument(fn *ssa.Function, i int) bool {
	if fn.Blocks != nil {
		return i < len(fn.Params) && w.value(fn.Params[i])
	}
	obj := Object(fn)
	if obj == nil {
		return false
	}
	row := cmp.Or(library.Of(obj.FullName()), w.prog.RowOf(obj))
	return row != nil && row.Unknown == "" && !row.Keeps(i) && !row.Aliases(i) && !row.Later(i)
}

// A borrowWalk follows a pointer, slice or map that a function is passed to what is done with it.
type borrowWalk struct {
	prog  *Facts
	seen  map[ssa.Value]bool
	reads bool // a call that may write the bytes it is passed is more than to use what the slice leads to
}

func (w *borrowWalk) parameter(param *ssa.Parameter) bool {
	return w.prog.SynchronisedFor(param) && w.value(param)
}

// value reports whether nothing is done with a reference, or with the address of a local variable that holds it, but to
// use what it leads to.
func (w *borrowWalk) value(v ssa.Value) bool {
	if w.seen[v] {
		return true
	}
	w.seen[v] = true
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return !w.use(v, use) })
}

func (w *borrowWalk) use(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.Lookup, *ssa.Range:
		return true
	case *ssa.MapUpdate: // which may store the reference, as a key or as a value
		return use.Map == v && use.Key != v && use.Value != v
	case *ssa.UnOp:
		_, isCell := v.(*ssa.Alloc)
		return !isCell || w.value(use)
	case *ssa.Slice, *ssa.ChangeType, *ssa.Phi:
		return w.value(use.(ssa.Value))
	case *ssa.IndexAddr, *ssa.FieldAddr:
		return onlyAccesses(use.(ssa.Value))
	case *ssa.Return:
		_, isPointer := v.Type().Underlying().(*types.Pointer)
		return !isPointer
	case *ssa.Store:
		if use.Val != v {
			return true
		}
		cell, ok := use.Addr.(*ssa.Alloc)
		return ok && !cell.Heap && w.value(cell)
	case *ssa.MakeInterface:
		return w.prog.onlyArranged(use) && w.arranged(use)
	case *ssa.Convert: // to a string, which is a copy
		return isStringType(use.Type()) && !w.prog.LeavesBytes(use)
	case *ssa.Call:
		return w.call(&use.Call, v)
	}
	return false
}

func isStringType(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// onlyAccesses reports whether the address of an element, or of a part of it, is used to read and write alone.
func onlyAccesses(addr ssa.Value) bool {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if use.Addr != addr {
				return false
			}
		case *ssa.IndexAddr, *ssa.FieldAddr:
			if !onlyAccesses(use.(ssa.Value)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// call is use for an argument of a call.
func (w *borrowWalk) call(call *ssa.CallCommon, v ssa.Value) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return true
	}
	if w.prog.LendsBytes(call) {
		return call.Value != v && !(w.reads && call.Method.Name() == "Read")
	}
	fn := call.StaticCallee()
	if call.Value == v {
		return false
	}
	for i, arg := range call.Args {
		if arg == v && !(fn == nil && w.prog.LendsSlice(call, i)) && !(fn != nil && w.argument(fn, i)) {
			return false
		}
	}
	return true
}

func (w *borrowWalk) argument(fn *ssa.Function, i int) bool {
	if fn.Blocks != nil {
		return i < len(fn.Params) && w.parameter(fn.Params[i])
	}
	obj := Object(fn)
	if obj == nil {
		return false
	}
	if row := library.Of(obj.FullName()); row != nil {
		return !row.Keeps(i) && !row.Aliases(i) && !row.Calls(i) && !row.Later(i)
	}
	row := w.prog.RowOf(obj)
	return row != nil && row.Lets(i)
}

// arranged is use for an interface that is made for functions that call its methods by their names.
func (w *borrowWalk) arranged(made *ssa.MakeInterface) bool {
	for _, use := range *made.Referrers() {
		call, ok := use.(*ssa.Call)
		if !ok {
			continue
		}
		for _, m := range w.prog.ArrangedMethods(&call.Call) {
			_, byPointer := m.Params[0].Type().Underlying().(*types.Pointer)
			if _, isPointer := made.X.Type().Underlying().(*types.Pointer); byPointer == isPointer && !w.parameter(m.Params[0]) {
				return false
			}
		}
	}
	return true
}
