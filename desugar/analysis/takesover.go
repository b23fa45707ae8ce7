package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// TakesOver reports whether a function counts on its callers to leave it what a parameter leads to, for good: it stores that, or something
// that leads there, where a guarded variable owns it. So do Push of a queue and Put of a cache. Each call in checked code is
// checked with the body in place; whoever calls the function besides is told so by its documentation.
func (p *Facts) TakesOver(param *ssa.Parameter) bool { return p.takenOver[param] }

// findTakenOver finds these parameters.
func (p *Facts) findTakenOver() map[*ssa.Parameter]bool {
	found := map[*ssa.Parameter]bool{}
	for _, fn := range p.functions {
		if !p.CallersSynchronise(fn) || p.Outlined[fn] {
			continue
		}
		for _, param := range fn.Params {
			if p.SynchronisedFor(param) && !p.OpaqueParameter(param) && p.mayBeOwned(param.Type()) && p.takesOver(param, map[ssa.Value]bool{}) {
				found[param] = true
			}
		}
	}
	return found
}

// mayBeOwned reports whether a guarded variable may own what values of the type lead to.
func (p *Facts) mayBeOwned(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Struct: // a copy of it shares what its slices and maps lead to
		for f := range u.Fields() {
			if p.mayBeOwned(f.Type()) {
				return true
			}
		}
	}
	return p.LeadsToRegional(t)
}

// LetsKnow reports whether a function lets others know what a slice or map parameter leads to, and does not write it: a goroutine has some of it, a literal that
// outlives the call, or an interface that the function returns. Then it is nobody's, as what is in such places is.
func (p *Facts) LetsKnow(param *ssa.Parameter) bool {
	if m := Object(param.Parent()); m != nil && isIOMethod(m) { // whose callers leave nothing to it, by what package io says
		return false
	}
	switch param.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		return !p.WritesThrough(param) && p.letsKnow(param, map[ssa.Value]bool{})
	}
	return false
}

func (p *Facts) letsKnow(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.Store:
			to := use.Addr
			for {
				if at, ok := to.(*ssa.FieldAddr); ok {
					to = at.X
					continue
				}
				break
			}
			a, ok := to.(*ssa.Alloc)
			return ok && use.Val == v && p.letsKnow(a, seen)
		case *ssa.MakeClosure:
			lit := use.Fn.(*ssa.Function)
			if p.Loose[lit] || p.Spawned[lit] {
				return true
			}
			for i, b := range use.Bindings {
				if b == v && p.letsKnow(lit.FreeVars[i], seen) {
					return true
				}
			}
		case *ssa.Go:
			return slices.Contains(use.Call.Args, v)
		case *ssa.Call:
			fn := use.Call.StaticCallee()
			for i, arg := range use.Call.Args {
				if arg == v && fn != nil && fn.Blocks != nil && p.letsKnow(fn.Params[i], seen) {
					return true
				}
			}
		case *ssa.MakeInterface:
			return slices.ContainsFunc(*use.Referrers(), isReturned)
		case *ssa.Range, *ssa.Next, *ssa.IndexAddr, *ssa.FieldAddr:
			return p.letsKnow(use.(ssa.Value), seen)
		case *ssa.UnOp, *ssa.ChangeType, *ssa.Slice, *ssa.Lookup, *ssa.Extract, *ssa.Field, *ssa.Index:
			x := use.(ssa.Value)
			_, several := x.Type().(*types.Tuple)
			return (several || p.mayBeOwned(x.Type())) && p.letsKnow(x, seen)
		}
		return false
	})
}

// isReturned reports whether an instruction returns a value, perhaps by way of a variable for the result.
func isReturned(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.Return:
		return true
	case *ssa.Store:
		a, ok := use.Addr.(*ssa.Alloc)
		return ok && slices.ContainsFunc(*a.Referrers(), func(i ssa.Instruction) bool {
			load, ok := i.(*ssa.UnOp)
			return ok && slices.ContainsFunc(*load.Referrers(), func(i ssa.Instruction) bool { _, ok := i.(*ssa.Return); return ok })
		})
	}
	return false
}

func (p *Facts) takesOver(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return p.takenBy(v, use, seen) })
}

// takenBy reports whether an instruction, or what comes of it, stores v where a guarded variable owns it.
func (p *Facts) takenBy(v ssa.Value, use ssa.Instruction, seen map[ssa.Value]bool) bool {
	switch use := use.(type) {
	case *ssa.Store:
		return use.Val == v && p.storesInOwned(use.Addr, seen)
	case *ssa.Send, *ssa.Select: // whoever receives it has it from then on
		return slices.Contains(sentBy(use), v)
	case *ssa.MapUpdate:
		return use.Map != v && (p.comesFromOwner(use.Map, map[ssa.Value]bool{}) || p.takesOver(use.Map, seen))
	case *ssa.FieldAddr, *ssa.IndexAddr: // what it leads to may be stored instead
		x := use.(ssa.Value)
		return p.mayBeOwned(Deref(x.Type())) && p.takesOver(x, seen)
	case *ssa.UnOp, *ssa.Field, *ssa.Lookup, *ssa.Extract:
		x := use.(ssa.Value)
		_, several := x.Type().(*types.Tuple)
		return (several || p.mayBeOwned(x.Type())) && p.takesOver(x, seen)
	case *ssa.Slice, *ssa.Phi, *ssa.ChangeType, *ssa.Range, *ssa.Next, *ssa.MakeInterface:
		return p.takesOver(use.(ssa.Value), seen)
	case *ssa.Call:
		return p.takenByCall(v, use, seen)
	}
	return false
}

