package emit

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Value returns what is known of v.
func (t *Builder) Value(v ssa.Value) Value {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && analysis.IsTypeParam(v.Type()) {
			return t.Unknown(v.Type()) // of a type that the constraint lists: which value that is the type argument tells
		}
		e, err := t.Mem.Constant(v)
		if err != nil {
			t.Unsupported(t.Frame.Pos(), "%v", err)
			return Value{}
		}
		return Value{Expr: e}
	case *ssa.Function:
		return Value{Expr: ir.Const(v.String(), heap.FuncSort), Fn: &Closure{Fn: v, Maker: t.Frame}}
	case *ssa.Global:
		return t.global(v)
	}
	return t.Frame.Values[v]
}

// Expr returns the value of v as an expression, nil if it has none.
func (t *Builder) Expr(v ssa.Value) *ir.Expr {
	return t.ExprOf(t.Value(v))
}

// ExprOf returns v as an expression, nil if it has none.
func (t *Builder) ExprOf(v Value) *ir.Expr {
	if v.Expr == nil && v.At != nil && !v.At.IsLocal() {
		return t.Mem.Address(*v.At)
	}
	return v.Expr
}

// Define sets the value of a register.
//
// Registers are expressions over parameters, variables assigned once for each execution of their register, and cells. In
// SSA form every use of a register is dominated by its definition, and that by the definitions of its operands; so no
// operand is computed anew between the definition and a use. A cell may change, though: before it does, the registers
// that read it and are still needed are saved (see assign).
func (t *Builder) Define(r ssa.Value, v Value) {
	f := t.Frame
	if v.Expr != nil && IsLarge(v.Expr) {
		v.Expr = t.Save(v.Expr)
	}
	f.Values[r] = v
	if v.Expr != nil && !t.isStable(v.Expr) {
		f.Pending = append(f.Pending, r)
	}
}

// maxWeight bounds the terms that registers stand for: they are repeated at every use.
const maxWeight = 40

// IsLarge reports whether e is better computed once and kept in a variable.
func IsLarge(e *ir.Expr) bool {
	weight := 0
	ir.Walk(e, func(*ir.Expr) bool {
		weight++
		return weight <= maxWeight
	})
	return weight > maxWeight
}

// isStable reports whether the value of e stays the same whatever the function does to its cells.
func (t *Builder) isStable(e *ir.Expr) bool {
	stable := true
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.OpVar && t.CellOf[x.Var] != nil {
			stable = false
		}
		return stable
	})
	return stable
}

func mentions(e *ir.Expr, v *ir.Var) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpVar && x.Var == v
		return !found
	})
	return found
}

// Save returns a new variable set to e.
func (t *Builder) Save(e *ir.Expr) *ir.Expr {
	v := t.Local("", e.Sort)
	t.Emit(&ir.Assign{Dst: v, Src: e})
	return ir.V(v)
}

// Stable returns e, or a variable that holds its value if it may change.
func (t *Builder) Stable(e *ir.Expr) *ir.Expr {
	if t.isStable(e) {
		return e
	}
	return t.Save(e)
}

// Settle makes a value independent of cells.
func (t *Builder) Settle(v Value) Value {
	if v.Expr != nil {
		v.Expr = t.Stable(v.Expr)
	}
	v.Parts = slices.Clone(v.Parts)
	for i, p := range v.Parts {
		v.Parts[i] = t.Settle(p)
	}
	return v
}

// saveIf saves the pending registers of the activation that are chosen and needed after the instruction under
// translation, where elsewhere restricts that to other blocks.
func (t *Builder) saveIf(chosen func(*ir.Expr) bool, elsewhere bool) {
	f := t.Frame
	var keep []ssa.Value
	for _, r := range f.Pending {
		v := f.Values[r]
		switch {
		case !f.isNeeded(r, elsewhere):
			if elsewhere {
				continue // not needed any more at all
			}
			keep = append(keep, r)
		case chosen(v.Expr):
			v.Expr = t.Save(v.Expr)
			f.Values[r] = v
		default:
			keep = append(keep, r)
		}
	}
	f.Pending = keep
}

// isNeeded reports whether the register is used after the instruction under translation.
func (f *Frame) isNeeded(r ssa.Value, elsewhere bool) bool {
	here := f.At.Block()
	for _, use := range *r.Referrers() {
		if _, ok := use.(*ssa.DebugRef); ok {
			continue
		}
		_, isPhi := use.(*ssa.Phi)
		if use.Block() != here || isPhi || !elsewhere && f.Index[use] > f.Index[f.At] {
			return true
		}
	}
	return false
}

// SaveAll saves all pending registers that are needed later: other code is about to run.
func (t *Builder) SaveAll() {
	t.saveIf(func(*ir.Expr) bool { return true }, false)
}

// Leave saves the registers that other blocks need: this one ends.
func (t *Builder) Leave() {
	t.saveIf(func(*ir.Expr) bool { return true }, true)
}

// Assign gives a cell a new value.
func (t *Builder) Assign(cell *ir.Var, e *ir.Expr) {
	if e.Op == ir.OpVar && e.Var == cell {
		return
	}
	t.saveIf(func(old *ir.Expr) bool { return mentions(old, cell) }, false)
	t.Emit(&ir.Assign{Dst: cell, Src: e})
}

// Anything returns a new variable of arbitrary value.
func (t *Builder) Anything(s *ir.Sort) *ir.Var {
	v := t.Local("", s)
	t.Emit(&ir.Havoc{Vars: []*ir.Var{v}})
	return v
}

// Forget gives a register an arbitrary value, after something without a translation has been noted.
func (t *Builder) Forget(r ssa.Value) {
	t.Lost()
	t.Define(r, t.Unknown(r.Type()))
}

// Lost makes sure that something is noted as unsupported where a value has no translation. What has no translation is
// noted where it comes from; this is for the case that it was not.
func (t *Builder) Lost() {
	if len(t.Out.Unsupported) == 0 {
		t.Unsupported(t.Frame.Pos(), "a value that has no translation")
	} else {
		t.end()
	}
}
