package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/token"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// at is a stretch of counter.go: columns from to to of a line.
func at(line, from, to int) ir.Span {
	p := func(column int) token.Position {
		return token.Position{Filename: "/work/counter.go", Line: line, Column: column, Offset: line*100 + column}
	}
	return ir.Span{Start: p(from), End: p(to)}
}

func step(line int, text string, m ir.Mover, shows ...vcgen.Value) vcgen.Point {
	return vcgen.Point{Mark: &ir.Mark{Span: at(line, 2, 10), Text: text}, Mover: m, Shows: shows}
}

func mark(kind ir.MarkKind, shows ...vcgen.Value) vcgen.Point {
	return vcgen.Point{Mark: &ir.Mark{Kind: kind, Shows: make([]ir.Show, 2)}, Shows: shows}
}

var increment = &ir.Func{Span: at(27, 1, 40), Name: "(*Counter).Increment", Package: "example.com/counter"}

// race is the finding of the design's example.
func race() *Diagnostic {
	goal := &vcgen.Goal{Assert: &ir.Assert{Span: at(31, 2, 13), Check: ir.Check{
		Kind: ir.WriteRace, Subject: "c.count", Needed: "c.mu held",
		Clause:  &ir.Clause{Span: at(12, 2, 25), Text: "guarded_by mu"},
		Related: []ir.Note{{Span: at(13, 2, 7), Text: "count is declared here"}},
	}}}
	free, held := vcgen.Value{Label: "c.mu", Text: "free"}, vcgen.Value{Label: "c.mu", Text: "G1"}
	count := func(n int64) vcgen.Value { return vcgen.Value{Label: "c.count", Text: big.NewInt(n).String()} }
	return FromGoal(increment, goal, Goal{Check: "access", Number: 3}, Outcome{
		Counterexample: &vcgen.Counterexample{
			Values: []vcgen.Value{free, count(3)},
			Points: []vcgen.Point{
				mark(ir.MarkEntry, free, count(0)),
				step(29, "c.mu.Lock()", ir.RightMover, held),
				mark(ir.MarkEnv, held, count(0)), // nothing changes: not shown
				step(30, "c.mu.Unlock()", ir.LeftMover, free),
				mark(ir.MarkEnv, free, count(3)),
				step(31, "c.count = 0", ir.NonMover),
			},
		},
	})
}

// long is a finding whose message and trace are long.
func long() *Diagnostic {
	subject := strings.Repeat("c.x.", 20) + "y"
	points := []vcgen.Point{mark(ir.MarkLoop)}
	for i := range 20 {
		points = append(points, step(40+i, "f(\n\t\tx)", ir.BothMover))
	}
	goal := &vcgen.Goal{Assert: &ir.Assert{Span: at(70, 2, 9), Check: ir.Check{Kind: ir.IndexRange, Subject: subject}}}
	return FromGoal(increment, goal, Goal{Check: "abstraction", Number: 1},
		Outcome{Counterexample: &vcgen.Counterexample{Points: points}, Text: "a[i]"})
}

func undecided() *Diagnostic {
	goal := &vcgen.Goal{Assert: &ir.Assert{Span: at(33, 2, 9), Check: ir.Check{
		Kind: ir.UserAssert, Clause: &ir.Clause{Span: at(33, 2, 20), Text: "c.count >= 0"}}}}
	return FromGoal(increment, goal, Goal{Check: "abstraction", Number: 2},
		Outcome{Cause: Limit, Limit: "10 s", Words: "timeout"})
}

