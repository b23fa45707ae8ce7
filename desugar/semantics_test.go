package desugar

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/big"
	"testing"

	"golang.org/x/tools/go/packages"
	"pgregory.net/rapid"

	"github.com/calvin-go/calvin/ir"
)

// TestSemantics translates random functions and runs the translation: it must return what the function returns, or
// fail the check for which the function panics. The functions stay clear of memory that others could reach, but use all
// that makes go/ssa's naive form tricky: variables that change between the evaluation of operands, closures that change
// what they capture, deferred calls that change results, loops, inlined callees, addresses, slices that grow.
func TestSemantics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{t: t, vars: []string{"a", "b", "x", "y", "r"}}
		body := g.block(3, setting{top: true})
		src := "package p\n" + helpers + "func f(a, b int) (r int) {\nx, y := a, b\nvar arr [3]int\ns := []int{a}\n" +
			"_, _, _ = x, arr, s\n" + body.text + "return x + y*3 + r*5 + arr[1]*7 + len(s)\n}\n"
		f := translate(t, src)
		for range 3 {
			a, b := rapid.IntRange(-4, 4).Draw(t, "a"), rapid.IntRange(-4, 4).Draw(t, "b")
			want := native(body, a, b)
			got := interpreted(f, a, b)
			if got != want {
				t.Fatalf("f(%d, %d) gives %s, want %s\n%s\n%s", a, b, got, want, src, f)
			}
		}
	})
}

const helpers = `
func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func mix(p, q int) (m int, n int) {
	defer func() { m += n }()
	for i := 0; i < 2; i++ {
		p, q = q, p+i
	}
	return p, q
}

func three(n int) [3]int { return [3]int{n, n, n} }

func each(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}
`

func mix(p, q int) (m int, n int) {
	defer func() { m += n }()
	for i := 0; i < 2; i++ {
		p, q = q, p+i
	}
	return p, q
}

// translate type-checks a source file and translates its function f.
func translate(t *rapid.T, src string) *ir.Func {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "f.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{},
		Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: importer.Default(), GoVersion: "go1.26"}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	p, err := Build([]*packages.Package{{PkgPath: "p", Name: "p", Fset: fset, Types: pkg, Syntax: []*ast.File{file}, TypesInfo: info}}, nil, Others{})
	if err != nil {
		t.Fatal(err)
	}
	for _, fn := range p.Functions("p") {
		if fn.Name != "f" {
			continue
		}
		f, err := p.Translate(t.Context(), fn)
		if err != nil {
			t.Fatal(err)
		}
		if err := ir.CheckFunc(f); err != nil {
			t.Fatalf("%v\n%s\n%s", err, src, f)
		}
		if len(f.Unsupported) > 0 {
			t.Fatalf("unsupported: %v\n%s", f.Unsupported, src)
		}
		return f
	}
	t.Fatal("no f")
	return nil
}

func interpreted(f *ir.Func, a, b int) string {
	out, failed := (&interp{}).run(f, []val{big.NewInt(int64(a)), big.NewInt(int64(b))})
	switch {
	case failed == stuck:
		return "stuck"
	case failed != nil:
		return "panic: " + failed.String()
	}
	return fmt.Sprint(out[0])
}

// native runs the generated statements directly.
func native(body piece, a, b int) (out string) {
	e := &env{vars: map[string]*int{"a": &a, "b": &b, "x": new(int), "y": new(int), "r": new(int)}, slice: &[]int{a}, arr: &[3]int{}}
	*e.vars["x"], *e.vars["y"] = a, b
	e.result = e.vars["r"]
	defer func() {
		if p := recover(); p != nil {
			out = "panic: " + p.(error).Error()
		}
	}()
	if body.run(e) != returned {
		v := e.vars
		*e.result = *v["x"] + *v["y"]*3 + *v["r"]*5 + e.arr[1]*7 + len(*e.slice)
	}
	e.runDefers() // after a panic they do not matter: the first check that fails decides
	return fmt.Sprint(*e.result)
}

var (
	errDivide = errors.New(ir.DivideByZero.String())
	errIndex  = errors.New(ir.IndexRange.String())
)
