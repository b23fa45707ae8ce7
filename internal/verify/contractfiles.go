package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// Contracts of functions that are not checked stand in files of their own: in the directory calvin at the root of the
// module, or where an option says.

// ContractDir is the directory of a module that has its contract files.
const ContractDir = "calvin"

// A contractFile is a file with contracts, or what may be one.
type contractFile struct {
	name  string // of the file
	shown string // what reports call it
	text  []byte
	own   bool // it is in the directory that a module has for that, where there may be other files
}

// contractFiles reads the contract files: those in dir if that is not empty, else those of the modules whose packages are listed.
func contractFiles(l *load.Listing, dir string) (all []contractFile, err error) {
	if dir != "" {
		if all, err = contractFilesIn(l, l.Absolute(dir), dir, false); err == nil && len(all) == 0 {
			err = fmt.Errorf("no Go files in %s", dir)
		}
		if err != nil {
			return nil, fmt.Errorf("-contracts: %w", err)
		}
		return all, nil
	}
	for _, dir := range ContractDirs(l) {
		more, err := contractFilesIn(l, dir, ContractDir, true)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("read contracts: %w", err)
		}
		all = append(all, more...)
	}
	return all, nil
}

// ContractDirs lists the directories that the modules of the listed packages have for contract files, be they there or not.
func ContractDirs(l *load.Listing) (dirs []string) {
	for _, p := range l.Roots() {
		if p.Module == nil || !p.Module.Main || p.Module.Dir == "" {
			continue
		}
		if dir := filepath.Join(p.Module.Dir, ContractDir); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// IsContractFile reports whether a file is meant as one of those.
func IsContractFile(name string, text []byte) bool {
	return filepath.Base(filepath.Dir(name)) == ContractDir && bytes.Contains(text, []byte(annot.Prefix+"contracts"))
}

func contractFilesIn(l *load.Listing, dir, shown string, own bool) (all []contractFile, err error) {
	names, err := l.GoFiles(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := l.Read(name)
		if err != nil {
			return nil, err
		}
		if own && !bytes.Contains(text, []byte(annot.Prefix)) {
			continue
		}
		all = append(all, contractFile{name, filepath.ToSlash(filepath.Join(shown, filepath.Base(name))), text, own})
	}
	return all, nil
}

// A contractReader reads contract files, for some packages that are checked.
type contractReader struct {
	listing *load.Listing
	fset    *token.FileSet
	pkgs    []*packages.Package
	found   map[string]*annot.Contract // by the function's name
	faults  []*report.Diagnostic
}

// contracts reads the contracts in the files, by the names of the functions, and returns a finding for each that is ill-formed.
func contracts(ctx context.Context, files []contractFile, l *load.Listing, pkgs []*packages.Package) (map[string]*annot.Contract, []*report.Diagnostic) {
	if len(files) == 0 || len(pkgs) == 0 {
		return nil, nil
	}
	r := &contractReader{listing: l, fset: pkgs[0].Fset, pkgs: pkgs, found: map[string]*annot.Contract{}}
	for _, f := range files {
		r.file(ctx, f)
	}
	return r.found, r.faults
}

// Contracts reads the contract files in a directory, for packages that have been loaded from a listing, by the names of
// functions. An ill-formed file is an error.
func Contracts(ctx context.Context, l *load.Listing, dir string, pkgs []*packages.Package) (map[string]*annot.Contract, error) {
	files, err := contractFiles(l, dir)
	if err != nil {
		return nil, err
	}
	found, faults := contracts(ctx, files, l, pkgs)
	for _, f := range faults {
		return nil, fmt.Errorf("%s:%d: %s", f.Start.Filename, f.Start.Line, f.Message)
	}
	return found, nil
}

// fault notes what is wrong with a file that is about a package.
func (r *contractReader) fault(path string, e *annot.Error) {
	r.faults = append(r.faults, report.FromAnnotation(path, r.fset, e))
}

func (r *contractReader) file(ctx context.Context, f contractFile) {
	syntax, err := parser.ParseFile(r.fset, f.name, f.text, parser.ParseComments|parser.SkipObjectResolution)
	if list := (scanner.ErrorList{}); errors.As(err, &list) {
		if f.own && !bytes.Contains(f.text, []byte(annot.Prefix+"contracts")) {
			return // part of a package, which the go command tells of
		}
		at := r.fset.File(syntax.FileStart)
		for _, e := range list {
			r.fault("", &annot.Error{Pos: at.Pos(min(e.Pos.Offset, at.Size())), Code: annot.CodeSyntax, Msg: e.Msg})
		}
		return
	}
	path, pos, end, ok := annot.ContractPath(syntax)
	switch {
	case !ok && f.own && !isIgnored(syntax):
		return // part of a package that has the name
	case !ok:
		r.fault("", &annot.Error{Pos: syntax.Package, Code: annot.CodePlace, Msg: "this file has no line //calvin:contracts before the package clause",
			Hint: "write //calvin:contracts and the import path of the package that the contracts are about"})
		return
	case f.own && !isIgnored(syntax):
		r.fault(path, &annot.Error{Pos: pos, End: end, Code: annot.CodePlace, Msg: "the go command takes this file for part of a package", Hint: "write //go:build ignore before it"})
		return
	}
	pkg, why, used := r.about(ctx, path)
	if why != "" {
		r.fault(path, &annot.Error{Pos: pos, End: end, Code: annot.CodeUnknownName, Msg: why})
	}
	if pkg == nil || !used {
		return
	}
	src := annot.ContractSource{Fset: r.fset, File: syntax, Types: pkg, Importer: importer(r.importFor), Sizes: r.pkgs[0].TypesSizes}
	found, errs := annot.CheckContracts(src)
	for _, e := range errs {
		r.fault(path, e)
	}
	for _, c := range found {
		r.add(path, f, headOf(r.fset, syntax, f.text), c)
	}
}

// headOf is what stands in a contract file before the first declaration of a function.
func headOf(fset *token.FileSet, f *ast.File, text []byte) string {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			start := fn.Pos()
			if fn.Doc != nil {
				start = fn.Doc.Pos()
			}
			return string(text[:fset.File(start).Offset(start)])
		}
	}
	return string(text)
}

