package verify

import (
	"context"
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/library"
	"github.com/calvin-go/calvin/load"
)

// A Provenance says what a call of a function rests on.
type Provenance struct {
	Source string // in words
	Where  string // the place, if it is one of the packages or of a contract file
	Text   string // what is said there
}

// ContractOf says what a call of a function rests on where the packages in and below the directory of a configuration
// are checked. The function is named as go/types does: strings.Index, (*strings.Builder).Len. Contracts is the
// directory with contract files, if the module has not its own.
func ContractOf(ctx context.Context, c load.Config, contracts, name string, store *cache.Store) (*Provenance, error) {
	path := packageOf(name)
	if path == "" {
		return nil, fmt.Errorf("%s is no function's name: write strings.Index or (*strings.Builder).Len", name)
	}
	l, err := load.List(ctx, c, "./...")
	if err == nil {
		if err = l.Know(); err != nil {
			return nil, err
		}
		var pkgs []*packages.Package
		if pkgs, err = l.Load(ctx); err == nil {
			if found, err := inModule(ctx, l, pkgs, contracts, path, name); found != nil || err != nil {
				return found, err
			}
		}
	}
	if err != nil || listedAt(l.Roots(), path) == nil {
		if l, err = load.List(ctx, c, path); err != nil {
			return nil, err
		}
		if err := l.Problems(); err != nil {
			return nil, err
		}
	}
	return ofOthers(ctx, l, path, name, store)
}

// packageOf returns the path in the name of a function; empty if it is none.
func packageOf(name string) string {
	if strings.HasPrefix(name, "(") {
		recv, _, ok := strings.Cut(strings.TrimLeft(name, "(*"), ").")
		if !ok {
			return ""
		}
		name = recv
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < strings.LastIndexByte(name, '/') || dot <= 0 {
		return ""
	}
	return name[:dot]
}

// inModule says what the checked packages and their contract files say of a function; nil if they say nothing.
func inModule(ctx context.Context, l *load.Listing, pkgs []*packages.Package, dir, path, name string) (*Provenance, error) {
	for _, p := range pkgs {
		if p.PkgPath != path {
			continue
		}
		fn := funcNamed(p.Types, name)
		if fn == nil {
			return nil, fmt.Errorf("package %s has no function %s", path, name)
		}
		at := p.Fset.Position(fn.Pos())
		where := fmt.Sprintf("%s:%d", at.Filename, at.Line)
		annots, _ := annotate(pkgs, nil)
		spec := annots[path].Funcs[fn]
		switch {
		case spec != nil && spec.Trusted:
			return &Provenance{Source: "its annotations, which are trusted", Where: where}, nil
		case spec != nil && spec.Performs != nil:
			return &Provenance{Source: "its annotations, which are proved", Where: where}, nil
		case spec != nil:
			return &Provenance{Source: "its body, and what its annotations require", Where: where}, nil
		}
		return &Provenance{Source: "its body", Where: where}, nil
	}
	found, err := Contracts(ctx, l, dir, pkgs)
	if err != nil {
		return nil, err
	}
	c := found[name]
	if c == nil {
		return nil, nil
	}
	if c.Spec.Performs == nil {
		return &Provenance{Source: "a contract file, for what it requires", Where: c.Where, Text: c.Text}, nil
	}
	return &Provenance{Source: "a contract file, as an assumption", Where: c.Where, Text: c.Text}, nil
}

// ofOthers says what is known of a function of a package that is not checked.
func ofOthers(ctx context.Context, l *load.Listing, path, name string, store *cache.Store) (*Provenance, error) {
	listed := listedAt(l.Roots(), path)
	if listed == nil {
		return nil, fmt.Errorf("there is no package %s", path)
	}
	pkg, err := l.Types(listed)
	if err != nil {
		return nil, err
	}
	fn := funcNamed(pkg, name)
	if fn == nil {
		return nil, fmt.Errorf("package %s has no function %s", path, name)
	}
	row := library.Of(name)
	if desugar.HasModel(fn) {
		p := &Provenance{Source: "a model, which is part of Calvin"}
		if row != nil {
			p.Text = row.Text
		}
		return p, nil
	}
	if row != nil {
		return &Provenance{Source: "the table of the standard library, docs/library.md", Text: row.Text}, nil
	}
	set, err := summary.Among(ctx, l, []string{path}, store)
	if err != nil {
		return nil, fmt.Errorf("read the source of %s: %w", path, err)
	}
	sum := set.Func(name)
	switch {
	case sum == nil:
		return &Provenance{Source: "an assumption: it respects the annotations, leaves the locks held at the call alone, and returns without a panic"}, nil
	case sum.Unknown != "":
		return &Provenance{Source: "an assumption: its source does not tell what it does", Text: sum.Unknown}, nil
	case sum.Opaque != "":
		return &Provenance{Source: "a summary of its source, and an assumption: it may run code that is not known", Text: sum.Row()}, nil
	}
	return &Provenance{Source: "a summary of its source", Text: sum.Row()}, nil
}

// funcNamed finds the function or method of a package that go/types calls so.
func funcNamed(pkg *types.Package, name string) *types.Func {
	for _, fn := range exportedFunctions(pkg, false) {
		if fn.FullName() == name {
			return fn
		}
	}
	return nil
}

// exportedFunctions lists the functions of a package and the methods of its types, by name; only the exported ones, or all.
func exportedFunctions(pkg *types.Package, only bool) (all []*types.Func) {
	scope := pkg.Scope()
	var methods []*types.Func
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Func:
			if obj.Exported() || !only {
				all = append(all, obj)
			}
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			if !ok || obj.IsAlias() || only && !obj.Exported() {
				continue
			}
			for m := range named.Methods() {
				if m.Exported() || !only {
					methods = append(methods, m)
				}
			}
			if iface, ok := named.Underlying().(*types.Interface); ok && !only {
				for m := range iface.ExplicitMethods() {
					methods = append(methods, m)
				}
			}
		}
	}
	return append(all, methods...)
}

// noEffects is a contract that says nothing but that a function changes nothing.
func noEffects(fn *types.Func) *annot.Contract {
	return &annot.Contract{Func: fn, Of: fn, Spec: &annot.FuncSpec{Pure: true, Performs: &annot.Performs{}}}
}
