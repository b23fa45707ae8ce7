package desugar

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A value is what is known of an SSA value. The zero value is one without a translation: whatever is computed from it
// has none either.
type value struct {
	expr   *ir.Expr
	at     *heap.Place // of an address: the place that it is the address of
	fn     *closure
	parts  []value   // of a tuple
	choice *choice   // of what a variable held that is assigned several functions
	seq    *sequence // of an iterator of the standard library that is only ranged over, or collected
}

// A closure is a function value of which the function is known.
type closure struct {
	fn       *ssa.Function
	bindings []value
	maker    *frame // of a function literal: the activation that has made it
}

// value returns what is known of v.
func (t *translator) value(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		e, err := t.mem.Constant(v)
		if err != nil {
			t.unsupported(t.frame.pos(), "%v", err)
			return value{}
		}
		return value{expr: e}
	case *ssa.Function:
		return value{expr: ir.Const(v.String(), heap.FuncSort), fn: &closure{fn: v, maker: t.frame}}
	case *ssa.Global:
		return t.global(v)
	}
	return t.frame.values[v]
}

// expr returns the value of v as an expression, nil if it has none.
func (t *translator) expr(v ssa.Value) *ir.Expr {
	return t.exprOf(t.value(v))
}

func (t *translator) exprOf(v value) *ir.Expr {
	if v.expr == nil && v.at != nil && !v.at.IsLocal() {
		return t.mem.Address(*v.at)
	}
	return v.expr
}

// define sets the value of a register.
//
// Registers are expressions over parameters, variables assigned once for each execution of their register, and cells. In
// SSA form every use of a register is dominated by its definition, and that by the definitions of its operands; so no
// operand is computed anew between the definition and a use. A cell may change, though: before it does, the registers
// that read it and are still needed are saved (see assign).
func (t *translator) define(r ssa.Value, v value) {
	f := t.frame
	if v.expr != nil && isLarge(v.expr) {
		v.expr = t.save(v.expr)
	}
	f.values[r] = v
	if v.expr != nil && !t.isStable(v.expr) {
		f.pending = append(f.pending, r)
	}
}

// maxWeight bounds the terms that registers stand for: they are repeated at every use.
const maxWeight = 40

func isLarge(e *ir.Expr) bool {
	weight := 0
	ir.Walk(e, func(*ir.Expr) bool {
		weight++
		return weight <= maxWeight
	})
	return weight > maxWeight
}

// isStable reports whether the value of e stays the same whatever the function does to its cells.
func (t *translator) isStable(e *ir.Expr) bool {
	stable := true
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.OpVar && t.cellOf[x.Var] != nil {
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

// save returns a new variable set to e.
func (t *translator) save(e *ir.Expr) *ir.Expr {
	v := t.local("", e.Sort)
	t.emit(&ir.Assign{Dst: v, Src: e})
	return ir.V(v)
}

// stable returns e, or a variable that holds its value if it may change.
func (t *translator) stable(e *ir.Expr) *ir.Expr {
	if t.isStable(e) {
		return e
	}
	return t.save(e)
}

// settle makes a value independent of cells.
func (t *translator) settle(v value) value {
	if v.expr != nil {
		v.expr = t.stable(v.expr)
	}
	v.parts = slices.Clone(v.parts)
	for i, p := range v.parts {
		v.parts[i] = t.settle(p)
	}
	return v
}

// saveIf saves the pending registers of the activation that are chosen and needed after the instruction under
// translation, where elsewhere restricts that to other blocks.
func (t *translator) saveIf(chosen func(*ir.Expr) bool, elsewhere bool) {
	f := t.frame
	var keep []ssa.Value
	for _, r := range f.pending {
		v := f.values[r]
		switch {
		case !f.isNeeded(r, elsewhere):
			if elsewhere {
				continue // not needed any more at all
			}
			keep = append(keep, r)
		case chosen(v.expr):
			v.expr = t.save(v.expr)
			f.values[r] = v
		default:
			keep = append(keep, r)
		}
	}
	f.pending = keep
}

// isNeeded reports whether the register is used after the instruction under translation.
func (f *frame) isNeeded(r ssa.Value, elsewhere bool) bool {
	here := f.at.Block()
	for _, use := range *r.Referrers() {
		if _, ok := use.(*ssa.DebugRef); ok {
			continue
		}
		_, isPhi := use.(*ssa.Phi)
		if use.Block() != here || isPhi || !elsewhere && f.index[use] > f.index[f.at] {
			return true
		}
	}
	return false
}

// saveAll saves all pending registers that are needed later: other code is about to run.
func (t *translator) saveAll() {
	t.saveIf(func(*ir.Expr) bool { return true }, false)
}

// leave saves the registers that other blocks need: this one ends.
func (t *translator) leave() {
	t.saveIf(func(*ir.Expr) bool { return true }, true)
}

// assign gives a cell a new value.
func (t *translator) assign(cell *ir.Var, e *ir.Expr) {
	if e.Op == ir.OpVar && e.Var == cell {
		return
	}
	t.saveIf(func(old *ir.Expr) bool { return mentions(old, cell) }, false)
	t.emit(&ir.Assign{Dst: cell, Src: e})
}

// anything returns a new variable of arbitrary value.
func (t *translator) anything(s *ir.Sort) *ir.Var {
	v := t.local("", s)
	t.emit(&ir.Havoc{Vars: []*ir.Var{v}})
	return v
}

// forget gives a register an arbitrary value, after something without a translation has been noted.
func (t *translator) forget(r ssa.Value) {
	t.lost()
	t.define(r, t.unknown(r.Type()))
}

// lost makes sure that something is noted as unsupported where a value has no translation. What has no translation is
// noted where it comes from; this is for the case that it was not.
func (t *translator) lost() {
	if len(t.out.Unsupported) == 0 {
		t.unsupported(t.frame.pos(), "a value that has no translation")
	}
}
