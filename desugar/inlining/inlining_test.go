package inlining_test

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

	"github.com/calvin-go/calvin/desugar/inlining"
)

// Each function that is called begins with its name, each caller with the word that tells whether it has its body afterwards.
const source = `package p

import "sync"

type pool struct {
	wg  sync.WaitGroup
	sem chan int
}

func (p *pool) run(f func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		f()
	}()
}

func (p pool) copied(f func()) {
	go func() {
		p.sem <- 1
		f()
	}()
}

func spawn(f func()) { go f() }

func each(n int, f func(i int) error) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			switch err := any(f(i)).(type) {
			case error:
				panic(err)
			}
		}()
	}
	wg.Wait()
}

func named(name string, _ int, f func()) {
	go func() {
		defer func() {
			if recover() != nil {
				println(name)
			}
		}()
		f()
	}()
}

func outer(f func()) { spawn(func() { f() }) }

func twice(f func()) {
	go f()
	go f()
}

func compared(f func()) {
	if f != nil {
		go f()
	}
}

func early(b bool, f func()) {
	if b {
		return
	}
	go f()
}

func deferring(f func()) {
	defer println("x")
	go f()
}

func keeping(f func()) {
	g := f
	go g()
}

func result(f func()) int {
	go f()
	return 1
}

func itself(f func()) {
	go func() {
		f()
		itself(func() {})
	}()
}

func called(f func()) { f() }

func generic[T any](x T, f func(T)) { go f(x) }

type holder struct {
	pool
	own  pool
	lent *pool
}

func declared() {}

func (p *pool) wait() { p.wg.Wait() }

func (p *pool) many() {
	println(1)
	println(2)
	println(3)
	p.wg.Wait()
}

func bad() error { return nil }

func (p *pool) leave() {
	if p.sem != nil {
		<-p.sem
	}
	p.wg.Done()
}

func (p *pool) recovering() {
	if recover() != nil {
		return
	}
	p.wg.Done()
}

func finish(wg *sync.WaitGroup, sem chan int) {
	<-sem
	wg.Done()
}

func (p *pool) goesOn() {
	p.wg.Done()
	println(1)
}

func (p pool) ofCopy() { p.wg.Done() }

func late(n int, wg *sync.WaitGroup) {
	println(n)
	wg.Done()
}

func (p *pool) Exported() { p.wg.Done() }

func replaced(p *pool, h *holder, xs []int, s string) {
	p.run(func() { p.wg.Wait() })
	h.own.run(func() {})
	(&h.own).run(declared)
	h.lent.run(func() {})
	var own pool
	own.run(func() { p.run(func() {}) })
	own.copied(func() {})
	each(len(xs), func(i int) error { xs[i]++; return nil })
	spawn(func() { println(s) })
	spawn(declared)
	named("x"+s, len(s), func() {})
	named(s, 1, func() { p = nil })
	outer(func() {})
	switch {
	case true:
		spawn(func() {})
	}
	p.run(func() {
		var err error = bad()
		if err != nil {
			return
		}
		defer println("last")
		p.run(func() { println(err) })
	})
	h.own.wait()
	p.leave()
	h.lent.leave()
}

func deferred(p *pool, wg *sync.WaitGroup, sem chan int) {
	defer p.leave()
	defer p.recovering()
	defer finish(wg, sem)
	go func() {
		defer p.leave()
	}()
}

func notDeferred(p, q *pool, h *holder, wg *sync.WaitGroup) {
	defer p.goesOn()
	defer p.ofCopy()
	defer late(1, wg)
	defer p.Exported()
	defer q.leave()
	defer h.lent.leave()
	q = p
	go p.leave()
	p.recovering()
}

func left(p *pool, h *holder, f func()) {
	spawn(f)
	twice(func() {})
	compared(func() {})
	early(true, func() {})
	deferring(func() {})
	keeping(func() {})
	result(func() {})
	itself(func() {})
	called(func() {})
	generic(1, func(int) {})
	h.run(func() {})
	defer spawn(func() {})
	(*pool).run(p, func() {})
	p.many()
	for ; ; spawn(func() {}) {
	}
}
`

func check(t *testing.T, source string) (*packages.Package, *token.FileSet) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := conf.Check("p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &packages.Package{PkgPath: "p", Fset: fset, Types: pkg, TypesInfo: info, Syntax: []*ast.File{f}}, fset
}

// function returns the declaration of a name.
func function(p *packages.Package, name string) *ast.FuncDecl {
	for _, d := range p.Syntax[0].Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name == name {
			return fd
		}
	}
	return nil
}

func TestReplace(t *testing.T) {
	p, fset := check(t, source)
	for range 2 { // the second time there is nothing to do
		inlining.Replace([]*packages.Package{p})
	}
	for _, stmt := range function(p, "replaced").Body.List {
		switch stmt.(type) {
		case *ast.BlockStmt, *ast.DeclStmt, *ast.SwitchStmt:
		default:
			t.Errorf("%v: not replaced", fset.Position(stmt.Pos()))
		}
	}
	ast.Inspect(function(p, "left").Body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BlockStmt); ok && b != function(p, "left").Body && len(b.List) > 0 {
			t.Errorf("%v: replaced", fset.Position(b.Pos()))
		}
		return true
	})
	for name, want := range map[string]int{"deferred": 4, "notDeferred": 0} {
		got := 0
		ast.Inspect(function(p, name).Body, func(n ast.Node) bool {
			if d, ok := n.(*ast.DeferStmt); ok {
				if _, ok := d.Call.Fun.(*ast.FuncLit); ok {
					got++
				}
			}
			if b, ok := n.(*ast.BlockStmt); ok && b != function(p, name).Body && want == 0 {
				t.Errorf("%v: replaced", fset.Position(b.Pos()))
			}
			return true
		})
		if got != want {
			t.Errorf("%s: %d deferred literals, want %d", name, got, want)
		}
	}
	for _, d := range p.Syntax[0].Decls { // a statement ends after it begins, and contains what is in it
		ast.Inspect(d, func(n ast.Node) bool {
			if s, ok := n.(ast.Stmt); ok && s.Pos() < s.End() && fset.File(s.Pos()) != fset.File(s.End()) {
				t.Errorf("%v: ends in another file", fset.Position(s.Pos()))
			}
			return true
		})
	}
	for _, mode := range []ssa.BuilderMode{ssa.NaiveForm, ssa.InstantiateGenerics} {
		prog := ssa.NewProgram(fset, mode|ssa.SanityCheckFunctions|ssa.GlobalDebug)
		for _, imported := range p.Types.Imports() {
			prog.CreatePackage(imported, nil, nil, true)
		}
		prog.CreatePackage(p.Types, p.Syntax, p.TypesInfo, false).Build() // panics if something is wrong
	}
	var text bytes.Buffer
	bare := ast.File{Name: p.Syntax[0].Name, Decls: []ast.Decl{function(p, "replaced")}}
	if err := printer.Fprint(&text, token.NewFileSet(), &bare); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"(&own).wg.Add(1)", "var err error = bad()", "p.wg.Add(1)", "(&h.own).wg.Add(1)", "var p = h.lent", "var n = len(xs)", `var name = "x" + s`, "println(s)", "go declared()",
		"var p = own", "_ = 1",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, &text)
		}
	}
}
