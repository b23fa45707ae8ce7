package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What goes by a channel that other packages may receive from is exposed as a result is. Which channels these are is told by what they carry: an exported function
// gets or returns such a channel, or an exported variable or field holds one.

// ExposedSent returns the variables that own what a send of x may give to code that is not checked, in order; and those to a part of which x leads where the value itself does not
// tell, as ExposedBehind does.
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
	for _, fn := range p.functions {
		if fn.Pkg == nil || fn.Pkg.Pkg.Name() == "main" {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, x := range sentBy(instr) {
					if outside[TypeKey(x.Type())] {
						p.noteSent(x, some)
					}
				}
			}
		}
	}
}

func (p *Facts) noteSent(x ssa.Value, some map[*types.Var]bool) {
	o := &origins{prog: p, seen: map[origin]bool{}, args: map[*ssa.Parameter][]ssa.Value{}}
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
