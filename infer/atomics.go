package infer

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// findAtomics fills atomics: the fields that are accessed by sync/atomic in most places, or anywhere if a guard is
// needed: whoever uses sync/atomic expects other goroutines. In a struct inside another they are variables of their
// own: the guard of the outer one is not theirs.
func (p *program) findAtomics() {
	atomic, all := map[*types.Var]int{}, map[*types.Var]int{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				a, ok := instr.(*ssa.FieldAddr)
				if !ok || isOwn(p.Target(a.X)) {
					continue
				}
				v := p.Target(a).Step.Field
				if v == nil { // of a type parameter
					continue
				}
				for _, use := range *a.Referrers() {
					switch way := wayOf(use, a); way {
					case atomicUse:
						atomic[v]++
						all[v]++
					case plainUse:
						all[v]++
					}
				}
			}
		}
	}
	p.atomics = map[*types.Var]bool{}
	for v, n := range atomic {
		p.atomics[v] = p.anyway || p.enough(n, all[v])
	}
}

// isOwn reports whether a place is in an object that the function has just made.
func isOwn(at *memory.Place) bool {
	_, ok := at.Object().Root.Value.(*ssa.Alloc)
	return ok && at.Object().Up == nil
}

// A use is what an instruction does with the address of a field.
type use uint8

const (
	otherUse use = iota
	plainUse
	atomicUse
)

func wayOf(instr ssa.Instruction, a *ssa.FieldAddr) use {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.MUL {
			return plainUse
		}
	case *ssa.Store:
		if instr.Addr == a {
			return plainUse
		}
	case ssa.CallInstruction:
		switch memory.OperationOf(memory.Declared(memory.Callee(instr.Common()))) {
		case memory.OpAtomicRead, memory.OpAtomicWrite:
			if instr.Common().Args[0] == ssa.Value(a) {
				return atomicUse
			}
		}
	}
	return otherUse
}

// isAtomic reports whether a field is accessed atomically, by its type or by the code.
func (p *program) isAtomic(v *types.Var) bool { return memory.IsAtomic(v.Type()) || p.atomics[v] }
