package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// A model is the translation of a call of a function of the standard library.
type model func(t *translator, inv *emit.Invocation) emit.Value

// believed translates a call of a function that has a row, but for its conditions.
func (t *translator) believed(inv *emit.Invocation, row *library.Row) emit.Value {
	if m := t.prog.models[inv.Name]; m != nil {
		return m(t, inv)
	}
	if row.Plain() && t.prog.IsPlainResult(inv.Result) && handlings[inv.Name] != compares {
		return t.pure(inv)
	}
	return t.foreign(inv, inv.Name)
}

// pure translates a call of a function that touches nothing but what it is passed, writes nothing, and returns. If it is
// passed what it might follow further, it counts as code that is not at hand after all.
func (t *translator) pure(inv *emit.Invocation) emit.Value { return t.pureOn(inv, t.passed(inv)) }

// pureOn is pure for a call that touches nothing else of its arguments than the given ones.
func (t *translator) pureOn(inv *emit.Invocation, args []passed) emit.Value {
	var read []passed
	believed := false
	for _, p := range args {
		elem, isSlice := p.typ.Underlying().(*types.Slice)
		switch by := t.prog.Exposes(p.typ); {
		case t.prog.Carries(p.typ):
			return t.foreign(inv, inv.Name)
		case by == analysis.ExposesNothing:
		case by == analysis.ExposesMethods:
			believed = true
		case isSlice && t.prog.Exposes(elem.Elem()) == analysis.ExposesNothing:
			read = append(read, p)
		default:
			return t.foreign(inv, inv.Name)
		}
	}
	if believed {
		t.Assumption(inv.Pos, "%s calls no method that panics, or that accesses what other goroutines may write", inv.Name)
	}
	for _, p := range read {
		t.readElements(p.expr, p.typ)
	}
	return t.Unknown(inv.Result)
}

// pureModel makes a model of a function as for pure, of whose results it is known what facts says.
func pureModel(facts func(t *translator, args, results []*ir.Expr) []*ir.Expr) model {
	return func(t *translator, inv *emit.Invocation) emit.Value {
		v := t.pure(inv)
		if args, results, ok := t.operands(inv, v); ok {
			t.Assume(facts(t, args, results)...)
		}
		return v
	}
}

// operands returns the arguments and results of a call as expressions, nil where an argument has none.
func (t *translator) operands(inv *emit.Invocation, v emit.Value) (args, results []*ir.Expr, ok bool) {
	for _, a := range inv.Args {
		args = append(args, t.ExprOf(a))
	}
	parts := v.Parts
	if _, isTuple := inv.Result.(*types.Tuple); !isTuple {
		parts = []emit.Value{v}
	}
	for _, p := range parts {
		if p.Expr == nil {
			return nil, nil, false
		}
		results = append(results, p.Expr)
	}
	return args, results, true
}
