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
			if p.SynchronisedFor(param) && !p.OpaqueParameter(param) && p.mayBeOwned(param.Type()) && p.takesOver(param) {
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

// LetsKnow reports whether a function lets others know what a slice or map parameter leads to, and does not write it: a
// goroutine has some of it, a literal that outlives the call, or an interface that the function returns. Then it is
// nobody's, as what is in such places is.
func (p *Facts) LetsKnow(param *ssa.Parameter) bool {
	if isBytesOfIO(param) {
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

func (p *Facts) takesOver(param *ssa.Parameter) bool {
	w := p.takeWalkOf(param, map[ssa.Value]bool{})
	return w.given && !w.kept
}

func (p *Facts) takeWalkOf(param *ssa.Parameter, seen map[ssa.Value]bool) *takeWalk {
	w := &takeWalk{prog: p, seen: seen, from: map[*types.Var]bool{}, moved: map[*types.Var]bool{}}
	if fn := param.Parent(); fn.Signature.Recv() != nil && param == fn.Params[0] || sendsOnOwn(param) {
		w.receiver = param
	}
	w.value(param, nil)
	for f := range w.from {
		w.kept = w.kept || w.moved[f]
	}
	return w
}

// sendsOnOwn reports whether a function sends what a field of a parameter has on a channel in another field of it: the
// object stays what it is, as a receiver does.
func sendsOnOwn(param *ssa.Parameter) bool {
	isField := func(v ssa.Value) bool {
		load, ok := v.(*ssa.UnOp)
		if !ok {
			return false
		}
		at, ok := load.X.(*ssa.FieldAddr)
		return ok && holdsParam(at.X, param)
	}
	for _, b := range param.Parent().Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Send); ok && isField(s.Chan) && isField(s.X) {
				return true
			}
		}
	}
	return false
}

// A takeWalk looks for where what a parameter leads to comes to be owned by a guarded variable, or is given away.
type takeWalk struct {
	prog        *Facts
	seen        map[ssa.Value]bool
	receiver    *ssa.Parameter      // nil if the parameter is none, nor such as one: what a field of another object has may be left with it, as that of a message
	given, kept bool                // some is; and the receiver goes on to have it
	from, moved map[*types.Var]bool // the fields from which some is given away, and from which some gets into another field
}

// value follows a value, which was found in fields of objects, or in no field.
func (w *takeWalk) value(v ssa.Value, in []*found) {
	if w.seen[v] || v.Referrers() == nil {
		return
	}
	w.seen[v] = true
	for _, use := range *v.Referrers() {
		w.use(v, use, in)
	}
}

// gives notes that an instruction stores v where a guarded variable owns it, or gives it away.
func (w *takeWalk) gives(use ssa.Instruction, in []*found) {
	w.given = true
	for _, f := range in {
		w.from[FieldOf(f.field)] = true
	}
	w.kept = w.kept || len(in) > 0 && !slices.ContainsFunc(in, func(f *found) bool { return f.isReplaced(use) })
}

// isObject reports whether the parameter is a receiver that is an object, or a copy of one, and not just a slice or map.
func (w *takeWalk) isObject() bool {
	if w.receiver == nil {
		return false
	}
	switch w.receiver.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		return false
	}
	return true
}

// use looks at an instruction that uses v.
func (w *takeWalk) use(v ssa.Value, use ssa.Instruction, in []*found) {
	p := w.prog
	switch use := use.(type) {
	case *ssa.Store:
		if use.Val == v {
			w.stores(use, use.Addr, in)
		}
	case *ssa.Send, *ssa.Select: // whoever receives it has it from then on
		if slices.Contains(sentBy(use), v) {
			w.gives(use, in)
		}
	case *ssa.MapUpdate:
		switch {
		case use.Map == v:
		case p.comesFromOwner(use.Map, map[ssa.Value]bool{}):
			w.gives(use, in)
		default:
			w.value(use.Map, in)
		}
	case *ssa.FieldAddr, *ssa.IndexAddr: // what it leads to may be stored instead
		if x := use.(ssa.Value); p.mayBeOwned(Deref(x.Type())) {
			w.value(x, inElement(use, in))
		}
	case *ssa.UnOp, *ssa.Field, *ssa.Lookup, *ssa.Extract:
		x := use.(ssa.Value)
		if _, several := x.Type().(*types.Tuple); several || p.mayBeOwned(x.Type()) {
			w.value(x, w.foundBy(use, inElement(use, in)))
		}
	case *ssa.Slice, *ssa.Phi, *ssa.ChangeType, *ssa.Range, *ssa.Next, *ssa.MakeInterface:
		w.value(use.(ssa.Value), inElement(use, in))
	case *ssa.Call:
		w.call(v, use, in)
	}
}

