package instrument

import (
	"path"
	"path/filepath"

	"golang.org/x/tools/go/packages"
)

// SourcesOf are the files of the instrumented packages that the tests of a package reach, and the go.mod of their modules, by the path
// of the package or module and the name of the file.
func (b *Build) SourcesOf(pkg string) map[string]string {
	out := map[string]string{}
	byPath := map[string][]*packages.Package{}
	for _, u := range b.units {
		path := underTest(u.pkg)
		byPath[path] = append(byPath[path], u.pkg)
	}
	seen := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, p := range byPath[name] {
			if p.Module != nil && p.Module.GoMod != "" {
				out[path.Join(p.Module.Path, "go.mod")] = p.Module.GoMod
			}
			for _, f := range p.Syntax {
				file := p.Fset.File(f.FileStart).Name()
				out[path.Join(name, filepath.Base(file))] = file
			}
			packages.Visit([]*packages.Package{p}, func(q *packages.Package) bool {
				add(underTest(q))
				return q == p || len(byPath[underTest(q)]) == 0
			}, nil)
		}
	}
	add(pkg)
	return out
}
