package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Listing is what the go command says of the packages that patterns match, before any source is read: from which files
// they are built and where the export data of what they import is.
//
// From one Listing packages can be loaded again and again, with other contents of the same files. It is used by one
// goroutine at a time.
type Listing struct {
	config   Config
	patterns []string
	roots    []*packages.Package // sorted by path
	known    []*packages.Package // what these import and Know has found; sorted by path
	source   []*packages.Package // these, and what they import that imports one of them, in the order of imports
	checker  Checker
	files    map[string][]byte // contents, as last read
	problems error
	checked  map[*packages.Package]*checked          // what source was last type-checked as
	imported map[*packages.Package]*packages.Package // copies of those that are not, with what was read of them
	loads    int
}

// checked is a package as it was type-checked, and the contents that it had then.
type checked struct {
	pkg   *packages.Package
	files [][]byte
}

// listed asks for what there is, without syntax and types.
const listed = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedExportFile | packages.NeedModule | packages.NeedTypesSizes | packages.NeedForTest

// List asks the go command about the packages that the patterns match. That they do not compile is no failure: see
// Problems.
func List(ctx context.Context, c Config, patterns ...string) (*Listing, error) {
	unpiped, stop := withoutPipes(ctx, c.Dir)
	defer stop()
	pkgs, known := askOnce(unpiped, c, patterns)
	var err error
	if !known {
		pkgs, err = packages.Load(&packages.Config{
			Mode: listed, Context: unpiped, Dir: c.Dir, Env: c.Env, BuildFlags: c.buildFlags(), Overlay: c.Overlay, Tests: c.Tests,
		}, patterns...)
	}
	if e := (*Error)(nil); err != nil && errors.As(context.Cause(unpiped), &e) {
		return nil, e
	}
	if c.Tests && err == nil {
		if pkgs, err = withTests(pkgs); err != nil {
			return nil, err
		}
	}
	l := &Listing{config: c, patterns: patterns, files: map[string][]byte{}}
	l.roots, l.problems = Checked(ctx, c, patterns, pkgs, err)
	if e := (*Error)(nil); l.problems != nil && !errors.As(l.problems, &e) {
		return nil, l.problems
	}
	if l.problems != nil && err == nil {
		l.roots = pkgs
		slices.SortFunc(l.roots, byPath)
	}
	l.order()
	l.reset()
	return l, nil
}

func byPath(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) }

// Problems returns what keeps the packages from being compiled, as an *Error, or nil.
func (l *Listing) Problems() error { return l.problems }

// Forgive forgets the problems that the go command found in the packages. What it says of their files stands, and the type
// checker tells what is wrong with their contents as they are now.
func (l *Listing) Forgive() { l.problems = nil }

// Roots returns the packages that the patterns match, sorted by path. They have no syntax and no types.
func (l *Listing) Roots() []*packages.Package { return l.roots }

// Widen takes what the matched packages import from the same modules for matched too, whose contracts they rely on.
func (l *Listing) Widen() {
	l.roots = slices.Collect(packages.Postorder(l.roots))
	l.roots = slices.DeleteFunc(l.roots, func(p *packages.Package) bool { return p.Module == nil || !p.Module.Main })
	slices.SortFunc(l.roots, byPath)
	l.source = nil
	l.order()
}

// Files lists the files that are read from source.
func (l *Listing) Files() []string {
	var files []string
	for _, p := range l.source {
		files = append(files, p.CompiledGoFiles...)
	}
	return files
}

// order finds the packages to read from source. If a package that is matched is imported by way of one that is not, that
// one is read from source too, or there were two of each type; and so is what has no export data because it does not
// compile.
func (l *Listing) order() {
	from := map[*packages.Package]bool{}
	for _, p := range slices.Concat(l.roots, l.known) {
		from[p] = true
	}
	for p := range packages.Postorder(l.roots) {
		from[p] = from[p] || p.ExportFile == "" && p.PkgPath != "unsafe"
		for _, dep := range p.Imports {
			from[p] = from[p] || from[dep]
		}
		if from[p] {
			l.source = append(l.source, p)
		}
	}
}

// reset forgets what was read.
func (l *Listing) reset() {
	l.checked, l.imported = map[*packages.Package]*checked{}, map[*packages.Package]*packages.Package{}
	exports := map[string]string{}
	for p := range packages.Postorder(l.roots) {
		exports[p.PkgPath] = p.ExportFile
	}
	l.checker = Checker{Fset: token.NewFileSet(), Read: l.Read, Export: func(path string) string { return exports[path] }}
}

