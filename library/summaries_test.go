package library

import (
	"fmt"
	"go/parser"
	"maps"
	"slices"
	"testing"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/load"
)

// TestSummaries looks at the summaries that package summary derives from the sources of the functions that have rows.
func TestSummaries(t *testing.T) {
	set := summarised(t)
	t.Run("hold", func(t *testing.T) { summariesHold(t, set) })
	t.Run("are rows", func(t *testing.T) { summariesAreRows(t, set) })
}

// summariesHold calls each function with drawn arguments, as TestConformance does, and compares what it does with its summary.
func summariesHold(t *testing.T, set *summary.Set) {
	silence(t)
	total, functions := &count{}, 0
	for _, r := range Rows() {
		sum := set.Func(r.Name)
		if r.Ends || sum == nil {
			continue
		}
		functions++
		derived := asRow(sum, r)
		n := min(*calls, 40)
		if isRare(r) {
			n = min(n, 2)
		}
		for i := range n {
			if err := call(derived, newChooser(*seed+uint64(i)), total); err != nil {
				t.Errorf("seed %d: %s\n\t%v", *seed+uint64(i), sum, err)
				break
			}
		}
	}
	fmt.Fprintf(t.Output(), "%d functions, %d calls, %d panics, %d writes to arguments, %d calls of arguments\n",
		functions, total.calls, total.panics, total.writes, total.called)
	if functions < 500 {
		t.Errorf("only %d functions were called", functions)
	}
}

// summariesAreRows reads what summaries write as rows.
func summariesAreRows(t *testing.T, set *summary.Set) {
	for _, r := range Rows() {
		sum := set.Func(r.Name)
		if sum == nil {
			continue
		}
		row, err := parseRow(r.Package(), sum.Row())
		if err != nil {
			t.Errorf("%s: %v", sum.Row(), err)
			continue
		}
		if row.Name != r.Name {
			t.Errorf("the row of %s is of %s", r.Name, row.Name)
		}
		for i := range row.Params {
			if row.Writes(i) != sum.Has(summary.Writes, i) || row.Keeps(i) != sum.Has(summary.Keeps, i) || row.Later(i) != sum.Has(summary.Later, i) {
				t.Errorf("%s says something else of parameter %d", sum.Row(), i)
			}
		}
	}
}

func summarised(t *testing.T) *summary.Set {
	t.Helper()
	paths := map[string]bool{}
	for _, r := range Rows() {
		paths[r.Package()] = true
	}
	store, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l, err := load.List(t.Context(), load.Config{}, slices.Sorted(maps.Keys(paths))...)
	if err != nil {
		t.Fatal(err)
	}
	set, err := summary.Of(t.Context(), l, store)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// asRow writes a summary as a row. The names are those of the hand-written one, whose conditions help to draw arguments: for these alone
// a panic is looked at.
func asRow(s *summary.Summary, r *Row) *Row {
	row := &Row{
		Name: s.Name, Params: r.Params, Results: r.Results, Waits: s.Waits, Changes: s.Changes,
		Panics: s.Panics(),
	}
	if s.MayPanic {
		row.Believed = []string{"what it needs"}
	}
	row.Requires = nil
	for i, p := range r.Params {
		for e, list := range map[summary.Effect]*[]string{
			summary.Writes: &row.writes, summary.Keeps: &row.keeps, summary.Copies: &row.copies,
			summary.Aliases | summary.Copies: &row.aliases, summary.Calls: &row.calls, summary.Later: &row.later,
		} {
			if s.Has(e, i) {
				*list = append(*list, p)
			}
		}
	}
	for i, when := range s.Nil {
		if len(s.Nil) != len(r.Results) {
			break
		}
		text := r.Results[i] + " != nil"
		if when == summary.OnError {
			text += " || " + r.Results[len(r.Results)-1] + " != nil"
		}
		if when != summary.Maybe {
			x, err := parser.ParseExpr(text)
			if err != nil {
				panic(err)
			}
			row.Ensures = append(row.Ensures, Condition{Text: text, Expr: x})
		}
	}
	return row
}
