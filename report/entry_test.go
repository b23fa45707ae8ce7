package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// TestFromEntry: the state at entry has values that say something, and of each variable the one that is seen first.
func TestFromEntry(t *testing.T) {
	entry := []vcgen.Value{{Label: "k", Text: "-1"}, {Label: "c", Text: "object 1"}, {Label: "s", Text: "string#2"}, {Label: "c.n", Text: "7"},
		{Label: "c.Take(-1)", Text: "0"}, {Label: "len(xs)", Text: "3"}, {Label: "c.rw for reading", Text: "true"}, {Label: "p", Text: "nil"}}
	failing := Step{Goroutine: us, Mover: "E"}
	initial := Step{Goroutine: others, Others: true, Initial: true, Changes: []vcgen.Value{{Label: "c.n", Text: "0"}, {Label: "c.mu", Text: "G2"}}}
	for _, test := range []struct {
		steps []Step
		want  string
	}{
		{[]Step{failing}, "k = -1, c.n = 7, len(xs) = 3, c.rw held for reading, p = nil"},
		{[]Step{initial, failing}, "k = -1, len(xs) = 3, c.rw held for reading, p = nil, c.n = 0, c.mu = G2"},
	} {
		rest, state := fromEntry(entry, test.steps, func(vcgen.Value) bool { return true })
		if state != test.want || len(rest) != 1 || rest[0].Mover != "E" {
			t.Errorf("got %q and %d steps, want %q", state, len(rest), test.want)
		}
	}
}

// TestConcerns: a value is shown if the finding names its variable, or what that is made of, or if the execution takes its way by it.
func TestConcerns(t *testing.T) {
	step := func(mover, text string, changes ...string) Step {
		s := Step{Goroutine: us, Mover: mover, Text: text}
		for _, label := range changes {
			s.Changes = append(s.Changes, vcgen.Value{Label: label, Text: "1"})
			s.Words = append(s.Words, label+" = 1")
		}
		s.State = joined(s.Words)
		return s
	}
	d := &Diagnostic{Message: "invariant count >= 0 does not hold", Needed: "c.mu held", Trace: []Step{
		{Initial: true, Others: true, Text: atEntry, Changes: []vcgen.Value{{Label: "c.other", Text: "1"}}},
		step("R", "c.big.Lock()", "c.big"), step("B", "x := k[i]", "x"), step("B", "if c.full"), step("B", "c.total += late", "c.total"),
		step("B", "c.count += x", "c.count", "c.total"), step("E", "return c.last"),
	}}
	concerns := d.concerns()
	for label, want := range map[string]bool{
		"c.count": true, "c.mu": true, "c.mu for reading": true, "x": true, "len(k)": true, "c.big": true, "c.full": true, "c.last": true, "k[other]": true,
		"c.total": false, "late": false, "c.other": false, "m": false, "m[count]": false, "c.summary": false,
	} {
		if concerns(vcgen.Value{Label: label}) != want {
			t.Errorf("%s: want %v", label, want)
		}
	}
	others := Step{Others: true, Text: "other goroutines run", State: "c.total = 1", Changes: []vcgen.Value{{Label: "c.total", Text: "1"}}, Words: []string{"c.total = 1"}}
	var got []string
	for _, s := range concerning(append(d.Trace[1:], others), concerns) {
		got = append(got, s.Text+": "+s.State)
	}
	want := []string{"c.big.Lock(): c.big = 1", "x := k[i]: x = 1", "if c.full: ", "c.total += late: ", "c.count += x: c.count = 1", "return c.last: "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the steps differ (-want +got):\n%s", diff)
	}

	d.Message, d.Needed, d.Whole = "ensures sum > 0 && count > 0 does not hold", "", "sum > 0 && count > 0"
	d.Clause = &ir.Note{Text: "count > 0"}
	if concerns := d.concerns(); concerns(vcgen.Value{Label: "c.sum"}) || !concerns(vcgen.Value{Label: "c.count"}) {
		t.Error("the conjunct that holds counts, or the one that does not hold does not")
	}
}

// TestNameObjects: an object is called what holds it all along, a simple name first.
func TestNameObjects(t *testing.T) {
	value := func(label, text string) vcgen.Value { return vcgen.Value{Label: label, Text: text} }
	cx := &vcgen.Counterexample{
		Points: []vcgen.Point{
			{Shows: []vcgen.Value{value("c.head", "p2"), value("x", "p1"), value("y", "p3"), value("s", `"p1"`), value("m.last", "p4"), value("p1", "7")}},
			{Shows: []vcgen.Value{value("c.head", "p1"), value("e", "entry{true, p1}"), value("y", "nil"), value("m.first", "p4")}},
		},
		Values: []vcgen.Value{value("result", "p3"), value("c.tail", "p2")},
	}
	named := nameObjects(cx)
	var got []string
	for _, list := range [][]vcgen.Value{named.Points[0].Shows, named.Points[1].Shows, named.Values} {
		for _, v := range list {
			got = append(got, v.Label+" = "+v.Text)
		}
	}
	want := []string{
		"c.head = c.tail", "x = object 1", "y = object 2", `s = "p1"`, "m.last = object 3", "p1 = 7",
		"c.head = x", "e = entry{true, x}", "y = nil", "m.first = m.last", "result = object 2", "c.tail = object 4",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the values differ (-want +got):\n%s", diff)
	}
	if cx.Points[0].Shows[0].Text != "p2" {
		t.Error("the counterexample has changed")
	}
}

// TestParts: of several conjuncts the one that fails is named, with the values that it compares.
func TestParts(t *testing.T) {
	part := func(text string, conjunct bool) ir.Part { return ir.Part{Text: text, Conjunct: conjunct} }
	c := &ir.Clause{Text: "a > 0 && b == q && forall", Parts: []ir.Part{part("a > 0", true), part("b == q", true), part("forall", true),
		part("a", false), part("b", false), part("q", false)}}
	for _, test := range []struct{ values, clause, left string }{
		{"a > 0=true, b == q=false, a=1, b=2, q=3, len(xs)=4", "b == q", "b=2, q=3, len(xs)=4"},
		{"a > 0=false, b == q=false, a=0, b=2, q=3", "a > 0", "a=0"},
		{"a > 0=true, b == q=true, a=1, b=object 1", "forall", ""},
		{"b == q=true, a=1", "", "a=1"},
	} {
		var values []vcgen.Value
		for _, word := range strings.Split(test.values, ", ") {
			i := strings.LastIndex(word, "=")
			values = append(values, vcgen.Value{Label: word[:i], Text: word[i+1:]})
		}
		d := &Diagnostic{Needed: c.Text}
		var left []string
		for _, v := range d.parts(c, values) {
			left = append(left, v.Label+"="+v.Text)
		}
		clause := ""
		if d.Clause != nil {
			clause = d.Clause.Text
		}
		if got := strings.Join(left, ", "); clause != test.clause || got != test.left || clause != "" && d.Needed != clause {
			t.Errorf("%s: %q fails with %q, needed %q; want %q with %q", test.values, clause, got, d.Needed, test.clause, test.left)
		}
	}
}
