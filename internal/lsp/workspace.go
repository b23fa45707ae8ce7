package lsp

import (
	"context"
	"fmt"
	"os"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
)

// dependents type-checks the packages with annotations, of the same modules, that import the one with the path, but for those at hand.
func (s *server) dependents(ctx context.Context, near *packages.Package, path string, known []*packages.Package) (world, []*packages.Package, error) {
	if near.Module == nil {
		return world{}, nil, nil
	}
	files, _ := s.overlay()
	c := s.config.Check.Load
	c.Dir, c.Overlay = near.Module.Dir, files
	paths, err := importers(ctx, c, path)
	if err != nil && ctx.Err() == nil { // perhaps a module beside the workspace
		c.Env = append(environment(c.Env), "GOWORK=off")
		paths, err = importers(ctx, c, path)
	}
	if err != nil {
		return world{}, nil, err
	}
	paths = slices.DeleteFunc(paths, func(path string) bool {
		return slices.ContainsFunc(known, func(p *packages.Package) bool { return p.PkgPath == path })
	})
	if len(paths) == 0 {
		return world{}, nil, nil
	}
	l, err := load.List(ctx, c, paths...)
	if err != nil {
		return world{}, nil, err
	}
	l.Forgive()
	l.Widen()
	if len(l.Roots()) == 0 {
		return world{}, nil, nil
	}
	pkgs, err := l.Load(ctx)
	if err != nil {
		return world{}, nil, err
	}
	read := func(path string) (string, error) {
		data, err := l.Read(path)
		return string(data), err
	}
	var more []*packages.Package
	for _, p := range pkgs {
		if slices.Contains(paths, p.PkgPath) {
			more = append(more, p)
		}
	}
	return world{verify.Annotations(pkgs), &names{}, read}, more, nil
}

// importers lists the packages of the modules at hand that import the one with the path, through whatever lies between, and that may
// have annotations.
func importers(ctx context.Context, c load.Config, path string) ([]string, error) {
	// All packages of the modules that are being worked on. The go command is asked for no more than their files and imports, so it
	// compiles nothing.
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports, Context: ctx, Dir: c.Dir, Env: c.Env, Overlay: c.Overlay}
	if c.Tags != "" {
		cfg.BuildFlags = []string{"-tags=" + c.Tags}
	}
	all, err := packages.Load(cfg, "work")
	if err != nil {
		return nil, fmt.Errorf("list packages: %w", err)
	}
	reaches := map[string]bool{path: true}
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			for imported := range p.Imports {
				if reaches[imported] && !reaches[p.PkgPath] {
					reaches[p.PkgPath], grown = true, true
				}
			}
		}
	}
	var paths []string
	for _, p := range all {
		if reaches[p.PkgPath] && p.PkgPath != path && mayAnnotate(p.GoFiles, c.Overlay) {
			paths = append(paths, p.PkgPath)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// mayAnnotate reports whether any of the files may have annotations, by their texts.
func mayAnnotate(files []string, overlay map[string][]byte) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		text, ok := overlay[name]
		if !ok {
			text, _ = os.ReadFile(name) // what cannot be read has none
		}
		return load.MayAnnotate(text)
	})
}

// textOf is what is in a file: in the editor if it is open there.
func (s *server) textOf(path string) (string, error) {
	s.mu.Lock()
	d := s.documents[path]
	if d != nil {
		defer s.mu.Unlock()
		return d.text, nil // which the next change replaces
	}
	s.mu.Unlock()
	data, err := os.ReadFile(path)
	return string(data), err
}
