package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What methods return by way of interfaces. A service has a repository, which is an interface: user, err :=
// s.repo.Get(id). Where every method of checked code that may be behind the interface makes what it returns, as its
// text suggests, callers take the result for new. Each of these methods is checked to return what is its goroutine's
// own, and nobody else's. Of code that is not at hand it is an assumption.

// findInterfaceResults fills interfaceResults, by the methods of interfaces and by those that may be behind them: the
// numbers of the results that are new.
func (p *Facts) findInterfaceResults() {
	p.interfaceResults, p.resultsBehind = map[*types.Func][]int{}, map[*types.Func][]int{}
	seen := map[*types.Func]bool{}
	composed := p.composedTypes()
	for _, fn := range p.functions {
		for _, call := range AllCalls(fn) {
			if !call.IsInvoke() || seen[call.Method] {
				continue
			}
			seen[call.Method] = true
			p.resultsOf(call, composed)
		}
	}
}

// resultsOf notes the new results of the method that a call runs by way of an interface.
func (p *Facts) resultsOf(call *ssa.CallCommon, composed []types.Type) {
	m := call.Method
	n, ok := types.Unalias(call.Value.Type()).(*types.Named)
	if !ok || !p.isOurs(n.Obj()) || InterfaceOf(m) == nil || p.Contract(m) != nil {
		return
	}
	leading := 0
	for v := range m.Signature().Results().Variables() {
		if LeadsToMemory(v.Type()) && !IsError(v.Type()) {
			leading++
		}
	}
	if leading != 1 { // two may lead to one object
		return
	}
	behind := append(p.implementing(m), p.composed(m, composed)...)
	if slices.Contains(behind, nil) {
		return
	}
	for i := range m.Signature().Results().Len() {
		if !p.mayBeNew(m.Signature(), i) || slices.ContainsFunc(behind, func(fn *ssa.Function) bool { return !p.suggestsNew(fn, i) }) {
			continue
		}
		p.interfaceResults[m] = append(p.interfaceResults[m], i)
		for _, fn := range behind {
			if obj := Object(fn); obj != nil && !slices.Contains(p.resultsBehind[obj.Origin()], i) {
				p.resultsBehind[obj.Origin()] = append(p.resultsBehind[obj.Origin()], i)
			}
		}
	}
}

// composedTypes returns the types of which interfaces hold values, and that are no package's by name: those of
// functions, and structs without a name. They have the methods of what they embed.
func (p *Facts) composedTypes() (out []types.Type) {
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(*ssa.MakeInterface); ok && !isOfPackage(v.X.Type()) && p.Ssa.MethodSets.MethodSet(v.X.Type()).Len() > 0 {
					out = append(out, v.X.Type())
				}
			}
		}
	}
	return out
}

// composed returns the methods of such types that may be behind m. One that is not known, as that of a generic type, is nil.
func (p *Facts) composed(m *types.Func, all []types.Type) (out []*ssa.Function) {
	it := InterfaceOf(m).Underlying().(*types.Interface)
	for _, t := range all {
		if !p.hasNames(t, it) {
			continue
		}
		var fn *ssa.Function
		if !IsGeneric(t) {
			fn = p.Ssa.MethodValue(p.Ssa.MethodSets.MethodSet(t).Lookup(m.Pkg(), m.Name()))
		}
		if !slices.Contains(out, fn) {
			out = append(out, fn)
		}
	}
	return out
}

// isOfPackage reports whether a type is that of values of, or of pointers to, a type that a package declares.
func isOfPackage(t types.Type) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Parent() == n.Obj().Pkg().Scope()
}

// NewByInterface returns the numbers of the results of a method of an interface that callers take for new.
func (p *Facts) NewByInterface(m *types.Func) []int { return p.interfaceResults[m] }

// NewBehind returns the numbers of the results of a method that has to return something new, as it may be called by way of an interface.
func (p *Facts) NewBehind(fn *ssa.Function) []int {
	if obj := Object(fn); obj != nil && fn.Parent() == nil {
		return p.resultsBehind[obj.Origin()]
	}
	return nil
}

// mayBeNew reports whether the type of a result is one of those that are looked at: a slice, or a pointer to a plain
// struct that code writes, which lead no further to what may be in a region: nothing is known of that. What values of a
// type parameter lead to is in none. A method without parameters that returns just a pointer tells what its object has,
// more likely than something new; and one that gets such a pointer may return that.
func (p *Facts) mayBeNew(sig *types.Signature, i int) bool {
	t := sig.Results().At(i).Type()
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Slice:
		return p.IsPlain(u.Elem()) && !p.LeadsToRegional(u.Elem()) && (IsTypeParam(u.Elem()) || !IsInterface(u.Elem()) && !IsGeneric(t)) && !p.takes(sig, t)
	case *types.Pointer:
		name := StructName(u.Elem())
		return name != nil && p.isOurs(name) && p.IsPlain(u.Elem()) && p.IsRegional(u.Elem()) && !p.LeadsToRegional(u.Elem()) && !IsGeneric(u.Elem()) && !p.takes(sig, t) &&
			(sig.Params().Len() > 0 || sig.Results().Len() > 1)
	}
	return false
}

// MayBeSetUp reports whether it can be said what the fields of a new struct lead to that code which is not at hand has
// made: nothing that may be in a region, but for slices of new arrays, of which the elements lead nowhere. Fields that
// checked code cannot name do not count.
func (p *Facts) MayBeSetUp(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return !p.LeadsToRegional(t)
	}
	for f := range st.Fields() {
		if !f.Exported() && !p.IsOurs(f) || !p.LeadsToRegional(f.Type()) {
			continue
		}
		switch u := f.Type().Underlying().(type) {
		case *types.Struct:
			if !p.MayBeSetUp(u) {
				return false
			}
		case *types.Slice:
			if p.LeadsToRegional(u.Elem()) || !p.IsPlain(u.Elem()) || IsInterface(u.Elem()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// takes reports whether a parameter has a type.
func (p *Facts) takes(sig *types.Signature, t types.Type) bool {
	for v := range sig.Params().Variables() {
		if types.Identical(v.Type(), t) {
			return true
		}
	}
	return false
}

// suggestsNew reports whether the text of a function suggests that a result is new: nil, an object or array that it
// makes, or what such a function returns. What becomes of it meanwhile is not looked at.
func (p *Facts) suggestsNew(fn *ssa.Function, i int) bool {
	return p.returnsNew(fn, i, true, map[*ssa.Function]bool{})
}
