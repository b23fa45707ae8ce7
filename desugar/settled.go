package desugar

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// A package variable is settled if it gets its value where it is declared, is never assigned again, by sync/atomic neither, and its address is not used:
// what its value is seen to be there, not nil or a number, it is whenever a function reads it. An exported variable without
// annotation is not assigned by other packages, which would need a right to that; one with an annotation may be.
//
// Functions that run during initialisation read only variables that have their values by then: the order of initialisation sees
// to that, where a function is mentioned by its name. A method of a value in an interface is not, nor what a goroutine runs: what
// comes after such a call in that order is not settled.

// settledFacts returns what is known of x, which was read from the package variable v.
func (m *memory) settledFacts(v *types.Var, x *ir.Expr) []*ir.Expr {
	s := m.prog.Settled[v]
	if s == nil || m.alone {
		return nil
	}
	if c, ok := s.Val.(*ssa.Const); ok && c.Value != nil {
		if k := c.Value.Kind(); k == constant.Int || k == constant.Bool {
			if e, err := m.constant(c); err == nil && ir.Same(e.Sort, x.Sort) {
				return []*ir.Expr{ir.Eq(x, e)}
			}
		}
		return nil
	}
	if canBeNil(v.Type()) && m.prog.NeverNilInitially(s.Val) {
		return []*ir.Expr{ir.Ne(x, zeroOf(x.Sort))}
	}
	return nil
}
