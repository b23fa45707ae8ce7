package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Package variables get their initial values before any function that is checked runs. A variable that owns its backing
// store, or a field that does, owns it from then on: so what it is initialised with must be new and nobody else's. The same goes for channels.

// noteInitial notes the variables whose store may be somebody else's as well from the beginning.
func (p *Program) noteInitial(info *pkgInfo) {
	init := info.ssa.Func("init")
	if init == nil {
		return
	}
	for _, b := range init.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			if v := p.storedTo(s.Addr); v != nil && p.owns(v) && !isNew(s.Val, s) {
				p.borrowed[v] = v.Pos()
			}
			for _, v := range p.ownersIn(s.Val.Type(), nil) { // a struct that is copied as a whole
				p.borrowed[v] = s.Pos()
			}
		}
	}
}

// owns reports whether v owns what it refers to: the memory behind a slice or map, or a channel.
func (p *Program) owns(v *types.Var) bool { return p.ownsStore(v) || p.ownsChannel(v) }

// storedTo returns the variable at an address.
func (p *Program) storedTo(addr ssa.Value) *types.Var {
	switch a := addr.(type) {
	case *ssa.Global:
		v, _ := a.Object().(*types.Var)
		return v
	case *ssa.FieldAddr:
		st, ok := deref(a.X.Type()).Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		return st.Field(a.Field).Origin()
	}
	return nil
}

// ownersIn returns the fields inside a struct type that own their stores.
func (p *Program) ownersIn(t types.Type, found []*types.Var) []*types.Var {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if p.owns(f.Origin()) {
				found = append(found, f.Origin())
			}
			found = p.ownersIn(f.Type(), found)
		}
	case *types.Array:
		found = p.ownersIn(u.Elem(), found)
	}
	return found
}

// isNew reports whether v is nil, or a slice, map or channel that is made for this store and for nothing else.
func isNew(v ssa.Value, store *ssa.Store) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.MakeMap:
		return onlyFilled(v, store)
	case *ssa.MakeSlice:
		return onlyFilled(v, store)
	case *ssa.MakeChan:
		return onlyFilled(v, store)
	case *ssa.UnOp:
		literal := storedOnce(v)
		return literal != nil && isNew(literal.Val, literal)
	case *ssa.Slice:
		a, ok := v.X.(*ssa.Alloc)
		return ok && a.Heap && onlyFilled(v, store) && onlyFilled(a, v)
	}
	return false
}

// storedOnce returns what puts a value into the variable that v reads, if that is one of go/ssa's own for a literal, with
// v for its only use.
func storedOnce(v *ssa.UnOp) *ssa.Store {
	a, ok := v.X.(*ssa.Alloc)
	if !ok || a.Comment != "complit" {
		return nil
	}
	var only *ssa.Store
	for _, use := range *a.Referrers() {
		s, ok := use.(*ssa.Store)
		if use == v {
			continue
		}
		if !ok || s.Addr != a || only != nil {
			return nil
		}
		only = s
	}
	return only
}

// onlyFilled reports whether v is used by one instruction alone, and otherwise filled.
func onlyFilled(v ssa.Value, by ssa.Instruction) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.MapUpdate:
			if use.Map != v || use.Key == v || use.Value == v {
				return false
			}
		case *ssa.IndexAddr:
			for _, u := range *use.Referrers() {
				if s, ok := u.(*ssa.Store); ok && s.Addr == use {
					continue
				}
				if _, ok := u.(*ssa.FieldAddr); ok {
					continue
				}
				return false
			}
		default:
			if use != by {
				return false
			}
		}
	}
	return true
}
