package desugar

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// runsOnce translates sync.OnceFunc, OnceValue and OnceValues. The function is checked by itself where it is a literal, as code
// that is not at hand calls it; a call of the function that is returned is one of such code too.
func runsOnce(t *translator, inv *invocation) value {
	f := t.exprOf(inv.args[0])
	if f == nil {
		t.lost()
		return t.unknown(inv.result)
	}
	if inv.args[0].fn == nil {
		t.nonNilExpr(f, t.text(inv.argv[0]))
	}
	t.publish(t.published(inv))
	return made(t, inv)
}

// findRunners returns the package variables that hold what OnceFunc and its like have returned, from the beginning and for
// good, with the call that has made it.
func (p *Program) findRunners() map[*types.Var]*ssa.Call {
	made, stores := map[*types.Var]*ssa.Call{}, map[*types.Var]int{}
	p.eachInstruction(func(instr ssa.Instruction, init *ssa.Function) {
		s, ok := instr.(*ssa.Store)
		if !ok {
			return
		}
		if g, ok := s.Addr.(*ssa.Global); ok {
			if v, ok := g.Object().(*types.Var); ok {
				stores[v]++
				if call, ok := s.Val.(*ssa.Call); ok && s.Parent() == init && isRunner(call) {
					made[v] = call
				}
			}
		}
	})
	out := map[*types.Var]*ssa.Call{}
	for v, call := range made {
		if stores[v] == 1 && !v.Exported() && !p.escapes.vars[v] {
			out[v] = call
		}
	}
	return out
}

// isRunner reports whether the call is one of OnceFunc or of one of its like.
func isRunner(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	obj := object(fn)
	return obj != nil && strings.HasPrefix(obj.FullName(), "sync.Once")
}

// runs returns the functions that a call of the function value v may run, as far as OnceFunc and its like have made it: it is in
// a package variable that holds it for good, or in a variable of the function itself.
func (p *Program) runs(v ssa.Value) []*ssa.Function {
	switch v := v.(type) {
	case *ssa.Call:
		if !isRunner(v) {
			return nil
		}
		switch f := v.Call.Args[0].(type) {
		case *ssa.Function:
			return []*ssa.Function{f}
		case *ssa.MakeClosure:
			return []*ssa.Function{f.Fn.(*ssa.Function)}
		}
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.Global:
			if g, ok := x.Object().(*types.Var); ok && p.runners[g] != nil {
				return p.runs(p.runners[g])
			}
		case *ssa.Alloc:
			var all []*ssa.Function
			for _, use := range *x.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == x {
					if call, ok := s.Val.(*ssa.Call); ok {
						all = append(all, p.runs(call)...)
					}
				}
			}
			return all
		}
	}
	return nil
}

// runnable checks, where a function value is called that OnceFunc or one of its like has made, that the goroutine holds no lock
// which the function that it runs may acquire: this call may be the one that runs it.
func (t *translator) runnable(inv *invocation) {
	for _, fn := range t.prog.runs(inv.common.Value) {
		for _, path := range t.mayAcquire(fn) {
			t.pathFree(path, &invocation{pos: inv.pos}, t.text(inv.common.Value), nil)
		}
	}
}
