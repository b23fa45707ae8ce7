package emit

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// ListsUses reports whether the function under translation lists what its steps use.
func (t *Builder) ListsUses() bool {
	spec := t.Out.Spec
	return spec != nil && spec.Reducible && t.Frame != nil && t.Frame.At != nil
}

// goesBy lists the locals that the instruction under translation goes by: those in its operands, and those that its translation has
// given a value so far. A deferred call is none of the function's instructions where it runs.
func (t *Builder) goesBy() []*ir.Var {
	u := &uses{seen: map[*ir.Var]bool{}}
	f := t.Frame
	for _, op := range f.At.Operands(nil) {
		if *op != nil {
			u.value(t.translated(*op))
		}
	}
	if f.Calling != nil {
		u.value(f.Calling.Callee)
		u.values(f.Calling.Args)
	}
	for _, v := range t.Out.Locals[min(f.Begun, len(t.Out.Locals)):] {
		u.add(v)
	}
	return u.all
}

// translated is value, for one that has been translated, or needs no translation; of others nothing comes.
func (t *Builder) translated(v ssa.Value) Value {
	switch v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.Builtin:
		return Value{}
	}
	return t.Frame.Values[v]
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
func (u *uses) value(v Value) {
	u.expr(v.Expr)
	if v.At != nil {
		u.place(*v.At)
	}
	if v.Fn != nil {
		u.values(v.Fn.Bindings)
	}
	if v.Choice != nil {
		u.expr(v.Choice.Last)
	}
	if v.Seq != nil {
		u.values(v.Seq.Over)
	}
	u.values(v.Parts)
}

func (u *uses) values(vs []Value) {
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
