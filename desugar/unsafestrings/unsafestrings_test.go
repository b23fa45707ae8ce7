package unsafestrings_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/desugar/unsafestrings"
)

// load type-checks the source of a package that imports unsafe.
func load(t *testing.T, src string) *packages.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", "package p\n\nimport \"unsafe\"\n\nvar _ unsafe.Pointer\n\n"+src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &packages.Package{
		PkgPath: "p", Fset: fset, Syntax: []*ast.File{f}, Types: pkg, TypesInfo: info, Imports: map[string]*packages.Package{"unsafe": {PkgPath: "unsafe"}},
	}
}

// shared returns the texts of the conversions that share bytes.
func shared(p *packages.Package) (all []string) {
	ast.Inspect(p.Syntax[0], func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && unsafestrings.Shares(e) {
			all = append(all, types.ExprString(e)+" "+p.TypesInfo.TypeOf(e).String())
		}
		return true
	})
	return all
}

func TestRewrite(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
	}{
		{"retyped", `func f(b []byte) int { return len(*(*string)(unsafe.Pointer(&b))) }`, []string{"string(b) string"}},
		{"parentheses", `func f(b []byte) int { return len(*((*string)((unsafe.Pointer)((&(b)))))) }`, []string{"string((b)) string"}},
		{"call", `func f(b []byte) int { return len(unsafe.String(unsafe.SliceData(b), len(b))) }`, []string{"string(b) string"}},
		{"field", `func f(x *struct{ b []byte }) int { return len(unsafe.String(unsafe.SliceData(x.b), len(x.b))) }`, []string{"string(x.b) string"}},
		{"bytes", `func f(s string) int { return len(*(*[]byte)(unsafe.Pointer(&s))) }`, []string{"[]byte(s) []byte"}},
		{"bytes by a call", `func f(s string) int { return len(unsafe.Slice(unsafe.StringData(s), len(s))) }`, []string{"[]byte(s) []byte"}},
		{"own type", `type B []byte; func f(b B) int { return len(*(*string)(unsafe.Pointer(&b))) }`, []string{"string(b) string"}},
		{"function", `func str(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }
			func f(b []byte) int { return len(str(b[1:])) }`, []string{"string(b[1:]) string"}}, // str itself is called no more
		{"function as a value", `func str(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }
			var g = str
			func f(b []byte) int { return len(str(b)) }`, []string{"string(b) string", "string(b) string"}},
		{"exported function", `func Str(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }
			func f(b []byte) int { return len(Str(b)) }`, []string{"string(b) string", "string(b) string"}},

		{"copy", `func f(b []byte) int { return len(string(b)) }`, nil},
		{"part", `func f(b []byte) int { return len(unsafe.String(unsafe.SliceData(b), len(b)-1)) }`, nil},
		{"length of another", `func f(a, b []byte) int { return len(unsafe.String(unsafe.SliceData(a), len(b))) }`, nil},
		{"called twice", `func g() []byte; func f() int { return len(unsafe.String(unsafe.SliceData(g()), len(g()))) }`, nil},
		{"element", `func f(x [][]byte, i int) int { return len(*(*string)(unsafe.Pointer(&x[i]))) }`, nil},
		{"other elements", `func f(x []int8) int { return len(*(*string)(unsafe.Pointer(&x))) }`, nil},
		{"other type", `type S string; func f(b []byte) int { return len(*(*S)(unsafe.Pointer(&b))) }`, nil},
		{"own len", `func len(b []byte) int; func f(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }`, nil},
		{"address", `func f(b []byte) *string { return (*string)(unsafe.Pointer(&b)) }`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := load(t, test.src)
			pkgs := []*packages.Package{p}
			unsafestrings.Rewrite(pkgs, pkgs)
			for range 2 { // a second time it finds nothing to do
				got := shared(p)
				if len(got) != len(test.want) {
					t.Fatalf("got %q, want %q", got, test.want)
				}
				for i := range got {
					if got[i] != test.want[i] {
						t.Errorf("got %q, want %q", got[i], test.want[i])
					}
				}
				unsafestrings.Rewrite(pkgs, pkgs)
			}
		})
	}
}
