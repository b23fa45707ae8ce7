package instrument

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// A Rechecked package has been rewritten, and what came out type-checked.
type Rechecked struct {
	Path    string // of the package; its tests are taken for a part of it
	Broken  bool   // it does not build as it is
	Refused string // why it cannot be rewritten, "" if it can
	Errors  []string
}

// Recheck rewrites packages with their tests, each for itself, and type-checks what comes out: that finds what keeps instrumented
// packages from being built, and takes far less time than building them. A package that the runtime imports can be
// rewritten, too, though it could not be built so; its tests are left out.
func Recheck(ctx context.Context, c Config, sources fs.FS, dir string) ([]Rechecked, error) {
	r := &rechecker{config: c, fset: token.NewFileSet(), results: map[string]*Rechecked{}}
	roots, err := r.load(ctx, sources)
	if err != nil {
		return nil, err
	}
	if err := r.original(ctx, roots); err != nil {
		return nil, err
	}
	r.build = &Build{dir: dir, replace: map[string]string{}}
	if err := r.build.layRuntime(ctx, c, sources); err != nil {
		return nil, err
	}
	if r.runtime, err = r.runtimeExport(ctx); err != nil {
		return nil, err
	}
	if err := r.rewrite(); err != nil {
		return nil, err
	}
	var out []Rechecked
	for _, p := range r.results {
		slices.Sort(p.Errors)
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b Rechecked) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

type rechecker struct {
	config  Config
	fset    *token.FileSet
	build   *Build
	runtime []byte // export data

	packages []*packages.Package // to rewrite, in the order of imports
	all      []*packages.Package // checked from source, the same
	results  map[string]*Rechecked
}

func (r *rechecker) result(p *packages.Package) *Rechecked {
	path := underTest(p)
	if r.results[path] == nil {
		r.results[path] = &Rechecked{Path: path}
	}
	return r.results[path]
}

// load finds the packages to rewrite, and those between them.
func (r *rechecker) load(ctx context.Context, sources fs.FS) ([]*packages.Package, error) {
	c := r.config
	config := packages.Config{Mode: graph, Context: ctx, Dir: c.Dir, Env: c.Env}
	plain, err := packages.Load(&config, c.Patterns...)
	if err != nil {
		return nil, fmt.Errorf("load packages: %w", err)
	}
	refusals, err := newRefusals(ctx, c, sources, plain)
	if err != nil {
		return nil, err
	}
	var above, below []string // the runtime
	for _, p := range plain {
		if refusals.needed[p.PkgPath] {
			below = append(below, p.PkgPath)
		} else {
			above = append(above, p.PkgPath)
		}
	}
	var roots []*packages.Package
	for _, group := range [][]string{above, below} {
		if len(group) == 0 {
			continue
		}
		config.Tests = len(roots) == 0 && len(above) > 0
		more, err := packages.Load(&config, group...)
		if err != nil {
			return nil, fmt.Errorf("load packages: %w", err)
		}
		roots = append(roots, more...)
	}
	return roots, nil
}

// original type-checks the packages as they are.
func (r *rechecker) original(ctx context.Context, roots []*packages.Package) error {
	wanted := map[string]bool{}
	for _, p := range variants(roots) {
		wanted[p.ID] = true
	}
	roots = unified(roots)
	own := map[string]bool{} // paths that are checked from source
	for _, p := range roots {
		own[p.PkgPath] = true
	}
	seen := map[string]bool{}
	for p := range packages.Postorder(roots) {
		if generatedMain(p) || seen[p.ID] || !own[p.PkgPath] && p.ForTest == "" {
			continue
		}
		seen[p.ID] = true
		r.all = append(r.all, p)
	}
	exports, err := r.exports(ctx)
	if err != nil {
		return err
	}
	k := &load.Checker{Fset: r.fset, Read: os.ReadFile, Export: func(path string) string { return exports[path] }}
	for _, p := range r.all {
		if err := k.Check(p, wanted[p.ID]); err != nil {
			return err
		}
		switch {
		case !wanted[p.ID]:
		case len(p.Errors) > 0:
			r.result(p).Broken = true
		case usesCgo(p):
			r.result(p).Refused = "uses cgo"
		case isModelled(underTest(p)):
			r.result(p).Refused = "has models in the runtime"
		default:
			r.result(p)
			r.packages = append(r.packages, p)
		}
	}
	return nil
}

// unified makes one graph of packages that were loaded in several goes.
func unified(roots []*packages.Package) []*packages.Package {
	first := map[string]*packages.Package{}
	for p := range packages.Postorder(roots) {
		if first[p.ID] == nil {
			first[p.ID] = p
		}
	}
	for _, p := range first {
		for path, dep := range p.Imports {
			p.Imports[path] = first[dep.ID]
		}
	}
	var out []*packages.Package
	for _, p := range roots {
		out = append(out, first[p.ID])
	}
	return out
}

// isModelled reports whether the runtime has functions in place of those of a package.
func isModelled(path string) bool {
	for name := range functions {
		name = strings.TrimLeft(name, "(*")
		if rest, ok := strings.CutPrefix(name, path+"."); ok && !strings.Contains(rest, "/") {
			return true
		}
	}
	return false
}

// exports finds the export data of what is not checked from source.
func (r *rechecker) exports(ctx context.Context) (map[string]string, error) {
	paths := map[string]bool{}
	for _, p := range r.all {
		for _, dep := range p.Imports {
			if dep.PkgPath != "unsafe" && dep.PkgPath != "C" && !slices.Contains(r.all, dep) {
				paths[dep.PkgPath] = true
			}
		}
	}
	if len(paths) == 0 {
		return nil, nil
	}
	var list []string
	for path := range paths {
		list = append(list, path)
	}
	deps, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedExportFile, Context: ctx, Dir: r.config.Dir, Env: r.config.Env,
	}, list...)
	if err != nil {
		return nil, fmt.Errorf("load packages: %w", err)
	}
	files := map[string]string{}
	for _, p := range deps {
		files[p.PkgPath] = p.ExportFile
	}
	return files, nil
}

