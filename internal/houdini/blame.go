package houdini

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/infer"
	"github.com/calvin-go/calvin/report"
)

// blame finds the proposals that findings speak against, and why.
func (s *search) blame() map[*infer.Proposal]string {
	at := s.directives()
	why := map[*infer.Proposal]string{}
	s.again = map[string]bool{}
	put := func(p *infer.Proposal, d finding) {
		if p == nil {
			return
		}
		s.again[d.Package+" "+d.Function] = true
		if why[p] == "" {
			why[p] = s.words(d)
		}
	}
	for _, d := range s.latest {
		if s.disagreement(d) != nil {
			continue
		}
		switch {
		case d.Clause != nil && at[lineOf(d.Clause.Start)] != nil:
			put(at[lineOf(d.Clause.Start)], d)
		case d.Function == "" || d.Verdict == report.IllFormed: // an annotation's own check
			put(at[lineOf(d.Start)], d)
			put(s.declaredAt(d.Start), d)
		case ownership[d.Goal.Property]:
			for _, p := range s.kept {
				if p.Var != nil && owns(p.Var.Type()) && s.mentions(d, p) {
					put(p, d)
				}
			}
		case locking[d.Goal.Property]:
			for _, p := range s.kept {
				if p.Func != nil && p.Package == d.Package && p.Name == d.Function {
					put(p, d)
				}
			}
		}
	}
	return why
}

// ownership has the properties that a guard of a slice or map brings with it, locking those that a requires clause may break.
var (
	ownership = map[string]bool{"CV0507": true}
	locking   = map[string]bool{"CV0201": true, "CV0203": true, "CV0204": true, "CV0704": true, "CV0705": true}
)

// A line of a file.
type line struct {
	file string
	line int
}

func lineOf(p token.Position) line { return line{p.Filename, p.Line} }

// directives finds where each proposal stands in the files that were verified.
func (s *search) directives() map[line]*infer.Proposal {
	at := map[line]*infer.Proposal{}
	for _, pkg := range s.pkgs {
		for _, file := range pkg.Syntax {
			name := pkg.Fset.Position(file.Package).Filename
			after := s.overlay[name]
			if after == nil {
				continue
			}
			for _, p := range s.kept {
				if p.Position.Filename != name {
					continue
				}
				lines, err := p.Find(pkg.Fset, file, name, after)
				if err != nil {
					continue // what is wrong with it shows elsewhere
				}
				for _, l := range lines {
					at[line{name, l}] = p
				}
			}
		}
	}
	return at
}

// declaredAt returns the proposal about what is declared at a place of the verified files.
func (s *search) declaredAt(pos token.Position) *infer.Proposal {
	before := s.original(pos)
	for _, p := range s.kept {
		if p.Position.Filename == before.Filename && p.Position.Offset == before.Offset {
			return p
		}
	}
	return nil
}

// owns reports whether a guard of a variable of type t brings the ownership of memory with it.
func owns(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Chan:
		return true
	}
	return false
}

// disagreement returns the proposal that the finding speaks against at an access that is known to disagree with it.
func (s *search) disagreement(d finding) *infer.Proposal {
	for _, p := range s.kept {
		for _, a := range p.Against {
			if d.has(a) && p.Package == d.Package {
				return p
			}
		}
	}
	return nil
}

// mentions reports whether the statement of a finding has an access to the proposal's variable in it, as far as is known.
func (s *search) mentions(d finding, p *infer.Proposal) bool {
	return slices.ContainsFunc(p.Accesses, d.has)
}

// has reports whether the access is in the statement that the finding is about.
func (d finding) has(a infer.Access) bool {
	return a.Position.Filename == d.from.Filename && d.from.Offset <= a.Position.Offset && a.Position.Offset <= d.to.Offset
}

// original returns where a place of the verified files is in those that are there.
func (s *search) original(p token.Position) token.Position {
	if t := s.places[p.Filename]; t != nil {
		return t.original(p)
	}
	return p
}

// words say what is wrong, for whoever has the files as they are.
func (s *search) words(d finding) string {
	msg := d.Message
	if d.Function != "" {
		msg = d.Function + ": " + msg
	}
	return msg
}
