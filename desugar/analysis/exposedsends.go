package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What goes by a channel that other packages may receive from is exposed as a result is. Which channels these are is
// told by what they carry: an exported function gets or returns such a channel, or an exported variable or field holds
// one.

// ExposedSent returns the variables that own what a send of x may give to code that is not checked, in order; and those
// to a part of which x leads where the value itself does not tell, as ExposedBehind does.
func (p *Facts) ExposedSent(x ssa.Value) (owners, behind []*types.Var) {
	return p.exposedSent[x], p.sentBehind[x]
}

// findExposedSent finds them, and adds them to those of which it is asked whether their elements are written.
func (p *Facts) findExposedSent(some map[*types.Var]bool) {
	p.exposedSent, p.sentBehind = map[ssa.Value][]*types.Var{}, map[ssa.Value][]*types.Var{}
	outside := p.carriedOutside()
	if len(outside) == 0 {
		return
	}
	all := p.withInstances()
	args := p.allArguments(all)
	for _, fn := range all {
		if pkg := genericOf(fn).Pkg; pkg == nil || pkg.Pkg.Name() == "main" {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, x := range sentBy(instr) {
					if outside[TypeKey(x.Type())] {
						p.noteSent(x, args, some)
					}
				}
			}
		}
	}
}

// allArguments returns what calls may pass to functions: a helper may send what it gets. Calls that do not name a
// function may be of any that is used as a value and has the type, or of any method with the name.
func (p *Facts) allArguments(all []*ssa.Function) map[*ssa.Parameter][]ssa.Value {
	args := map[*ssa.Parameter][]ssa.Value{}
	add := func(params []*ssa.Parameter, passed []ssa.Value) {
		if len(params) != len(passed) {
			return
		}
		for i, arg := range passed {
			if LeadsToMemory(arg.Type()) {
				args[params[i]] = append(args[params[i]], arg)
			}
		}
	}
	values, methods := map[string][]*ssa.Function{}, map[string][]*ssa.Function{}
	for _, fn := range all {
		switch m := Object(fn); {
		case fn.Parent() != nil, m != nil && p.Valued[m]:
			key := TypeText(fn.Signature)
			values[key] = append(values[key], fn)
			fallthrough
		case m != nil && fn.Signature.Recv() != nil:
			methods[fn.Name()] = append(methods[fn.Name()], fn)
		}
	}
	for _, fn := range all {
		for _, call := range AllCalls(fn) {
			callee := call.StaticCallee()
			switch {
			case callee != nil:
				add(callee.Params, call.Args)
			case call.IsInvoke():
				for _, m := range methods[call.Method.Name()] {
					if len(m.Params) > 0 {
						add(m.Params[1:], call.Args)
					}
				}
			default:
				for _, f := range values[TypeText(call.Signature())] {
					params := f.Params
					if f.Signature.Recv() != nil && len(params) > 0 { // a method that is a value
						params = params[1:]
					}
					add(params, call.Args)
				}
			}
		}
	}
	return args
}

// withInstances returns the functions, and the instances of generic ones that they call.
func (p *Facts) withInstances() []*ssa.Function {
	all, seen := slices.Clone(p.functions), map[*ssa.Function]bool{}
	for _, fn := range all {
		seen[fn] = true
	}
	for i := 0; i < len(all); i++ {
		for _, call := range AllCalls(all[i]) {
			if fn := call.StaticCallee(); fn != nil && fn.Origin() != nil && fn.Blocks != nil && !seen[fn] {
				seen[fn] = true
				all = append(all, fn)
			}
		}
	}
	return all
}

func (p *Facts) noteSent(x ssa.Value, args map[*ssa.Parameter][]ssa.Value, some map[*types.Var]bool) {
	o := &origins{prog: p, seen: map[origin]bool{}, args: args, unguarded: p.usedPlainly}
	o.value(x)
	if len(o.found) > 0 {
		p.exposedSent[x] = p.varsInOrder(o.found)
	}
	if len(o.behind) > 0 {
		p.sentBehind[x] = p.varsInOrder(o.behind)
	}
	for _, v := range slices.Concat(o.found, o.behind) {
		some[v] = true
	}
}

// sentBy returns the values that an instruction sends, if they lead to memory.
func sentBy(instr ssa.Instruction) []ssa.Value {
	var all []ssa.Value
	switch i := instr.(type) {
	case *ssa.Send:
		all = append(all, i.X)
	case *ssa.Select:
		for _, s := range i.States {
			if s.Dir == types.SendOnly {
				all = append(all, s.Send)
			}
		}
	}
	return slices.DeleteFunc(all, func(x ssa.Value) bool { return !LeadsToMemory(x.Type()) })
}

// carriedOutside returns the types of what channels carry that code outside of the checked packages may have.
func (p *Facts) carriedOutside() map[string]bool {
	outside := map[string]bool{}
	add := func(t types.Type) {
		if c, ok := t.Underlying().(*types.Chan); ok {
			outside[TypeKey(c.Elem())] = true
		}
	}
	for _, fn := range p.functions {
		if fn.Signature == nil || !p.CalledByOthers(fn) {
			continue
		}
		for _, tuple := range []*types.Tuple{fn.Signature.Params(), fn.Signature.Results()} {
			for v := range tuple.Variables() {
				add(v.Type())
			}
		}
	}
	for _, path := range p.Paths {
		for _, obj := range p.Packages[path].defs {
			if v, ok := obj.(*types.Var); ok && token.IsExported(v.Name()) && (v.IsField() || IsPackageVar(v)) {
				add(v.Type())
			}
		}
	}
	return outside
}
