package report

import (
	"testing"

	"github.com/calvin-go/calvin/vcgen"
)

// TestFromEntry: the state at entry has values that say something, and of each variable the one that is seen first.
func TestFromEntry(t *testing.T) {
	entry := []vcgen.Value{{Label: "k", Text: "-1"}, {Label: "c", Text: "p1"}, {Label: "s", Text: "string#2"}, {Label: "c.n", Text: "7"},
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

// TestConcerns: a value at entry is shown if the finding, or a step, names its variable.
func TestConcerns(t *testing.T) {
	d := &Diagnostic{Message: "invariant count >= 0 does not hold", Needed: "c.mu held", Trace: []Step{
		{Initial: true, Text: atEntry, State: "c.other = 1"}, {Text: "c.sum += k[i]", State: "c.late = 2"},
	}}
	concerns := d.concerns()
	for label, want := range map[string]bool{
		"c.count": true, "c.mu": true, "c.mu for reading": true, "c.sum": true, "len(k)": true, "c.late": true, "c.other": false, "m": false, "c.summary": false,
	} {
		if concerns(vcgen.Value{Label: label}) != want {
			t.Errorf("%s: want %v", label, want)
		}
	}
}
