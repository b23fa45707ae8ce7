package instrument

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/load"
)

// A Site is the place of a visible operation in the source. Sites are numbered from 1 through all packages.
type Site struct {
	Position token.Position
	Text     string // of the operation, on one line
	Op       string // the function of the runtime
	Var      string // the variable that a called function accesses, "" if that is told by the text or has no name

	Pos, End token.Pos // of the operation, in the file set of the packages

	use   use        // of the operand
	place types.Type // of the operand, if it is one that is read or assigned
	entry types.Type // of the values of a map, or the elements of a slice
}

// sites numbers the sites of one package after the other.
type sites struct {
	list  []Site
	first int // index into list of the first site of the current package

	callees     []callee // functions that are not instrumented
	firstCallee int      // of the current package
}

func (s *sites) add(site Site) string {
	s.list = append(s.list, site)
	return strconv.Itoa(len(s.list))
}

// startPackage lets register write the sites from here on.
func (s *sites) startPackage() { s.first, s.firstCallee = len(s.list), len(s.callees) }

// register writes the statement that makes the package's sites known to the runtime.
func (s *sites) register(rt string) string {
	own := s.list[s.first:]
	if len(own) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\t%s.RegisterSites(%d, []%[1]s.SiteInfo{\n", rt, s.first+1)
	for _, site := range own {
		p := site.Position
		fmt.Fprintf(&b, "\t\t{File: %q, Line: %d, Col: %d, What: %q", p.Filename, p.Line, p.Column, site.Text)
		if site.Var != "" {
			fmt.Fprintf(&b, ", Var: %q", site.Var)
		}
		b.WriteString("},\n")
	}
	b.WriteString("\t})\n")
	return b.String()
}

// sortNotes orders notes by position, each once.
func sortNotes(notes []Note) []Note {
	slices.SortFunc(notes, func(a, b Note) int {
		return cmp.Or(load.ComparePositions(a.Position, b.Position), cmp.Compare(a.Text, b.Text))
	})
	return slices.Compact(notes)
}
