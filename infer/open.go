package infer

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// findOpen finds the functions that are called from elsewhere: exported ones, those that nothing here calls, those that are
// used as values, and methods that may be called through an interface.
func (p *program) findOpen() {
	calls := map[*ssa.Function]int{}
	invoked := map[string][]*types.Interface{}
	note := func(fn *ssa.Function, calls map[*ssa.Function]int) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				p.noteCalls(instr, calls, invoked)
			}
		}
	}
	for _, fn := range p.functions {
		note(fn, calls)
	}
	for _, init := range p.inits { // which put functions into tables; that they call one tells nothing of who else does
		note(init, map[*ssa.Function]int{})
	}
	for _, fn := range p.functions {
		obj := memory.Declared(fn)
		if obj == nil {
			continue // a literal is open where it gets away
		}
		switch {
		case calls[fn] == 0, exported(obj) && !p.saysHeld(obj):
			p.open[fn] = true
		case slices.ContainsFunc(invoked[obj.Name()], func(i *types.Interface) bool { return implements(obj, i) }):
			p.open[fn] = true
		}
		if obj.Signature().Recv() != nil && len(invoked[obj.Name()]) > 0 { // maybe of a type that it is promoted to
			p.nameless[fn] = true
		}
	}
}

func (p *program) noteCalls(instr ssa.Instruction, calls map[*ssa.Function]int, invoked map[string][]*types.Interface) {
	call, isCall := instr.(ssa.CallInstruction)
	if isCall {
		c := call.Common()
		if fn := memory.Callee(c); fn != nil {
			calls[fn]++
		}
		for _, fn := range p.entriesOf(c) {
			calls[fn]++
		}
		noteInvoked(c, invoked)
	}
	if _, ok := instr.(*ssa.DebugRef); ok || p.tables.IsEntry(instr) {
		return
	}
	var run *ssa.Value
	if isCall {
		if fn := p.runOnce(call.Common()); fn != nil {
			calls[fn]++
			run = &call.Common().Args[1]
		}
	}
	for _, op := range instr.Operands(nil) {
		used := *op
		if op == run || isCall && op == &call.Common().Value {
			continue
		}
		_, made := instr.(*ssa.MakeClosure)
		if fn, ok := used.(*ssa.Function); ok && fn.Parent() == nil && !made { // where a method value is used it counts
			p.valued(fn, invoked)
		}
		if lit := memory.Literal(used); lit != nil && !isCall && !made && lit.Synthetic == "" {
			p.open[lit] = true // it gets away; where it is passed, the call tells
		}
		if m := memory.BoundMethod(used); m != nil {
			p.open[m], p.nameless[m] = true, true
		}
	}
}

// noteInvoked notes a call by way of an interface.
func noteInvoked(c *ssa.CallCommon, invoked map[string][]*types.Interface) {
	if !c.IsInvoke() {
		return
	}
	if i, ok := c.Value.Type().Underlying().(*types.Interface); ok {
		invoked[c.Method.Name()] = append(invoked[c.Method.Name()], i)
	}
}

// valued notes that a function is called without its name, and the methods that it may call if it stands for one, as (*T).M and I.M do.
func (p *program) valued(fn *ssa.Function, invoked map[string][]*types.Interface) {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	p.open[fn], p.nameless[fn] = true, true
	if fn.Synthetic == "" {
		return
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			noteInvoked(call.Common(), invoked)
			if m := memory.Callee(call.Common()); m != nil && !p.nameless[m] {
				p.valued(m, invoked)
			}
		}
	}
}

// runOnce returns the function that a call has a sync.Once run, nil if it is none of ours or the call does something else.
func (p *program) runOnce(c *ssa.CallCommon) *ssa.Function {
	callee := memory.Callee(c)
	if callee == nil || memory.OperationOf(memory.Declared(callee)) != memory.OpOnce {
		return nil
	}
	run := memory.BoundMethod(c.Args[1])
	if fn, ok := c.Args[1].(*ssa.Function); ok {
		run = fn
	}
	if lit := memory.Literal(c.Args[1]); lit != nil {
		run = lit
	}
	if !p.bodies[run] {
		return nil
	}
	return run
}

func implements(method *types.Func, i *types.Interface) bool {
	recv := method.Signature().Recv()
	if recv == nil {
		return false
	}
	t := recv.Type()
	return types.Implements(t, i) || types.Implements(types.NewPointer(t), i)
}

// exported reports whether code of other packages can call fn.
func exported(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Exported() || fn.Name() == "init" || fn.Name() == "main" && fn.Pkg().Name() == "main"
	}
	if !fn.Exported() {
		return false
	}
	n, ok := memory.Named(recv.Type())
	return !ok || n.Obj().Exported()
}
