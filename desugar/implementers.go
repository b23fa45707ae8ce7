package desugar

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What is behind an interface somebody has converted to it, perhaps somebody who is not at hand: a package that imports this one
// can put any of its types there, by a name that is exported or by a value that it gets. That such code keeps to the interface's
// contract is its own affair, and checked where it is. But it cannot know which locks are held where the interface is called. So
// there all methods count that may be behind it, those of types included that nobody at hand converts.

// findImplementers returns, for each method of an interface that has a contract, the methods of the types at hand that implement
// the interface, converted or not.
func (p *Facts) findImplementers() map[*types.Func][]*ssa.Function {
	found := map[*types.Func][]*ssa.Function{}
	for _, path := range p.paths {
		for m := range p.packages[path].annot.Funcs {
			if p.interfaceContract(m) != nil && !inGeneric(m) {
				found[m] = p.implementing(m)
			}
		}
	}
	return found
}

// implementing returns the methods that may be behind the method m of an interface: those that are converted to it, and those of
// types with a name that could be.
func (p *Facts) implementing(m *types.Func) []*ssa.Function {
	var out []*ssa.Function
	add := func(fn *ssa.Function) {
		if fn != nil && fn.Blocks != nil && !slices.Contains(out, fn) {
			out = append(out, fn)
		}
	}
	for _, r := range p.behind(m) {
		add(r.impl)
	}
	it := interfaceOf(m).Underlying().(*types.Interface)
	for ptr, sel := range p.methodsNamed(m) {
		switch {
		case isGeneric(ptr): // which instances implement it only the names tell: all of them have the same code
			if p.hasNames(ptr, it) {
				add(p.ssa.FuncValue(sel.Obj().(*types.Func).Origin()))
			}
		case types.Implements(ptr, it):
			add(p.ssa.MethodValue(sel))
		}
	}
	return out
}

// methodsNamed visits the types with a name of the packages at hand of which a pointer has a method with the name of m: the type of
// the pointer, and the method.
func (p *Facts) methodsNamed(m *types.Func) iter.Seq2[types.Type, *types.Selection] {
	return func(yield func(types.Type, *types.Selection) bool) {
		for _, path := range p.paths {
			scope := p.packages[path].syntax.Types.Scope()
			for _, name := range scope.Names() {
				obj, ok := scope.Lookup(name).(*types.TypeName)
				if !ok || obj.IsAlias() || types.IsInterface(obj.Type()) {
					continue
				}
				ptr := types.NewPointer(obj.Type())
				sel := p.ssa.MethodSets.MethodSet(ptr).Lookup(m.Pkg(), m.Name())
				if sel != nil && !yield(ptr, sel) {
					return
				}
			}
		}
	}
}

// hasNames reports whether a type has methods with the names of those of the interface.
func (p *Facts) hasNames(t types.Type, it *types.Interface) bool {
	set := p.ssa.MethodSets.MethodSet(t)
	for m := range it.Methods() {
		if set.Lookup(m.Pkg(), m.Name()) == nil {
			return false
		}
	}
	return true
}

// mayRun returns the functions that a call may run: callees, and those that code that is not at hand may have put behind an
// interface.
func (p *Facts) mayRun(call *ssa.CallCommon) []*ssa.Function {
	if p.byInterface(call) != nil {
		return p.implementers[call.Method.Origin()]
	}
	return p.callees(call)
}
