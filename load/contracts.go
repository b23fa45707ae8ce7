package load

import (
	"context"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Absolute is the path of a directory as whoever runs in the directory of the packages writes it.
func (l *Listing) Absolute(dir string) string {
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(l.config.Dir, dir)
}

// GoFiles lists the Go files in a directory, sorted, with those that only the overlay has. No build constraint counts.
func (l *Listing) GoFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		if !e.IsDir() && isGoFile(e.Name()) {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	for name := range l.config.Overlay {
		if filepath.Dir(name) == filepath.Clean(dir) && isGoFile(filepath.Base(name)) {
			names = append(names, name)
			err = nil
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}

func isGoFile(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasPrefix(name, ".")
}

// Types returns the types of a listed package, also of one that none of those which are read from source imports itself.
func (l *Listing) Types(p *packages.Package) (*types.Package, error) {
	if p.Types != nil && p.Types.Complete() {
		return p.Types, nil
	}
	t, err := l.checker.read(p.PkgPath)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", p.PkgPath, err)
	}
	p.Types = t
	return t, nil
}

// Ask asks the go command about a package that is not listed. It says what keeps that from being imported; nothing if it can be.
func (l *Listing) Ask(ctx context.Context, path string) (p *packages.Package, why string) {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedModule, Context: ctx, Dir: l.config.Dir, Env: l.config.Env, BuildFlags: l.config.buildFlags(),
	}, path)
	if err != nil {
		return nil, fmt.Sprintf("there is no package %s: %v", path, driverError(err))
	}
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			return nil, fmt.Sprintf("there is no package %s: %s", path, strings.TrimSpace(p.Errors[0].Msg))
		}
		if p.PkgPath == path {
			return p, ""
		}
	}
	return nil, fmt.Sprintf("there is no package %s", path)
}
