package emit

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A Value is what is known of an SSA value. The zero value is one without a translation: whatever is computed from it
// has none either.
type Value struct {
	Expr   *ir.Expr
	At     *heap.Place // of an address: the place that it is the address of
	Fn     *Closure
	Parts  []Value   // of a tuple
	Choice *choice   // of what a variable held that is assigned several functions
	Seq    *Sequence // of an iterator of others that is only ranged over, or collected
}

// A Closure is a function value of which the function is known.
type Closure struct {
	Fn       *ssa.Function
	Bindings []Value
	Maker    *Frame // of a function literal: the activation that has made it
}

// A Sequence is what an iterator of the standard library, or of another module, goes through: each gives what one round
// yields, and whether there is such a round.
type Sequence struct {
	Each func() ([]Value, bool)
	End  func()  // of an iterator whose code is not at hand: what it does after the last round
	Over []Value // the arguments of the function that made the iterator
}

// Choices are the functions that were assigned to such a variable.
type Choices struct {
	Last *ir.Var // the number of the last assignment; 0: none, or of nil
	List []Value // by number, from 1
}

// A choice is what such a variable held where it was read.
type choice struct {
	Of   *Choices
	Last *ir.Expr
}

// noteChoice notes an assignment to the variable.
func (t *Builder) noteChoice(c *Choices, v Value) {
	n := 0
	if v.Fn != nil {
		c.List = append(c.List, v)
		n = len(c.List)
	}
	t.Emit(&ir.Assign{Dst: c.Last, Src: ir.N(int64(n), ir.Int)})
}

// Results assigns what a call has returned.
func (t *Builder) Results(vars []*ir.Var, got Value) {
	parts := got.Parts
	if len(vars) == 1 && len(parts) == 0 {
		parts = []Value{got}
	}
	for i, v := range vars {
		var e *ir.Expr
		if i < len(parts) {
			e = t.ExprOf(parts[i])
		}
		if e == nil || !ir.Same(e.Sort, v.Sort) {
			e = ir.V(t.Anything(v.Sort))
		}
		t.Emit(&ir.Assign{Dst: v, Src: e})
	}
}

// A Cell is a variable that belongs to the function alone: no step is needed to access it.
type Cell struct {
	V     *ir.Var
	Owner *Frame
	Type  types.Type // nil of what is no variable of the source
	// once is the only assignment to the variable, if there is just one. What it assigned is known afterwards.
	Once  *ssa.Store
	known bool
	value Value
	// choices are the functions that it may hold, if it is assigned several and only called.
	Choices *Choices
}
