package desugar

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// believeAliases assumes, before a callee is asked for locks, what +checklocksalias says of the objects that the
// activation's parameters point to: two paths lead to one lock, and so the pointers on them are not nil. Of an object that is still
// the goroutine's own the latter is not believed: it may not have them yet.
func (t *translator) believeAliases(spec *annot.FuncSpec) {
	locks := false
	for _, c := range spec.Requires {
		locks = locks || len(heldIn(c.Expr)) > 0
	}
	if !locks {
		return
	}
	for _, p := range t.frame.fn.Params {
		n, ok := types.Unalias(deref(p.Type())).(*types.Named)
		if _, isPointer := p.Type().Underlying().(*types.Pointer); !ok || !isPointer {
			continue
		}
		if s := t.prog.typeSpec(n.Origin().Obj()); s != nil {
			t.believe(p, s.Aliases)
		}
	}
}

func (t *translator) believe(p *ssa.Parameter, aliases []annot.Alias) {
	this := t.expr(p)
	if this == nil {
		return
	}
	env := &specEnv{mem: t.mem, tid: ir.V(t.out.Tid), this: this}
	for _, a := range aliases {
		exists := []*ir.Expr{}
		left, err := env.lockOn(a.Left, &exists)
		if err == nil {
			var right lockVars
			if right, err = env.lockOn(a.Right, &exists); err == nil && left.holder != right.holder {
				err = fmt.Errorf("+checklocksalias of %s: different variables are never one lock", a.Text)
			} else if err == nil {
				t.assumption(a.Pos, "%s, as +checklocksalias says", a.Text)
				complete := ir.And(exists...)
				if t.mem.status != nil {
					complete = ir.Or(complete, ir.And(ir.Ne(this, ir.Nil), t.mem.isShared(this)))
				} else {
					complete = ir.Ne(this, ir.Nil)
				}
				t.emit(&ir.Assume{Cond: ir.Implies(complete, sameLock(left, right))})
			}
		}
		if err != nil {
			t.unsupported(a.Pos, "%v", err)
		}
	}
}

// lockOn returns the lock at x, and adds that the pointers on the way there are not nil.
func (e *specEnv) lockOn(x annot.Expr, exists *[]*ir.Expr) (lockVars, error) {
	var err error
	annot.Walk(x, func(x annot.Expr) bool {
		s, ok := x.(*annot.Select)
		if !ok || !s.Deref || err != nil {
			return true
		}
		var v *ir.Expr
		if v, err = e.eval(s.X); err == nil {
			*exists = append(*exists, ir.Ne(v, ir.Nil))
		}
		return true
	})
	if err != nil {
		return lockVars{}, err
	}
	p, err := e.locate(x)
	if err != nil {
		return lockVars{}, err
	}
	return e.mem.lock(p)
}
