package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What a method like Wait counts on its callers for, others may have spoilt: the callers have started no goroutine with
// the object, but a method Go of the package has, or the function that makes the object. So all functions at hand that
// may get at an object of the type are looked at.

// findKnownUntilDone finds the struct types with a WaitGroup of which no function at hand lets anybody know an object
// but goroutines that pay a Done of it last.
func (p *Facts) findKnownUntilDone() map[*types.TypeName]bool {
	groups, spoilt := map[*types.TypeName]*types.Var{}, map[*types.TypeName]bool{}
	named := func(t types.Type) *types.TypeName {
		name := StructName(t)
		if name == nil {
			return nil
		}
		if _, known := groups[name]; !known {
			groups[name] = SoleGroup(name.Type())
		}
		if groups[name] == nil {
			return nil
		}
		return name
	}
	var operands []*ssa.Value
	for _, fn := range p.functions {
		if p.isReplaced(fn) {
			continue
		}
		for _, param := range fn.Params {
			if name := named(Deref(param.Type())); name != nil && !spoilt[name] {
				_, isPointer := param.Type().Underlying().(*types.Pointer)
				spoilt[name] = !isPointer || !p.knowersOf(param, groups[name]).onlyUntilDone(param)
			}
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				operands = instr.Operands(operands[:0])
				for _, op := range operands {
					if g, ok := (*op).(*ssa.Global); ok && named(Deref(g.Type())) != nil {
						spoilt[named(Deref(g.Type()))] = true
					}
				}
				v, ok := instr.(ssa.Value)
				if !ok {
					continue
				}
				if name := named(Deref(v.Type())); name != nil && !spoilt[name] {
					spoilt[name] = !p.isOwnObject(v, groups[name])
				}
			}
		}
	}
	found := map[*types.TypeName]bool{}
	for name, group := range groups {
		found[name] = group != nil && !spoilt[name]
	}
	return found
}

// isOwnObject reports whether a value is a pointer to an object that the function makes, or gets from its callers or
// callees, and none that others find somewhere. One that it makes it may return.
func (p *Facts) isOwnObject(v ssa.Value, group *types.Var) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		if _, isPointer := Deref(v.Type()).Underlying().(*types.Pointer); isPointer { // a variable that holds one
			return true
		}
		return p.isKnownUntilDone(v, v.Parent(), group)
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			_, isPointer := v.Type().Underlying().(*types.Pointer)
			return isPointer
		}
		return false
	case *ssa.FieldAddr: // whoever waits for that is at hand, and finds it there
		f := FieldOf(v)
		return !f.Exported() && !f.Embedded() && !slices.ContainsFunc(usesOf(v), func(use ssa.Instruction) bool {
			_, isPart := use.(*ssa.FieldAddr)
			_, isCall := use.(ssa.CallInstruction)
			return !isPart && !isCall
		})
	case *ssa.Call: // of a constructor, say, which the function adds to
		return p.isKnownUntilDone(v, v.Parent(), group)
	case *ssa.Extract:
		_, isCall := v.Tuple.(*ssa.Call)
		return isCall && p.isKnownUntilDone(v, v.Parent(), group)
	case *ssa.Phi, *ssa.MakeClosure:
		_, isPointer := v.Type().Underlying().(*types.Pointer)
		return isPointer
	}
	return false
}

// isKnownUntilDone reports whether a function lets nobody know an object to which it has a pointer but goroutines that
// pay a Done of it last, and its callers.
func (p *Facts) isKnownUntilDone(v ssa.Value, fn *ssa.Function, group *types.Var) bool {
	if _, isPointer := v.Type().Underlying().(*types.Pointer); !isPointer {
		return false
	}
	k := p.knowersOf(v, group)
	k.maker = fn
	return k.onlyUntilDone(v)
}
