package annot

import (
	"go/types"
	"testing"
)

const inferredSource = `package p

import "sync"

type T struct {
	mu   sync.Mutex
	a, b int
}

func (t *T) add() { t.a++ }
`

func lookup(src Source, typ, field string) types.Object {
	st := src.Types.Scope().Lookup(typ).Type().Underlying().(*types.Struct)
	for f := range st.Fields() {
		if f.Name() == field {
			return f
		}
	}
	return nil
}

func TestInferred(t *testing.T) {
	src := load(t, "p.go", inferredSource)
	a, b := lookup(src, "T", "a"), lookup(src, "T", "b")
	add, _, _ := types.LookupFieldOrMethod(types.NewPointer(src.Types.Scope().Lookup("T").Type()), true, src.Types, "add")
	src.Inferred = []Inferred{{a, []string{"guarded_by mu"}}, {add, []string{"requires held(t.mu)"}}}
	p, errs := Check(src)
	if len(errs) > 0 {
		t.Fatalf("errors: %v", errs[0].Msg)
	}
	if !p.Annotated || !p.Inferred {
		t.Errorf("Annotated is %v, Inferred %v, want true and true", p.Annotated, p.Inferred)
	}
	guard := p.Guards[a.(*types.Var)]
	if guard == nil || p.Guards[b.(*types.Var)] != nil {
		t.Fatalf("a has the guard %v, b %v; want one for a only", guard, p.Guards[b.(*types.Var)])
	}
	clause := guard.Write[0]
	if clause.Text != "mu" {
		t.Errorf("the clause is %q, want mu", clause.Text)
	}
	for _, pos := range []struct {
		what string
		got  string
	}{
		{"the guard", src.Fset.Position(guard.Pos).String()},
		{"the beginning of its clause", src.Fset.Position(clause.Start).String()},
		{"the end of its clause", src.Fset.Position(clause.End).String()},
	} {
		if want := src.Fset.Position(a.Pos()).String(); pos.got != want {
			t.Errorf("%s is at %s, want that of the field, %s", pos.what, pos.got, want)
		}
	}
	if spec := p.Funcs[add.(*types.Func)]; spec == nil || len(spec.Requires) != 1 {
		t.Errorf("add has the contract %v, want one clause", spec)
	}
}

func TestInferredInError(t *testing.T) {
	for _, test := range []struct {
		line, want string
	}{
		{"guarded_by nu", "unknown name nu"},
		{"requires held(t.mu)", "requires does not apply to a struct field"},
		{"guarded", "unknown directive guarded"},
	} {
		src := load(t, "p.go", inferredSource)
		a := lookup(src, "T", "a")
		src.Inferred = []Inferred{{a, []string{test.line}}}
		_, errs := Check(src)
		if len(errs) != 1 || errs[0].Msg != test.want || errs[0].Inferred != a {
			t.Errorf("%s: got %v, want one error %q about a", test.line, errs, test.want)
		}
	}
	src := load(t, "p.go", "package p\n\n//calvin:guarded_by mu\nvar x int\n")
	if _, errs := Check(src); len(errs) != 1 || errs[0].Inferred != nil {
		t.Errorf("an error in a comment: got %v, want one that is in no inferred annotation", errs)
	}
}

func TestNothingInferred(t *testing.T) {
	src := load(t, "p.go", inferredSource)
	src.Inferred = []Inferred{}
	if p, _ := Check(src); !p.Annotated || !p.Inferred {
		t.Errorf("Annotated is %v, Inferred %v, want true and true", p.Annotated, p.Inferred)
	}
}