// Read returns what is in a file: the overlay's contents if there are some.
func (l *Listing) Read(name string) ([]byte, error) {
	if src, ok := l.config.Overlay[name]; ok {
		return src, nil
	}
	if src, ok := l.files[name]; ok {
		return src, nil
	}
	src, err := os.ReadFile(name)
	if err == nil {
		l.files[name] = src
	}
	return src, err
}

// Stale reports whether the last Load met an import that the go command has not been asked about.
func (l *Listing) Stale() bool { return l.checker.unlisted }

// Overlay replaces the contents of files from now on, and has all others read anew.
func (l *Listing) Overlay(files map[string][]byte) {
	l.config.Overlay = files
	clear(l.files)
}

// Load returns the packages with syntax and types, as the function Load does, and those that Know has found among them.
// What they import is read only once, and packages that have not changed since the last Load, nor anything that they
// import, are not type-checked again.
func (l *Listing) Load(ctx context.Context) ([]*packages.Package, error) {
	if len(l.roots) == 0 {
		return nil, l.problems
	}
	if l.loads++; l.loads%maxLoads == 0 {
		l.reset()
	}
	l.checker.unlisted = false
	copies := map[*packages.Package]*packages.Package{}
	fresh := map[*packages.Package]bool{} // differs from what it was
	for p := range packages.Postorder(l.roots) {
		if !slices.Contains(l.source, p) {
			if copies[p] = l.imported[p]; copies[p] == nil {
				c := *p
				copies[p], l.imported[p] = &c, &c
			}
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		files, err := l.contents(p)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &Error{[]Problem{{Msg: err.Error()}}}
		} else if err != nil {
			return nil, err
		}
		if old := l.checked[p]; old != nil && slices.EqualFunc(old.files, files, bytes.Equal) && !imports(p, fresh) {
			copies[p] = old.pkg
			continue
		}
		fresh[p] = true
		c := *p
		c.Errors = nil
		c.Imports = map[string]*packages.Package{}
		for path, dep := range p.Imports {
			c.Imports[path] = copies[dep]
		}
		copies[p] = &c
		if err := l.checker.Check(&c, slices.Contains(l.roots, p) || slices.Contains(l.known, p)); err != nil {
			return nil, err
		}
		l.checked[p] = &checked{&c, files}
	}
	var roots []*packages.Package
	for _, p := range slices.Concat(l.roots, l.known) {
		roots = append(roots, copies[p])
	}
	pkgs, err := Checked(ctx, l.config, l.patterns, roots, nil)
	if l.problems != nil {
		return nil, join(l.problems, err)
	}
	return pkgs, err
}

// maxLoads is after how many loads everything is read anew: a token.FileSet keeps what is no longer of use.
const maxLoads = 1000

func imports(p *packages.Package, any map[*packages.Package]bool) bool {
	for _, dep := range p.Imports {
		if any[dep] {
			return true
		}
	}
	return false
}

func (l *Listing) contents(p *packages.Package) ([][]byte, error) {
	var files [][]byte
	for _, name := range p.CompiledGoFiles {
		src, err := l.Read(name)
		if err != nil {
			return nil, fmt.Errorf("read package %s: %w", p.PkgPath, err)
		}
		files = append(files, src)
	}
	return files, nil
}

// content is how the go command names the files of its cache: by a hash of what is in them.
var content = regexp.MustCompile(`^[0-9a-f]{64}-d$`)

// NamesContent reports whether a file is named by a hash of what is in it, as the go command's cache does.
func NamesContent(file string) bool { return content.MatchString(filepath.Base(file)) }

// Inputs calls visit with all that Load depends on, each thing with its name and what is in it, in an order that depends on
// nothing else.
func (l *Listing) Inputs(visit func(name, contents string)) error {
	for _, p := range l.source {
		visit("package "+p.PkgPath, fmt.Sprint(p.Name, slices.Contains(l.roots, p), slices.Contains(l.known, p)))
		if p.Module != nil {
			visit("go", p.Module.GoVersion)
		}
		for _, name := range slices.Concat(p.CompiledGoFiles, p.OtherFiles) {
			src, err := l.Read(name)
			if err != nil {
				return fmt.Errorf("read package %s: %w", p.PkgPath, err)
			}
			visit(name, string(src))
		}
	}
	for p := range packages.Postorder(l.roots) {
		if slices.Contains(l.source, p) { // its own export data, which tells of positions, is not read
			continue
		}
		visit("export "+p.PkgPath, p.ExportFile)
		if p.ExportFile == "" || NamesContent(p.ExportFile) {
			continue
		}
		data, err := os.ReadFile(p.ExportFile)
		if err != nil {
			return fmt.Errorf("read export data of %s: %w", p.PkgPath, err)
		}
		visit("", string(data))
	}
	return nil
}
