package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Methods that are passed on as values, to functions which do no more with them than to call them: `c.each(c.remove)`.
// The call of such a function is translated with its body in place, and in that the call of the method is one that
// names it. So the method counts on its callers as if the text called it there. A method that is kept, that a goroutine
// runs, or that anybody else gets is not one of them.

// findPassedMethods fills passedMethods and getMethods.
func (p *Facts) findPassedMethods() {
	p.passedMethods, p.getMethods = map[*types.Func]bool{}, map[*ssa.Function]bool{}
	other := map[*types.Func]bool{}
	to := map[*types.Func][]*ssa.Function{}
	for _, fn := range p.functions {
		eachValued(fn, func(used *ssa.Function, at ssa.Instruction) {
			obj, ok := used.Object().(*types.Func)
			if !ok {
				return
			}
			obj = obj.Origin()
			made, ok := at.(*ssa.MakeClosure)
			if !ok || !IsWrapper(used) || obj.Signature().Recv() == nil || types.IsInterface(obj.Signature().Recv().Type()) {
				other[obj] = true
				return
			}
			getting, ok := p.onlyPassed(made)
			if !ok {
				other[obj] = true
			}
			to[obj] = append(to[obj], getting...)
		})
	}
	for obj, getting := range to {
		if other[obj] {
			continue
		}
		p.passedMethods[obj] = true
		for _, fn := range getting {
			p.getMethods[fn] = true
		}
	}
}

// onlyPassed reports whether a function value is only passed to functions that only call it, and returns these.
func (p *Facts) onlyPassed(v ssa.Value) (to []*ssa.Function, ok bool) {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.ChangeType:
			more, ok := p.onlyPassed(use)
			if !ok {
				return nil, false
			}
			to = append(to, more...)
		case *ssa.Call:
			fn := use.Call.StaticCallee()
			if fn == nil || fn.Blocks == nil || fn.Parent() != nil || p.InfoOf(fn) == nil || Replaced(fn, p.ContractAt(fn)) || use.Call.Value == v || len(fn.TypeArgs()) > 0 {
				return nil, false
			}
			for i, arg := range use.Call.Args {
				if arg == v && (i >= len(fn.Params) || !isOnlyCalled(fn.Params[i])) {
					return nil, false
				}
			}
			to = append(to, fn)
		default:
			return nil, false
		}
	}
	return to, true
}

// isOnlyCalled reports whether a function does nothing with a parameter but to call it, and waits for it.
func isOnlyCalled(param *ssa.Parameter) bool {
	return !slices.ContainsFunc(*param.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.Call:
			return use.Call.Value != ssa.Value(param) || slices.Contains(use.Call.Args, ssa.Value(param))
		case *ssa.Store:
			a, ok := use.Addr.(*ssa.Alloc)
			return use.Val != ssa.Value(param) || !ok || !holdsOnlyCalled(a)
		}
		return true
	})
}

// holdsOnlyCalled reports whether a variable is assigned once, and what it holds is called and nothing else.
func holdsOnlyCalled(a *ssa.Alloc) bool {
	stores := 0
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if stores++; use.Addr != ssa.Value(a) {
				return false
			}
		case *ssa.UnOp:
			for _, to := range *use.Referrers() {
				call, ok := to.(*ssa.Call)
				_, isDebug := to.(*ssa.DebugRef)
				if !isDebug && (!ok || call.Call.Value != ssa.Value(use) || slices.Contains(call.Call.Args, ssa.Value(use))) {
					return false
				}
			}
		default:
			return false
		}
	}
	return stores == 1
}
