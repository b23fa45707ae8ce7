package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// What a contract does not say of: that others come to know an object that was the caller's own. By a store they do, which
// the contract lists; but also by a channel, a goroutine that is started, a pool, or code that is not at hand.

// tells reports whether fn, or what it calls, may make an object known to other goroutines by other means than a store.
func (p *Facts) tells(fn *ssa.Function) bool {
	return p.reaches(fn, map[*ssa.Function]bool{}, func(instr ssa.Instruction) bool {
		switch instr.(type) {
		case *ssa.Go, *ssa.Send, *ssa.Select:
			return true
		}
		return false
	})
}

// reaches reports whether fn, or what it calls, has an instruction of a kind, or calls code that is not at hand.
func (p *Facts) reaches(fn *ssa.Function, seen map[*ssa.Function]bool, kind func(ssa.Instruction) bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	if fn.Blocks == nil {
		return true
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if kind(instr) {
				return true
			}
			if call, ok := instr.(ssa.CallInstruction); ok && p.callReaches(call.Common(), seen, kind) {
				return true
			}
		}
	}
	return false
}

func (p *Facts) callReaches(call *ssa.CallCommon, seen map[*ssa.Function]bool, kind func(ssa.Instruction) bool) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return false
	}
	callee := call.StaticCallee()
	if callee == nil {
		return true
	}
	if obj := object(callee); obj != nil && obj.Pkg() != nil {
		if lockMethod(obj) || believedMethod(obj) || obj.Pkg().Path() == "sync/atomic" {
			return false
		}
	}
	return p.reaches(callee, seen, kind)
}

// passesOwn is the condition that an argument of a call, or what it holds, is not shared yet.
func (t *translator) passesOwn(inv *invocation) *ir.Expr {
	if t.mem.status == nil {
		return nil
	}
	own := ir.False
	for i, arg := range inv.argv {
		e := t.exprOf(inv.args[i])
		if e == nil {
			continue // noted where the arguments are translated
		}
		p := t.unwrapped(arg, passed{expr: e, typ: arg.Type()})
		for _, r := range t.mem.publishable(p.expr, p.typ) {
			own = ir.Or(own, ir.And(ir.Ne(r, ir.Nil), ir.Not(t.mem.isShared(r))))
		}
	}
	if own.Op == ir.OpFalse {
		return nil
	}
	return t.save(own) // as it is before the call publishes it
}
