package summary

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Row writes the summary as a line of a table of package library, to stand below the line that names the package.
func (s *Summary) Row() string {
	name := s.Name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		name = name[:len(name)-len(strings.TrimLeft(name, "(*"))] + name[i+1:]
	}
	open := name[:len(name)-len(strings.TrimLeft(name, "(*"))]
	_, rest, _ := strings.Cut(name, ".") // the package
	clauses := []string{fmt.Sprintf("%s%s(%s)", open, rest, strings.Join(s.Params, ", "))}
	if len(s.Results) > 1 {
		clauses[0] += " (" + strings.Join(s.Results, ", ") + ")"
	} else if len(s.Results) == 1 && s.Results[0] != "result" {
		clauses[0] += " " + s.Results[0]
	}
	if s.MayPanic && !s.Panics() {
		clauses = append(clauses, "believed it does not panic")
	}
	clauses = slices.Concat(clauses, s.clauseTexts(), s.freshTexts())
	if unknown := cmp.Or(s.Unknown, s.Opaque); unknown != "" {
		clauses = append(clauses, "unknown "+strings.ReplaceAll(unknown, ";", ","))
	}
	return strings.Join(clauses, "; ")
}

// freshTexts are the clauses about results that lead only to new memory.
func (s *Summary) freshTexts() (clauses []string) {
	for i, r := range s.Results {
		if s.Fresh(i) && len(s.shape.Results[i].Nodes) > 0 {
			clauses = append(clauses, "fresh "+r)
		}
	}
	return clauses
}

// String writes the summary for a reader: the clauses of its row, and why it is unknown if it is.
func (s *Summary) String() string {
	clauses := slices.Concat([]string{fmt.Sprintf("%s(%s)", s.Name, strings.Join(s.Params, ", "))}, s.clauseTexts(), s.freshTexts())
	if s.Unknown != "" {
		clauses = append(clauses, "unknown: "+s.Unknown)
	}
	return strings.Join(clauses, "; ")
}

var effectNames = []string{"writes", "keeps", "aliases", "copies", "calls", "later"}

func (s *Summary) clauseTexts() (clauses []string) {
	for e, name := range effectNames {
		var list []string
		for i, p := range s.Params {
			if s.Effects[i]&(1<<e) != 0 {
				list = append(list, p)
			}
		}
		if len(list) > 0 {
			clauses = append(clauses, name+" "+strings.Join(list, ", "))
		}
	}
	for _, c := range []struct {
		holds bool
		text  string
	}{
		{s.Waits, "waits"}, {s.Ends, "ends"}, {s.Panics(), "panics"}, {s.Changes, "changes"},
	} {
		if c.holds {
			clauses = append(clauses, c.text)
		}
	}
	for i, r := range s.Results {
		switch s.Nil[i] {
		case Never:
			clauses = append(clauses, fmt.Sprintf("ensures %s != nil", r))
		case OnError:
			clauses = append(clauses, fmt.Sprintf("ensures %s != nil || %s != nil", r, s.Results[len(s.Results)-1]))
		}
	}
	return clauses
}