// stores looks at a store of what is followed at an address: in what a guarded variable owns, or in something that may come to be owned.
func (w *takeWalk) stores(use ssa.Instruction, addr ssa.Value, in []*found) {
	p := w.prog
	owned := false
	switch a := addr.(type) {
	case *ssa.Alloc:
		w.value(a, in)
	case *ssa.Global:
		owned = p.ownsSome(p.storedTo(a))
	case *ssa.FieldAddr:
		if owned = p.ownsSome(FieldOf(a)) || p.comesFromOwner(a.X, map[ssa.Value]bool{}); owned && isBuilt(a.X) {
			w.given = true // with the receiver, which has done its work: so do builders
			return
		} else if !owned {
			w.storesInNew(a.X, in)
			if len(in) > 0 && FieldOf(in[len(in)-1].field) != FieldOf(a) {
				w.moved[FieldOf(in[len(in)-1].field)] = true
			}
		}
	case *ssa.IndexAddr:
		if owned = p.comesFromOwner(a.X, map[ssa.Value]bool{}); !owned {
			w.storesInNew(a.X, in)
		}
	}
	if owned {
		w.gives(use, in)
	}
}

// storesInNew follows an object that the function has made, to see whether it comes to be owned.
func (w *takeWalk) storesInNew(x ssa.Value, in []*found) {
	switch x := x.(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.Slice:
		w.value(x, in)
	case *ssa.FieldAddr:
		w.storesInNew(x.X, in)
	case *ssa.IndexAddr:
		w.storesInNew(x.X, in)
	case *ssa.UnOp:
		if a, ok := x.X.(*ssa.Alloc); ok { // a variable that holds the object
			w.value(a, in)
		}
	}
}

// keepsInList are the methods that store what they are passed in a list.
var keepsInList = map[string]bool{"(*container/list.List).PushBack": true, "(*container/list.List).PushFront": true,
	"(*container/list.List).InsertAfter": true, "(*container/list.List).InsertBefore": true}

func (w *takeWalk) call(v ssa.Value, call *ssa.Call, in []*found) {
	p := w.prog
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		if b.Name() != "append" {
			return
		}
		list, ok := call.Type().Underlying().(*types.Slice)
		owned := !ok || p.mayBeOwned(list.Elem()) // in generic code it may be a type parameter, whose elements are whatever an instance has
		if call.Call.Args[0] == v || owned {
			w.value(call, in)
		}
		return
	}
	fn := call.Call.StaticCallee()
	switch {
	case fn == nil:
		if p.givenAway(v, &call.Call) {
			w.gives(call, in)
			w.kept = w.kept || len(in) == 0 && w.isObject() // what is called back has it only for the call, by any caller's lights
		}
	case fn.Blocks == nil:
		if keepsInList[originName(fn)] && call.Call.Args[1] == v && p.comesFromOwner(call.Call.Args[0], map[ssa.Value]bool{}) { // as an element's value
			w.gives(call, in)
		}
	case p.ContractOf(fn) == nil:
		for i, arg := range call.Call.Args {
			if arg != v || i >= len(fn.Params) {
				continue
			}
			inside := p.takeWalkOf(fn.Params[i], w.seen)
			w.kept = w.kept || inside.kept
			if inside.given {
				w.gives(call, in)
			}
		}
	}
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
