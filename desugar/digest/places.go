package digest

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// places names positions so that an edit in the body of one function leaves the names of all others: a position in a
// body is told from where the body begins, one outside of them as if all bodies were empty.
type places struct {
	fset  *token.FileSet
	files map[string][]stretch // by name: the bodies of declared functions, in the order of the source
	names map[token.Pos]string // of positions that were named: many facts are about each
}

// A stretch is from one offset in a file to another.
type stretch struct{ from, to int }

func newPlaces(fset *token.FileSet, pkgs []*packages.Package) *places {
	s := &places{fset, map[string][]stretch{}, map[token.Pos]string{}}
	for _, p := range pkgs {
		for _, file := range p.Syntax {
			var bodies []stretch
			for _, d := range file.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
					bodies = append(bodies, stretch{s.at(fd.Body.Lbrace).Offset, s.at(fd.Body.Rbrace).Offset})
				}
			}
			s.files[s.at(file.FileStart).Filename] = bodies
		}
	}
	return s
}

// at tells a position without regard to line directives.
func (s *places) at(pos token.Pos) token.Position { return s.fset.PositionFor(pos, false) }

// of names a position.
func (s *places) of(pos token.Pos) string {
	name, ok := s.names[pos]
	if !ok {
		name = s.name(s.at(pos))
		s.names[pos] = name
	}
	return name
}

// name names a position.
func (s *places) name(at token.Position) string {
	bodies, known := s.files[at.Filename]
	if !known {
		return at.String()
	}
	i, _ := slices.BinarySearchFunc(bodies, at.Offset, func(b stretch, offset int) int { return cmp.Compare(b.to, offset) })
	if i < len(bodies) && bodies[i].from < at.Offset {
		return at.Filename + ":" + strconv.Itoa(i) + "+" + strconv.Itoa(at.Offset-bodies[i].from)
	}
	outside := at.Offset
	for _, b := range bodies[:i] {
		outside -= b.to - b.from
	}
	return at.Filename + ":" + strconv.Itoa(outside)
}

// declarations is the text of a file without the bodies of its functions, but for those that may have annotations: what these mean the
// code around them may say, as where a local variable has a guard.
func (s *places) declarations(file string, text []byte, mayAnnotate func(text []byte) bool) (string, error) {
	var out strings.Builder
	last := 0
	for _, b := range s.files[file] {
		if b.to >= len(text) || text[b.from] != '{' || text[b.to] != '}' {
			return "", fmt.Errorf("%s is not what was parsed", file)
		}
		out.Write(text[last:b.from])
		if body := text[b.from:b.to]; mayAnnotate(body) {
			out.Write(body)
		}
		last = b.to
	}
	out.Write(text[last:])
	return out.String(), nil
}
