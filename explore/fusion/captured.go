package fusion

import "golang.org/x/tools/go/ssa"

// writtenOnce reports whether a captured variable is written once, before anything captures it: it is the same in every
// schedule wherever it is read.
func (p *Program) writtenOnce(v *ssa.FreeVar) bool {
	root := declaration(v)
	if root == nil {
		return false
	}
	var write *ssa.Store
	var captures []*ssa.MakeClosure
	for _, i := range *root.Referrers() {
		switch i := i.(type) {
		case *ssa.Store:
			if i.Addr != root || write != nil {
				return false
			}
			write = i
		case *ssa.MakeClosure:
			captures = append(captures, i)
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	if write == nil {
		return false
	}
	for _, c := range captures {
		if !precedes(write, c) || !onlyRead(c, root) {
			return false
		}
	}
	return true
}

// declaration is the variable that a free variable stands for, nil if it is not declared in a function.
func declaration(v ssa.Value) *ssa.Alloc {
	for {
		switch x := v.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FreeVar:
			v = binding(x)
		default:
			return nil
		}
	}
}

// binding is what a function literal captures as a free variable.
func binding(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.MakeClosure)
			if !ok || c.Fn != fn {
				continue
			}
			for k, free := range fn.FreeVars {
				if free == v {
					return c.Bindings[k]
				}
			}
		}
	}
	return nil
}

// onlyRead reports whether a function literal, and those in it, only read what it captures as v.
func onlyRead(c *ssa.MakeClosure, v ssa.Value) bool {
	fn := c.Fn.(*ssa.Function)
	for k, b := range c.Bindings {
		if b != v {
			continue
		}
		free := fn.FreeVars[k]
		for _, i := range *free.Referrers() {
			switch i := i.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				if !onlyRead(i, free) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// precedes reports whether a is executed before b whenever b is. Loops do not matter: a variable that is declared in one is
// another in every iteration.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, i := range a.Block().Instrs {
		switch i {
		case a:
			return true
		case b:
			return false
		}
	}
	return false
}
