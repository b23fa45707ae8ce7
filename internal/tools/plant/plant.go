package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// The kinds of errors, in the order of the page.
const (
	dropLock  = "drop a lock"
	moveOut   = "move an access out"
	weaken    = "weaken Lock to RLock"
	swapLocks = "swap two locks"
	plain     = "make an atomic plain"
	dropWait  = "drop a wait"
	earlyGo   = "start a goroutine early"
)

var kinds = []string{dropLock, moveOut, weaken, swapLocks, plain, dropWait, earlyGo}

// A plant is one error in one file. All edits keep the numbers of lines, so that findings can be compared with those without it.
type plant struct {
	Module, Package string // the package's import path
	Dir             string // the package's directory, from the module's
	File, Function  string
	Line, Column    int
	Kind            string

	edits []edit
	decl  string          // FILE:LINE of the function
	lines map[string]bool // FILE:LINE, of what is changed, and of what has lost its protection
}

// An edit replaces the bytes of a file from one offset to another.
type edit struct {
	from, to int
	text     string
}

func (p *plant) id() string {
	return fmt.Sprintf("%s %s:%d:%d %s", p.Module, p.File, p.Line, p.Column, p.Kind)
}

// applied is a file with the plant in it.
func (p *plant) applied(src []byte) []byte {
	edits := slices.SortedStableFunc(slices.Values(p.edits), func(x, y edit) int { return cmp.Compare(x.from, y.from) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(src[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(src[at:])
	return out.Bytes()
}

// A scanner finds the places of a package where an error can be planted.
type scanner struct {
	dir     string // of the module
	pkg     *packages.Package
	info    *types.Info
	src     map[string][]byte
	mutable map[types.Object]bool // fields and package variables that are written after others may have come to know them
	bodies  map[types.Object]*ast.FuncDecl
	module  string
	plants  []*plant

	decls         []*ast.FuncDecl
	roots         map[token.Pos]types.Object // of fields, where they are selected
	locking       map[*ast.FuncDecl]bool     // what locks something
	atomically    map[*ast.UnaryExpr]bool    // addresses that functions of sync/atomic get
	atomicWritten map[types.Object]bool
	guards        guards

	function string    // at hand
	decl     token.Pos // where it is
	unit     ast.Node  // its body, or that of a function literal in it
	end      token.Pos // of the unit
}

// plantsOf finds the places of all packages of a module.
func plantsOf(ctx context.Context, module, dir string) ([]*plant, error) {
	pkgs, err := load.Load(ctx, load.Config{Dir: dir, Env: append(os.Environ(), "GOWORK=off")}, "./...")
	if err != nil {
		return nil, err
	}
	var all []*plant
	for _, p := range pkgs {
		s := &scanner{
			dir: dir, pkg: p, info: p.TypesInfo, module: module,
			src: map[string][]byte{}, mutable: map[types.Object]bool{}, bodies: map[types.Object]*ast.FuncDecl{},
			roots: map[token.Pos]types.Object{}, locking: map[*ast.FuncDecl]bool{}, atomically: map[*ast.UnaryExpr]bool{},
			atomicWritten: map[types.Object]bool{},
		}
		if err := s.scan(); err != nil {
			return nil, err
		}
		all = append(all, s.plants...)
	}
	return all, nil
}

// scan finds what is written, and then the places.
func (s *scanner) scan() error {
	for _, f := range s.pkg.Syntax {
		name := s.pkg.Fset.Position(f.Pos()).Filename
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		s.src[name] = src
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				s.decls = append(s.decls, fn)
				s.bodies[s.info.Defs[fn.Name]] = fn
			}
		}
	}
	for _, fn := range s.decls {
		s.writes(fn)
		s.knowAtomics(fn)
		s.knowRoots(fn)
	}
	s.countGuards()
	for _, fn := range s.decls {
		s.function, s.decl = fn.Name.Name, fn.Pos()
		if fn.Recv != nil && len(fn.Recv.List) > 0 {
			s.function = "(" + types.ExprString(fn.Recv.List[0].Type) + ")." + fn.Name.Name
		}
		s.units(fn.Body)
	}
	return nil
}

// units looks at a body, and at those of the function literals in it, each by itself.
func (s *scanner) units(body *ast.BlockStmt) {
	everyUnit(body, func(body *ast.BlockStmt) {
		s.unit, s.end = body, body.End()
		s.inLocks(body)
		for list := range lists(body) {
			s.inList(list)
		}
		s.atomics(body)
	})
}

// everyUnit visits a body, and then those of the function literals in it.
func everyUnit(body *ast.BlockStmt, visit func(*ast.BlockStmt)) {
	visit(body)
	ast.Inspect(body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			everyUnit(lit.Body, visit)
			return false
		}
		return true
	})
}

// lists are the lists of statements of a unit.
func lists(body *ast.BlockStmt) func(func([]ast.Stmt) bool) {
	return func(yield func([]ast.Stmt) bool) {
		going := true
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.BlockStmt:
				going = going && yield(n.List)
			case *ast.CaseClause:
				going = going && yield(n.Body)
			case *ast.CommClause:
				going = going && yield(n.Body)
			}
			return going
		})
	}
}

// add notes a plant that begins at pos, and whose lines are those of spans.
func (s *scanner) add(kind string, pos token.Pos, edits []edit, spans ...span) {
	at := s.pkg.Fset.Position(pos)
	p := &plant{
		Module: s.module, Package: s.pkg.PkgPath, Dir: s.rel(filepath.Dir(at.Filename)), File: s.rel(at.Filename),
		Function: s.function, Line: at.Line, Column: at.Column, Kind: kind, edits: edits, lines: map[string]bool{},
		decl: s.rel(at.Filename) + ":" + strconv.Itoa(s.pkg.Fset.Position(s.decl).Line),
	}
	for _, sp := range spans {
		from, to := s.pkg.Fset.Position(sp.from), s.pkg.Fset.Position(sp.to)
		for line := from.Line; line <= to.Line; line++ {
			p.lines[s.rel(from.Filename)+":"+strconv.Itoa(line)] = true
		}
	}
	s.plants = append(s.plants, p)
}

func (s *scanner) rel(name string) string {
	if rel, err := filepath.Rel(s.dir, name); err == nil {
		return rel
	}
	return name
}

// A span is a part of a file.
type span struct{ from, to token.Pos }

func spanOf(n ast.Node) span { return span{n.Pos(), n.End()} }

// text is the source of a node.
func (s *scanner) text(n ast.Node) string {
	from, to := s.pkg.Fset.Position(n.Pos()), s.pkg.Fset.Position(n.End())
	return string(s.src[from.Filename][from.Offset:to.Offset])
}

// replace is the edit that puts a text where a node is. The lines of the node stay.
func (s *scanner) replace(n ast.Node, text string) edit {
	from, to := s.pkg.Fset.Position(n.Pos()), s.pkg.Fset.Position(n.End())
	return edit{from.Offset, to.Offset, text + strings.Repeat("\n", to.Line-from.Line)}
}

// insert is the edit that puts a text somewhere.
func (s *scanner) insert(pos token.Pos, text string) edit {
	at := s.pkg.Fset.Position(pos).Offset
	return edit{at, at, text}
}

// oneLine reports whether a node is on one line.
func (s *scanner) oneLine(n ast.Node) bool {
	return s.pkg.Fset.Position(n.Pos()).Line == s.pkg.Fset.Position(n.End()).Line
}
