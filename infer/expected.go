package infer

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// What check shows by itself at each call, so that nobody has to write it.

// isExpected reports whether check shows by itself, wherever a function is called, that the lock is held: of a helper
// that uses what a lock in its parameter's own struct guards, and calls itself, or helps to set the object up, too. A
// contract would say less: it does not tell that the lock guards what other parameters lead to, nor what a local object
// leads to.
func (p *program) isExpected(fn *ssa.Function, l *memory.Place) bool {
	param, ok := l.Root.Value.(*ssa.Parameter)
	if !ok || l.Up == nil || l.Up.Up != nil || !memory.Refers(param.Type()) || token.IsExported(fn.Name()) || p.open[fn] {
		return false
	}
	return p.demands[fn][l] == 0 && !p.summaries[fn].released[l] && (p.callsItself(fn) || p.isShown(fn) && p.setsUp(fn, l, map[*ssa.Function]bool{}))
}

// isShown reports whether check shows at each call, with the body in place, that what locks guard may be accessed: of a
// small helper that does nothing to a lock. A call of a large one may be a step of its own. A contract would say less:
// that a parameter is local, and not what the object leads to.
func (p *program) isShown(fn *ssa.Function) bool {
	if token.IsExported(fn.Name()) || p.open[fn] || len(p.sites[fn]) == 0 || p.locks(fn, deepestCall) || p.size(fn, deepestCall) > maxShown {
		return false
	}
	for at := range p.sites[fn] {
		if !isCallOf(at, fn) {
			return false
		}
	}
	return true
}

// maxShown is how large a function may be, in instructions, with the functions that it calls, so that all its calls are
// certainly checked with the body in place: less than half of what check inlines in large functions, as that does not
// count on registers.
const maxShown = 24

func (p *program) size(fn *ssa.Function, depth int) int {
	n := 0
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.DebugRef); ok {
				continue
			}
			n++
			if call, ok := instr.(ssa.CallInstruction); ok && depth > 0 {
				if callee := memory.Callee(call.Common()); callee != nil && p.bodies[callee] {
					n += p.size(callee, depth-1)
				}
			}
		}
	}
	return n
}

// locks reports whether a function, or one that it calls by name, does something to a lock, or may.
func (p *program) locks(fn *ssa.Function, depth int) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := memory.Callee(call.Common())
			if memory.OperationOf(memory.Declared(callee)) != memory.NoOperation || call.Common().IsInvoke() {
				return true
			}
			if callee != nil && p.bodies[callee] && (depth == 0 || p.locks(callee, depth-1)) {
				return true
			}
		}
	}
	return len(fn.AnonFuncs) > 0
}

// callsItself reports whether a function calls itself by name, by way of others, too.
func (p *program) callsItself(fn *ssa.Function) bool {
	seen := map[*ssa.Function]bool{}
	var reaches func(from *ssa.Function) bool
	reaches = func(from *ssa.Function) bool {
		if seen[from] {
			return false
		}
		seen[from] = true
		for _, around := range p.around[from] {
			for _, b := range around.Blocks {
				for _, instr := range b.Instrs {
					call, ok := instr.(ssa.CallInstruction)
					if !ok {
						continue
					}
					callees := append(p.entriesOf(call.Common()), memory.Callee(call.Common()))
					if slices.ContainsFunc(callees, func(callee *ssa.Function) bool {
						return callee != nil && (callee == fn || p.bodies[callee] && reaches(outermost(callee)))
					}) {
						return true
					}
				}
			}
		}
		return false
	}
	return reaches(outermost(fn))
}
