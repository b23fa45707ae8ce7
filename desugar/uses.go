package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Of many results no more is known than their sort: nothing says then that they come of what the operands hold. Whoever asks
// which locals are needed later (package reduce, of functions that are one atomic step without more being said) has to know it.
// So every step of such a function, and every havoc, lists the locals that it may come of.

// emit appends statements to the block under construction.
func (t *translator) emit(stmts ...ir.Stmt) {
	if t.listsUses() {
		for _, s := range stmts {
			switch s := s.(type) {
			case *ir.Havoc:
				s.Uses = t.goesBy()
			case *ir.Step:
				s.Uses = t.goesBy()
			}
		}
	}
	t.cur.Stmts = append(t.cur.Stmts, stmts...)
}

// listsUses reports whether the function under translation lists what its steps use.
func (t *translator) listsUses() bool {
	spec := t.out.Spec
	return spec != nil && spec.Reducible && t.frame != nil && t.frame.at != nil
}

// goesBy lists the locals that the instruction under translation goes by: those in its operands, and those that its translation has
// given a value so far. A deferred call is none of the function's instructions where it runs.
func (t *translator) goesBy() []*ir.Var {
	u := &uses{seen: map[*ir.Var]bool{}}
	f := t.frame
	for _, op := range f.at.Operands(nil) {
		if *op != nil {
			u.value(t.translated(*op))
		}
	}
	if f.calling != nil {
		u.value(f.calling.callee)
		u.values(f.calling.args)
	}
	for _, v := range t.out.Locals[min(f.begun, len(t.out.Locals)):] {
		u.add(v)
	}
	return u.all
}

// translated is value, for one that has been translated, or needs no translation; of others nothing comes.
func (t *translator) translated(v ssa.Value) value {
	switch v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.Builtin:
		return value{}
	}
	return t.frame.values[v]
}

// uses collects locals.
type uses struct {
	seen map[*ir.Var]bool
	all  []*ir.Var
}

func (u *uses) add(v *ir.Var) {
	if v != nil && v.Kind == ir.LocalVar && !u.seen[v] {
		u.seen[v] = true
		u.all = append(u.all, v)
	}
}

func (u *uses) expr(e *ir.Expr) {
	if e == nil {
		return
	}
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.OpVar {
			u.add(x.Var)
		}
		return true
	})
}

// value adds what a value comes of: of an address the variable behind it, of a function literal what it captures.
func (u *uses) value(v value) {
	u.expr(v.expr)
	if v.at != nil {
		u.place(*v.at)
	}
	if v.fn != nil {
		u.values(v.fn.bindings)
	}
	if v.choice != nil {
		u.expr(v.choice.last)
	}
	if v.seq != nil {
		u.values(v.seq.over)
	}
	u.values(v.parts)
}

func (u *uses) values(vs []value) {
	for _, v := range vs {
		u.value(v)
	}
}

func (u *uses) place(p heap.Place) {
	u.add(p.Cell)
	u.expr(p.Value)
	for _, s := range p.Path {
		u.expr(s.At)
	}
	u.expr(p.Owner)
	for _, k := range p.Keys {
		u.expr(k)
	}
}

// keptForUse gives what a function returns, that a call passes on and calls, a local of its own: so what comes of the call
// comes of that.
func (t *translator) keptForUse(v value) value {
	if !t.listsUses() {
		return v
	}
	if v.expr != nil {
		v.expr = t.save(v.expr)
	}
	for i, p := range v.parts {
		v.parts[i] = t.keptForUse(p)
	}
	return v
}
