package infer

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A pool holds objects of one type, or it does not.
type pool struct {
	held  types.Type // what Get is asserted to yield, and Put is passed
	mixed bool
}

// pools proposes that the pools of objects without synchronisation hand them over: what Get yields is then the goroutine's own until it is
// put back.
func (p *program) pools(guards map[*types.Var]*guard) {
	all := map[*types.Var]*pool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					p.pooled(call, all)
				}
			}
		}
	}
	for v, pool := range all {
		if pool.mixed || pool.held == nil || p.written(v) != nil {
			continue
		}
		ptr, ok := types.Unalias(pool.held).(*types.Pointer)
		if !ok || !p.changesUnguarded(ptr.Elem(), map[*types.TypeName]bool{}) {
			continue
		}
		guards[v] = &guard{variable: v, lines: []string{"transfers"},
			evidence: fmt.Sprintf("%s has no lock of its own", types.TypeString(ptr.Elem(), types.RelativeTo(v.Pkg())))}
	}
}

// pooled notes what a call tells of a pool in a variable.
func (p *program) pooled(call ssa.CallInstruction, all map[*types.Var]*pool) {
	c := call.Common()
	fn := memory.Declared(memory.Callee(c))
	if fn == nil || fn.FullName() != "(*sync.Pool).Get" && fn.FullName() != "(*sync.Pool).Put" {
		return
	}
	v, _, in := p.variable(p.Target(c.Args[0]))
	if v == nil || len(in) > 0 {
		return
	}
	if all[v] == nil {
		all[v] = &pool{}
	}
	at := all[v]
	if fn.Name() == "Put" {
		made, ok := c.Args[1].(*ssa.MakeInterface)
		at.mixed = at.mixed || !ok
		if ok {
			at.holds(made.X.Type())
		}
		return
	}
	value, ok := call.(ssa.Value)
	if !ok || value.Referrers() == nil {
		return
	}
	for _, use := range *value.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.TypeAssert:
			at.holds(use.AssertedType)
		default:
			at.mixed = true
		}
	}
}

func (p *pool) holds(t types.Type) {
	p.mixed = p.mixed || p.held != nil && !types.Identical(p.held, t)
	p.held = t
}
