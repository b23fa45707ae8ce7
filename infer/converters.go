package infer

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A converter is a method that makes a new object out of one that is being set up, as in
// New().WithLimit(3).WithErrors(). It changes nothing, so its form alone says little: a method that reads a
// configuration at any time looks the same. What tells it is a check that it shares with the builders of the type: a
// helper that panics if the object is in use already, and that nobody calls but builders, converters, and other such
// checks.

// A converting is what is known of the calls by which methods that set up objects call one another, on their receivers
// or on parts of these.
type converting struct {
	*program
	calls      map[*ssa.Function][]*ssa.Function // by caller, those that are called on its receiver
	callers    map[*ssa.Function][]*ssa.Function
	elsewhere  map[*ssa.Function]bool // called on something else, or by a literal
	checks     map[*ssa.Function]bool
	converters map[*ssa.Function]bool
}

// findConverters adds the converters to the builders.
func (p *program) findConverters() {
	if len(p.builders) == 0 {
		return
	}
	c := &converting{
		program: p, calls: map[*ssa.Function][]*ssa.Function{}, callers: map[*ssa.Function][]*ssa.Function{}, elsewhere: map[*ssa.Function]bool{},
		checks: map[*ssa.Function]bool{}, converters: map[*ssa.Function]bool{},
	}
	for _, fn := range p.functions {
		c.noteCalls(fn)
	}
	for _, fn := range p.functions {
		if p.builders[fn] || !p.maySetUp(fn) {
			continue
		}
		switch {
		case p.makesAnother(fn):
			c.converters[fn] = true
		case !exported(memory.Declared(fn)):
			c.checks[fn] = true
		}
	}
	for again := true; again; {
		again = c.drop()
	}
	for fn := range c.grounded() {
		if c.converters[fn] {
			p.builders[fn] = true
		}
	}
}

// noteCalls notes which methods a function calls, and on what.
func (c *converting) noteCalls(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := memory.Callee(call.Common())
			switch _, waits := call.(*ssa.Call); {
			case callee == nil || !c.bodies[callee] || callee.Signature.Recv() == nil:
			case waits && c.isOnReceiver(fn, call.Common().Args[0]):
				c.calls[fn] = append(c.calls[fn], callee)
				c.callers[callee] = append(c.callers[callee], fn)
			default:
				c.elsewhere[callee] = true
			}
		}
	}
}

// isOnReceiver reports whether a value points to the object whose method a function is, or to a part of it.
func (c *converting) isOnReceiver(fn *ssa.Function, v ssa.Value) bool {
	return fn.Signature.Recv() != nil && fn.Parent() == nil && c.Target(v).Object() == c.Target(fn.Params[0])
}

// maySetUp reports whether a function is a method of a type with synchronisation of its own, is called by its name
// alone, and does nothing by which goroutines get along with each other.
func (p *program) maySetUp(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Parent() != nil || memory.Declared(fn) == nil || p.setUp(recv.Type()) == nil || p.nameless[fn] {
		return false
	}
	n, _ := memory.Named(recv.Type())
	return p.isSynchronised(n) && p.setsOnly(fn, map[*ssa.Function]bool{})
}

// makesAnother reports whether a function returns an object that it has made, of a type with synchronisation of its own.
func (p *program) makesAnother(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	if results.Len() != 1 {
		return false
	}
	t := results.At(0).Type()
	_, isPointer := t.Underlying().(*types.Pointer)
	if n, ok := memory.Named(t); !ok || p.pkgs[n.Obj().Pkg()] == nil || !p.isSynchronised(n) {
		return false
	}
	returns := false
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && b != fn.Recover {
			if _, isNew := ret.Results[0].(*ssa.Alloc); isPointer && !isNew {
				return false
			}
			returns = true
		}
	}
	return returns
}

// isSynchronised reports whether a type is a struct with synchronisation of its own.
func (p *program) isSynchronised(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	return ok && p.synchronises(st)
}

// drop takes out the checks that anybody else calls. It reports whether there is one.
func (c *converting) drop() bool {
	before := len(c.checks)
	for fn := range c.checks {
		if c.elsewhere[fn] || slices.ContainsFunc(c.callers[fn], func(by *ssa.Function) bool {
			return !c.builders[by] && !c.converters[by] && !c.checks[by]
		}) {
			delete(c.checks, fn)
		}
	}
	return len(c.checks) < before
}

// grounded returns the checks that builders call, and the converters that call these, directly or by others of them.
func (c *converting) grounded() map[*ssa.Function]bool {
	found := map[*ssa.Function]bool{}
	for fn := range c.checks {
		if c.isBuilders(fn, map[*ssa.Function]bool{}) && c.refuses(fn, map[*ssa.Function]bool{}) {
			found[fn] = true
		}
	}
	for again := true; again; {
		before := len(found)
		for fn := range c.converters {
			if slices.ContainsFunc(c.calls[fn], func(callee *ssa.Function) bool { return found[callee] }) {
				found[fn] = true
			}
		}
		again = len(found) > before
	}
	return found
}

// isBuilders reports whether a check is called by a builder, directly or by other checks.
func (c *converting) isBuilders(check *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[check] {
		return false
	}
	seen[check] = true
	return slices.ContainsFunc(c.callers[check], func(by *ssa.Function) bool { return c.builders[by] || c.checks[by] && c.isBuilders(by, seen) })
}

// refuses reports whether a check may panic, itself or in one that it calls.
func (c *converting) refuses(check *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[check] {
		return false
	}
	seen[check] = true
	for _, b := range check.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic); ok {
			return true
		}
	}
	return slices.ContainsFunc(c.calls[check], func(callee *ssa.Function) bool { return c.checks[callee] && c.refuses(callee, seen) })
}
