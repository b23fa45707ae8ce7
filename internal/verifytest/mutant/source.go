package mutant

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// A Source is a package to be mutated.
type Source struct {
	Name    string
	Package *packages.Package // the original, loaded as the verifier loads it

	files  []*file
	deps   importer
	module module
	// callers holds, for each function that other functions of the package mention, which do. Functions are named as
	// declName does.
	callers map[string][]string
}

// A file is a source file of a package.
type file struct {
	name string // base name
	path string
	text string
	ast  *ast.File
	tok  *token.File
}

func (f *file) offset(p token.Pos) int   { return f.tok.Offset(p) }
func (f *file) source(n ast.Node) string { return f.text[f.offset(n.Pos()):f.offset(n.End())] }
func (f *file) replace(n ast.Node, s string) edit {
	return edit{f.offset(n.Pos()), f.offset(n.End()), s}
}

func (f *file) lineOf(offset int) (line, column int) {
	p := f.tok.Position(f.tok.Pos(offset))
	return p.Line, p.Column
}

// Load returns the packages below dir, in order of path.
func Load(ctx context.Context, dir string) ([]*Source, error) {
	pkgs, err := load.Load(ctx, load.Config{Dir: dir}, "./...")
	if err != nil {
		return nil, err
	}
	var all []*Source
	for _, p := range pkgs {
		s, err := New(p)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// New prepares a loaded package for mutation.
func New(p *packages.Package) (*Source, error) {
	s := &Source{Name: p.Name, Package: p, deps: dependencies(p.Types), callers: make(map[string][]string)}
	for i, syntax := range p.Syntax {
		path := p.CompiledGoFiles[i]
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("read the source of %s: %w", p.PkgPath, err)
		}
		s.files = append(s.files, &file{filepath.Base(path), path, string(text), syntax, p.Fset.File(syntax.FileStart)})
	}
	s.findCallers()
	return s, nil
}

// findCallers records which functions of the package mention which others.
func (s *Source) findCallers() {
	for _, f := range s.files {
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				callee, ok := s.Package.TypesInfo.Uses[id].(*types.Func)
				name := s.declName(fn)
				if ok && callee.Pkg() == s.Package.Types && funcName(callee) != name {
					s.callers[funcName(callee)] = append(s.callers[funcName(callee)], name)
				}
				return true
			})
		}
	}
}

// funcName returns the name of a function as reports have it: F, T.F, (*T).F.
func funcName(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name()
	}
	t, pointer := types.Unalias(recv.Type()), false
	if ptr, ok := t.(*types.Pointer); ok {
		t, pointer = types.Unalias(ptr.Elem()), true
	}
	name := types.TypeString(t, func(*types.Package) string { return "" })
	if n, ok := t.(*types.Named); ok {
		name = n.Obj().Name() // of a generic type without the type parameters
	}
	if pointer {
		name = "(*" + name + ")"
	}
	return name + "." + f.Name()
}

// An importer finds packages among those that the original package imports.
type importer map[string]*types.Package

func (m importer) Import(path string) (*types.Package, error) {
	if p := m[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("package %s is not imported by the original", path)
}

// dependencies returns the packages that p imports, directly or not, by path.
func dependencies(p *types.Package) importer {
	all := make(importer)
	var visit func(*types.Package)
	visit = func(p *types.Package) {
		for _, d := range p.Imports() {
			if all[d.Path()] == nil {
				all[d.Path()] = d
				visit(d)
			}
		}
	}
	visit(p)
	return all
}

// Compile parses and type-checks the mutant, with the original's dependencies. An error means that it is stillborn.
func (s *Source) Compile(m *Mutant) error {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, f := range s.files {
		text := f.text
		if f == m.file {
			text = m.text()
		}
		syntax, err := parser.ParseFile(fset, f.path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, syntax)
	}
	conf := types.Config{Importer: s.deps, Sizes: s.Package.TypesSizes, GoVersion: "go" + s.goVersion()}
	_, err := conf.Check(s.Package.PkgPath, fset, files, nil)
	return err
}

// goVersion returns the version of the language that the package is written in.
func (s *Source) goVersion() string {
	if m := s.Package.Module; m != nil && m.GoVersion != "" {
		return m.GoVersion
	}
	return strings.TrimPrefix(runtime.Version(), "go")
}

// Affected returns the functions whose verdict the mutation may change, or nil for all of the package: a change in a
// function concerns it and those that call it, directly or not, as they may be shown its body. What a function that makes structs
// sets in them, others count on.
func (s *Source) Affected(m *Mutant) []string {
	if !s.isFunc(m.Decl) || s.makesStructs(m.Decl) {
		return nil
	}
	affected := []string{m.Decl}
	for i := 0; i < len(affected); i++ {
		for _, caller := range s.callers[affected[i]] {
			if !slices.Contains(affected, caller) {
				affected = append(affected, caller)
			}
		}
	}
	return affected
}

// makesStructs reports whether a function has a composite literal of a struct or calls new.
func (s *Source) makesStructs(decl string) bool {
	found := false
	for _, f := range s.files {
		for _, d := range f.ast.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && s.declName(d) == decl {
				ast.Inspect(d, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.CompositeLit:
						_, ok := s.Package.TypesInfo.TypeOf(n).Underlying().(*types.Struct)
						found = found || ok
					case *ast.CallExpr:
						id, ok := n.Fun.(*ast.Ident)
						found = found || ok && id.Name == "new"
					}
					return true
				})
			}
		}
	}
	return found
}

func (s *Source) isFunc(decl string) bool {
	for _, f := range s.files {
		for _, d := range f.ast.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && s.declName(d) == decl {
				return true
			}
		}
	}
	return false
}

// declName names a declaration: the function, or the first name that it declares.
func (s *Source) declName(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return funcName(s.Package.TypesInfo.Defs[d.Name].(*types.Func))
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				return spec.Name.Name
			case *ast.ValueSpec:
				return spec.Names[0].Name
			}
		}
	}
	return "package"
}

// declAt names the declaration that holds pos, or that the comment at pos belongs to.
func (s *Source) declAt(f *file, pos token.Pos) string {
	for _, d := range f.ast.Decls {
		start := d.Pos()
		if doc := docOf(d); doc != nil {
			start = doc.Pos()
		}
		if start <= pos && pos < d.End() {
			return s.declName(d)
		}
	}
	return "package"
}

func docOf(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}
