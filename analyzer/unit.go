package analyzer

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/calvin-go/calvin/load"
)

// A unit is the package of a pass, with the facts about what it imports.
type unit struct {
	pass  *analysis.Pass
	files []*ast.File // without those of tests
	own   Package
	all   *collection // the facts about imports, and own
	texts [][]byte    // of files
	// checked: the package is one of the user's, whose findings count. Of others only what they say does.
	checked bool
}

// newUnit returns nil if nothing in the pass is to be checked or told.
func newUnit(pass *analysis.Pass, modules []string) (*unit, error) {
	u := &unit{pass: pass, all: newCollection()}
	path, _, _ := strings.Cut(pass.Pkg.Path(), " [") // a variant for tests
	u.own = Package{Path: path, Name: pass.Pkg.Name(), GoVersion: strings.TrimPrefix(pass.Pkg.GoVersion(), "go")}
	for _, f := range pass.Files {
		if !strings.HasSuffix(u.name(f), "_test.go") {
			u.files = append(u.files, f)
		}
	}
	if len(u.files) == 0 || u.standard() {
		return nil, nil
	}
	imported, err := u.imports()
	if err != nil {
		return nil, err
	}
	for _, p := range imported {
		var s Sources
		if !pass.ImportPackageFact(p, &s) {
			continue // it tells nothing
		}
		if s.Failed != "" {
			return nil, fmt.Errorf("import %s: %s", p.Path(), s.Failed)
		}
		u.all.add(&s)
	}
	if err := u.read(); err != nil {
		return nil, err
	}
	u.own.Annotated = u.annotated()
	u.checked = u.local(modules)
	u.own.AtHand = u.checked || u.own.Annotated || u.all.annotated()
	if !u.own.AtHand && len(u.all.packages) == 0 {
		return nil, nil
	}
	if err := u.pack(); err != nil {
		return nil, err
	}
	for _, p := range imported {
		if err := u.export(p); err != nil {
			return nil, err
		}
	}
	u.all.packages[path] = u.own
	return u, nil
}

func (u *unit) name(f *ast.File) string { return u.pass.Fset.File(f.FileStart).Name() }

// standard reports whether the package is of the standard library, which is known by its models. Not every driver says so,
// and not every program knows where Go is installed: it goes by where the files are, of which cgo may have made some
// elsewhere.
func (u *unit) standard() bool {
	return slices.ContainsFunc(u.files, func(f *ast.File) bool {
		root, ok := strings.CutSuffix(filepath.ToSlash(filepath.Dir(u.name(f))), "/src/"+u.own.Path)
		if !ok {
			return false
		}
		_, err := os.Stat(filepath.Join(root, "src", "runtime", "runtime.go"))
		return err == nil
	})
}

// local reports whether the package is of the user's own modules, all of which count as if calvin check had been asked
// for them; of others annotations are read, and what calls of those without do is assumed. Where nothing is known of
// modules, all packages are the user's.
func (u *unit) local(modules []string) bool {
	m := u.pass.Module
	return m == nil || m.Version == "" || slices.Contains(modules, m.Path)
}

// imports returns the packages that the files import, sorted, and notes under which paths.
func (u *unit) imports() ([]*types.Package, error) {
	written, found := map[string]string{}, map[string]*types.Package{}
	for _, f := range u.files {
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return nil, fmt.Errorf("import %s: %w", spec.Path.Value, err)
			}
			name := u.pass.TypesInfo.PkgNameOf(spec)
			if name == nil {
				return nil, fmt.Errorf("import %s is not resolved", path)
			}
			written[path] = name.Imported().Path()
			found[name.Imported().Path()] = name.Imported()
		}
	}
	for w, path := range written {
		u.own.Imports = append(u.own.Imports, Import{w, path})
	}
	slices.SortFunc(u.own.Imports, func(a, b Import) int { return strings.Compare(a.Written, b.Written) })
	var all []*types.Package
	for _, p := range found {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return all, nil
}

// read takes the texts of the files.
func (u *unit) read() error {
	read := u.pass.ReadFile
	if read == nil { // some drivers give none
		read = os.ReadFile
	}
	for _, f := range u.files {
		text, err := read(u.name(f))
		if err != nil {
			return fmt.Errorf("read %s: %w", u.own.Path, err)
		}
		u.texts = append(u.texts, text)
	}
	return nil
}

// annotated reports whether the package may have annotations.
func (u *unit) annotated() bool { return slices.ContainsFunc(u.texts, load.MayAnnotate) }

// pack puts the texts into the fact.
func (u *unit) pack() error {
	for i, f := range u.files {
		packed, err := compress(u.texts[i])
		if err != nil {
			return fmt.Errorf("read %s: %w", u.own.Path, err)
		}
		u.own.Files = append(u.own.Files, File{u.name(f), packed})
	}
	return nil
}

// export notes the types of an imported package that no fact tells of.
func (u *unit) export(p *types.Package) error {
	path := p.Path()
	if _, source := u.all.packages[path]; source || path == "unsafe" {
		return nil
	}
	if _, known := u.all.outside[path]; known {
		return nil
	}
	var b bytes.Buffer
	if err := gcexportdata.Write(&b, u.pass.Fset, p); err != nil {
		return fmt.Errorf("write the types of %s: %w", path, err)
	}
	data, err := compress(b.Bytes())
	if err != nil {
		return fmt.Errorf("write the types of %s: %w", path, err)
	}
	u.all.outside[path] = Export{path, p.Name(), data}
	return nil
}
