package desugar

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// The directive +checklocksalias says of the objects of a type that two paths lead to one lock. It is believed of the objects that an
// activation's parameters point to, of those of which they point to a part on such a path, and of those on the way to the locks that the
// function requires: where the activation begins, where it has taken a lock, at the head of a loop, and before a callee is asked
// for locks, then of the objects on the way to its arguments too.

// believeAliases assumes what is said of the objects that the activation's parameters point to or into: the two paths lead to one
// lock, and so the pointers on them are not nil. Of an object that is still the goroutine's own the latter is not believed: it
// may not have them yet.
func (t *translator) believeAliases() { t.Assume(t.aliasFacts()...) }

// believeOf assumes what is said of the objects on the way to values, such as r.ep for what r.ep.snd holds.
func (t *translator) believeOf(values []ssa.Value) {
	for _, v := range values {
		for v != nil {
			switch x := v.(type) {
			case *ssa.UnOp:
				v = x.X
			case *ssa.FieldAddr:
				v = x.X
				if this := t.Expr(v); this != nil {
					t.Assume(t.factsOf(this, analysis.Deref(v.Type()))...)
				}
			default:
				v = nil
			}
		}
	}
}

// aliasFacts returns what believeAliases assumes.
func (t *translator) aliasFacts() []*ir.Expr {
	var facts []*ir.Expr
	for _, p := range t.Frame.Fn.Params {
		if _, isPointer := p.Type().Underlying().(*types.Pointer); !isPointer {
			continue
		}
		if n := analysis.StructName(analysis.Deref(p.Type())); n != nil {
			for _, part := range t.prog.Aliases[n] {
				facts = append(facts, t.factsOfPart(p, part)...)
			}
		}
	}
	return append(facts, t.factsOfRequired()...)
}

// factsOfRequired returns what is said of the objects on the way to the locks that the activation's function requires to be held,
// such as r.ep for r.ep.mu.
func (t *translator) factsOfRequired() []*ir.Expr {
	f := t.Frame
	spec := t.prog.ContractAt(f.Fn)
	if spec == nil || len(t.prog.Aliases) == 0 {
		return nil
	}
	g := given{t: t, fn: f.Fn, value: func(v ssa.Value) (emit.Value, bool) {
		x, ok := f.Values[v]
		return x, ok
	}}
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(t.Out.Tid), Vars: g.scope()}}
	var facts []*ir.Expr
	for _, c := range spec.Requires {
		annot.Walk(c.Expr, func(x annot.Expr) bool {
			s, ok := x.(*annot.Select)
			if !ok || !s.Deref {
				return true
			}
			if _, isParam := s.X.(*annot.Var); isParam {
				return false
			}
			if this, err := env.Eval(s.X); err == nil {
				facts = append(facts, t.factsOf(this, analysis.Deref(s.X.Type()))...)
			}
			return true
		})
	}
	return facts
}

// factsOf returns what is said of the object this, of type typ.
func (t *translator) factsOf(this *ir.Expr, typ types.Type) []*ir.Expr {
	n := analysis.StructName(typ)
	if n == nil {
		return nil
	}
	var facts []*ir.Expr
	for _, part := range t.prog.Aliases[n] {
		if len(part.Fields) > 0 {
			continue
		}
		same, err := t.aliasOf(this, part.Alias)
		if err != nil {
			t.Unsupported(part.Alias.Pos, "%v", err)
			return facts
		}
		facts = append(facts, same)
	}
	return facts
}

func (t *translator) factsOfPart(p *ssa.Parameter, part analysis.AliasedPart) []*ir.Expr {
	var facts []*ir.Expr
	this, is := t.Expr(p), ir.True
	if this == nil {
		return nil
	}
	for _, f := range slices.Backward(part.Fields) {
		whole := ir.Apply(t.Mem.Parent, this)
		here := ir.Eq(ir.Apply(t.Mem.Kind, this), t.Mem.KindOfVar(f))
		// No other place is of this kind with this parent, and nil has no parts.
		facts = append(facts, ir.Implies(here, ir.And(ir.Ne(whole, ir.Nil), ir.Eq(this, t.Mem.FieldRef(f, whole)))))
		this, is = whole, ir.And(is, here)
	}
	same, err := t.aliasOf(this, part.Alias)
	if err != nil {
		t.Unsupported(part.Alias.Pos, "%v", err)
		return nil
	}
	return append(facts, ir.Implies(is, same))
}

// aliasOf returns what an alias says of the object this, of its type.
func (t *translator) aliasOf(this *ir.Expr, a annot.Alias) (*ir.Expr, error) {
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(t.Out.Tid), This: this}}
	exists := []*ir.Expr{}
	left, err := env.LockOn(a.Left, &exists)
	if err != nil {
		return nil, err
	}
	right, err := env.LockOn(a.Right, &exists)
	if err != nil {
		return nil, err
	}
	if left.Holder != right.Holder {
		return nil, fmt.Errorf("+checklocksalias of %s: different variables are never one lock", a.Text)
	}
	t.Assumption(a.Pos, "%s, as +checklocksalias says", a.Text)
	complete := ir.And(exists...)
	if t.Mem.Status != nil {
		complete = ir.Or(complete, ir.And(ir.Ne(this, ir.Nil), t.Mem.IsShared(this)))
	} else {
		complete = ir.Ne(this, ir.Nil)
	}
	return ir.Implies(complete, sameLock(left, right)), nil
}
