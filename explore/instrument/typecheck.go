package instrument

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// Packages.Load could do what is in this file. But for the types of what the tests import it would have the go command
// compile the tests too, as they are, which takes as long again as compiling them instrumented.

// A checker type-checks packages from source, with what they import from the compiler's export data.
type checker struct {
	fset     *token.FileSet
	exports  map[string]string // import path to file
	imported map[string]*types.Package
}

// check parses and type-checks packages, which come after those that they import.
func (c Config) check(ctx context.Context, fset *token.FileSet, source []*packages.Package) error {
	k := &checker{fset: fset, exports: map[string]string{}, imported: map[string]*types.Package{}}
	if err := k.export(ctx, c, source); err != nil {
		return err
	}
	for _, p := range source {
		if err := k.check(p); err != nil {
			return err
		}
	}
	_, err := load.Checked(ctx, c.Dir, nil, source, nil)
	return err
}

// export finds the export data of what the packages import and is not among them.
func (k *checker) export(ctx context.Context, c Config, source []*packages.Package) error {
	paths := map[string]bool{}
	for _, p := range source {
		for _, dep := range p.Imports {
			if dep.PkgPath != "unsafe" && dep.PkgPath != "C" && !slices.Contains(source, dep) {
				paths[dep.PkgPath] = true
			}
		}
	}
	if len(paths) == 0 {
		return nil
	}
	deps, err := c.load(ctx, packages.NeedName|packages.NeedExportFile, false, slices.Sorted(maps.Keys(paths)))
	if err != nil {
		return err
	}
	for _, p := range deps {
		k.exports[p.PkgPath] = p.ExportFile
	}
	return nil
}

// check fills in syntax and types of p. Errors go to p.Errors.
func (k *checker) check(p *packages.Package) error {
	p.Fset = k.fset
	fail := func(kind packages.ErrorKind, pos token.Pos, msg string) {
		p.Errors = append(p.Errors, packages.Error{Pos: k.fset.Position(pos).String(), Msg: msg, Kind: kind})
	}
	for _, name := range p.CompiledGoFiles {
		f, err := parser.ParseFile(k.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if f == nil {
			return fmt.Errorf("parse %s: %w", p.PkgPath, err)
		}
		if err != nil {
			p.Errors = append(p.Errors, packages.Error{Msg: err.Error(), Kind: packages.ParseError})
		}
		p.Syntax = append(p.Syntax, f)
	}
	p.TypesInfo = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{
		Importer: importerFunc(func(path string) (*types.Package, error) { return k.importFor(p, path) }),
		Sizes:    p.TypesSizes,
		Error: func(err error) {
			if err, ok := err.(types.Error); ok {
				fail(packages.TypeError, err.Pos, err.Msg)
			}
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	p.Types, _ = conf.Check(p.PkgPath, k.fset, p.Syntax, p.TypesInfo)
	return nil
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// importFor returns the package that path means in p.
func (k *checker) importFor(p *packages.Package, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	dep := p.Imports[path]
	if dep == nil {
		return nil, fmt.Errorf("no package %s", path)
	}
	if dep.Types != nil {
		return dep.Types, nil
	}
	if t := k.imported[dep.PkgPath]; t != nil && t.Complete() {
		return t, nil
	}
	file, err := os.Open(k.exports[dep.PkgPath])
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", path, err)
	}
	defer file.Close()
	//lint:ignore SA1019 what go list -export names is an archive, which Read alone does not take
	r, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", path, err)
	}
	return gcexportdata.Read(r, k.fset, k.imported, dep.PkgPath)
}