// everything is a report with a finding of each sort.
func everything(t *testing.T, r Renderer) {
	t.Helper()
	first, second := race(), race()
	first.Fixes = []Fix{
		{Message: "hold c.mu over lines 29-31", Edits: []Edit{{at(30, 1, 14), ""}, {at(31, 13, 13), "\n\tc.mu.Unlock()"}}},
		{Message: "make count an atomic.Int64"},
	}
	second.Span = at(35, 2, 13)
	findings := Group([]*Diagnostic{
		undecided(), second, first, long(),
		{Code: "CV0801", Verdict: IllFormed, Span: at(5, 2, 20), Message: `unknown directive "guardedby"`,
			Package: "example.com/counter", Fixes: []Fix{{Message: "write guarded_by", Edits: []Edit{{at(5, 11, 20), "guarded_by"}}}}},
		FromUnsupported(increment, ir.Note{Span: at(36, 2, 9), Text: "unsafe.Pointer"}),
		FromFault("example.com/counter", "F", at(50, 1, 5), "index out of range", "/tmp/calvin-bug.txt"),
	})
	functions := []FunctionResult{
		{Package: "example.com/counter", Function: "(*Counter).Increment", Span: at(27, 1, 5), Verdict: Failed, Goals: 7,
			Seconds: 0.01234, Reason: "possible data race"},
		{Package: "example.com/counter", Function: "Value", Span: at(60, 1, 5), Verdict: Verified, Goals: 3,
			Assumptions: []ir.Note{{Span: at(61, 2, 3), Text: "fmt.Sprint has no effect"}}},
		{Package: "example.com/counter", Function: "Old", Span: at(70, 1, 5), Verdict: Unknown,
			Reason: "the access predicate of count is not stable"},
		{Package: "example.com/counter", Function: "T", Span: at(80, 1, 5), Verdict: Trusted, Reason: "trusted"},
	}
	lines := []TypeResult{
		{Package: "example.com/counter", Type: "Counter", Span: at(10, 6, 13), Safety: NotDecided, Reason: "(*Counter).Increment failed"},
		{Package: "example.com/counter", Type: "Log", Span: at(12, 6, 9), Safety: Concurrent, Relies: []string{"out (io.Writer)", "now"}},
		{Package: "example.com/counter", Type: "Set", Span: at(14, 6, 9), Safety: Concurrent},
		{Package: "example.com/counter", Type: "entry", Span: at(16, 6, 11), Safety: CallersSynchronise, Plain: true,
			Guards: []string{"Set.mu"}, Members: []Member{{at(17, 1, 5), "inc", "its callers have e to themselves"}}},
		{Package: "example.com/counter", Type: "shard", Span: at(18, 6, 11), Safety: CallersSynchronise, Members: []Member{
			{at(19, 1, 5), "a", "its callers hold s.mu"}, {at(20, 1, 5), "b", "requires held(s.mu)"}, {at(21, 1, 5), "c", "it copies its receiver"}}},
	}
	s := Summary{Findings: Count(findings), Ignored: 1, Seconds: 0.4}
	for _, d := range findings {
		must(t, r.Diagnostic(d))
	}
	for _, f := range functions {
		s.Add(f)
		must(t, r.Function(f))
	}
	for _, l := range lines {
		s.Types.Add(l)
		must(t, r.Type(l))
	}
	must(t, r.Summary(s))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestText(t *testing.T) {
	tests := []struct {
		golden string
		opts   TextOptions
	}{
		{"text.golden", TextOptions{Dir: "/work"}},
		{"text-full.golden", TextOptions{Dir: "/elsewhere", FullTrace: true, Types: true}},
		{"text-color.golden", TextOptions{Dir: "/work", Color: true, Types: true}},
	}
	for _, test := range tests {
		var b bytes.Buffer
		everything(t, NewText(&b, test.opts))
		golden(t, test.golden, b.Bytes())
	}
}

// TestFirstLine: a first line is complete in itself and has at most 120 columns, and the rest of the message follows.
func TestFirstLine(t *testing.T) {
	const path = "very/long/path/to/a/package/that/leaves/little/room/for/the/message/that/a/finding/has/to/say.go"
	findings := []*Diagnostic{race(), long(), undecided()}
	for _, message := range []string{
		"recursive call of loop without a performs clause: " + strings.Repeat("and more ", 15),
		strings.Repeat("many words ", 20),
		strings.Repeat("ü", 300),
	} {
		findings = append(findings, &Diagnostic{Code: "CV0901", Span: at(1, 2, 3), Message: message})
	}
	for _, d := range findings {
		for _, dir := range []string{"/work", "/nowhere"} {
			var b bytes.Buffer
			must(t, NewText(&b, TextOptions{Dir: dir}).Diagnostic(d))
			line, rest, _ := strings.Cut(b.String(), "\n")
			if n := len([]rune(line)); n > 120 {
				t.Errorf("first line has %d columns: %s", n, line)
			}
			_, message, _ := strings.Cut(line, ": ")
			message = strings.TrimSuffix(message, " ("+d.Code+")")
			if rest, _, _ = strings.Cut(strings.TrimPrefix(rest, "\t"), "\n"); message != d.Message && !joins(message, rest, d.Message) {
				t.Errorf("%q is cut into\n\t%s\n\t%s", d.Message, message, rest)
			}
		}
	}
	d := &Diagnostic{Code: "CV0101", Span: at(1, 2, 3), Message: "x may not be read here: it needs an object that no other goroutine can reach"}
	d.Start.Filename = path
	var b bytes.Buffer
	must(t, NewText(&b, TextOptions{}).Diagnostic(d))
	if want := path + ":1:2: x may not be read here (CV0101)\n\tit needs an object that no other goroutine can reach\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

// joins reports whether a message was cut into the two parts.
func joins(first, rest, message string) bool {
	word := strings.TrimSuffix(first, "…") + strings.TrimPrefix(rest, "…")
	return slices.Contains([]string{first + ": " + rest, first + "; " + rest, word, strings.Replace(word, "  ", " ", 1)}, message)
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	everything(t, NewJSON(&b, "/work"))
	golden(t, "json.golden", b.Bytes())
	validate(t, b.Bytes())
}

// validate checks every line of a JSON report against the schema.
func validate(t *testing.T, lines []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	must(t, err)
	c := jsonschema.NewCompiler()
	must(t, c.AddResource("schema.json", doc))
	schema, err := c.Compile("schema.json")
	must(t, err)
	for line := range bytes.Lines(lines) {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		must(t, err)
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s\n%v", line, err)
		}
		if !bytes.HasPrefix(line, []byte(`{"kind":`)) {
			t.Errorf("kind does not come first: %s", line)
		}
	}
}

// TestSchemaRejects: a schema that accepts everything would test nothing.
func TestSchemaRejects(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	must(t, err)
	c := jsonschema.NewCompiler()
	must(t, c.AddResource("schema.json", doc))
	schema, err := c.Compile("schema.json")
	must(t, err)
	for _, line := range []string{
		`{}`,
		`{"kind":"nothing"}`,
		`{"kind":"summary","verified":-1,"failed":0,"unknown":0,"trusted":0,"findings":0,"ignored":0,"assumptions":0,"seconds":0}`,
		`{"kind":"summary","verified":1}`,
	} {
		var v any
		must(t, json.Unmarshal([]byte(line), &v))
		if schema.Validate(v) == nil {
			t.Errorf("the schema accepts %s", line)
		}
	}
}

// TestRefutedNeedsCounterexample: without one, an assertion is never said not to hold.
func TestRefutedNeedsCounterexample(t *testing.T) {
	for _, k := range kinds() {
		assert := &vcgen.Goal{Assert: &ir.Assert{Check: ir.Check{Kind: k, Subject: "x"}}}
		d := FromGoal(increment, assert, Goal{}, Outcome{Unreachable: true, Cause: Incomplete})
		if d.Verdict != Undecided || d.Code != CodeIncomplete || !strings.HasPrefix(d.Message, "could not prove that ") {
			t.Errorf("kind %v without a counterexample: %s %s %q", k, d.Verdict, d.Code, d.Message)
		}
		if d.Goal.Property != CodeOf(k) || d.Next == "" {
			t.Errorf("kind %v: property %s, next %q", k, d.Goal.Property, d.Next)
		}
		d = FromGoal(increment, assert, Goal{}, Outcome{Counterexample: &vcgen.Counterexample{}})
		if d.Verdict != Refuted || d.Code != CodeOf(k) {
			t.Errorf("kind %v with a counterexample: %s %s", k, d.Verdict, d.Code)
		}
		if n := len(d.Trace); n != 1 || d.Trace[0].Mover != "E" {
			t.Errorf("kind %v: the trace does not end in the failing statement", k)
		}
	}
	cover := &vcgen.Goal{Cover: &ir.Cover{Check: ir.Check{Kind: ir.VacuousEntry}}}
	if d := FromGoal(increment, cover, Goal{}, Outcome{Unreachable: true}); d.Verdict != Refuted {
		t.Errorf("an unreachable cover is %s", d.Verdict)
	}
	if d := FromGoal(increment, cover, Goal{}, Outcome{}); d.Verdict != Undecided {
		t.Errorf("an undecided cover is %s", d.Verdict)
	}
}

// TestReading: a lock held for reading is written as such, and shown where that changes.
func TestReading(t *testing.T) {
	reading := func(value string) vcgen.Value { return vcgen.Value{Label: "c.rw for reading", Text: value} }
	free := vcgen.Value{Label: "c.rw", Text: "free"}
	goal := &vcgen.Goal{Assert: &ir.Assert{Span: at(31, 2, 13), Check: ir.Check{Kind: ir.WriteDenied, Subject: "c.n"}}}
	d := FromGoal(increment, goal, Goal{}, Outcome{Counterexample: &vcgen.Counterexample{
		Values: []vcgen.Value{free, reading("true")},
		Points: []vcgen.Point{
			mark(ir.MarkEnv, free, reading("false")),
			step(28, "c.rw.RLock()", ir.RightMover, reading("true")),
			step(29, "c.rw.RUnlock()", ir.LeftMover, reading("false")),
			step(30, "c.rw.RLock()", ir.RightMover, reading("true")),
			step(31, "c.n = 0", ir.NonMover),
		},
	}})
	if want := "held here: c.rw for reading (RLock at line 30)"; d.Known != want {
		t.Errorf("known is %q, want %q", d.Known, want)
	}
	want := []string{"c.rw = free", "c.rw held for reading", "c.rw not held for reading", "c.rw held for reading", "write not allowed"}
	var got []string
	for _, s := range d.Trace {
		got = append(got, s.State)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
}

// TestGroupKeepsAll: grouping hides nothing and does not depend on the order in which findings arrive.
func TestGroupKeepsAll(t *testing.T) {
	a, b, c := race(), race(), undecided()
	b.Span = at(35, 2, 13)
	for _, order := range [][]*Diagnostic{{a, b, c}, {c, b, a}, {b, c, a}} {
		a.Also, b.Also, c.Also = nil, nil, nil
		groups := Group(order)
		if len(groups) != 2 || groups[0] != a || len(a.Also) != 1 || a.Also[0] != b || groups[1] != c {
			t.Errorf("got %d groups, the first with %d more", len(groups), len(groups[0].Also))
		}
		if n := Count(groups); n != 3 {
			t.Errorf("%d findings counted, want 3", n)
		}
	}
	other := race()
	other.Function, other.Span = "Other", at(35, 2, 13)
	if groups := Group([]*Diagnostic{race(), other}); len(groups) != 2 {
		t.Error("findings of two functions are grouped")
	}
}

// TestGroupOneSpot: what several functions run into as they call the same code is told once, by the shortest way there.
func TestGroupOneSpot(t *testing.T) {
	inner, caller, repeat := race(), race(), race()
	caller.Function, caller.Trace = "Caller", append(slices.Clone(inner.Trace), inner.Trace...)
	repeat.Goal.Property, repeat.Trace = "CV0103", caller.Trace
	groups := Group([]*Diagnostic{caller, repeat, inner})
	if len(groups) != 1 || groups[0] != inner || Count(groups) != 3 {
		t.Fatalf("got %d findings in %d groups, the first in %s; want 3 in one, by the shortest way", Count(groups), len(groups), groups[0].Function)
	}
	var b strings.Builder
	must(t, NewText(&b, TextOptions{Dir: "/src"}).Diagnostic(inner))
	if !strings.Contains(b.String(), "\n\talso: the same in Caller\n") {
		t.Errorf("the other function is not named once:\n%s", b.String())
	}
	for name, change := range map[string]func(*Diagnostic){
		"another message":   func(d *Diagnostic) { d.Message = "something else" },
		"another code":      func(d *Diagnostic) { d.Code = "CV0103" },
		"another verdict":   func(d *Diagnostic) { d.Verdict = Undecided },
		"another statement": func(d *Diagnostic) { d.Span = at(35, 2, 13) },
	} {
		other := race()
		other.Function = "Caller"
		change(other)
		if groups := Group([]*Diagnostic{race(), other}); len(groups) != 2 {
			t.Errorf("%s: %d groups, want 2", name, len(groups))
		}
	}
}

// TestGroupWithinGoroutines: that a goroutine comes to know a guarded object is told under what the goroutine does with it.
func TestGroupWithinGoroutines(t *testing.T) {
	starts, accesses := race(), race()
	starts.Code, starts.Goal.Property = codeLeaves, codeLeaves
	starts.Start.Offset, starts.End.Offset = 100, 200
	accesses.Code, accesses.Goal.Property, accesses.Function = codeAccess, codeAccess, starts.Function+"$1"
	accesses.Start.Offset, accesses.End.Offset = 150, 160
	if groups := Group([]*Diagnostic{starts, accesses}); len(groups) != 1 || groups[0] != accesses || Count(groups) != 2 {
		t.Errorf("got %d findings in %d groups, want two in the group of the access", Count(groups), len(groups))
	}
	for name, change := range map[string]func(*Diagnostic){
		"another function":   func(d *Diagnostic) { d.Function = "Other$1" },
		"the function":       func(d *Diagnostic) { d.Function = starts.Function },
		"before it":          func(d *Diagnostic) { d.Start.Offset = 99 },
		"after it":           func(d *Diagnostic) { d.Start.Offset = 200 },
		"no proof":           func(d *Diagnostic) { d.Verdict = Undecided },
		"another file":       func(d *Diagnostic) { d.Start.Filename = "/src/other.go" },
		"another package":    func(d *Diagnostic) { d.Package = "other" },
		"not about accesses": func(d *Diagnostic) { d.Code = "CV0203" },
	} {
		other := *accesses
		other.Also = nil
		change(&other)
		if groups := Group([]*Diagnostic{starts, &other}); len(groups) != 2 {
			t.Errorf("%s: %d groups, want 2", name, len(groups))
		}
	}
}

// TestGroupOneStatement: the fields of one struct that a statement stores are one finding, as are the messages of HTTP that it passes.
func TestGroupOneStatement(t *testing.T) {
	named := func(code, subject string) *Diagnostic {
		d := race()
		d.Code, d.Goal.Property, d.Subject, d.Message = code, code, subject, "about "+subject
		d.Clause, d.Needed = nil, ""
		return d
	}
	access := func(message string, span ir.Span) *Diagnostic {
		d := named(codeAccess, "")
		d.Message, d.Span = message, span
		return d
	}
	for _, test := range []struct {
		name   string
		all    []*Diagnostic
		groups int
	}{
		{"fields", []*Diagnostic{named(codeRegion, "Trailer"), named(codeRegion, "Header"), named(codeRegion, "Request")}, 1},
		{"messages", []*Diagnostic{named(codeAccess, ir.HeaderOf+"w"), named(codeAccess, ir.HeaderOf+"r")}, 1},
		{"a message and a variable", []*Diagnostic{named(codeAccess, ir.HeaderOf+"w"), named(codeAccess, "r")}, 2},
		{"variables", []*Diagnostic{named(codeAccess, "w"), named(codeAccess, "r")}, 2},
		{"a read and a write", []*Diagnostic{access("k[…] may not be read here", at(30, 2, 13)), access("k[…] may not be written here", at(30, 2, 13))}, 1},
		{"of a callee", []*Diagnostic{access("add may not read c.n here: it needs c.mu held", at(30, 2, 13)), access("add may not write c.n here: it needs c.mu held", at(30, 2, 13))}, 1},
		{"of two variables", []*Diagnostic{access("k[…] may not be read here", at(30, 2, 13)), access("l[…] may not be written here", at(30, 2, 13))}, 2},
		{"in two places", []*Diagnostic{access("k[…] may not be read here", at(30, 2, 13)), access("k[…] may not be written here", at(31, 2, 13))}, 2},
	} {
		if groups := Group(test.all); len(groups) != test.groups || Count(groups) != len(test.all) {
			t.Errorf("%s: %d findings in %d groups, want %d in %d", test.name, Count(groups), len(groups), len(test.all), test.groups)
		}
	}
	other := named(codeRegion, "Header")
	other.Span = at(35, 2, 13)
	if groups := Group([]*Diagnostic{named(codeRegion, "Trailer"), other}); len(groups) != 2 {
		t.Error("findings of two statements are grouped")
	}
}

// TestGroupByReason: one mistake is one finding, with what follows from it in its group.
func TestGroupByReason(t *testing.T) {
	finding := func(code, message, needed string, line, from, to int) *Diagnostic {
		d := race()
		d.Code, d.Goal.Property, d.Message, d.Needed, d.Clause = code, code, message, needed, nil
		d.Span = at(line, 2, 13)
		d.Start.Offset, d.End.Offset = from, to
		return d
	}
	for name, test := range map[string]struct {
		all   []*Diagnostic
		leads int // the one that the group is under; -1: there are as many groups as findings
		count int
	}{
		"one lock is missing": {[]*Diagnostic{
			finding(codeAccess, "c.n may not be read here", "c.mu held or c.mu held for reading", 31, 1, 2), finding(codeRequires, "clear requires", "c.mu held", 32, 3, 4),
		}, 0, 2},
		"two locks are": {[]*Diagnostic{
			finding(codeAccess, "c.n may not be read here", "c.mu held", 31, 1, 2), finding(codeRequires, "clear requires", "d.mu held", 32, 3, 4),
		}, -1, 2},
		"more than a lock is": {[]*Diagnostic{
			finding(codeAccess, "c.n may not be read here", "c.mu held and c.on", 31, 1, 2), finding(codeRequires, "clear requires", "c.mu held", 32, 3, 4),
		}, -1, 2},
		"closed twice":        {[]*Diagnostic{finding(codeClosed, "c may be closed already", "", 31, 1, 2), finding(codeAccess, "c may not be closed here", "", 31, 1, 2)}, 1, 2},
		"closed too soon":     {[]*Diagnostic{finding(codeSent, "c may be closed here too soon", "", 31, 1, 2), finding(codeAccess, "c may not be closed here", "", 31, 1, 2)}, 1, 2},
		"closed elsewhere":    {[]*Diagnostic{finding(codeClosed, "c may be closed already", "", 31, 1, 2), finding(codeAccess, "c may not be closed here", "", 32, 3, 4)}, -1, 2},
		"said twice":          {[]*Diagnostic{finding(codeAccess, "m", "", 31, 1, 2), finding(codeAccess, "m", "", 31, 1, 2)}, 0, 1},
		"said in other words": {[]*Diagnostic{finding(codeAccess, "m", "", 31, 1, 2), finding(codeAccess, "n", "", 31, 1, 2)}, -1, 2},
	} {
		groups := Group(test.all)
		if Count(groups) != test.count || test.leads < 0 && len(groups) != len(test.all) || test.leads >= 0 && (len(groups) != 1 || groups[0] != test.all[test.leads]) {
			t.Errorf("%s: %d findings in %d groups, the first %q", name, Count(groups), len(groups), groups[0].Message)
		}
	}

	copied, under := finding("CV0207", "c is passed by value", "", 10, 1, 2), finding(codeAccess, "c.n may not be written here", "", 12, 3, 4)
	copied.Copied, under.Subject = "c", "c.n"
	if groups := Group([]*Diagnostic{under, copied}); len(groups) != 1 || groups[0] != copied {
		t.Error("what is done under the copy of a lock is not under the finding about the copy")
	}
	copied.Also, under.Subject = nil, "count.n"
	if groups := Group([]*Diagnostic{under, copied}); len(groups) != 2 {
		t.Error("what is done with another variable is under the finding about the copy")
	}

	started, written := finding(codeTakes, "takes over total", "", 20, 100, 200), finding(codeAccess, "total may not be written here", "", 22, 150, 160)
	written.Function = started.Function + "$1"
	started.Unguarded, written.Unguarded = at(5, 2, 3).Start, at(5, 2, 3).Start
	if groups := Group([]*Diagnostic{started, written}); len(groups) != 1 || groups[0] != written || len(written.Also) != 1 {
		t.Error("that a goroutine takes over a variable is not under what it does with it")
	}
}

// TestGroupDropsRepeats: that an operand may change in a call is not said where it may not even be read after the call.
func TestGroupDropsRepeats(t *testing.T) {
	denied, changed := race(), race()
	denied.Code, denied.Goal.Property, denied.After = "CV0101", "CV0101", "the call f()"
	changed.Code, changed.Goal.Property, changed.After = codeUnordered, codeUnordered, "the call f()"
	if groups := Group([]*Diagnostic{changed, denied}); len(groups) != 1 || groups[0] != denied || Count(groups) != 1 {
		t.Errorf("got %d findings in %d groups, want the access alone", Count(groups), len(groups))
	}
	for name, change := range map[string]func(*Diagnostic){
		"another call":      func(d *Diagnostic) { d.After = "the call g()" },
		"another function":  func(d *Diagnostic) { d.Function = "Other" },
		"another statement": func(d *Diagnostic) { d.Span = at(35, 2, 13) },
		"an earlier read":   func(d *Diagnostic) { d.After = "" },
	} {
		other := *denied
		change(&other)
		if n := Count(Group([]*Diagnostic{changed, &other})); n != 2 {
			t.Errorf("%s: %d findings are left, want 2", name, n)
		}
	}
}

// TestStatements: the steps of one statement are one line of a trace, with all that changes; what others do between them, another
// mover and the failing step are lines of their own, and a full trace has them all.
func TestStatements(t *testing.T) {
	step := func(line int, mover, state string) Step {
		return Step{Span: at(line, 2, 9), Goroutine: "G1", Text: fmt.Sprintf("f%d()", line), Mover: mover, State: state}
	}
	others := Step{Goroutine: "G2", Text: "other goroutines run", State: "c.n = 1", Others: true}
	for name, test := range map[string]struct {
		steps []Step
		want  []string // the states
	}{
		"one statement":       {[]Step{step(1, "B", "x = 1"), step(1, "B", ""), step(1, "B", "y = 2")}, []string{"x = 1, y = 2"}},
		"nothing changes":     {[]Step{step(1, "B", ""), step(1, "B", "")}, []string{""}},
		"two statements":      {[]Step{step(1, "B", "x = 1"), step(2, "B", "y = 2")}, []string{"x = 1", "y = 2"}},
		"others between":      {[]Step{step(1, "B", "x = 1"), others, step(1, "B", "y = 2")}, []string{"x = 1", "c.n = 1", "y = 2"}},
		"others twice":        {[]Step{others, others}, []string{"c.n = 1", "c.n = 1"}},
		"movers":              {[]Step{step(1, "R", "x = 1"), step(1, "L", "y = 2")}, []string{"x = 1", "y = 2"}},
		"the failing step":    {[]Step{step(1, "B", "x = 1"), step(1, "E", "out of range")}, []string{"x = 1", "out of range"}},
		"another's statement": {[]Step{step(1, "B", "x = 1"), {Span: at(1, 2, 9), Goroutine: "G3", Text: "f1()", Mover: "B", State: "y = 2"}}, []string{"x = 1", "y = 2"}},
	} {
		if got := each(statements(test.steps), func(s Step) string { return s.State }); !slices.Equal(got, test.want) {
			t.Errorf("%s: the states are %q, want %q", name, got, test.want)
		}
	}
	d := race()
	d.Trace = []Step{step(1, "B", "x = 1"), step(1, "B", "y = 2")}
	for full, want := range map[bool]int{false: 1, true: 2} {
		var b strings.Builder
		must(t, NewText(&b, TextOptions{Dir: "/src", FullTrace: full}).Diagnostic(d))
		if n := strings.Count(b.String(), "f1()"); n != want {
			t.Errorf("full %v: %d lines, want %d:\n%s", full, n, want, b.String())
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		must(t, os.MkdirAll("testdata", 0o755))
		must(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
