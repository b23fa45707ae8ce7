package analysis

import (
	"golang.org/x/tools/go/ssa"
)

// Objects that a function makes and shares with goroutines, for which it waits by a WaitGroup that is a variable of the
// function:
//
//	s := &summary{}
//	var wg sync.WaitGroup
//	wg.Go(func() { s.add(1) }) // under the mutex of s
//	wg.Wait()
//	return s.total
//
// If all goroutines that know the object owe a Done of that WaitGroup, and pay it last, only the function knows the
// object after its Wait.

// ReturnsBy reports whether a Wait for a WaitGroup in a variable of the function makes an object that the function has
// made its own again, and the function goes on with the object. It may return the object: nothing of the function is
// carried out after that.
func (p *Facts) ReturnsBy(wait *ssa.Call, made ssa.Value, group *ssa.Alloc) bool {
	k := p.knowersUntilWait(made, group, true)
	return k != nil && k.usedAfter(wait)
}

// KnownUntilWait reports whether all goroutines that may come to know the object that a function makes owe a Done of
// the WaitGroup in a variable of the function, and pay it last, and the function does not return the object.
func (p *Facts) KnownUntilWait(made ssa.Value, group *ssa.Alloc) bool {
	return p.knowersUntilWait(made, group, false) != nil
}

// knowersUntilWait returns those who know the object, nil if some know it longer.
func (p *Facts) knowersUntilWait(made ssa.Value, group *ssa.Alloc, returned bool) *knowers {
	fn := group.Parent()
	instr, ok := made.(ssa.Instruction)
	if !ok || !IsWaitGroup(Deref(group.Type())) || made.Parent() != fn || p.Unaccounted(group) {
		return nil
	}
	if instr.Block() != group.Block() && (Cycles(instr.Block(), nil) || Cycles(group.Block(), nil)) { // another group goes with another object
		return nil
	}
	k := p.knowersOf(made, nil)
	k.local, k.parameters = group, map[*ssa.Parameter]bool{}
	switch v := made.(type) {
	case *ssa.Alloc:
		if !v.Heap {
			return nil
		}
	case *ssa.Call:
		if !k.isMade(v, 0) {
			return nil
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); !ok || !k.isMade(call, v.Index) {
			return nil
		}
	default:
		return nil
	}
	if returned {
		k.maker = fn
	}
	if !k.groupVariable(group) || !k.onlyUntilDone(made) || k.called[fn] || k.started[fn] { // another activation has another group
		return nil
	}
	return k
}

// usedAfter reports whether the function that waits uses the object after that, and not just its locks.
func (k *knowers) usedAfter(wait *ssa.Call) bool {
	for v := range k.seen {
		for _, use := range usesOf(v) {
			if use.Parent() != wait.Parent() || use.Block() == wait.Block() && !ComesBefore(wait, use) || use.Block() != wait.Block() && !Reaches(wait.Block(), use.Block()) {
				continue
			}
			switch use := use.(type) {
			case *ssa.FieldAddr:
				if !IsSyncValue(Deref(use.Type())) {
					return true
				}
			case *ssa.Call, *ssa.Return:
				return true
			}
		}
	}
	return false
}

// groupVariable follows the variable with the WaitGroup, or what a literal captures of it, and notes the operations that
// pay a Done. Nobody assigns to it, and nobody gets its address.
func (k *knowers) groupVariable(v ssa.Value) bool {
	for _, use := range usesOf(v) {
		switch use := use.(type) {
		case *ssa.MakeClosure:
			if !k.knowsGroup(use, v) {
				return false
			}
		case *ssa.Go:
			param := k.givenGroup(use)
			if param == nil || !k.groupParameter(param) || !k.paysLast(param.Parent(), nil) {
				return false
			}
		case ssa.CallInstruction:
			if !k.operation(v, use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// knowsGroup follows the variable with the WaitGroup into a literal. One that go statements alone run may pay its Done
// last, whatever it knows of the object.
func (k *knowers) knowsGroup(made *ssa.MakeClosure, v ssa.Value) bool {
	lit := made.Fn.(*ssa.Function)
	if lit.Synthetic != "" {
		return false
	}
	started := true
	for _, use := range usesOf(made) {
		g, ok := use.(*ssa.Go)
		started = started && ok && g.Call.Value == ssa.Value(made)
	}
	if started {
		k.paysLast(lit, nil)
	}
	for i, b := range made.Bindings {
		if b == v && !k.groupVariable(lit.FreeVars[i]) {
			return false
		}
	}
	return true
}

// givenGroup returns the parameter by which a go statement passes the address of the WaitGroup to a function, nil if it
// passes none.
func (k *knowers) givenGroup(start *ssa.Go) (param *ssa.Parameter) {
	fn := start.Call.StaticCallee()
	if fn == nil || fn.Blocks == nil || k.prog.InfoOf(fn) == nil || len(fn.Params) != len(start.Call.Args) {
		return nil
	}
	for i, arg := range start.Call.Args {
		if k.isLocalGroup(arg) {
			if param != nil {
				return nil
			}
			param = fn.Params[i]
		}
	}
	return param
}

// groupParameter follows a parameter with the address of the WaitGroup, which is used as the variable may be. It is the
// only one of its function that gets the address.
func (k *knowers) groupParameter(param *ssa.Parameter) bool {
	for p := range k.parameters {
		if p != param && p.Parent() == param.Parent() {
			return false
		}
	}
	k.parameters[param] = true
	for _, use := range usesOf(param) {
		s, ok := use.(*ssa.Store)
		if !ok {
			return false
		}
		a, ok := s.Addr.(*ssa.Alloc)
		if !ok || s.Val != ssa.Value(param) {
			return false
		}
		if p, ok := Spilled(a); !ok || p != param {
			return false
		}
		for _, use := range usesOf(a) {
			switch use := use.(type) {
			case *ssa.Store:
			case *ssa.UnOp:
				for _, at := range usesOf(use) {
					if call, ok := at.(ssa.CallInstruction); !ok || !k.operation(use, call) {
						return false
					}
				}
			default:
				return false
			}
		}
	}
	return true
}

// isLocalGroup reports whether an address is that of the variable with the WaitGroup, captured or passed on or not.
func (k *knowers) isLocalGroup(at ssa.Value) bool {
	switch v := at.(type) {
	case *ssa.Alloc:
		return v == k.local
	case *ssa.FreeVar:
		return boundTo(v) == k.local
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		param, ok := Spilled(a)
		return ok && k.parameters[param]
	}
	return false
}
