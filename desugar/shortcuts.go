package desugar

import (
	"slices"

	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// A condition such as that a compare-and-swap succeeds is settled by a choice between steps, and often tested at once. Then
// each way goes on directly to where the test leads it: what is known on one of them is not lost where the ways meet.

// shortcuts redirects the blocks that lead to nothing but a test of a variable to which they give a truth value.
func shortcuts(blocks []*ir.Block) {
	for _, b := range blocks {
		if len(b.Succs) != 1 {
			continue
		}
		test := b.Succs[0]
		if test.Loop != nil || len(test.Stmts) > 0 || len(test.Succs) != 2 {
			continue
		}
		for _, to := range test.Succs {
			if v, is := tests(to); v != nil && gives(b, v, is) {
				b.Succs = []*ir.Block{to}
			}
		}
	}
}

// tests returns the local variable that a block assumes to be true, or false, first.
func tests(b *ir.Block) (*ir.Var, bool) {
	cond, is := emit.First(b), true
	if cond != nil && cond.Op == ir.OpNot {
		cond, is = cond.Args[0], false
	}
	if cond == nil || cond.Op != ir.OpVar || cond.Var.Kind != ir.LocalVar {
		return nil, false
	}
	return cond.Var, is
}

// gives reports whether the variable has the value at the end of the block, whatever the state at its beginning.
func gives(b *ir.Block, v *ir.Var, value bool) bool {
	for _, s := range slices.Backward(b.Stmts) {
		stmts := []ir.Stmt{s}
		if s, ok := s.(*ir.Step); ok {
			stmts = s.Do
		}
		for _, d := range slices.Backward(stmts) {
			switch d := d.(type) {
			case *ir.Assign:
				if d.Dst == v {
					return d.Src.Op == map[bool]ir.Op{true: ir.OpTrue, false: ir.OpFalse}[value]
				}
			case *ir.Havoc:
				if slices.Contains(d.Vars, v) {
					return false
				}
			}
		}
	}
	return false
}