// storesInOwned reports whether storing at an address stores in what a guarded variable owns, or in something that comes to be owned.
func (p *Facts) storesInOwned(addr ssa.Value, seen map[ssa.Value]bool) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return p.takesOver(a, seen)
	case *ssa.Global:
		return p.ownsSome(p.storedTo(a))
	case *ssa.FieldAddr:
		return p.ownsSome(FieldOf(a)) || p.comesFromOwner(a.X, map[ssa.Value]bool{}) || p.storesInNew(a.X, seen)
	case *ssa.IndexAddr:
		return p.comesFromOwner(a.X, map[ssa.Value]bool{}) || p.storesInNew(a.X, seen)
	}
	return false
}

// storesInNew follows an object that the function has made, to see whether it comes to be owned.
func (p *Facts) storesInNew(x ssa.Value, seen map[ssa.Value]bool) bool {
	switch x := x.(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.Slice:
		return p.takesOver(x, seen)
	case *ssa.FieldAddr:
		return p.storesInNew(x.X, seen)
	case *ssa.IndexAddr:
		return p.storesInNew(x.X, seen)
	case *ssa.UnOp:
		if a, ok := x.X.(*ssa.Alloc); ok { // a variable that holds the object
			return p.takesOver(a, seen)
		}
	}
	return false
}

// keepsInList are the methods that store what they are passed in a list.
var keepsInList = map[string]bool{"(*container/list.List).PushBack": true, "(*container/list.List).PushFront": true,
	"(*container/list.List).InsertAfter": true, "(*container/list.List).InsertBefore": true}

func (p *Facts) takenByCall(v ssa.Value, call *ssa.Call, seen map[ssa.Value]bool) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		if b.Name() != "append" {
			return false
		}
		list, ok := call.Type().Underlying().(*types.Slice)
		owned := !ok || p.mayBeOwned(list.Elem()) // in generic code it may be a type parameter, whose elements are whatever an instance has
		return (call.Call.Args[0] == v || owned) && p.takesOver(call, seen)
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return p.givenAway(v, &call.Call)
	}
	if fn != nil && fn.Blocks == nil && keepsInList[originName(fn)] { // as an element's value
		return call.Call.Args[1] == v && p.comesFromOwner(call.Call.Args[0], map[ssa.Value]bool{})
	}
	if fn == nil || fn.Blocks == nil || p.ContractOf(fn) != nil {
		return false
	}
	for i, arg := range call.Call.Args {
		if arg == v && i < len(fn.Params) && p.takesOver(fn.Params[i], seen) {
			return true
		}
	}
	return false
}

// givenAway reports whether a call of a function value, or of a method by way of an interface, gets v as an argument, and may keep it.
func (p *Facts) givenAway(v ssa.Value, call *ssa.CallCommon) bool {
	if p.LendsBytes(call) {
		return false
	}
	for i, arg := range call.Args {
		if arg == v && !p.LendsSlice(call, i) && !slices.Contains(p.LentArguments(call), i) {
			return true
		}
	}
	return false
}

// ownsSome reports whether a variable owns what it leads to.
func (p *Facts) ownsSome(v *types.Var) bool {
	return v != nil && (p.GroupOf(v) != nil || p.OwnsStore(v))
}

// comesFromOwner reports whether v was found by way of a guarded variable.
func (p *Facts) comesFromOwner(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	from := func(x ssa.Value) bool { return p.comesFromOwner(x, seen) }
	switch v := v.(type) {
	case *ssa.UnOp:
		return from(v.X)
	case *ssa.Global:
		return p.ownsSome(p.storedTo(v))
	case *ssa.FieldAddr:
		return p.ownsSome(FieldOf(v)) || from(v.X)
	case *ssa.IndexAddr:
		return from(v.X)
	case *ssa.Slice:
		return from(v.X)
	case *ssa.Lookup:
		return from(v.X)
	case *ssa.Extract:
		return from(v.Tuple)
	case *ssa.Next:
		return from(v.Iter)
	case *ssa.Range:
		return from(v.X)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, from)
	case *ssa.Alloc:
		return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
			s, ok := use.(*ssa.Store)
			return ok && s.Addr == ssa.Value(v) && from(s.Val)
		})
	}
	return false
}
