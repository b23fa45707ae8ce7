package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A slice of integers in a field may be counters that goroutines share: atomic.AddInt64(&s.hits[i], 1). Whoever uses sync/atomic expects other goroutines, so no caller synchronises these elements. A plain access
// to one is right only where nobody else can reach the array.

// IsAtomicElement reports whether an address is that of an element of a slice in a field or package variable without a guard, of which checked code accesses elements by sync/atomic.
func (p *Facts) IsAtomicElement(addr ssa.Value) bool {
	i, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	v := p.heldIn(i.X)
	return v != nil && p.atomicElements[v] && p.Guard(v) == nil
}

// findAtomicElements returns the fields and package variables with the slices.
func (p *Facts) findAtomicElements() map[*types.Var]bool {
	found := map[*types.Var]bool{}
	for _, fn := range p.functions {
		for _, call := range Calls(fn) {
			callee := call.StaticCallee()
			if callee == nil || !isAtomic(callee) || callee.Signature.Recv() != nil {
				continue
			}
			if i, ok := retyped(call.Args[0]).(*ssa.IndexAddr); ok {
				if v := p.heldIn(i.X); v != nil {
					found[v] = true
				}
			}
		}
	}
	return found
}

// heldIn returns the field or package variable that a slice was read from, by way of a local variable, too; nil if it is none.
func (p *Facts) heldIn(slice ssa.Value) *types.Var {
	load, ok := slice.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	switch at := load.X.(type) {
	case *ssa.FieldAddr:
		return p.Field(FieldOf(at))
	case *ssa.Global:
		v, _ := at.Object().(*types.Var)
		return v
	case *ssa.Alloc:
		if s := onlyStore(load); s != nil {
			return p.heldIn(s.Val)
		}
	}
	return nil
}
