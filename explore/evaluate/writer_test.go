package evaluate

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/annot"
)

// TestCondition writes conditions on an object: as Go source, or why there is none.
func TestCondition(t *testing.T) {
	imports := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, c := range []struct{ condition, want string }{
		{"this.n > 0 && this.mu == tid", "((this.n > (int)(0)) && (rt.MutexHolder(&this.mu) == rt.Self()))"},
		{"this.mu == free", "(rt.SettledHolder(rt.MutexHolder(&this.mu)) == rt.Free)"},
		{"this.next == nil ==> this.n == len(this.list)", "(!(this.next == nil) || (this.n == len(this.list)))"},
		{"this.list[0] == this.next.n", "(this.list[(int)(0)] == this.next.n)"},
		{"this.g == this.n", "((*rt.Ghost[int](7, unsafe.Pointer(this))) == this.n)"},
		{"this.guarded == 1", "((*rt.Peek(9, unsafe.Pointer(this), &this.guarded)) == (int)(1))"},
		{"forall i int :: 0 <= i && i < this.n ==> this.list[i] > 0", "func() bool { for rt_i1 := int((int)(0)); rt_i1 <= int(this.n) && rt.Round(); rt_i1++ { " +
			"if ((int)(0) <= rt_i1) && (rt_i1 < this.n) && !(this.list[rt_i1] > (int)(0)) { return false } }; return true }()"},
		{"exists i int :: i < this.n && this.list[i] > 0", "a quantifier without bounds for i"},
		{"forall i int :: 0 <= i && i < this.n ==> exists j int :: i < j && j < this.n && this.list[j] > this.list[i]", ""},
		{"forall i, j int :: 0 <= i && i < j && j < this.n ==> this.list[j] > this.list[i]", "a quantifier whose bounds for i depend on j"},
		{"local(this.next)", "rt.IsLocal(unsafe.Pointer(this.next))"},
		{"!local(this.next)", "local(...) where it makes a condition false"},
		{"local(this.next) ==> this.n == 0", "local(...) where it makes a condition false"},
		{"this.n == 0 ==> local(this.next)", "(!(this.n == (int)(0)) || rt.IsLocal(unsafe.Pointer(this.next)))"},
		{"local(this.next) <==> this.n == 0", "local(...) where it makes a condition false"},
		{"local(this.list)", "local(...) of a slice"},
		{"len(this.ch) == 0", "the length of a channel"},
		{"closer(this.ch) == tid", "the right to close a channel"},
	} {
		e := clause(t, imports, c.condition)
		w := &Writer{This: "this", Stable: true, Place: Place{
			RT: "rt", Unsafe: "unsafe", Own: e.pkg, Word: func(name string) string { return name },
			Type:    func(t types.Type) (string, bool) { return types.TypeString(t, types.RelativeTo(e.pkg)), true },
			Ghost:   func(v *types.Var) int { return map[string]int{"g": 7}[v.Name()] },
			Guarded: func(v *types.Var) int { return map[string]int{"guarded": 9}[v.Name()] },
		}}
		got, why := w.Condition(e.expr)
		if why != nil {
			got = why.Reason
		}
		if c.want == "" && why == nil && strings.Count(got, "for ") == 2 {
			continue // a loop in a loop
		}
		if got != c.want {
			t.Errorf("%s\n got: %s\nwant: %s", c.condition, got, c.want)
		}
	}
}

type checked struct {
	pkg  *types.Package
	expr annot.Expr
}

// clause checks a condition as what a method requires.
func clause(t *testing.T, imports types.Importer, condition string) checked {
	t.Helper()
	src := "package p\n\nimport \"sync\"\n\n//calvin:ghost g int" + `
type T struct {
	mu   sync.Mutex
	n    int
	next *T
	list []int
	ch   chan int
	guarded int
}

//calvin:requires ` + condition + `
func (this *T) f() {}
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
	}
	conf := types.Config{Importer: imports}
	pkg, err := conf.Check("p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	out, errs := annot.Check(annot.Source{Fset: fset, Files: []*ast.File{f}, Types: pkg, Info: info})
	if len(errs) > 0 {
		t.Fatalf("%s: %s", condition, errs[0].Msg)
	}
	for _, spec := range out.Funcs {
		return checked{pkg, spec.Requires[0].Expr}
	}
	panic("no function")
}
