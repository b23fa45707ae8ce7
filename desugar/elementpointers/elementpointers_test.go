package elementpointers_test

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/elementpointers"
)

// What is replaced in the body of a goroutine, and what is left as it is.
const source = `package p

import "sync"

type T struct{ n int }

func (t *T) inc() {}

func use(*T) {}

var global []T

func _(out, other []T, ints []int, array [4]T, k int, wg *sync.WaitGroup) {
	for i := range out {
		p, q := &out[i], &ints[0]
		p.inc()
		go func() { p.n++ }()                       // (&out[i]).n++
		go func() { *p = T{} }()                    // out[i] = T{}
		go func() { *q = 1 }()                      // ints[0] = 1
		wg.Go(func() { p.inc() })                   // (&out[i]).inc()
		wg.Go(func() { func() { use(p) }() })       // use((&out[i]))
		func() { use(p) }()                         // use(p)
		var r = &out[k]
		go func() { use(r) }()                      // use((&out[k]))
	}
	for i := 0; i < len(out); i++ {
		p := &out[i]
		go func() { use(p) }()                      // use((&out[i]))
	}
	for i := 0; i < len(out); i++ {
		p := &out[i]
		go func() { use(p) }()                      // use(p)
		i++
	}
	for i := range out {
		a, b, c, d := &array[i], &other[i], &global[i], &out[i+1]
		go func() { use(a) }()                      // use(a)
		go func() { use(b) }()                      // use(b)
		go func() { use(c) }()                      // use(c)
		go func() { use(d) }()                      // use(d)
		again := &out[i]
		go func() { use(again) }()                  // use(again)
		again = nil
		taken := &out[i]
		_ = &taken
		go func() { use(taken) }()                  // use(taken)
		var typed *T = &out[i]
		go func() { use(typed) }()                  // use(typed)
	}
	for i := range out {
		go func(p *T) { use(p) }(&out[i])           // use((&out[i]))
		go func(n int, p *T) { use(p) }(1, &out[i]) // use((&out[i]))
		go func(p, q *T) { use(p) }(&out[i], nil)   // use((&out[i]))
		go func(_ *T, q *T) { use(q) }(nil, &out[i]) // use((&out[i]))
		go func(p *T) { use(p); p = nil }(&out[i])  // use(p)
		go func(ps ...*T) { use(ps[0]) }(&out[i])  // use(ps[0])
		go func(p any) { use(p.(*T)) }(&out[i])    // use(p.(*T))
		go func(p *T) { use(p) }(&other[i])         // use(p)
	}
	other = append(other, T{})
	i := 0
	p := &out[i]
	go func() { use(p) }()                          // use(p)
	func() { i = 1 }()
}

func _() (named []T) {
	p := &named[0]
	go func() { use(p) }()                          // use(p)
	return nil
}
`

func check(t *testing.T, goVersion string) (*token.FileSet, *ast.File, *packages.Package) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	conf := &types.Config{Importer: importer.ForCompiler(fset, "source", nil), GoVersion: goVersion}
	pkg, err := conf.Check("p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return fset, f, &packages.Package{PkgPath: "p", Types: pkg, TypesInfo: info, Syntax: []*ast.File{f}}
}

func TestReplace(t *testing.T) {
	fset, f, p := check(t, "go1.26")
	elementpointers.Replace([]*packages.Package{p})
	lines := strings.Split(source, "\n")
	seen := 0
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if !ok {
			return true
		}
		_, want, ok := strings.Cut(lines[fset.Position(lit.Pos()).Line-1], "// ")
		if inner, isCall := lit.Body.List[0].(*ast.ExprStmt); isCall {
			if call, isCall := inner.X.(*ast.CallExpr); isCall {
				if _, nested := call.Fun.(*ast.FuncLit); nested {
					return true
				}
			}
		}
		if !ok {
			return true
		}
		seen++
		var b bytes.Buffer
		if err := format.Node(&b, token.NewFileSet(), lit.Body.List[0]); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("line %d: %s instead of %s", fset.Position(lit.Pos()).Line, b.String(), want)
		}
		return true
	})
	if want := strings.Count(source, "// "); seen != want {
		t.Errorf("%d literals instead of %d", seen, want)
	}
	for _, mode := range []ssa.BuilderMode{ssa.NaiveForm, ssa.InstantiateGenerics} {
		prog := ssa.NewProgram(fset, mode|ssa.SanityCheckFunctions|ssa.GlobalDebug)
		for _, imported := range p.Types.Imports() {
			prog.CreatePackage(imported, nil, nil, true)
		}
		prog.CreatePackage(p.Types, []*ast.File{f}, p.TypesInfo, false).Build() // panics if something is wrong
	}
}

// Before Go 1.22 all rounds of a loop have the same variables.
func TestOldLoops(t *testing.T) {
	fset, f, p := check(t, "go1.21")
	elementpointers.Replace([]*packages.Package{p})
	var b bytes.Buffer
	if err := format.Node(&b, fset, f); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Contains(text, "((&out[i])") || !strings.Contains(text, "((&out[k])") {
		t.Error(text)
	}
}
