package eval_test

import (
	"go/types"
	"slices"
	"testing"

	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/internal/verifytest/loaded"
	"github.com/calvin-go/calvin/ir"
)

// TestInvariants checks what conditions mean of the object x: which heap variables they read, by what keys, and in which arithmetic.
func TestInvariants(t *testing.T) {
	facts, pkg := loaded.Facts(t, "testdata/clauses")
	tid := ir.V(&ir.Var{Name: "tid", Sort: ir.Tid, Kind: ir.ConstVar})
	mem := heap.NewMemory(facts, eval.Expressions{}, heap.Needs{}, pkg.PkgPath, tid)
	env := &eval.Env{Mem: mem, Context: heap.Context{Tid: tid, This: ir.V(&ir.Var{Name: "x", Sort: ir.Ref, Kind: ir.ConstVar})}}
	var got []string
	for _, c := range facts.TypeSpec(pkg.Types.Scope().Lookup("T").(*types.TypeName)).Invariants {
		clause, err := env.Clause(c)
		if err != nil {
			t.Errorf("%s: %v", c.Text, err)
			continue
		}
		if clause.Start.Line == 0 || clause.Text != c.Text {
			t.Errorf("%s: the clause says that it is %q at %v", c.Text, clause.Text, clause.Start)
		}
		got = append(got, clause.Cond.String())
	}
	want := []string{
		"int64(2 * T.m[x]) < int64(T.n[x] + 1)",
		"forall i int64 :: -9223372036854775808 <= i && i <= 9223372036854775807 ==> " +
			"0 <= i && i < T.list[x].len ==> 0 <= []int[T.list[x].arr][T.list[x].off + i]",
		"T.next[x] != nil ==> T.n[T.next[x]] == T.n[x]",
		"T.n[x] != 3 || int64(T.m[x] % 2) == 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// TestUnknownNames checks that what has no meaning where it stands is an error, and no condition.
func TestUnknownNames(t *testing.T) {
	facts, pkg := loaded.Facts(t, "testdata/clauses")
	mem := heap.NewMemory(facts, eval.Expressions{}, heap.Needs{}, pkg.PkgPath, ir.Free)
	sum := pkg.Types.Scope().Lookup("Sum").(*types.Func)
	spec := facts.Contract(sum)
	env := &eval.Env{Mem: mem, Context: heap.Context{Tid: ir.Free}} // without the variables of Sum
	for _, c := range spec.Requires {
		if clause, err := env.Clause(c); err == nil {
			t.Errorf("%s means %v, where nothing is known of its variables", c.Text, clause.Cond)
		}
	}
	n := &ir.Var{Name: "n", Sort: heap.IntSort, Kind: ir.ConstVar}
	param := sum.Signature().Params().At(0)
	env.Vars = heap.ScopeOf(map[*types.Var]heap.Place{param: heap.LocalPlace(n, param.Type())})
	for _, c := range spec.Requires {
		if _, err := env.Clause(c); err != nil {
			t.Errorf("%s: %v", c.Text, err)
		}
	}
}
