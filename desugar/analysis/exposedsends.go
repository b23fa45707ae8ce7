package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What goes by a channel that other packages may receive from is exposed as a result is. Which channels these are is told by what they carry: an exported function
// gets or returns such a channel, or an exported variable or field holds one.

// ExposedSent returns the variables that own what a send of x may give to code that is not checked, in order.
func (p *Facts) ExposedSent(x ssa.Value) []*types.Var { return p.exposedSent[x] }

// findExposedSent finds them, and adds them to those of which it is asked whether their elements are written.
func (p *Facts) findExposedSent(some map[*types.Var]bool) {
	p.exposedSent = map[ssa.Value][]*types.Var{}
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
	_, isMap := x.Type().Underlying().(*types.Map)
	alike := slices.DeleteFunc(o.found, func(v *types.Var) bool {
		_, ownsMap := v.Type().Underlying().(*types.Map)
		return isMap != ownsMap
	})
	if len(alike) == 0 {
		return
	}
	p.exposedSent[x] = p.varsInOrder(alike)
	for _, v := range p.exposedSent[x] {
		some[v] = true
	}
}

// sentBy returns the slices and maps that an instruction sends.
func sentBy(instr ssa.Instruction) []ssa.Value {
	var all []ssa.Value
	add := func(x ssa.Value) {
		switch x.Type().Underlying().(type) {
		case *types.Slice, *types.Map:
			all = append(all, x)
		}
	}
	switch i := instr.(type) {
	case *ssa.Send:
		add(i.X)
	case *ssa.Select:
		for _, s := range i.States {
			if s.Dir == types.SendOnly {
				add(s.Send)
			}
		}
	}
	return all
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
