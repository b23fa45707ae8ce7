package vcgen

import (
	"testing"

	"github.com/calvin-go/calvin/ir"
)

var int64s = ir.Integer(64, true)

// Programs with the verdict on each goal: unsat means that the assertion holds.
func TestVerdicts(t *testing.T) {
	z3 := newSession(t)
	x, y, p := local("x", int64s), local("y", int64s), local("p", ir.Ref)
	b := local("b", ir.Bool)
	count := heap("Counter.count", ir.Array(ir.Ref, int64s))
	count0 := local("old Counter.count", count.Sort)
	r := bound("r", ir.Ref)
	R := ir.V(r)
	frame := func(now, before *ir.Expr, but ...*ir.Expr) *ir.Expr {
		var other []*ir.Expr
		for _, e := range but {
			other = append(other, ir.Ne(R, e))
		}
		return ir.Forall(vars(r), ir.Implies(ir.And(other...), ir.Eq(ir.Select(now, R), ir.Select(before, R))), count)
	}
	X, Y, P := ir.V(x), ir.V(y), ir.V(p)
	for _, tc := range []struct {
		name    string
		program *ir.Program
		want    string
	}{
		{"assign", one(assign(x, n(3)), assert(ir.Eq(X, n(3))), assert(ir.Eq(X, n(4)))), "unsat sat"},
		{"assumed after an assertion", one(assert(ir.Lt(X, n(3))), assert(ir.Lt(X, n(4)))), "sat unsat"},
		{"later assumptions do not count", one(assert(ir.Lt(X, n(3))), assume(ir.Lt(X, n(3)))), "sat"},
		{"bounds", one(assert(ir.Le(X, ir.BigInt(power(63), ir.Int)))), "unsat"},
		{"wrap around", one(
			assume(ir.Lt(X, Y)),
			assign(x, ir.Wrap(ir.Add(X, n(1)), int64s)),
			assert(ir.Le(X, Y)),
			assign(x, ir.Wrap(ir.Add(X, n(1)), int64s)),
			assert(ir.Lt(n(0), X)),
		), "unsat sat"},
		{"havoc", one(assign(x, n(3)), assign(y, X), havoc(x), assert(ir.Eq(Y, n(3))), assert(ir.Eq(X, Y))), "unsat sat"},
		{"cover", one(&ir.Cover{}, assume(ir.False), &ir.Cover{}), "sat unsat"},
		{"store", one(
			assign(count, ir.Store(ir.V(count), list(P), n(7))),
			assert(ir.Eq(at(count, P), n(7))),
			assert(ir.Eq(at(count, ir.Nil), n(7))),
		), "unsat sat"},
		{"frame", one(
			assign(count0, ir.V(count)),
			havoc(count),
			assume(frame(ir.V(count), ir.V(count0), P)),
			assert(frame(ir.V(count), ir.V(count0), P)),
			assume(ir.Ne(P, ir.Nil)),
			assert(ir.Eq(at(count, ir.Nil), at(count0, ir.Nil))),
			assert(ir.Eq(at(count, P), at(count0, P))),
		), "unsat unsat sat"},
		{"frames compose", one(
			assign(count0, ir.V(count)),
			havoc(count), assume(frame(ir.V(count), ir.V(count0), P)),
			assign(count, ir.Store(ir.V(count), list(P), n(1))),
			assert(frame(ir.V(count), ir.V(count0), P)),
			assert(frame(ir.V(count), ir.V(count0))),
		), "unsat sat"},
		{"array equality", one(
			assign(count0, ir.V(count)),
			havoc(count), assume(frame(ir.V(count), ir.V(count0))),
			assert(ir.Eq(ir.V(count), ir.V(count0))),
			assign(count, ir.Store(ir.V(count), list(P), n(1))),
			assert(ir.Eq(ir.V(count), ir.V(count0))),
		), "unsat sat"},
		{"a truth value that is quantified", one(
			assign(b, ir.Forall(vars(r), ir.Le(n(0), at(count, R)))),
			assert(ir.Implies(ir.V(b), ir.Le(n(0), at(count, P)))),
			assert(ir.Implies(ir.Not(ir.V(b)), ir.Exists(vars(r), ir.Lt(at(count, R), n(0))))),
			assert(ir.V(b)),
		), "unsat unsat sat"},
		{"existential goal", one(
			assume(ir.Lt(at(count, P), n(0))),
			assert(ir.Exists(vars(r), ir.Lt(at(count, R), n(0)))),
			assert(ir.Exists(vars(r), ir.Lt(n(0), at(count, R)))),
		), "unsat sat"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := z3.verdicts(t, tc.program); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}
