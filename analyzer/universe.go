package analyzer

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// A universe makes the packages of a collection, type-checked, as load would from their directories. It shares no object
// with the pass, whose packages other analyzers may be looking at.
type universe struct {
	from     *collection
	sizes    types.Sizes
	fset     *token.FileSet
	imported map[string]*types.Package // from export data, by path
	made     map[string]*packages.Package
	texts    map[string][]byte // of all files, by name
}

func newUniverse(from *collection, sizes types.Sizes) *universe {
	return &universe{from, sizes, token.NewFileSet(), map[string]*types.Package{}, map[string]*packages.Package{}, map[string][]byte{}}
}

// atHand returns the packages at hand, sorted by path.
func (u *universe) atHand() ([]*packages.Package, error) {
	var all []*packages.Package
	for _, p := range u.from.fact().Packages {
		if !p.AtHand {
			continue
		}
		made, err := u.source(p)
		if err != nil {
			return nil, err
		}
		all = append(all, made)
	}
	return all, nil
}

// source type-checks a package, after what it imports.
func (u *universe) source(p Package) (*packages.Package, error) {
	if made := u.made[p.Path]; made != nil {
		return made, nil
	}
	made := &packages.Package{ID: p.Path, PkgPath: p.Path, Name: p.Name, TypesSizes: u.sizes, Imports: map[string]*packages.Package{}}
	if p.GoVersion != "" {
		made.Module = &packages.Module{GoVersion: p.GoVersion}
	}
	for _, i := range p.Imports {
		dep, err := u.dependency(i.Path)
		if err != nil {
			return nil, fmt.Errorf("import %s of %s: %w", i.Written, p.Path, err)
		}
		made.Imports[i.Written] = dep
	}
	for _, f := range p.Files {
		text, err := expand(f.Text)
		if err != nil {
			return nil, fmt.Errorf("read %s from a fact: %w", f.Name, err)
		}
		u.texts[f.Name] = text
		made.CompiledGoFiles = append(made.CompiledGoFiles, f.Name)
	}
	made.GoFiles = slices.Clone(made.CompiledGoFiles)
	checker := load.Checker{Fset: u.fset, Read: func(name string) ([]byte, error) { return u.texts[name], nil }}
	if err := checker.Check(made, p.AtHand); err != nil {
		return nil, err
	}
	if len(made.Errors) > 0 {
		return nil, fmt.Errorf("type-check %s: %w", p.Path, made.Errors[0])
	}
	u.made[p.Path] = made
	return made, nil
}

// dependency returns a package that is imported: from source, or from export data.
func (u *universe) dependency(path string) (*packages.Package, error) {
	if p, ok := u.from.packages[path]; ok {
		return u.source(p)
	}
	if made := u.made[path]; made != nil {
		return made, nil
	}
	made := &packages.Package{ID: path, PkgPath: path, Name: path}
	if path == "unsafe" {
		made.Types = types.Unsafe
	} else {
		e, ok := u.from.outside[path]
		if !ok {
			return nil, fmt.Errorf("no fact tells its types")
		}
		data, err := expand(e.Data)
		if err == nil {
			made.Name = e.Name
			made.Types, err = gcexportdata.Read(bytes.NewReader(data), u.fset, u.imported, path)
		}
		if err != nil {
			return nil, fmt.Errorf("read types from a fact: %w", err)
		}
	}
	u.made[path] = made
	return made, nil
}
