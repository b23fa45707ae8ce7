package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// noteInitial notes the variables whose store may be somebody else's as well from the beginning.
func (p *Facts) noteInitial(info *PkgInfo) {
	init := info.Ssa.Func("init")
	if init == nil {
		return
	}
	for _, b := range init.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			if v := p.storedTo(s.Addr); v != nil && (p.owns(v) && !isNew(s.Val, s) || p.ownsObjects(v) && !p.isAllNew(s.Val, s)) {
				p.Borrowed[v] = v.Pos()
			}
			if isMoved(s.Val) {
				continue
			}
			for _, v := range p.ownersIn(s.Val.Type(), nil) { // a struct that is copied as a whole
				p.Borrowed[v] = s.Pos()
			}
		}
	}
}

// owns reports whether v owns what it refers to: the memory behind a slice or map, or a channel.
func (p *Facts) owns(v *types.Var) bool { return p.OwnsStore(v) || p.OwnsChannel(v) }

// ownsObjects reports whether v owns objects that it leads to.
func (p *Facts) ownsObjects(v *types.Var) bool {
	return p.GroupOf(v) != nil && p.LeadsToRegional(v.Type())
}

// isAllNew reports whether v leads to no objects that somebody may own but new ones, which are made for this store and for nothing else.
func (p *Facts) isAllNew(v ssa.Value, store ssa.Instruction) bool {
	if !p.LeadsToRegional(v.Type()) {
		return true
	}
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Alloc:
		return p.onlyFilledNew(v, store)
	case *ssa.MakeMap:
		return p.onlyFilledNew(v, store)
	case *ssa.MakeSlice:
		return p.onlyFilledNew(v, store)
	case *ssa.MakeInterface:
		return p.onlyFilledNew(v, store) && p.isAllNew(v.X, v)
	case *ssa.Call:
		return isMadeNew(v) && p.onlyFilledNew(v, store)
	case *ssa.UnOp:
		literal := storedOnce(v)
		return literal != nil && p.isAllNew(literal.Val, literal)
	case *ssa.Slice:
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		for _, use := range *v.Referrers() {
			if _, isDebug := use.(*ssa.DebugRef); !isDebug && use != store {
				return false
			}
		}
		return p.onlyFilledNew(a, v)
	}
	return false
}

