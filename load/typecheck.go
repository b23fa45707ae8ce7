package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// A Checker type-checks packages from source, with what they import from the compiler's export data. Packages.Load could
// do this, but it asks the go command anew each time, which takes longer than all the rest where little has changed; and
// for the types of what packages import it has the go command compile the packages themselves.
type Checker struct {
	Fset *token.FileSet
	// Read returns what is in a source file.
	Read func(name string) ([]byte, error)
	// Export returns the file with the export data of the package at an import path.
	Export func(path string) string

	imported map[string]*types.Package
	unlisted bool // something is imported that is not in Imports
}

// Check fills in syntax and types of p, which comes after the packages from source that it imports; with bodies, those of
// functions are looked at too. What is wrong with p goes to p.Errors. An error is a file that cannot be read.
func (k *Checker) Check(p *packages.Package, bodies bool) error {
	p.Fset = k.Fset
	p.Syntax = nil
	size := 0 // of the source, in bytes
	for _, name := range p.CompiledGoFiles {
		src, err := k.Read(name)
		if err != nil {
			return fmt.Errorf("parse %s: %w", p.PkgPath, err)
		}
		f, err := parser.ParseFile(k.Fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if list := (scanner.ErrorList{}); errors.As(err, &list) {
			for _, e := range list {
				p.Errors = append(p.Errors, packages.Error{Pos: e.Pos.String(), Msg: e.Msg, Kind: packages.ParseError})
			}
		}
		p.Syntax = append(p.Syntax, f)
		size += len(src)
	}
	p.TypesInfo = newInfo(size)
	conf := types.Config{
		Importer:         importerFunc(func(path string) (*types.Package, error) { return k.importFor(p, path) }),
		Sizes:            p.TypesSizes,
		IgnoreFuncBodies: !bodies,
		Error: func(err error) {
			if err, ok := err.(types.Error); ok {
				p.Errors = append(p.Errors, packages.Error{Pos: k.Fset.Position(err.Pos).String(), Msg: err.Msg, Kind: packages.TypeError})
			}
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	p.Types = types.NewPackage(p.PkgPath, p.Name)
	err := types.NewChecker(&conf, k.Fset, p.Types, p.TypesInfo).Files(p.Syntax)
	if err != nil && len(p.Errors) == 0 {
		p.Errors = append(p.Errors, packages.Error{Msg: err.Error(), Kind: packages.TypeError})
	}
	p.IllTyped = len(p.Errors) > 0
	return nil
}

// newInfo is for what is found of so many bytes of source. To record types in maps that grow took a third of the type
// checker's time. Most source has more expressions and names than this.
func newInfo(size int) *types.Info {
	return &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue, size/24), Instances: map[*ast.Ident]types.Instance{},
		Defs: make(map[*ast.Ident]types.Object, size/128), Uses: make(map[*ast.Ident]types.Object, size/32), Implicits: map[ast.Node]types.Object{},
		Selections: make(map[*ast.SelectorExpr]*types.Selection, size/128), Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// importFor returns the package that path means in p.
func (k *Checker) importFor(p *packages.Package, path string) (*types.Package, error) {
	dep := p.Imports[path]
	if path == "unsafe" {
		if dep != nil {
			dep.Types = types.Unsafe
		}
		return types.Unsafe, nil
	}
	if dep == nil {
		k.unlisted = true
		return nil, fmt.Errorf("no package %s", path)
	}
	if dep.Types != nil && (dep.Types.Complete() || dep.TypesInfo != nil) {
		return dep.Types, nil
	}
	t, err := k.read(dep.PkgPath)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", path, err)
	}
	dep.Types = t
	return t, nil
}

// read reads export data, once.
func (k *Checker) read(path string) (*types.Package, error) {
	if t := k.imported[path]; t != nil && t.Complete() {
		return t, nil
	}
	if k.imported == nil {
		k.imported = map[string]*types.Package{}
	}
	file, err := os.Open(k.Export(path))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	//lint:ignore SA1019 what go list -export names is an archive, which Read alone does not take
	r, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, k.Fset, k.imported, path)
}
