package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// arrangers are the functions of the standard library that do nothing but call methods of what they are passed, during the call: those of
// heap.Interface and of sort.Interface.
var arrangers = map[string][]string{
	"container/heap.Fix":    {"Len", "Less", "Swap"},
	"container/heap.Init":   {"Len", "Less", "Swap"},
	"container/heap.Pop":    {"Len", "Less", "Swap", "Pop"},
	"container/heap.Push":   {"Len", "Less", "Swap", "Push"},
	"container/heap.Remove": {"Len", "Less", "Swap", "Pop"},
	"sort.IsSorted":         {"Len", "Less"},
	"sort.Sort":             {"Len", "Less", "Swap"},
	"sort.Stable":           {"Len", "Less", "Swap"},
}

// arranging are their packages. Without them most names of functions that the analyses write would be written to look here.
var arranging = map[string]bool{"container/heap": true, "sort": true}

// Arranged returns the methods, by name, that a call of such a function calls, where the code tells which: the
// interface is made for the call, and the body of each method is at hand. It returns nil for all other calls.
func (p *Facts) Arranged(call *ssa.CallCommon) map[string]*ssa.Function {
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks != nil || len(call.Args) == 0 {
		return nil
	}
	obj := Object(fn)
	if obj == nil || obj.Pkg() == nil || !arranging[obj.Pkg().Path()] || arrangers[obj.FullName()] == nil {
		return nil
	}
	made, ok := call.Args[0].(*ssa.MakeInterface)
	if !ok || IsInterface(made.X.Type()) || IsTypeParam(made.X.Type()) || !onlyCalled(made) {
		return nil
	}
	methods := map[string]*ssa.Function{}
	set := p.Ssa.MethodSets.MethodSet(made.X.Type())
	for _, name := range arrangers[obj.FullName()] {
		sel := set.Lookup(nil, name)
		if sel == nil {
			return nil
		}
		if methods[name] = p.calledByInterface(sel); methods[name] == nil {
			return nil
		}
	}
	return methods
}

// calledByInterface returns what a call of a method runs, by way of an interface, if the method is declared in a
// checked package. A method that go/ssa makes dereferences the receiver, or leads to an embedded field, and calls the
// declared one.
func (p *Facts) calledByInterface(sel *types.Selection) *ssa.Function {
	m, ok := sel.Obj().(*types.Func)
	if !ok || m.Pkg() == nil || p.Packages[m.Pkg().Path()] == nil {
		return nil
	}
	fn := p.Ssa.MethodValue(sel)
	if fn == nil || fn.Blocks == nil {
		return nil
	}
	if declared := Wrapped(fn); declared == nil || declared.Blocks == nil || Object(declared) != m.Origin() {
		return nil
	}
	return fn
}

// Wrapped returns the declared method, or the instance of one, that a method calls which go/ssa has made to have it
// called in another way, or else the method itself. It returns nil if that calls something else.
func Wrapped(fn *ssa.Function) *ssa.Function {
	for fn != nil && IsWrapper(fn) {
		var next *ssa.Function
		for _, call := range AllCalls(fn) {
			if callee := call.StaticCallee(); callee != nil {
				next = callee
			}
		}
		fn = next
	}
	return fn
}

// ArrangedMethods returns the declared methods that such a call runs, in a fixed order.
func (p *Facts) ArrangedMethods(call *ssa.CallCommon) []*ssa.Function {
	methods := p.Arranged(call)
	var out []*ssa.Function
	for _, name := range []string{"Len", "Less", "Swap", "Push", "Pop"} {
		if m := methods[name]; m != nil {
			out = append(out, Wrapped(m))
		}
	}
	return out
}

// Callees returns the function that a call names, the methods that it calls by their names, and those among which it chooses.
func (p *Facts) Callees(call *ssa.CallCommon) []*ssa.Function {
	if call.IsInvoke() {
		var out []*ssa.Function
		for _, target := range p.Targets(call) {
			out = append(out, Wrapped(target.Func))
		}
		return out
	}
	fn := call.StaticCallee()
	if fn == nil {
		var out []*ssa.Function
		for _, entry := range p.TableOf(call) {
			out = append(out, Wrapped(entry))
		}
		return out
	}
	return append([]*ssa.Function{fn}, p.ArrangedMethods(call)...)
}

// onlyCalled reports whether an interface is made for calls alone that run where they stand, unlike deferred ones.
func onlyCalled(v *ssa.MakeInterface) bool {
	for _, use := range *v.Referrers() {
		switch use.(type) {
		case *ssa.DebugRef, *ssa.Call:
		default:
			return false
		}
	}
	return true
}

// onlyArranged reports whether an interface is made for calls of arrangers alone: they call its methods by their names, as far as it goes.
func (p *Facts) onlyArranged(v *ssa.MakeInterface) bool {
	for _, use := range *v.Referrers() {
		call, ok := use.(*ssa.Call)
		if _, isDebug := use.(*ssa.DebugRef); !isDebug && (!ok || p.Arranged(&call.Call) == nil || slices.Contains(call.Call.Args[1:], ssa.Value(v))) {
			return false
		}
	}
	return true
}

// findArranged returns the methods that functions of the standard library call by their names.
func (p *Facts) findArranged() map[*types.Func]bool {
	found := map[*types.Func]bool{}
	for _, fn := range p.functions {
		for _, call := range Calls(fn) {
			for _, m := range p.Arranged(call) {
				found[Object(Wrapped(m))] = true
			}
		}
	}
	return found
}

// IsArranged reports whether such a function calls a method, whose other calls are by its name.
func (p *Facts) IsArranged(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && p.arranged[obj.Origin()] && p.CallersSynchronise(fn)
}
