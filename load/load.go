// Package load takes package patterns and gives type-checked packages. Packages that match the patterns have syntax;
// the others come from the compiler's export data.
package load

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Config says how packages are found and built. The zero Config is the go command's defaults in the working directory.
type Config struct {
	Dir  string // the directory to run the go command in, "" for the working directory
	Tags string // build tags, separated by commas
	Env  []string
	// Tests: the packages that match have their test files, and external test packages are among them.
	Tests bool
	// Overlay replaces the contents of files, by absolute path: an editor's unsaved buffers. With an overlay nothing can
	// be read from export data, and loading is slower by an order of magnitude.
	Overlay map[string][]byte
}

// Load returns the packages that the patterns match, each with syntax (comments included) and types, sorted by path;
// test files are left out unless Tests is set. Packages that match and import each other share one type-checking. No pattern means the
// package in Dir.
//
// Only the matched packages are read from source, the others from their export data, which keeps loading a small program
// that imports net/http at 0.2 s rather than 2.5 s (BenchmarkLoad).
//
// Anything that keeps a package from being compiled makes Load fail with an *Error.
func Load(ctx context.Context, c Config, patterns ...string) ([]*packages.Package, error) {
	l, err := List(ctx, c, patterns...)
	if err != nil {
		return nil, err
	}
	return l.Load(ctx)
}

// Checked takes what packages.Load returned for the patterns, and returns the packages sorted by path, or an *Error if something keeps
// one from being compiled.
func Checked(
	ctx context.Context, c Config, patterns []string, pkgs []*packages.Package, err error,
) ([]*packages.Package, error) {
	if err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("load packages: %w", ctx.Err())
		}
		return nil, driverError(err)
	}
	if len(pkgs) == 0 {
		return nil, noPackages(ctx, c, patterns)
	}
	if err := problems(pkgs, c.Dir); err != nil {
		return nil, err
	}
	slices.SortFunc(pkgs, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	return pkgs, nil
}

// buildFlags are for the go command. With -cover, which GOFLAGS may have, it would name files with counters in them in
// place of the sources.
func (c Config) buildFlags() []string {
	flags := []string{"-cover=false"}
	if c.Tags != "" {
		flags = append(flags, "-tags="+c.Tags)
	}
	return flags
}