// add takes a contract, unless there is one already, or cannot be one. Head is what stands in the file before all
// declarations of functions.
func (r *contractReader) add(path string, f contractFile, head string, c *annot.Contract) {
	name, at := c.Of.FullName(), c.Func.Pos()
	end := at + token.Pos(len(c.Func.Name()))
	if other := r.found[name]; other != nil {
		r.fault(path, &annot.Error{Pos: at, End: end, Code: annot.CodeConflict, Msg: fmt.Sprintf("%s has a contract in %s already", name, other.Where)})
		return
	}
	if why := desugar.NoContract(c); why != "" {
		r.fault(path, &annot.Error{Pos: at, End: end, Code: annot.CodeConflict, Msg: fmt.Sprintf("%s cannot have this contract: %s", name, why)})
		return
	}
	c.Where = fmt.Sprintf("%s:%d", f.shown, r.fset.Position(at).Line)
	file := r.fset.File(c.Start)
	c.Head, c.Text = head, string(f.text[file.Offset(c.Start):file.Offset(c.End)])
	r.found[name] = c
}

// about returns the package that contracts are about, with its types. It says why there can be none. What none of the
// checked packages imports is not used.
func (r *contractReader) about(ctx context.Context, path string) (pkg *types.Package, why string, used bool) {
	for _, p := range r.pkgs {
		if p.PkgPath == path && (r.listing.Given(path) || p.Module == nil || !p.Module.Main) {
			return nil, fmt.Sprintf("package %s is checked: its annotations stand in its own source", path), false
		}
	}
	listed := listedAt(r.pkgs, path)
	used = listed != nil
	if !used {
		if listed, why = r.listing.Ask(ctx, path); why != "" {
			return nil, why, false
		}
	}
	if listed.Module != nil && listed.Module.Main {
		return nil, fmt.Sprintf("package %s belongs to this module: its annotations stand in its own source", path), false
	}
	if !used {
		return nil, "", false
	}
	checked := map[string]bool{}
	for _, p := range r.pkgs {
		checked[p.PkgPath] = true
	}
	packages.Visit([]*packages.Package{listed}, nil, func(p *packages.Package) {
		if checked[p.PkgPath] && why == "" {
			why = fmt.Sprintf("package %s imports %s, which is checked: what it does is not known without that", path, p.PkgPath)
		}
	})
	if why != "" {
		return nil, why, false
	}
	pkg, err := r.listing.Types(listed)
	if err != nil {
		return nil, fmt.Sprintf("package %s cannot be read: %v", path, err), false
	}
	return pkg, "", true
}

// listedAt finds a package by its path among some, and what they import; nil if it is not there.
func listedAt(roots []*packages.Package, path string) (listed *packages.Package) {
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.PkgPath == path {
			listed = p
		}
	})
	return listed
}

// importFor imports a package for a contract file.
func (r *contractReader) importFor(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	listed := listedAt(r.pkgs, path)
	if listed == nil {
		return nil, fmt.Errorf("none of the checked packages imports it")
	}
	if listed.Types != nil && listed.Types.Complete() {
		return listed.Types, nil
	}
	return r.listing.Types(listed)
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// isIgnored reports whether a file has the build constraint that keeps it out of all packages.
func isIgnored(f *ast.File) bool {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if c.Pos() < f.Package && constraint.IsGoBuild(c.Text) {
				x, err := constraint.Parse(c.Text)
				return err == nil && !x.Eval(func(tag string) bool { return tag != "ignore" })
			}
		}
	}
	return false
}

// contractKey is what a run depends on of contract files.
func contractKey(files []contractFile) string {
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintf(&b, "%q %q %v %q\n", f.name, f.shown, f.own, f.text)
	}
	return b.String()
}
