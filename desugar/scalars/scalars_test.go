package scalars_test

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/scalars"
)

const prelude = `package p

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"time"
)

type totals struct {
	n, m int
	errs []error
	at   time.Time
	next *totals
	f    func()
	a    [4]int
}

type withLock struct {
	mu sync.Mutex
	n  int
}

type embeds struct{ totals }

type short struct{ a, b, c, d, e, f, g, h int }

func (t *totals) method() {}

func use(...any) {}

var _ = fmt.Sprint
var _ bytes.Buffer
var _ strings.Builder
var _ time.Time
`

// What takes the place of a body, by a part of it; "" if it stays as it is.
var bodies = map[string]struct{ body, want string }{
	"fields":            {`var t totals; do(func() { mu.Lock(); t.n++; t.errs = append(t.errs, nil); mu.Unlock() }); use(t.n)`, "var t totals"},
	"values":            {`t := totals{n: 1, next: nil}; do(func() { mu.Lock(); t.n++; mu.Unlock() })`, "t.n = 1 t.next = nil do("},
	"no names":          {`t := struct{ a, b int }{1, 2}; do(func() { mu.Lock(); t.a++; mu.Unlock() })`, "t.a = 1 t.b = 2"},
	"pointer":           {`t := &totals{}; do(func() { mu.Lock(); t.n++; mu.Unlock() })`, "var t *totals"},
	"new":               {`t := new(totals); do(func() { mu.Lock(); t.n++; mu.Unlock() })`, "var t *totals"},
	"whole":             {`var t totals; do(func() { mu.Lock(); t.n++; mu.Unlock() }); use(t)`, "use(t)"},
	"whole behind":      {`t := &totals{}; do(func() { mu.Lock(); t.n++; mu.Unlock() }); y := *t; use(y)`, "y := *t"},
	"method of copy":    {`var t totals; do(func() { mu.Lock(); t.n++; mu.Unlock() }); use(t.at.IsZero())`, "use(t.at.IsZero())"},
	"function field":    {`var t totals; do(func() { mu.Lock(); t.n++; mu.Unlock() }); t.f()`, "t.f()"},
	"no lock":           {`var t totals; do(func() { t.n++ }); mu.Lock()`, ""},
	"not captured":      {`var t totals; do(func() { mu.Lock(); mu.Unlock() }); t.n++`, ""},
	"address":           {`var t totals; do(func() { mu.Lock(); t.n++; mu.Unlock() }); use(&t)`, ""},
	"field address":     {`var t totals; do(func() { mu.Lock(); t.n++; mu.Unlock() }); use(&t.n)`, ""},
	"array":             {`var t totals; do(func() { mu.Lock(); t.n++; mu.Unlock() }); use(t.a[:])`, ""},
	"method":            {`var t totals; do(func() { mu.Lock(); t.n++; mu.Unlock() }); t.method()`, ""},
	"assigned":          {`var t totals; do(func() { mu.Lock(); t.n++; mu.Unlock() }); t = totals{}`, ""},
	"pointer known":     {`t := &totals{}; do(func() { mu.Lock(); t.n++; mu.Unlock() }); use(t)`, ""},
	"pointer assigned":  {`t := &totals{}; do(func() { mu.Lock(); t.n++; mu.Unlock() }); t = nil`, ""},
	"somebody's":        {`t := x; do(func() { mu.Lock(); t.n++; mu.Unlock() })`, ""},
	"maybe nil":         {`var t *totals; do(func() { mu.Lock(); t.n++; mu.Unlock() })`, ""},
	"with a lock":       {`var t withLock; do(func() { mu.Lock(); t.n++; mu.Unlock() })`, ""},
	"embedded":          {`var t embeds; do(func() { mu.Lock(); t.n++; mu.Unlock() })`, ""},
	"compared":          {`var t struct{ n int }; do(func() { mu.Lock(); t.n++; mu.Unlock() }); use(t == struct{ n int }{})`, ""},
	"two in one":        {`var t, u totals; do(func() { mu.Lock(); t.n++; u.n++; mu.Unlock() })`, ""},
	"no room":           {`var t short; do(func() { mu.Lock(); t.a++; mu.Unlock() })`, ""},
	"inner":             {`if true { var t totals; do(func() { mu.Lock(); func() { t.n++ }(); mu.Unlock() }) }`, "var t totals"},
	"other of the name": {`var t totals; do(func() { mu.Lock(); t := totals{}; t.n++; use(&t); mu.Unlock() }); do(func() { mu.Lock(); t.m++; mu.Unlock() })`, "t := totals{} t.n++"},

	"builder":           {`var b strings.Builder; do(func() { mu.Lock(); b.WriteString("x"); mu.Unlock() }); use(b.String())`, `b = append(b, "x"...)`},
	"buffer":            {`var b bytes.Buffer; do(func() { mu.Lock(); b.Write([]byte{1}); b.WriteByte('a'); b.WriteRune('b'); mu.Unlock() }); use(b.Len(), b.Bytes())`, `b = append(b, string('b')...)`},
	"new buffer":        {`b := new(bytes.Buffer); do(func() { mu.Lock(); fmt.Fprintf(b, "%d", 1); mu.Unlock() }); use(b.String())`, `b = append(b, fmt.Sprintf("%d", 1)...)`},
	"behind":            {`b := &bytes.Buffer{}; do(func() { mu.Lock(); _, _ = fmt.Fprintln(b, 1); mu.Unlock() }); b.Reset()`, `b = append(b, fmt.Sprintln(1)...)`},
	"printed to":        {`var b strings.Builder; args := []any{1}; do(func() { mu.Lock(); fmt.Fprint(&b, args...); mu.Unlock() })`, `b = append(b, fmt.Sprint(args...)...)`},
	"named string":      {`type name string; var b strings.Builder; do(func() { mu.Lock(); b.WriteString(string(name("x"))); mu.Unlock() })`, `b = append(b, string(name("x"))...)`},
	"buffer known":      {`var b bytes.Buffer; do(func() { mu.Lock(); b.WriteString("x"); mu.Unlock() }); use(&b)`, ""},
	"written in a call": {`var b bytes.Buffer; more := func() string { b.WriteString("y"); return "x" }; do(func() { mu.Lock(); b.WriteString(more()); mu.Unlock() })`, ""},
	"printed in a call": {`var b bytes.Buffer; more := func() string { b.WriteString("y"); return "x" }; do(func() { mu.Lock(); fmt.Fprint(&b, more()); mu.Unlock() })`, ""},
	"other call":        {`var b bytes.Buffer; do(func() { mu.Lock(); b.WriteString(strings.ToUpper("x")); mu.Unlock() })`, `b = append(b, strings.ToUpper("x")...)`},
	"bytes kept":        {`var b bytes.Buffer; do(func() { mu.Lock(); b.WriteString("x"); use(b.Bytes()); b.Reset(); mu.Unlock() })`, ""},
	"read from":         {`var b bytes.Buffer; do(func() { mu.Lock(); b.WriteString("x"); mu.Unlock() }); b.Read(nil)`, ""},
	"result used":       {`var b bytes.Buffer; do(func() { mu.Lock(); n, _ := b.WriteString("x"); use(n); mu.Unlock() })`, ""},
	"method value":      {`var b bytes.Buffer; do(func() { mu.Lock(); b.WriteString("x"); mu.Unlock() }); use(b.String)`, ""},
	"not empty":         {`b := bytes.NewBufferString("x"); do(func() { mu.Lock(); b.WriteString("x"); mu.Unlock() })`, ""},
	"printed itself":    {`var b bytes.Buffer; do(func() { mu.Lock(); fmt.Fprint(&b, &b); mu.Unlock() })`, ""},
}

