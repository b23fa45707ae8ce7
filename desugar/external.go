package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// A model is the translation of a call of a function of the standard library.
type model func(t *translator, inv *invocation) value

// standardLibrary returns the functions that have a translation of their own, by the name that go/types gives them. Each
// package has a file and a table of its own.
func standardLibrary() map[string]model {
	return merged(
		afterModels(), bufferModels, collectors, contextModels, errorsModels, exitModels, fmtModels, logModels, searchModels, sortModels, stringsModels,
	)
}

func merged(tables ...map[string]model) map[string]model {
	all := map[string]model{}
	for _, table := range tables {
		for name, m := range table {
			all[name] = m
		}
	}
	return all
}

// external translates a call of a function of a package that is not under check. What package library has no row for is code
// of which nothing is known.
func (t *translator) external(inv *invocation, fn *ssa.Function) value {
	obj := analysis.Object(fn)
	if obj == nil {
		return t.foreign(inv, fn.RelString(t.pkg.Ssa.Pkg))
	}
	inv.name = obj.FullName()
	if t.refuses(inv, inv.name) {
		return t.unknown(inv.result)
	}
	if s := t.sequence(inv); s != nil {
		e := ir.V(t.anything(heap.FuncSort))
		t.assume(ir.Ne(e, ir.Const("nil", heap.FuncSort)))
		return value{expr: e, seq: s}
	}
	row := library.Of(inv.name)
	if row == nil {
		return t.foreign(inv, inv.name)
	}
	call := t.rowCall(inv, row)
	call.require()
	v := t.believed(inv, row)
	call.ensure(v)
	return v
}

// believed translates a call of a function that has a row, but for its conditions.
func (t *translator) believed(inv *invocation, row *library.Row) value {
	if m := t.prog.models[inv.name]; m != nil {
		return m(t, inv)
	}
	if row.Plain() && t.prog.IsPlainResult(inv.result) && handlings[inv.name] != compares {
		return t.pure(inv)
	}
	return t.foreign(inv, inv.name)
}

// pure translates a call of a function that touches nothing but what it is passed, writes nothing, and returns. If it is
// passed what it might follow further, it counts as code that is not at hand after all.
func (t *translator) pure(inv *invocation) value { return t.pureOn(inv, t.passed(inv)) }

// pureOn is pure for a call that touches nothing else of its arguments than the given ones.
func (t *translator) pureOn(inv *invocation, args []passed) value {
	var read []passed
	believed := false
	for _, p := range args {
		elem, isSlice := p.typ.Underlying().(*types.Slice)
		switch by := t.prog.Exposes(p.typ); {
		case by == analysis.ExposesNothing:
		case by == analysis.ExposesMethods:
			believed = true
		case isSlice && t.prog.Exposes(elem.Elem()) == analysis.ExposesNothing:
			read = append(read, p)
		default:
			return t.foreign(inv, inv.name)
		}
	}
	if believed {
		t.assumption(inv.pos, "%s calls no method that touches what others may write, or that panics", inv.name)
	}
	for _, p := range read {
		t.readElements(p.expr, p.typ)
	}
	return t.unknown(inv.result)
}

// pureModel makes a model of a function as for pure, of whose results it is known what facts says.
func pureModel(facts func(t *translator, args, results []*ir.Expr) []*ir.Expr) model {
	return func(t *translator, inv *invocation) value {
		v := t.pure(inv)
		if args, results, ok := t.operands(inv, v); ok {
			t.assume(facts(t, args, results)...)
		}
		return v
	}
}

// pureModels makes models of functions of whose results nothing is known.
func pureModels(names ...string) map[string]model {
	table := map[string]model{}
	for _, name := range names {
		table[name] = (*translator).pure
	}
	return table
}

// operands returns the arguments and results of a call as expressions, nil where an argument has none.
func (t *translator) operands(inv *invocation, v value) (args, results []*ir.Expr, ok bool) {
	for _, a := range inv.args {
		args = append(args, t.exprOf(a))
	}
	parts := v.parts
	if _, isTuple := inv.result.(*types.Tuple); !isTuple {
		parts = []value{v}
	}
	for _, p := range parts {
		if p.expr == nil {
			return nil, nil, false
		}
		results = append(results, p.expr)
	}
	return args, results, true
}
