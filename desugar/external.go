package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// standardLibrary returns the functions that have a translation of their own, by the name that go/types gives them. Each
// package has a file and a table of its own.
func standardLibrary() map[string]model {
	return merged(
		afterModels(), bufferModels, callingModels, collectionModels, collectors, contextModels, errorsModels, exitModels, fmtModels, headerModels(), listModels(), logModels, searchModels, sortModels, stringsModels(),
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

// external translates a call of a function of a package that is not under check. What package library has no row for, and of which none is
// derived, is code of which nothing is known.
func (t *translator) external(inv *emit.Invocation, fn *ssa.Function) emit.Value {
	obj := analysis.Object(fn)
	if obj == nil {
		t.joinArguments(inv)
		return t.foreign(inv, fn.RelString(t.pkg.Ssa.Pkg))
	}
	inv.Name = obj.FullName()
	if t.endsHere(inv, inv.Name) {
		return t.Unknown(inv.Result)
	}
	if v, ok := t.reportsOfTest(inv); ok {
		return v
	}
	if v, ok := t.runSubtest(inv); ok {
		return v
	}
	t.passesGenerically(inv, fn)
	if !t.ownsLists(inv) && !storesItself[inv.Name] {
		t.joinArguments(inv)
	}
	if s := t.sequence(inv); s != nil {
		e := ir.V(t.Anything(heap.FuncSort))
		t.Assume(ir.Ne(e, ir.Const("nil", heap.FuncSort)))
		return emit.Value{Expr: e, Seq: s}
	}
	if c := t.prog.FileContract(obj); c != nil {
		if v, done := t.byContractFile(inv, fn, c); done {
			return v
		}
	}
	row := library.Of(inv.Name)
	if row == nil {
		s := t.foreignSequence(inv)
		var v emit.Value
		if row := t.prog.RowOf(obj); row != nil {
			v = t.derived(inv, row)
		} else {
			v = t.foreign(inv, inv.Name)
		}
		v.Seq = s
		return v
	}
	call := t.rowCall(inv, row)
	call.require()
	v := t.believed(inv, row)
	call.ensure(v)
	return v
}

// pureModels makes models of functions of whose results nothing is known.
func pureModels(names ...string) map[string]model {
	table := map[string]model{}
	for _, name := range names {
		table[name] = (*translator).pure
	}
	return table
}