func TestReplace(t *testing.T) {
	fset := token.NewFileSet()
	library := importer.ForCompiler(fset, "source", nil)
	for name, test := range bodies {
		t.Run(name, func(t *testing.T) {
			source := prelude + "\nfunc _(do func(func()), x *totals) {\n\tvar mu sync.Mutex\n\t" + test.body + "\n}\n"
			f, p := check(t, fset, library, source)
			before := printed(t, f)
			scalars.Replace([]*packages.Package{p})
			after := printed(t, f)
			if (after == before) != (test.want == "") || !strings.Contains(scalars.Written(after), test.want) {
				t.Errorf("%s", after[strings.Index(after, "func _"):])
			}
			for _, mode := range []ssa.BuilderMode{ssa.NaiveForm, ssa.InstantiateGenerics} {
				prog := ssa.NewProgram(fset, mode|ssa.SanityCheckFunctions|ssa.GlobalDebug)
				for _, imported := range p.Types.Imports() {
					prog.CreatePackage(imported, nil, nil, true)
				}
				prog.CreatePackage(p.Types, []*ast.File{f}, p.TypesInfo, false).Build() // panics if something is wrong
			}
		})
	}
}

func printed(t *testing.T, f *ast.File) string {
	t.Helper()
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), f); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func check(t *testing.T, fset *token.FileSet, library types.Importer, source string) (*ast.File, *packages.Package) {
	t.Helper()
	f, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	conf := &types.Config{Importer: library}
	pkg, err := conf.Check("p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return f, &packages.Package{PkgPath: "p", Fset: fset, Types: pkg, TypesInfo: info, Syntax: []*ast.File{f}}
}
