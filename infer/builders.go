package infer

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A builder is a method that changes an object and returns it, as in New().WithLimit(3).WithName("a"): it is called on
// an object that is being set up, which nobody else can reach yet. The code says so by its form alone, so it counts for
// little: one that takes a lock, uses atomics or starts something is taken for one that others may call at any time,
// and so is one that is called without its name, or on an object that others can reach.

// findBuilders finds the methods of this form. What an object without a lock needs its callers see to anyway.
func (p *program) findBuilders() {
	for _, fn := range p.functions {
		recv := fn.Signature.Recv()
		if recv == nil || fn.Parent() != nil || p.setUp(recv.Type()) == nil || !returnsReceiver(fn) {
			continue
		}
		st := recv.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
		if p.synchronises(st) && !p.nameless[fn] && p.setsOnly(fn, map[*ssa.Function]bool{}) {
			p.builders[fn] = true
		}
	}
}

// returnsReceiver reports whether the one result of a method is its receiver, wherever it returns.
func returnsReceiver(fn *ssa.Function) bool {
	if fn.Signature.Results().Len() != 1 || !types.Identical(fn.Signature.Results().At(0).Type(), fn.Signature.Recv().Type()) {
		return false
	}
	returns := false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if ret, ok := instr.(*ssa.Return); ok && b != fn.Recover {
				if ret.Results[0] != ssa.Value(fn.Params[0]) {
					return false
				}
				returns = true
			}
		}
	}
	return returns
}

// setsOnly reports whether a function does nothing by which goroutines get along with each other, nor a function that it calls.
func (p *program) setsOnly(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] || !p.bodies[fn] {
		return true
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.Defer, *ssa.MakeClosure:
				return false
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					return false
				}
			case ssa.CallInstruction:
				callee := memory.Callee(i.Common())
				if callee != nil && (memory.OperationOf(memory.Declared(callee)) != memory.NoOperation || !p.setsOnly(callee, seen)) {
					return false
				}
			}
		}
	}
	return true
}

// isSetUp reports whether a builder finds its receiver fresh wherever it is known to be called.
func (p *program) isSetUp(fn *ssa.Function) bool { return p.builders[fn] && !p.misused[fn] }

// endBuilding ends a round: a builder that is called on an object which others can reach is none. It reports whether
// there is something new.
func (p *program) endBuilding() bool {
	changed := false
	for fn := range p.builders {
		for at, c := range p.sites[fn] {
			_, ok := at.(ssa.CallInstruction)
			if !p.misused[fn] && (!ok || !c.fresh[p.Target(fn.Params[0])]) {
				p.misused[fn], changed = true, true
			}
		}
	}
	return changed
}
