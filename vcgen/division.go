package vcgen

import "github.com/calvin-go/calvin/ir"

// Division by what is not a literal is beyond linear arithmetic, and a solver that has to think about it is lost for the
// rest, too. But of hash tables and ring buffers only its bounds matter. So the ground terms have a function of no meaning
// in its place, with what linear arithmetic can say of it; what it is exactly comes with the quantifiers, for the second
// attempt.

var (
	quotient  = &ir.Fn{Name: "quo", Params: []*ir.Sort{ir.Int, ir.Int}, Result: ir.Int}
	remainder = &ir.Fn{Name: "rem", Params: []*ir.Sort{ir.Int, ir.Int}, Result: ir.Int}
)

// isDivision reports whether e divides integers by what is not a literal.
func isDivision(e *ir.Expr) bool {
	return (e.Op == ir.OpQuo || e.Op == ir.OpRem) && e.Sort.Kind == ir.KindInt && e.Args[1].Op != ir.OpInt
}

// division writes e as an application.
func (w *writer) division(e *ir.Expr) string {
	fn := quotient
	if e.Op == ir.OpRem {
		fn = remainder
	}
	return w.application(ir.Apply(fn, e.Args...))
}

// exactly says what e is.
func (w *writer) exactly(e *ir.Expr) string {
	symbol := "div"
	if e.Op == ir.OpRem {
		symbol = "mod"
	}
	return apply("=", w.division(e), w.truncated(e, w.text(e.Args[0]), symbol))
}

// linear is what linear arithmetic says of e. Both lie between zero and the dividend, or its negation; the remainder has the
// dividend's sign and is nearer to zero than the divisor; a greater divisor leaves the dividend as it is.
func (g *generator) linear(e *ir.Expr) []*ir.Expr {
	x, y, zero := e.Args[0], e.Args[1], ir.N(0, ir.Int)
	between := func(lo, hi *ir.Expr) *ir.Expr { return ir.And(ir.Le(lo, e), ir.Le(e, hi)) }
	above, below := ir.Le(zero, x), ir.Le(x, zero)
	positive, negative, small := ir.Lt(zero, y), ir.Lt(y, zero), ir.And(ir.Le(zero, x), ir.Lt(x, y))
	var facts []*ir.Expr
	if e.Op == ir.OpRem {
		facts = []*ir.Expr{
			ir.Implies(above, between(zero, x)),
			ir.Implies(below, between(x, zero)),
			ir.Implies(positive, ir.And(ir.Lt(ir.Sub(zero, y), e), ir.Lt(e, y))),
			ir.Implies(negative, ir.And(ir.Lt(y, e), ir.Lt(e, ir.Sub(zero, y)))),
			ir.Implies(small, ir.Eq(e, x)),
		}
	} else {
		minus := ir.Sub(zero, x)
		facts = []*ir.Expr{
			ir.Implies(ir.And(above, positive), between(zero, x)),
			ir.Implies(ir.And(below, positive), between(x, zero)),
			ir.Implies(ir.And(above, negative), between(minus, zero)),
			ir.Implies(ir.And(below, negative), between(zero, minus)),
			ir.Implies(small, ir.Eq(e, zero)),
			ir.Implies(ir.And(positive, ir.Le(y, x)), ir.Lt(zero, e)),
			ir.Implies(ir.Eq(y, ir.N(1, ir.Int)), ir.Eq(e, x)),
		}
	}
	for i, f := range facts {
		facts[i] = g.terms.canon(f)
	}
	return facts
}
