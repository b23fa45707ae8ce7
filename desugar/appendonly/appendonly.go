// Package appendonly takes the functions of a program and gives the slices in fields to which the program only appends,
// such as a list of functions to call:
//
//	t.list = append(t.list, f)
//
// Where the array has room, append writes behind the elements that the slice has, and nobody has a slice that reaches
// there. So for those who have read such a field it is as if append always made a new array: what they have never
// changes.
//
// That is told by the text alone, of all functions that can name the field. Each append reads the field and assigns the
// result to the same field, and nothing between that can wait or let another goroutine run under the same lock.
// Whatever else is assigned is nil, or new and known by no other name. Who reads the field looks at elements, their
// number, and parts that begin later, and lets nobody else have the slice. No value of the struct is copied.
package appendonly

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Fields returns the fields to which the functions only append. They are those of all packages in which the names of
// the fields can be written.
func Fields(functions []*ssa.Function) map[*types.Var]bool {
	w := &walk{appended: map[*types.Var]bool{}, other: map[*types.Var]bool{}, inside: map[types.Type][]*types.Var{}}
	for _, fn := range functions {
		for _, p := range fn.Params {
			w.copied(p.Type())
		}
		for _, p := range fn.FreeVars {
			w.copied(p.Type())
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				w.instruction(instr)
			}
		}
	}
	if w.unclear {
		return nil
	}
	for f := range w.other {
		delete(w.appended, f)
	}
	return w.appended
}

// From returns the field that v is read from, if what the one call that uses v appends to it is assigned to the field
// of the same object at once.
func From(v ssa.Value) (*types.Var, bool) {
	if load, ok := v.(*ssa.UnOp); ok {
		if call, ok := soleUse(load).(*ssa.Call); ok && len(call.Call.Args) == 2 && call.Call.Args[0] == v {
			return appendsTo(call)
		}
	}
	return nil, false
}

// appendsTo returns the field that a call appends to, if the result is assigned to the field of the same object at once.
func appendsTo(call *ssa.Call) (*types.Var, bool) {
	if !isBuiltin(call, "append") {
		return nil, false
	}
	load, ok := call.Call.Args[0].(*ssa.UnOp)
	if !ok || load.Op != token.MUL || load.Block() != call.Block() || soleUse(load) != call {
		return nil, false
	}
	from, ok := load.X.(*ssa.FieldAddr)
	store, isStore := soleUse(call).(*ssa.Store)
	if !ok || !isStore || store.Val != call || store.Block() != call.Block() {
		return nil, false
	}
	to, ok := store.Addr.(*ssa.FieldAddr)
	if !ok || to.Field != from.Field || !atOnce(load, store) || !samePointer(from.X, to.X, store) {
		return nil, false
	}
	f := fieldOf(from)
	return f, f != nil
}

// A walk finds what is done with fields.
type walk struct {
	appended, other map[*types.Var]bool         // by field: something is appended; it is no such field
	inside          map[types.Type][]*types.Var // the candidates in a value of a type
	unclear         bool                        // there is a field of a struct that is a type parameter's
}

// instruction notes what an instruction does with fields.
func (w *walk) instruction(instr ssa.Instruction) {
	if v, ok := instr.(ssa.Value); ok {
		w.copied(v.Type())
	}
	switch i := instr.(type) {
	case *ssa.FieldAddr:
		switch f := fieldOf(i); {
		case f == nil:
			w.unclear = true
		case isCandidate(f, i.X.Type()):
			w.address(f, i)
		}
	case *ssa.Convert:
		w.converted(i.X.Type())
		w.converted(i.Type())
	case *ssa.ChangeType:
		w.converted(i.X.Type())
		w.converted(i.Type())
	case ssa.CallInstruction:
		if fn := i.Common().StaticCallee(); fn != nil {
			for _, t := range fn.TypeArgs() {
				w.copied(t)
			}
		}
	}
}

// address notes what becomes of the address of a field.
func (w *walk) address(f *types.Var, at *ssa.FieldAddr) {
	for _, use := range *at.Referrers() {
		ok := false
		switch use := use.(type) {
		case *ssa.DebugRef:
			ok = true
		case *ssa.UnOp:
			ok = use.Op == token.MUL && onlyRead(use, map[ssa.Value]bool{})
		case *ssa.Store:
			ok = use.Addr == at && (isNew(use) || w.appends(f, use))
		}
		if !ok {
			w.other[f] = true
		}
	}
}

// appends reports whether a store assigns what was appended to the same field, and notes that.
func (w *walk) appends(f *types.Var, s *ssa.Store) bool {
	call, ok := s.Val.(*ssa.Call)
	if !ok {
		return false
	}
	if to, is := appendsTo(call); !is || to != f {
		return false
	}
	w.appended[f] = true
	return true
}

// copied notes that there is a value of the type, by which two structs may have one array.
func (w *walk) copied(t types.Type) {
	for _, f := range w.in(t) {
		w.other[f] = true
	}
}

// converted notes that there is a pointer to the type, if it is one, by another name.
func (w *walk) converted(t types.Type) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		w.copied(p.Elem())
	}
}

// in returns the candidates in a value of the type.
func (w *walk) in(t types.Type) []*types.Var {
	if found, ok := w.inside[t]; ok {
		return found
	}
	w.inside[t] = nil
	var found []*types.Var
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if isCandidate(f.Origin(), types.NewPointer(t)) {
				found = append(found, f.Origin())
			}
			found = append(found, w.in(f.Type())...)
		}
	case *types.Array:
		found = w.in(u.Elem())
	case *types.Tuple:
		for v := range u.Variables() {
			found = append(found, w.in(v.Type())...)
		}
	case *types.Chan:
		found = w.in(u.Elem())
	case *types.Map:
		found = append(w.in(u.Key()), w.in(u.Elem())...)
	case *types.Slice:
		found = w.in(u.Elem())
	}
	w.inside[t] = found
	return found
}

// isCandidate reports whether a field, of the struct that a pointer leads to, is a slice that no other package can
// name, of functions, channels, interfaces or values of basic types, in a struct with a lock of its own: such a struct
// nobody copies elsewhere.
func isCandidate(f *types.Var, ptr types.Type) bool {
	s, ok := f.Type().Underlying().(*types.Slice)
	if !ok || f.Exported() {
		return false
	}
	switch elem := s.Elem().Underlying().(type) {
	case *types.Signature, *types.Chan, *types.Interface:
	case *types.Basic:
		if elem.Kind() == types.UnsafePointer {
			return false
		}
	default:
		return false
	}
	p, ok := ptr.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for g := range st.Fields() {
		if n, ok := types.Unalias(g.Type()).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" &&
			(n.Obj().Name() == "Mutex" || n.Obj().Name() == "RWMutex") {
			return true
		}
	}
	return false
}

// fieldOf returns the field, as it is declared; nil if the struct is that of a type parameter.
func fieldOf(a *ssa.FieldAddr) *types.Var {
	p, ok := a.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	if st, ok := p.Elem().Underlying().(*types.Struct); ok {
		return st.Field(a.Field).Origin()
	}
	return nil
}
