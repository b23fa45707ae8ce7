package summary_test

import (
	"go/ast"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/load"
)

// summariesOf returns the summaries of packages.
func summariesOf(t *testing.T, patterns ...string) (*summary.Set, *load.Listing) {
	t.Helper()
	store, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l, err := load.List(t.Context(), load.Config{}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	set, err := summary.Of(t.Context(), l, store)
	if err != nil {
		t.Fatal(err)
	}
	return set, l
}

// TestRules compares summaries with what comments say that must stand there, and what must not.
func TestRules(t *testing.T) {
	set, l := summariesOf(t, "./testdata/rules")
	pkgs, err := l.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range pkgs[0].Syntax {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Doc == nil {
				continue
			}
			name := pkgs[0].TypesInfo.Defs[fn.Name].(interface{ FullName() string }).FullName()
			sum := set.Func(name)
			if sum == nil {
				t.Errorf("%s has no summary", name)
				continue
			}
			got := clauses(sum)
			for _, c := range fn.Doc.List {
				text := strings.TrimPrefix(c.Text, "// ")
				verb, rest, _ := strings.Cut(text, " ")
				for clause := range strings.SplitSeq(rest, ", ") {
					if verb == "want" && !slices.Contains(got, clause) || verb == "not" && slices.Contains(got, clause) {
						t.Errorf("%s\n\t%s %s", sum, verb, clause)
					}
				}
			}
		}
	}
}

// clauses returns the clauses of a summary, one for each parameter.
func clauses(s *summary.Summary) []string {
	var list []string
	for clause := range strings.SplitSeq(s.String(), "; ") {
		verb, rest, _ := strings.Cut(clause, " ")
		if verb == "ensures" || rest == "" {
			list = append(list, clause)
			continue
		}
		for name := range strings.SplitSeq(rest, ", ") {
			list = append(list, verb+" "+name)
		}
	}
	return list
}
