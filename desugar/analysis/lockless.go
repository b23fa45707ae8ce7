package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// findLockless returns the functions, not exported, that checked code calls by their names and never with a lock held,
// as far as the text tells. No caller does anything to a lock, none has made what it passes, and the same holds of the
// callers of callers that are not exported. Such a function counts on nobody to hold a lock: what it accesses without
// one is its own mistake, and not that of its callers.
//
// Nor does such a function count on anybody to be in the goroutine to which a variable is confined, if no goroutine
// that is started in checked code gets to it; see findStarted.
//
// Nothing rests on it. A function that counts on nobody is checked for more.
func (p *Facts) findLockless() map[*ssa.Function]bool {
	locked, passOn := map[*ssa.Function]bool{}, map[*ssa.Function][]*ssa.Function{}
	var queue []*ssa.Function
	lock := func(fn *ssa.Function) {
		if !locked[fn] {
			locked[fn] = true
			queue = append(queue, fn)
		}
	}
	for _, fn := range p.functions {
		nameless := !token.IsExported(fn.Name()) && !p.Spawned[fn] && !p.CallersSynchronise(fn)
		locks := nameless || fn.Parent() != nil && !isResult(fn) || p.ContractOf(fn) != nil || locksAnything(fn)
		for _, call := range AllCalls(fn) {
			for _, callee := range p.Callees(call) {
				switch {
				case locks || callee != call.StaticCallee() || passesOwn(call):
					lock(genericOf(callee))
				case !token.IsExported(Root(fn).Name()):
					passOn[genericOf(fn)] = append(passOn[genericOf(fn)], genericOf(callee))
				}
			}
		}
	}
	for len(queue) > 0 {
		fn := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, callee := range passOn[fn] {
			lock(callee)
		}
	}
	lockless := map[*ssa.Function]bool{}
	for fn := range p.called {
		if !token.IsExported(fn.Name()) && !locked[genericOf(fn)] { // others may call what is exported
			lockless[fn] = true
		}
	}
	return lockless
}

// findStarted returns the functions that run in goroutines which checked code starts, or which run a function to which
// variables are confined.
func (p *Facts) findStarted() map[*ssa.Function]bool {
	var queue []*ssa.Function
	started := map[*ssa.Function]bool{}
	start := func(fn *ssa.Function) {
		if fn = genericOf(fn); !started[fn] {
			started[fn] = true
			queue = append(queue, fn)
		}
	}
	for _, fn := range p.functions {
		confined := func(path string) bool {
			return slices.ContainsFunc(p.Packages[path].Annot.Confined, func(c *annot.Confinement) bool { return Object(fn) == c.Func })
		}
		if p.Spawned[fn] || slices.ContainsFunc(p.Paths, confined) {
			start(fn)
		}
	}
	for len(queue) > 0 {
		fn := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, call := range AllCalls(fn) {
			for _, callee := range p.Callees(call) {
				start(callee)
			}
		}
		for _, lit := range fn.AnonFuncs {
			start(lit)
		}
	}
	return started
}

// countsOnNobody reports whether a function does not count on its callers for the guard of a group, as none of them satisfies it.
func (p *Facts) countsOnNobody(fn *ssa.Function, g *Group) bool {
	return p.lockless[fn] && (p.isLocked(g) || p.isConfined(g) && !p.started[genericOf(fn)])
}

// genericOf is the function that fn is an instance of, or else fn.
func genericOf(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// locksAnything reports whether a function does something to a lock: itself, in a literal, or by a function that locks
// and leaves it to others to unlock, or the other way round.
func locksAnything(fn *ssa.Function) bool {
	for _, call := range AllCalls(fn) {
		if takes, gives := lockCall(call); takes || gives {
			return true
		}
		if callee := call.StaticCallee(); callee != nil && isHalf(callee) {
			return true
		}
	}
	for _, lit := range fn.AnonFuncs {
		if locksAnything(lit) {
			return true
		}
	}
	return false
}

// isHalf reports whether a function takes locks and gives none back, or the other way round.
func isHalf(fn *ssa.Function) bool {
	takes, gives := false, false
	for _, call := range AllCalls(fn) {
		t, g := lockCall(call)
		takes, gives = takes || t, gives || g
	}
	return takes != gives
}

// lockCall reports whether a call takes a lock, or gives one back, by a name or by way of an interface.
func lockCall(call *ssa.CallCommon) (takes, gives bool) {
	name := ""
	switch fn := call.StaticCallee(); {
	case call.IsInvoke() && IsLockMethod(call.Method):
		name = call.Method.Name()
	case fn != nil && fn.Object() != nil && IsLockFunction(fn):
		name = fn.Name()
	}
	switch op := LockOp(name); {
	case name == "":
		return false, false
	case TrustedMethods[name] == OpUnlock, TrustedMethods[name] == OpRUnlock:
		return false, true
	default:
		return op != "", false
	}
}

// passesOwn reports whether a call passes a pointer that is neither a parameter of the caller nor a field of what one
// points to: it may lead to what the caller alone has.
func passesOwn(call *ssa.CallCommon) bool {
	for _, arg := range call.Args {
		if _, isPointer := arg.Type().Underlying().(*types.Pointer); isPointer && !isCallers(arg) {
			return true
		}
	}
	return false
}

// isCallers reports whether a value is what a parameter began with, or is read from fields behind that. What a literal
// captures its function was given, if it is the variable of a parameter.
func isCallers(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		switch at := load.X.(type) {
		case *ssa.FieldAddr:
			return isCallers(at.X)
		case *ssa.FreeVar:
			if a := boundTo(at); a != nil {
				_, ok := Spilled(a)
				return ok
			}
		}
	}
	return ParameterOf(v) != nil
}

// isResult reports whether all that becomes of a literal is that its function returns it: who has called the function calls it, too.
func isResult(lit *ssa.Function) bool {
	if lit.Referrers() == nil {
		return false
	}
	return !slices.ContainsFunc(*lit.Referrers(), func(use ssa.Instruction) bool {
		made, ok := use.(*ssa.MakeClosure)
		return !ok || !isOnlyReturned(made, map[ssa.Value]bool{})
	})
}
