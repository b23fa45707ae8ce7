package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// Elements that goroutines have other functions assign:
//
//	go func() {
//		defer wg.Done()
//		store(out, i)   // out[i] = …
//		fill(&errs[i])  // *p = …
//	}()
//
// The body of the function stands in place of the call. So the goroutine takes these over as if it assigned them itself.

// An element is one of a slice that a goroutine was given, by an index that it was given.
type element struct {
	slice, index ssa.Value
	elem         types.Type
}

// elementsOfCalls returns the elements that fn has functions assign which it calls by their names.
func (t *translator) elementsOfCalls(fn *ssa.Function) (out []claim) {
	for _, call := range t.ownCalls(fn) {
		callee := call.StaticCallee()
		if callee == nil || callee.Blocks == nil || callee.Parent() != nil || len(callee.Params) != len(call.Args) || t.prog.InfoOf(callee) == nil || t.prog.ContractOf(callee) != nil || t.prog.Outlined[callee] {
			continue
		}
		for _, s := range t.ownStores(callee) {
			if c, ok := t.elementOfCall(s.Addr, callee, call, fn); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// elementOfCall returns the claim of an element that a callee assigns at an address.
func (t *translator) elementOfCall(addr ssa.Value, callee *ssa.Function, call *ssa.CallCommon, fn *ssa.Function) (claim, bool) {
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		if t.prog.Guard(analysis.FieldOf(f)) != nil {
			return claim{}, false
		}
		addr = f.X
	}
	if a, ok := passedFor(addr, callee, call).(*ssa.IndexAddr); ok && t.isFinalElement(a, fn) {
		return claim{value: a}, true
	}
	a, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return claim{}, false
	}
	s, isSlice := a.X.Type().Underlying().(*types.Slice)
	x, i := passedFor(a.X, callee, call), passedFor(a.Index, callee, call)
	_, constant := a.Index.(*ssa.Const)
	if constant {
		i = a.Index
	}
	if !isSlice || x == nil || i == nil || t.isGuardedVariable(x) || !t.isFinal(x, fn) || !constant && !t.isFinal(i, fn) {
		return claim{}, false
	}
	return claim{value: x, element: &element{x, i, s.Elem()}}, true
}

// passedFor returns what a call passes for the parameter that a value of the callee is; nil if it is none.
func passedFor(v ssa.Value, callee *ssa.Function, call *ssa.CallCommon) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	p, ok := analysis.Spilled(a)
	if !ok || p.Parent() != callee {
		return nil
	}
	return call.Args[slices.Index(callee.Params, p)]
}

// helperElement resolves the claim of an element that a callee assigns.
func (g given) helperElement(c claim) (footprint, bool) {
	slice, ok := g.operand(c.element.slice)
	index, known := g.index(c.element.index)
	s := g.t.ExprOf(slice)
	if !ok || !known || s == nil {
		return footprint{}, false
	}
	return g.elements("an element of "+operandKey(c.value), s, index, nil, c.element.elem), true
}