// onlyFilledNew reports whether what is at v is filled with what is all new, and otherwise used by one instruction alone.
func (p *Facts) onlyFilledNew(v ssa.Value, by ssa.Instruction) bool {
	for _, use := range *v.Referrers() {
		if use == by {
			continue
		}
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.MapUpdate:
			if use.Map != v || !p.isAllNew(use.Key, use) || !p.isAllNew(use.Value, use) {
				return false
			}
		case *ssa.FieldAddr:
			if !p.onlyFilledNew(use, by) {
				return false
			}
		case *ssa.IndexAddr:
			if use.X != v || !p.onlyFilledNew(use, by) {
				return false
			}
		case *ssa.Store:
			if use.Addr != v || !p.isAllNew(use.Val, use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// storedTo returns the variable at an address.
func (p *Facts) storedTo(addr ssa.Value) *types.Var {
	switch a := addr.(type) {
	case *ssa.Global:
		v, _ := a.Object().(*types.Var)
		return v
	case *ssa.FieldAddr:
		st, ok := Deref(a.X.Type()).Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		return p.Field(st.Field(a.Field))
	}
	return nil
}

// ownersIn returns the fields inside a struct type that own their stores.
func (p *Facts) ownersIn(t types.Type, found []*types.Var) []*types.Var {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if p.owns(f) || p.ownsObjects(f) {
				found = append(found, p.Field(f))
			}
			found = p.ownersIn(f.Type(), found)
		}
	case *types.Array:
		found = p.ownersIn(u.Elem(), found)
	}
	return found
}

// isMoved reports whether v is what a variable of go/ssa's own for a literal holds, which is filled and read once: the literal
// goes where v goes. What it is filled with is looked at where that is done.
func isMoved(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	a, ok := load.X.(*ssa.Alloc)
	return ok && a.Comment == "complit" && onlyFilledParts(a, load)
}

// onlyFilledParts reports whether the variable, or part of one, at an address is read by one instruction alone, and otherwise filled.
func onlyFilledParts(at ssa.Value, by ssa.Instruction) bool {
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != at {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyFilledParts(use, by) {
				return false
			}
		case *ssa.IndexAddr:
			if use.X != at || !onlyFilledParts(use, by) {
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

// IsInitialiser reports whether fn is what go/ssa makes of a package's variables and their initial values.
func IsInitialiser(fn *ssa.Function) bool {
	return fn.Name() == "init" && fn.Parent() == nil && fn.Signature.Recv() == nil
}

// promisesInitially reports whether an invariant may speak of the package's variables, or of objects that they lead to
// from the beginning.
func (p *Facts) promisesInitially(info *PkgInfo) bool {
	init := info.Ssa.Func("init")
	if init == nil {
		return false
	}
	if spec := info.Annot.Package; spec != nil && len(spec.Promises()) > 0 {
		return true
	}
	if p.convertsInitially(init) {
		return true
	}
	opaque := false
	for _, v := range info.Variables() {
		promised, any := p.Leads(v.Type(), map[types.Type]bool{})
		if promised {
			return true
		}
		opaque = opaque || any
	}
	return opaque && len(p.Typed) > 0 && (&promises{p, map[*ssa.Function]bool{}, map[types.Type]bool{}}).madeBy(init)
}

// convertsInitially reports whether an initial value becomes one of an interface type with contracts, which count on receivers.
func (p *Facts) convertsInitially(init *ssa.Function) bool {
	for _, b := range init.Blocks {
		for _, instr := range b.Instrs {
			if mi, ok := instr.(*ssa.MakeInterface); ok && len(p.Contracted(mi.Type())) > 0 {
				return true
			}
		}
	}
	return false
}

// Variables returns the package variables, by name.
func (info *PkgInfo) Variables() []*types.Var {
	var vs []*types.Var
	scope := info.syntax.Types.Scope()
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok {
			vs = append(vs, v)
		}
	}
	return vs
}

// Leads reports whether a value of the type may lead to a value of a type with invariants, and whether it may lead to
// anything, as an interface or a function does.
func (p *Facts) Leads(t types.Type, seen map[types.Type]bool) (promised, opaque bool) {
	if seen[t] {
		return false, false
	}
	seen[t] = true
	also := func(t types.Type) {
		a, b := p.Leads(t, seen)
		promised, opaque = promised || a, opaque || b
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if spec := p.TypeSpec(n.Origin().Obj()); spec != nil && len(spec.Promises()) > 0 {
			return true, false
		}
		for arg := range n.TypeArgs().Types() {
			also(arg)
		}
	}
	if IsSyncValue(t) {
		return promised, opaque
	}
	switch u := t.Underlying().(type) {
	case *types.Interface, *types.Signature:
		return promised, true
	case *types.Struct:
		for f := range u.Fields() {
			also(f.Type())
		}
	case *types.Map:
		also(u.Key())
		also(u.Elem())
	case interface{ Elem() types.Type }:
		also(u.Elem())
	}
	return promised, opaque
}

// promises looks for values of types with invariants. What it has seen led to none.
type promises struct {
	*Facts
	functions map[*ssa.Function]bool
	types     map[types.Type]bool
}

// madeBy reports whether fn, or a function that it calls or makes, creates such a value.
func (p *promises) madeBy(fn *ssa.Function) bool {
	if fn == nil || p.functions[fn] {
		return false
	}
	p.functions[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok {
				switch v.(type) {
				case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeInterface:
					if promised, _ := p.Leads(v.Type(), p.types); promised {
						return true
					}
				}
			}
			for _, op := range instr.Operands(nil) {
				if callee, ok := (*op).(*ssa.Function); ok && p.madeBy(callee) {
					return true
				}
			}
		}
	}
	return false
}
