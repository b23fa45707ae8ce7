package load

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Marks are in the text of every annotation: calvin's own, and those for gVisor's checklocks.
var marks = [][]byte{[]byte("calvin:"), []byte("+check")}

// MayAnnotate reports whether a source file may have annotations, by its text alone.
func MayAnnotate(text []byte) bool {
	return slices.ContainsFunc(marks, func(m []byte) bool { return bytes.Contains(text, m) })
}

// Know has Load return more than the matched packages: those with annotations that they import, through whatever lies between,
// and what lies between. Whose module they belong to does not matter, so that what is found in a package does not depend on
// which others are given. The standard library has none. Whether a file has any its text tells, without parsing: 40 ms for all that
// calvin itself imports.
func (l *Listing) Know() error { return l.know(false) }

// KnowModules is Know, and has Load return what the matched packages import from their own modules, too, annotations or
// not: what a function does is found in its body, which is at hand, whether its package is matched or not.
func (l *Listing) KnowModules() error { return l.know(true) }

func (l *Listing) know(bodies bool) error {
	modules := map[string]bool{}
	for _, p := range l.roots {
		if bodies && p.Module != nil {
			modules[p.Module.Path] = true
		}
	}
	knows, goroots := map[*packages.Package]bool{}, map[string]bool{}
	l.known = nil
	for p := range packages.Postorder(l.roots) {
		if standard(p, goroots) {
			continue
		}
		wanted, err := l.annotated(p)
		if err != nil {
			return err
		}
		wanted = wanted || p.Module != nil && modules[p.Module.Path]
		for _, dep := range p.Imports {
			wanted = wanted || knows[dep]
		}
		if wanted && !slices.Contains(l.roots, p) {
			l.known = append(l.known, p)
		}
		knows[p] = wanted
	}
	slices.SortFunc(l.known, byPath)
	l.source = nil
	l.order()
	return nil
}

// Given reports whether the patterns match the package, as opposed to those that Know has found.
func (l *Listing) Given(path string) bool {
	return slices.ContainsFunc(l.roots, func(p *packages.Package) bool { return p.PkgPath == path })
}

// annotated reports whether a package may have annotations.
func (l *Listing) annotated(p *packages.Package) (bool, error) {
	for _, name := range p.CompiledGoFiles {
		text, err := l.Glance(name)
		if err != nil {
			return false, fmt.Errorf("read package %s: %w", p.PkgPath, err)
		}
		if MayAnnotate(text) {
			return true, nil
		}
	}
	return false, nil
}

// Glance returns what is in a file, as Read does, without keeping it.
func (l *Listing) Glance(name string) ([]byte, error) {
	if src, ok := l.config.Overlay[name]; ok {
		return src, nil
	}
	if src, ok := l.files[name]; ok {
		return src, nil
	}
	return os.ReadFile(name)
}

// standard tells packages of the standard library by where their files are; roots remembers which folders hold one.
func standard(p *packages.Package, roots map[string]bool) bool {
	if p.Module != nil || len(p.GoFiles) == 0 {
		return p.PkgPath == "unsafe"
	}
	root, ok := strings.CutSuffix(filepath.ToSlash(filepath.Dir(p.GoFiles[0])), "/src/"+p.PkgPath)
	if !ok {
		return false
	}
	is, known := roots[root]
	if !known {
		_, err := os.Stat(filepath.Join(root, "src", "runtime", "runtime.go"))
		is = err == nil
		roots[root] = is
	}
	return is
}
