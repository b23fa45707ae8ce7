package gostatements_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/gostatements"
)

const source = `package p

import (
	"io"
	"log"
	"slices"
	"sync"
	"time"
)

type app struct {
	*log.Logger
	own log.Logger
	sync.WaitGroup
	at time.Time
}

func (a *app) run() {}

func local(int) {}

func two() (io.Writer, io.Reader) { return nil, nil }

func _(a *app, b app, w io.WriteCloser, r io.Reader, args []any, xs []int, f func(), mu *sync.Mutex) {
	go io.WriteString(w, "x")               // wrapped
	go a.SetOutput(nil)                     // wrapped
	go b.SetOutput(nil)                     // wrapped
	go a.own.Flags()                        // wrapped
	go b.own.Flags()                        // wrapped
	go (b.own.Prefix)()                     // wrapped
	go a.at.String()                        // wrapped
	go io.Copy(w, r)                        // wrapped
	go log.Println("a", 1, nil, a)          // wrapped
	go log.Println(args...)                 // wrapped
	go slices.Sort(xs)                      // wrapped
	go slices.Sort[[]int](xs)               // wrapped
	go time.AfterFunc(time.Second, func() { // wrapped
		go io.Copy(w, r) // wrapped
		a.run()
	})
	go (*log.Logger).Flags(a.Logger) // wrapped
	go a.run()
	go local(1)
	go w.Close()
	go f()
	go mu.Unlock()
	go a.Wait()
	go a.Done()
	go io.Copy(two())
	go func() { io.Copy(w, r) }()
	go println("x")
}
`

func TestWrap(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
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
	pkgs := []*packages.Package{{PkgPath: "p", Types: pkg, TypesInfo: info, Syntax: []*ast.File{f}}}
	for range 2 { // the second time there is nothing to do
		gostatements.Wrap(pkgs)
	}

	lines := strings.Split(source, "\n")
	ast.Inspect(f, func(n ast.Node) bool {
		g, ok := n.(*ast.GoStmt)
		if !ok {
			return true
		}
		line := fset.Position(g.Pos()).Line
		wrapped := false
		if lit, ok := g.Call.Fun.(*ast.FuncLit); ok {
			var call *ast.CallExpr
			if call, wrapped = gostatements.Call(lit); wrapped && fset.Position(call.Pos()).Line != line {
				t.Errorf("line %d: the call has another place", line)
			}
		}
		if want := strings.Contains(lines[line-1], "// wrapped"); wrapped != want {
			t.Errorf("line %d: %s: wrapped is %t", line, lines[line-1], wrapped)
		}
		return true
	})
	for _, mode := range []ssa.BuilderMode{ssa.NaiveForm, ssa.InstantiateGenerics} {
		prog := ssa.NewProgram(fset, mode|ssa.SanityCheckFunctions|ssa.GlobalDebug)
		for _, p := range pkg.Imports() {
			prog.CreatePackage(p, nil, nil, true)
		}
		prog.CreatePackage(pkg, []*ast.File{f}, info, false).Build() // panics if something is wrong
	}
}
