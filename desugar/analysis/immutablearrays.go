package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// Slices of names, tags or codes are mostly made once and never written again, whatever guard the struct has that they
// stand in. Arrays of elements of a basic type that code writes only where it has made them, and that no guarded
// variable holds, are in no region: once they are shared they are immutable, and whoever finds one may read it. Which
// types these are is a choice, which the same program makes everywhere: nothing is believed of it. If a function does
// write such an array, it has to be its own.

// ImmutableArrays reports whether arrays of a type's values are in no region, as no code writes one that it has not made itself.
func (p *Facts) ImmutableArrays(elem types.Type) bool {
	b, ok := elem.Underlying().(*types.Basic)
	return ok && p.immutableArrays[b.Kind()]
}

// findImmutableArrays returns the basic types of which arrays behind slices are written only where they were made, and
// of which there are no other arrays.
func (p *Facts) findImmutableArrays() map[types.BasicKind]bool {
	w := &arrayWrites{prog: p, written: map[types.BasicKind]bool{}, seen: map[types.Type]bool{}}
	for _, path := range p.Paths {
		for _, obj := range p.Packages[path].definitions() {
			w.parts(obj.Type())
			if v, ok := obj.(*types.Var); ok && p.Guard(v) != nil && !p.Guard(v).Immutable {
				w.note(v.Type()) // it owns what it holds
			}
		}
	}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				w.look(instr)
			}
		}
	}
	immutable := map[types.BasicKind]bool{}
	for _, b := range types.Typ {
		if b.Info()&(types.IsString|types.IsNumeric|types.IsBoolean) != 0 && b.Info()&types.IsUntyped == 0 && !w.written[b.Kind()] {
			immutable[b.Kind()] = true
		}
	}
	return immutable
}

// arrayWrites finds the basic types of which arrays are written that may be somebody's.
type arrayWrites struct {
	prog    *Facts
	written map[types.BasicKind]bool
	seen    map[types.Type]bool // by parts
}

// note notes that an array behind a slice of the type may be written.
func (w *arrayWrites) note(t types.Type) {
	if s, ok := t.Underlying().(*types.Slice); ok {
		w.noteElem(s.Elem())
	}
}

func (w *arrayWrites) noteElem(elem types.Type) {
	if b, ok := elem.Underlying().(*types.Basic); ok {
		w.written[b.Kind()] = true
	}
}

// parts notes the types of the elements of arrays that are part of a variable or field.
func (w *arrayWrites) parts(t types.Type) {
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Array:
		w.noteElem(u.Elem())
		w.parts(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			w.parts(f.Type())
		}
	case *types.Pointer:
		w.parts(u.Elem())
	case *types.Slice:
		w.parts(u.Elem())
	case *types.Map:
		w.parts(u.Key())
		w.parts(u.Elem())
	case *types.Chan:
		w.parts(u.Elem())
	}
}

func (w *arrayWrites) look(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.IndexAddr:
		if _, ok := i.X.Type().Underlying().(*types.Slice); ok && !onlyLoaded(i) && !w.made(i.X) {
			w.note(i.X.Type())
		}
	case *ssa.MakeInterface:
		w.note(i.X.Type()) // its methods may write it, or what it is passed to
	case *ssa.Convert:
		w.note(i.X.Type())
	case *ssa.SliceToArrayPointer:
		w.note(i.X.Type())
	case *ssa.TypeAssert:
		w.note(i.AssertedType)
	case ssa.CallInstruction:
		w.call(i.Common())
	}
}

// onlyLoaded reports whether an address is used for nothing but to read what is there, or what is at addresses inside.
func onlyLoaded(at ssa.Value) bool {
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if use.Op != token.MUL {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyLoaded(use) {
				return false
			}
		case *ssa.IndexAddr:
			if use.X != at || !onlyLoaded(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (w *arrayWrites) call(call *ssa.CallCommon) {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append", "copy", "clear":
			if !w.made(call.Args[0]) {
				w.note(call.Args[0].Type())
			}
		}
		return
	}
	fn := call.StaticCallee()
	if fn != nil && fn.Blocks != nil {
		return
	}
	row := w.prog.RowOf(objectOf(fn))
	for k, arg := range call.Args {
		if (row == nil || row.Writes(k) || row.Calls(k)) && !w.made(arg) {
			w.note(arg.Type())
		}
	}
}

func objectOf(fn *ssa.Function) *types.Func {
	if fn == nil {
		return nil
	}
	return Object(fn)
}

// made reports whether a slice is nil or of an array that the function around has made.
func (w *arrayWrites) made(v ssa.Value) bool { return ownArray(v, map[ssa.Value]bool{}) }

func ownArray(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.MakeSlice:
		return true
	case *ssa.Const:
		return true
	case *ssa.Slice:
		if _, ok := v.X.(*ssa.Alloc); ok {
			return true
		}
		return ownArray(v.X, seen)
	case *ssa.ChangeType:
		return ownArray(v.X, seen)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !ownArray(e, seen) {
				return false
			}
		}
		return true
	case *ssa.Call:
		if IsBuiltin(v, "append") {
			return ownArray(v.Call.Args[0], seen)
		}
		return copiesSlice(&v.Call)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		switch at := v.X.(type) {
		case *ssa.Alloc:
			return holdsOwnArrays(at, seen)
		case *ssa.FreeVar:
			a := boundTo(at)
			return a != nil && holdsOwnArrays(a, seen)
		}
	}
	return false
}

// copiesSlice reports whether a call is one of a function of the library that returns a slice of a new array, as slices.Clone does.
func copiesSlice(call *ssa.CallCommon) bool {
	obj := objectOf(call.StaticCallee())
	if obj == nil || call.Signature().Results().Len() != 1 {
		return false
	}
	row := library.Of(obj.FullName())
	return row != nil && (row.Fresh(0) || obj.FullName() == "slices.Clone")
}

// holdsOwnArrays is ownArray for all that a variable, or a literal that captures it, stores in it.
func holdsOwnArrays(at ssa.Value, seen map[ssa.Value]bool) bool {
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if use.Addr != at || !ownArray(use.Val, seen) {
				return false
			}
		case *ssa.MakeClosure:
			for n, b := range use.Bindings {
				if fv := use.Fn.(*ssa.Function).FreeVars[n]; b == at && !seen[fv] {
					seen[fv] = true
					if !holdsOwnArrays(fv, seen) {
						return false
					}
				}
			}
		default:
			return false
		}
	}
	return true
}
