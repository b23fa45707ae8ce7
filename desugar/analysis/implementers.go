package analysis

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// findImplementers returns, for each method of an interface that has a contract, the methods of the types at hand that implement
// the interface, converted or not.
func (p *Facts) findImplementers() map[*types.Func][]*ssa.Function {
	found := map[*types.Func][]*ssa.Function{}
	for _, path := range p.Paths {
		for m := range p.Packages[path].Annot.Funcs {
			if p.InterfaceContract(m) != nil && !InGeneric(m) {
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
	it := InterfaceOf(m).Underlying().(*types.Interface)
	generic := IsGeneric(InterfaceOf(m)) // what implements some instance of it only the names tell, too
	for ptr, sel := range p.methodsNamed(m) {
		switch {
		case IsGeneric(ptr): // which instances implement it only the names tell: all of them have the same code
			if p.hasNames(ptr, it) {
				add(p.abstractTypes.checked(p.Ssa.FuncValue(sel.Obj().(*types.Func).Origin())))
			}
		case generic && p.hasNames(ptr, it) || types.Implements(ptr, it):
			add(p.Ssa.MethodValue(sel))
		}
	}
	return out
}

// A namedMethod is a method of a pointer to a type with a name.
type namedMethod struct {
	ptr types.Type
	sel *types.Selection
}

// findNamedMethods returns the methods of the types with a name of the packages at hand, by their names, in the order
// of packages and types.
func (p *Facts) findNamedMethods() map[string][]namedMethod {
	found := map[string][]namedMethod{}
	for _, path := range p.Paths {
		scope := p.Packages[path].syntax.Types.Scope()
		for _, name := range scope.Names() {
			obj, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || obj.IsAlias() || types.IsInterface(obj.Type()) {
				continue
			}
			ptr := types.NewPointer(obj.Type())
			methods := p.Ssa.MethodSets.MethodSet(ptr)
			for i := range methods.Len() {
				sel := methods.At(i)
				found[sel.Obj().Id()] = append(found[sel.Obj().Id()], namedMethod{ptr, sel})
			}
		}
	}
	return found
}

// methodsNamed visits the types with a name of the packages at hand of which a pointer has a method with the name of m: the type of
// the pointer, and the method.
func (p *Facts) methodsNamed(m *types.Func) iter.Seq2[types.Type, *types.Selection] {
	return func(yield func(types.Type, *types.Selection) bool) {
		for _, named := range p.namedMethods[m.Id()] {
			if !yield(named.ptr, named.sel) {
				return
			}
		}
	}
}

// hasNames reports whether a type has methods with the names of those of the interface.
func (p *Facts) hasNames(t types.Type, it *types.Interface) bool {
	set := p.Ssa.MethodSets.MethodSet(t)
	for m := range it.Methods() {
		if set.Lookup(m.Pkg(), m.Name()) == nil {
			return false
		}
	}
	return true
}

// MayRun returns the functions that a call may run: callees, and those that code that is not at hand may have put behind an
// interface.
func (p *Facts) MayRun(call *ssa.CallCommon) []*ssa.Function {
	if p.ByInterface(call) != nil {
		return p.Implementers[call.Method.Origin()]
	}
	return p.callees(call)
}