// runtimeExport builds the runtime and returns its export data.
func (r *rechecker) runtimeExport(ctx context.Context) ([]byte, error) {
	b := r.build
	overlay, err := json.Marshal(map[string]any{"Replace": b.replace})
	if err != nil {
		return nil, fmt.Errorf("write overlay: %w", err)
	}
	b.Overlay = filepath.Join(b.dir, "overlay.json")
	if err := os.WriteFile(b.Overlay, overlay, 0o644); err != nil {
		return nil, fmt.Errorf("write overlay: %w", err)
	}
	cmd := b.Go(ctx, r.config, "list", "-export", "-f", "{{.Export}}", runtimePath)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("build the runtime: %w", err)
	}
	file, err := os.Open(strings.TrimSpace(string(out)))
	if err != nil {
		return nil, fmt.Errorf("build the runtime: %w", err)
	}
	defer file.Close()
	//lint:ignore SA1019 what go list -export names is an archive, which Read alone does not take
	data, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("read the runtime: %w", err)
	}
	var buf bytes.Buffer
	if _, err := buf.ReadFrom(data); err != nil {
		return nil, fmt.Errorf("read the runtime: %w", err)
	}
	return buf.Bytes(), nil
}

// rewrite rewrites the packages and type-checks what comes out.
func (r *rechecker) rewrite() error {
	b, shared, s := r.build, newSharing(r.packages, nil), &sites{}
	for _, p := range r.packages {
		if err := b.rewritePackage(p, shared, s); err != nil {
			return err
		}
	}
	runtimes := map[string]*types.Package{} // by the test that they are part of
	for _, p := range r.packages {
		files, rt := r.files(p), runtimes[p.ForTest]
		if rt == nil {
			var err error
			if rt, err = gcexportdata.Read(bytes.NewReader(r.runtime), r.fset, r.around(p.ForTest), runtimePath); err != nil {
				return fmt.Errorf("read the runtime: %w", err)
			}
			runtimes[p.ForTest] = rt
		}
		out := r.result(p)
		conf := types.Config{Sizes: p.TypesSizes, Error: func(err error) {
			if len(out.Errors) < 10 {
				out.Errors = append(out.Errors, err.Error())
			}
		}}
		if p.Module != nil && p.Module.GoVersion != "" {
			conf.GoVersion = "go" + p.Module.GoVersion
		}
		conf.Importer = importer(func(path string) (*types.Package, error) { return find(p, rt, path) })
		types.NewChecker(&conf, r.fset, types.NewPackage(p.PkgPath, p.Name), nil).Files(files)
	}
	return nil
}

// files parses what a package has become.
func (r *rechecker) files(p *packages.Package) []*ast.File {
	var out []*ast.File
	parse := func(name string, src any) {
		f, err := parser.ParseFile(r.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			r.result(p).Errors = append(r.result(p).Errors, err.Error())
			return
		}
		out = append(out, f)
	}
	for _, name := range p.CompiledGoFiles {
		parse(r.build.replace[name], nil)
	}
	for _, g := range r.build.generated {
		if g.pkg == p {
			parse(g.path, g.text(false))
		}
	}
	return out
}

// around is the packages that a test is built with, by their paths, those too that are imported by way of others: each
// is one package, in what is rewritten and in the runtime.
func (r *rechecker) around(test string) map[string]*types.Package {
	out := map[string]*types.Package{}
	for _, p := range r.all {
		if p.ForTest == "" && out[p.PkgPath] == nil || p.ForTest == test && test != "" {
			out[p.PkgPath] = p.Types
		}
	}
	var add func(t *types.Package)
	add = func(t *types.Package) {
		if t == nil || out[t.Path()] != nil {
			return
		}
		out[t.Path()] = t
		for _, dep := range t.Imports() {
			add(dep)
		}
	}
	for _, p := range r.all {
		for _, dep := range p.Imports {
			if dep.ForTest == "" {
				add(dep.Types)
			}
		}
	}
	return out
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// find returns the package that a path means in the rewritten p: what it imports itself, or reaches, or the runtime.
func find(p *packages.Package, rt *types.Package, path string) (*types.Package, error) {
	switch path {
	case runtimePath:
		return rt, nil
	case "unsafe":
		return types.Unsafe, nil
	}
	if dep := p.Imports[path]; dep != nil {
		return dep.Types, nil
	}
	seen := map[*types.Package]bool{}
	var search func(t *types.Package) *types.Package
	search = func(t *types.Package) *types.Package {
		if seen[t] {
			return nil
		}
		seen[t] = true
		if importPath(t.Path()) == path {
			return t
		}
		for _, dep := range t.Imports() {
			if found := search(dep); found != nil {
				return found
			}
		}
		return nil
	}
	if found := search(p.Types); found != nil {
		return found, nil
	}
	if found := search(rt); found != nil {
		return found, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}
