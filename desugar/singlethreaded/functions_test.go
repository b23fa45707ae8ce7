package singlethreaded

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestFunctions has packages, each with the functions that nothing can disturb.
func TestFunctions(t *testing.T) {
	std := standardLibrary()
	const other = "type T struct { n int; next *T }\nfunc (t *T) Set(n int) { t.n = n }\n"
	for _, test := range []struct{ name, text, want string }{
		{"plain", other, "Set"},
		{"starts", other + "func Go(t *T) { go t.Set(1) }", ""},
		{"channel", other + "func Wait(c chan int) {}", ""},
		{"receives", `import "time"` + "\n" + other + "func Wait() { <-time.After(1) }", ""},
		{"mutex", `import "sync"` + "\n" + other + "var mu sync.Mutex", ""},
		{"lock of others", other + "type Locker interface { Lock(); Unlock() }\nfunc F(l Locker, t *T) { l.Lock(); t.Set(1); l.Unlock() }", ""},
		{"later", `import "time"` + "\n" + other + "func Later(t *T) { time.AfterFunc(1, func() { t.Set(1) }) }", ""},
		{"finalizer", `import "runtime"` + "\n" + other + "func Later(t *T) { runtime.SetFinalizer(t, func(t *T) { t.Set(1) }) }", ""},
		{"functions of a template", `import "text/template"` + "\n" + other + "func F() *template.Template { n := 0; return template.New(``).Funcs(template.FuncMap{`next`: func() int { n++; return n }}) }", ""},
		{"template", `import "text/template"` + "\n" + other + "func F() *template.Template { return template.Must(template.New(``).Parse(`x`)) }", "F Set"},
		{"dot", `import . "time"` + "\n" + other + "func Later(t *T) { AfterFunc(1, func() { t.Set(1) }) }", ""},
		{"unsafe", `import "unsafe"` + "\n" + other + "func Size(t *T) uintptr { return unsafe.Sizeof(*t) }", ""},
		{"part of net", `import "net"` + "\n" + other + "func Parse(s string) net.IP { return net.ParseIP(s) }", "Parse Set"},
		{"rest of net", `import "net"` + "\n" + other + `func Dial() { net.Dial("tcp", "x") }`, ""},
		{"context", `import "context"` + "\n" + other + "func F(ctx context.Context) error { return ctx.Err() }", "F Set"},
		{"timeout", `import "context"` + "\n" + other + "func F(ctx context.Context) { context.WithTimeout(ctx, 1) }", ""},
		{"own context", `import "context"` + "\n" + other + "type C struct { context.Context; n int }", ""},
		{"no body", other + "func F()", ""},

		{"written number", other + "var n int\nfunc Add() { n++ }\nfunc Get() int { return n }", "Set"},
		{"caller of a written number", other + "var n int\nfunc add() { n++ }\nfunc F(t *T) { add(); t.Set(n0) }\nvar n0 = 3", "F Set"},
		{"callee of one", other + "var n int\nfunc Add(t *T) { n++; help(t) }\nfunc help(t *T) { t.Set(1) }\nfunc Free() {}", "Free Set help"},
		{"constant number", other + "var n = 3\nfunc Get() int { return n }", "Get Set"},
		{"number of init", other + "var n int\nfunc init() { n = 3 }\nfunc Get() int { return n }", "Get Set init"},
		{"number of a literal in init", other + "var n int\nvar Add func()\nfunc init() { Add = func() { n++ } }\nfunc Get() int { return n }", "Set"},
		{"number of a literal", other + "var n int\nvar Add = func() { n++ }\nfunc Get() int { return n }", ""},
		{"address", other + "var n int\nfunc At() *int { return &n }", ""},
		{"address of a part", other + "var s struct{ n int }\nfunc At() *int { return &s.n }", ""},
		{"whole array", other + "var a [4]int\nfunc All() []int { return a[:] }", ""},
		{"element of an array", other + "var a = [4]int{1, 2}\nfunc At(i int) int { return a[i] }", "At Set"},
		{"loop variable", other + "var n int\nfunc F() { for n = range 10 { } }\nfunc Get() int { return n }", "Set"},
		{"exported", other + "var N int\nfunc Add() { N++ }", "Add Set"},
		{"another package's", `import "os"` + "\n" + other + "func Quiet() { os.Stdout = nil }", ""},
		{"pointer method", other + "type C int\nfunc (c *C) Add() { *c++ }\nvar c C\nfunc F() { c.Add() }", ""},
		{"value method", other + "type C int\nfunc (c C) Get() int { return int(c) }\nvar c C = 2\nfunc F() int { return c.Get() }", "F Get Set"},

		{"cache", other + "var m = map[string]int{}\nfunc Get(k string) int { m[k]++; return m[k] }", ""},
		{"table", other + `var m = map[string]int{"a": 1}` + "\nfunc Get(k string) int { return m[k] }\nfunc Each() (n int) { for _, v := range m { n += v }; return n + len(m) }", "Each Get Set"},
		{"table that is returned", other + "var m = []int{1, 2}\nfunc All() []int { return m }", ""},
		{"table in a struct", other + "var m = []int{1, 2}\ntype U struct { all []int }\nfunc New() *U { return &U{m} }", ""},
		{"table with pointers", other + `var m = map[string]*T{"a": {n: 1}}` + "\nfunc Get(k string) *T { return m[k] }", ""},
		{"number behind a pointer", other + `var m = map[string]*T{"a": {n: 1}}` + "\nfunc Get(k string) int { return m[k].n }", "Get Set"},
		{"loop over pointers", other + `var m = []*T{{n: 1}}` + "\nfunc F() { for _, t := range m { t.n++ } }", ""},
		{"table of what others know", other + "var Default = &T{}\nvar m = []*T{Default}\nfunc Get() int { return m[0].n }", ""},
		{"table of a function", other + "var m = table()\nfunc table() []int { return make([]int, 10) }\nfunc Get(i int) int { return m[i] }", "Get Set table"},
		{"table of a function, and something visible", other + "var Default = &T{}\nvar m = table()\nfunc table() []*T { return []*T{Default} }\nfunc Get(i int) int { return m[i].n }", ""},
		{"table of init", other + "var m [4]*T\nvar own *T\nfunc init() { t := &T{}; m[0] = t; own = t }\nfunc Get() int { return m[0].n }", ""},
		{"table that init makes", other + "var m []int\nfunc init() { m = make([]int, 10); m[0] = 1 }\nfunc Get() int { return m[0] }", "Get Set init"},
		{"append to a table", other + "var m = []int{1}\nfunc More() []int { return append(m, 2) }", ""},
		{"append of a table", other + "var m = []int{1}\nfunc Copy() []int { return append([]int(nil), m...) }", "Copy Set"},
		{"sorted table", `import "sort"` + "\n" + other + "var m = []int{1}\nfunc F() { sort.Ints(m) }", ""},
		{"joined table", `import "strings"` + "\n" + other + `var m = []string{"a"}` + "\nfunc F() string { return strings.Join(m, \",\") }", "F Set"},
		{"printed table", `import "fmt"` + "\n" + other + `var m = []*T{{n: 1}}` + "\nfunc (t *T) String() string { t.n++; return \"\" }\nfunc F() { fmt.Println(m) }", ""},
		{"expression", `import "regexp"` + "\n" + other + "var re = regexp.MustCompile(`x`)\nfunc F(s string) bool { return re.MatchString(s) }", "F Set"},
		{"longest", `import "regexp"` + "\n" + other + "var re = regexp.MustCompile(`x`)\nfunc F() { re.Longest() }", ""},
		{"passed table", other + "var m = []int{1}\nfunc F(k int) bool { return in(m, k) }\nfunc in(all []int, k int) bool { for _, x := range all { if x == k { return true } }; return len(all) == k }", "F Set in"},
		{"table that is passed on and kept", other + "var m = []int{1}\nvar own []int\nfunc F() { keep(m) }\nfunc keep(all []int) { own = all }", ""},
		{"table that is passed on and returned", other + "var m = []int{1}\nfunc F() []int { return id(m) }\nfunc id(all []int) []int { return all }", ""},
		{"table that is passed on twice and written", other + "var m = []int{1}\nfunc F() { a(m, 3) }\nfunc a(all []int, n int) { if n > 0 { b(all, n-1) } }\nfunc b(all []int, n int) { a(all, n); all[0] = 1 }", ""},
		{"table in a recursion", other + "var m = []int{1}\nfunc F() int { return a(m, 3) }\nfunc a(all []int, n int) int { if n > 0 { return a(all, n-1) }; return all[0] }", "F Set a"},
		{"table that a literal captures", other + "var m = []int{1}\nfunc F() func() { return a(m) }\nfunc a(all []int) func() { return func() { all[0] = 1 } }", ""},
		{"table in a variable", other + "var m = []int{1}\nfunc F() { a(m) }\nfunc a(all []int) { x := all; x[0] = 1 }", ""},
		{"variadic table", other + "var m = []int{1}\nfunc F() { a(m...) }\nfunc a(all ...int) { all[0] = 1 }", ""},
		{"written bytes", `import "io"` + "\n" + other + "var tag = []byte(`<p>`)\nfunc F(w io.Writer) { w.Write(tag) }", "F Set"},
		{"bytes that a writer keeps", `import "io"` + "\n" + other + "var tag = []byte(`<p>`)\nfunc F(w io.Writer) { w.Write(tag) }\ntype W struct{ b []byte }\nfunc (w *W) Write(b []byte) (int, error) { w.b = b; return len(b), nil }", ""},
		{"bytes that a writer copies", `import "io"` + "\n" + other + "var tag = []byte(`<p>`)\nfunc F(w io.Writer) { w.Write(tag) }\ntype W struct{ b []byte }\nfunc (w *W) Write(b []byte) (int, error) { w.b = append(w.b, b...); return len(b), nil }", "F Set Write"},
		{"bytes for a buffer", `import "bytes"` + "\n" + other + "var tag = []byte(`<p>`)\nfunc F(b *bytes.Buffer) { b.Write(tag) }\nfunc G() *bytes.Buffer { return new(bytes.Buffer) }", "F G Set"},
		{"bytes that a buffer has", `import "bytes"` + "\n" + other + "var tag = []byte(`<p>`)\nfunc F() *bytes.Buffer { return bytes.NewBuffer(tag) }", ""},
		{"expression that is passed", `import "regexp"` + "\n" + other + "var re = regexp.MustCompile(`x`)\nfunc F(s string) bool { return a(re, s) }\nfunc a(r *regexp.Regexp, s string) bool { return r.MatchString(s) }", "F Set a"},
		{"expression of init", `import "regexp"` + "\nimport `strings`\n" + other + "var re *regexp.Regexp\nfunc init() { ops := []string{`a`}; re = regexp.MustCompile(strings.Join(ops, `|`)) }\nfunc F(s string) bool { return re.MatchString(s) }", "F Set init"},
		{"functions of init", other + "var m map[string]func(*T)\nfunc set(t *T) { t.n = 1 }\nfunc init() { m = map[string]func(*T){`a`: set} }\nfunc F(t *T) { m[`a`](t) }", "F Set init set"},
		{"counting function of init", other + "var m [1]func() int\nfunc init() { n := 0; m[0] = func() int { n++; return n } }\nfunc F() int { return m[0]() }", ""},
		{"counting variable of init", other + "var m [1]func() int\nfunc init() { n := 0; f := func() int { n++; return n }; m[0] = f }\nfunc F() int { return m[0]() }", ""},
		{"buffer", `import "bytes"` + "\n" + other + "var b bytes.Buffer\nfunc F() { b.WriteString(``) }", ""},

		{"error", `import "errors"` + "\n" + other + "var errX = errors.New(`x`)\nfunc F() error { return errX }", "F Set"},
		{"error that is assigned", `import "errors"` + "\n" + other + "var errX = errors.New(`x`)\nfunc F() { errX = nil }", ""},
		{"error with an object", other + "type E struct { n int }\nfunc (e *E) Error() string { e.n++; return `` }\nvar errX error = &E{}\nfunc F() error { return errX }", ""},
		{"function", other + "var f = func(n int) int { return n }\nfunc F() int { return f(1) }", "F Set"},
		{"counting function", other + "var f = counter()\nfunc counter() func() int { n := 0; return func() int { n++; return n } }\nfunc F() int { return f() }", ""},
		{"functions in a table", other + "var m = map[string]func(*T){`a`: set}\nfunc set(t *T) { t.n = 1 }\nfunc F(t *T) { m[`a`](t) }", "F Set set"},
		{"type", `import "reflect"` + "\n" + other + "var typ = reflect.TypeOf(0)\nfunc F(t reflect.Type) bool { return t.AssignableTo(typ) }", "F Set"},
		{"interface", other + "type I interface { Set(int) }\nvar i I = &T{}\nfunc F() { i.Set(1) }", ""},
		{"assertion", other + "var i any = &T{}\nfunc F() { i.(*T).n++ }", ""},
		{"copy of a struct", other + "var t = T{n: 1}\nfunc F() T { return t }", ""},
		{"never set", other + "var t *T\nfunc F() bool { return t == nil }", "F Set"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := alone(t, std, map[string]string{"p": "package p\n" + test.text}); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestCommand has a command: nobody calls its functions.
func TestCommand(t *testing.T) {
	std := standardLibrary()
	if got := alone(t, std, map[string]string{"main": "package main\nvar m = map[string]int{}\nfunc add(k string) { m[k]++ }\nfunc main() { add(`a`) }"}); got != "add main" {
		t.Errorf("got %q", got)
	}
}

// TestSeveral has packages that import each other.
func TestSeveral(t *testing.T) {
	std := standardLibrary()
	const lib = "package lib\ntype T struct { n int }\nvar count int\nfunc (t *T) Set(n int) { t.n = n }\nfunc Counts() { count++ }\nvar Hook = Counts\n"
	for _, test := range []struct{ name, text, want string }{
		{"plain", "package user\nimport \"lib\"\nfunc F(t *lib.T) { t.Set(1) }\nfunc G() { lib.Counts() }", "F G Set"},
		{"starts", "package user\nimport \"lib\"\nfunc F(t *lib.T) { go t.Set(1) }", ""},
		{"variable of another", "package user\nimport \"lib\"\nfunc F(t *lib.T) { lib.Hook = nil; t.Set(1) }", ""},
		{"value", "package user\nimport \"lib\"\nfunc F(t *lib.T) func(int) { return t.Set }", "F Set"},
		{"interface", "package user\nimport \"lib\"\nfunc F(t *lib.T) any { return t }", "F Set"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := alone(t, std, map[string]string{"lib": lib, "user": test.text}); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// alone returns the names of the declared functions that Functions finds in packages, which import the standard library by std.
func alone(t *testing.T, std types.Importer, texts map[string]string) string {
	t.Helper()
	fset := token.NewFileSet()
	prog := ssa.NewProgram(fset, ssa.NaiveForm|ssa.InstantiateGenerics)
	built := map[string]*types.Package{}
	made := map[*types.Package]bool{}
	var create func(p *types.Package)
	create = func(p *types.Package) {
		if !made[p] {
			made[p] = true
			for _, q := range p.Imports() {
				create(q)
			}
			if built[p.Path()] == nil {
				prog.CreatePackage(p, nil, nil, true)
			}
		}
	}
	var pkgs []*packages.Package
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		file, err := parser.ParseFile(fset, path+".go", texts[path], parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
			Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
		conf := types.Config{Importer: importers(func(p string) (*types.Package, error) {
			if built[p] != nil {
				return built[p], nil
			}
			return std.Import(p)
		}), Error: func(error) {}}
		p, _ := conf.Check(path, fset, []*ast.File{file}, info)
		for _, q := range p.Imports() {
			create(q)
		}
		built[path] = p
		made[p] = true
		pkgs = append(pkgs, &packages.Package{PkgPath: path, Name: p.Name(), Fset: fset, Syntax: []*ast.File{file}, Types: p, TypesInfo: info})
		prog.CreatePackage(p, []*ast.File{file}, info, true)
	}
	prog.Build()
	all := slices.Collect(maps.Keys(ssautil.AllFunctions(prog)))
	if !Are(pkgs, Source{}) {
		return ""
	}
	var names []string
	for _, fn := range Functions(pkgs, all) {
		if fn.Synthetic == "" && fn.Parent() == nil && !strings.Contains(fn.Name(), "[") {
			names = append(names, strings.SplitN(fn.Name(), "#", 2)[0])
		}
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}

// standardLibrary imports from source.
func standardLibrary() types.Importer {
	return importer.ForCompiler(token.NewFileSet(), "source", nil)
}

type importers func(string) (*types.Package, error)

func (f importers) Import(path string) (*types.Package, error) {
	p, err := f(path)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", path, err)
	}
	return p, nil
}
