// Package singlethreaded takes the packages of a program and finds out whether no concurrency is in them: their code starts no
// goroutine, waits for none, and is called by none that the standard library starts. Then it gives the functions that use
// no variable which their callers cannot know of. Whoever calls such a function has what it is passed to himself, as the
// documentation of plain types asks for. So the function accesses nothing that another goroutine may access at the same
// time, whatever it does.
//
//	singlethreaded.go  the packages
//	standard.go        what of the standard library they may use
//	variables.go       package variables that nobody writes, or that callers see
//	uses.go            what is done with one of them
//	initial.go         what variables are at the start
//	functions.go       the functions
package singlethreaded

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Source tells of packages that are not at hand with syntax.
type Source struct {
	// Package returns what the go command says of the package at an import path: its files and what it imports; nil if
	// nothing is known of it.
	Package func(path string) *packages.Package
	// Read returns what is in a file.
	Read func(name string) ([]byte, error)
}

// Are reports whether all packages are single-threaded, with everything that they import. They must have syntax.
func Are(pkgs []*packages.Package, others Source) bool {
	f := &finder{others: others, given: map[string]*packages.Package{}, found: map[string]bool{}}
	for _, p := range pkgs {
		f.given[p.PkgPath] = p
	}
	return !slices.ContainsFunc(pkgs, func(p *packages.Package) bool { return !f.is(p.PkgPath) })
}

// finder looks at each package once.
type finder struct {
	others Source
	given  map[string]*packages.Package
	found  map[string]bool // by path; while a package is looked at, false
}

// is reports whether a package and what it imports are single-threaded. Of a package that is not at hand it is enough that
// it calls nothing in another goroutine.
func (f *finder) is(path string) bool {
	if standard[path] {
		return true
	}
	known, seen := f.found[path]
	if seen {
		return known
	}
	f.found[path] = false
	f.found[path] = f.looks(path)
	return f.found[path]
}

func (f *finder) looks(path string) bool {
	if p := f.given[path]; p != nil {
		return !hasOtherFiles(p) && f.allows(p.Syntax)
	}
	if f.others.Package == nil {
		return false
	}
	p := f.others.Package(path)
	if p == nil || len(p.CompiledGoFiles) == 0 {
		return false
	}
	for _, name := range p.CompiledGoFiles {
		text, err := f.others.Read(name)
		if err != nil {
			return false
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil || !f.allowsElsewhere(file) {
			return false
		}
	}
	return true
}

// allowsElsewhere reports whether nothing in a file of a package that is not at hand calls in another goroutine what it is
// passed. It may have locks and channels, as it may be for goroutines of others.
func (f *finder) allowsElsewhere(file *ast.File) bool {
	starts := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			starts = true
		case *ast.SelectorExpr:
			starts = starts || laterCalled[n.Sel.Name] || n.Sel.Name == "Go" // of a sync.WaitGroup, say
		case *ast.ImportSpec:
			starts = starts || n.Name != nil && n.Name.Name == "."
		}
		return !starts
	})
	return !starts && f.imports(file, allowedElsewhere)
}

// hasOtherFiles reports whether there is more to a package than Go: assembly, or C.
func hasOtherFiles(p *packages.Package) bool {
	for _, name := range p.OtherFiles {
		if !strings.HasSuffix(name, ".h") && !strings.HasSuffix(name, ".md") {
			return true
		}
	}
	return false
}

// allows reports whether nothing in the files of a package, and in what they import, starts or meets other goroutines.
func (f *finder) allows(files []*ast.File) bool {
	for _, file := range files {
		if isConcurrent(file) || !f.imports(file, nil) {
			return false
		}
	}
	return true
}

// imports reports whether what a file imports is single-threaded, or what it uses of it is, or it is one of others.
func (f *finder) imports(file *ast.File, others map[string]bool) bool {
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !others[path] && !f.is(path) && !usesOnly(file, spec, path) {
			return false
		}
	}
	return true
}

// usesOnly reports whether a file uses of a package what is listed, and nothing else.
func usesOnly(file *ast.File, spec *ast.ImportSpec, path string) bool {
	allowed := partly[path]
	if allowed == nil {
		return false
	}
	name := path[strings.LastIndex(path, "/")+1:]
	if spec.Name != nil {
		name = spec.Name.Name
	}
	only := true
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && id.Name == name && !allowed[sel.Sel.Name] { // also where a variable has the package's name
				only = false
			}
		}
		return only
	})
	return only
}

// isConcurrent reports whether a file has what only makes sense with several goroutines, names a function that has others
// called by one, or declares a function without a body.
func isConcurrent(file *ast.File) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.ChanType, *ast.SendStmt, *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.FuncDecl:
			found = found || n.Body == nil
		case *ast.Field: // a goroutine of package context may call methods of who embeds one
			sel, ok := n.Type.(*ast.SelectorExpr)
			found = found || ok && len(n.Names) == 0 && sel.Sel.Name == "Context"
		case *ast.SelectorExpr:
			found = found || laterCalled[n.Sel.Name] || changesShared[n.Sel.Name] || synchronises[n.Sel.Name]
		case *ast.ImportSpec: // then its functions are named like the package's own
			found = found || n.Name != nil && n.Name.Name == "." || strings.HasSuffix(n.Path.Value, `/atomic"`)
		}
		return !found
	})
	return found
}
