package index

import (
	"cmp"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
)

// A Source is what the files of a package say of it.
type Source struct {
	Functions   int            // that have a body
	Annotations map[string]int // by verb
}

// annotation is a comment that calvin reads.
var annotation = regexp.MustCompile(`^//calvin:([a-z_]+)|^// ?(\+check(?:locks|atomic)\w*)`)

// ReadSource reads the files of the package in a directory, without its tests; nil if there is none.
func ReadSource(dir string) *Source {
	pkg, err := build.Default.ImportDir(dir, 0)
	if err != nil {
		return nil
	}
	s := &Source{Annotations: map[string]int{}}
	for _, name := range slices.Concat(pkg.GoFiles, pkg.CgoFiles) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				s.Functions++
			}
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				if m := annotation.FindStringSubmatch(c.Text); m != nil {
					s.Annotations[cmp.Or(m[1], m[2])]++
				}
			}
		}
	}
	return s
}

// total is the number of annotations.
func (s *Source) total() (n int) {
	for v := range maps.Values(s.Annotations) {
		n += v
	}
	return n
}
