package load

import (
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
	source   []*packages.Package // these, and what they import that imports one of them, in the order of imports
	checker  Checker
	files    map[string][]byte // contents, as last read
	problems error
}

// listed asks for what there is, without syntax and types.
const listed = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedExportFile | packages.NeedModule | packages.NeedTypesSizes

// List asks the go command about the packages that the patterns match. That they do not compile is no failure: see
// Problems.
func List(ctx context.Context, c Config, patterns ...string) (*Listing, error) {
	pkgs, err := packages.Load(&packages.Config{
		Mode: listed, Context: ctx, Dir: c.Dir, Env: c.Env, BuildFlags: c.buildFlags(), Overlay: c.Overlay,
	}, patterns...)
	l := &Listing{config: c, patterns: patterns, files: map[string][]byte{}}
	l.roots, l.problems = Checked(ctx, c.Dir, patterns, pkgs, err)
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

// order finds the packages to read from source. If a package that is matched is imported by way of one that is not, that
// one is read from source too, or there were two of each type; and so is what has no export data because it does not
// compile.
func (l *Listing) order() {
	from := map[*packages.Package]bool{}
	for _, p := range l.roots {
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

// reset forgets what was read from export data.
func (l *Listing) reset() {
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

// Load returns the packages with syntax and types, as the function Load does. What they import is read only once.
func (l *Listing) Load(ctx context.Context) ([]*packages.Package, error) {
	copies := map[*packages.Package]*packages.Package{}
	for p := range packages.Postorder(l.roots) {
		c := *p
		c.Errors = nil
		c.Imports = map[string]*packages.Package{}
		for path, dep := range p.Imports {
			c.Imports[path] = copies[dep]
		}
		copies[p] = &c
	}
	if len(l.roots) == 0 {
		return nil, l.problems
	}
	l.checker.unlisted = false
	roots := make([]*packages.Package, len(l.roots))
	for i, p := range l.roots {
		roots[i] = copies[p]
	}
	for _, p := range l.source {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := l.checker.Check(copies[p], slices.Contains(l.roots, p)); errors.Is(err, fs.ErrNotExist) {
			return nil, &Error{[]Problem{{Msg: err.Error()}}}
		} else if err != nil {
			return nil, err
		}
	}
	pkgs, err := Checked(ctx, l.config.Dir, l.patterns, roots, nil)
	if l.problems != nil {
		return nil, join(l.problems, err)
	}
	return pkgs, err
}

// content is how the go command names the files of its cache: by a hash of what is in them.
var content = regexp.MustCompile(`^[0-9a-f]{64}-d$`)

// Inputs calls visit with all that Load depends on, each thing with its name and what is in it, in an order that depends on
// nothing else.
func (l *Listing) Inputs(visit func(name, contents string)) error {
	for _, p := range l.source {
		visit("package "+p.PkgPath, fmt.Sprint(p.Name, slices.Contains(l.roots, p)))
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
		visit("export "+p.PkgPath, p.ExportFile)
		if p.ExportFile == "" || content.MatchString(filepath.Base(p.ExportFile)) {
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
