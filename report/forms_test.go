package report

import (
	"bytes"
	"encoding/json"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/calvin-go/calvin/ir"
)

// review names files relative to /work and knows no source.
var review = ReviewOptions{Dir: "/work", Version: "v1.2.3"}

// conform validates an object by a schema that others define.
func conform(t *testing.T, file string, object []byte) error {
	t.Helper()
	data, err := os.ReadFile("testdata/schema/" + file)
	must(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	must(t, err)
	c := jsonschema.NewCompiler()
	must(t, c.AddResource(file, doc))
	schema, err := c.Compile(file)
	must(t, err)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(object))
	must(t, err)
	return schema.Validate(v)
}

func TestSARIF(t *testing.T) {
	var b bytes.Buffer
	everything(t, NewSARIF(&b, review))
	golden(t, "sarif.golden", b.Bytes())
	must(t, conform(t, "sarif-2.1.0.json", b.Bytes()))
	var empty bytes.Buffer
	must(t, NewSARIF(&empty, ReviewOptions{}).Summary(Summary{}))
	must(t, conform(t, "sarif-2.1.0.json", empty.Bytes()))
	if conform(t, "sarif-2.1.0.json", bytes.Replace(b.Bytes(), []byte(`"ruleIndex"`), []byte(`"ruleIndices"`), 1)) == nil {
		t.Error("the schema accepts what SARIF does not have")
	}
}

func TestGitHub(t *testing.T) {
	var b bytes.Buffer
	everything(t, NewGitHub(&b, review))
	golden(t, "github.golden", b.Bytes())
	for line := range strings.Lines(b.String()) {
		command, text, ok := strings.Cut(strings.TrimPrefix(line, "::"), "::")
		if !strings.HasPrefix(line, "::") || !ok || text == "\n" || strings.Contains(command, "%\n") {
			t.Errorf("no command: %q", line)
		}
	}
}

// TestGitHubSaysHowManyMore: ten of a level are shown at lines; the summary says that there are others.
func TestGitHubSaysHowManyMore(t *testing.T) {
	for n, want := range map[int]string{10: "1 verified, 0 failed, 0 unknown, 0 trusted\n", 13: "; of 13 findings, 3 are in the log"} {
		var b bytes.Buffer
		r := NewGitHub(&b, review)
		for range n {
			must(t, r.Diagnostic(race()))
		}
		must(t, r.Summary(Summary{Verified: 1, Findings: n}))
		if !strings.Contains(b.String(), want) {
			t.Errorf("%d findings: %s", n, &b)
		}
	}
}

func TestRDJSON(t *testing.T) {
	var b bytes.Buffer
	everything(t, NewRDJSON(&b, review))
	golden(t, "rdjson.golden", b.Bytes())
	must(t, conform(t, "rdf-diagnostic-result.json", b.Bytes()))
	if conform(t, "rdf-diagnostic-result.json", bytes.Replace(b.Bytes(), []byte(`"severity":"ERROR"`), []byte(`"severity":[]`), 1)) == nil {
		t.Error("the schema accepts a severity that is none")
	}
}

// TestFingerprint: a finding is the same one when it has moved, and not that of another function or clause.
func TestFingerprint(t *testing.T) {
	of := func(change func(*Diagnostic)) string {
		d := race()
		change(d)
		return NewSARIF(nil, review).fingerprint(d)
	}
	want := of(func(*Diagnostic) {})
	if got := of(func(d *Diagnostic) { d.Start.Line += 10; d.End.Line += 10; d.Clause.Start.Line += 10; d.Values = nil }); got != want {
		t.Errorf("moved: %s, want %s", got, want)
	}
	for what, change := range map[string]func(*Diagnostic){
		"function": func(d *Diagnostic) { d.Function = "F" },
		"clause":   func(d *Diagnostic) { d.Clause.Text = "guarded_by other" },
		"code":     func(d *Diagnostic) { d.Code = "CV0101" },
	} {
		if of(change) == want {
			t.Errorf("another %s has the same fingerprint", what)
		}
	}
	s := NewSARIF(nil, review)
	if a, b := s.fingerprint(race()), s.fingerprint(race()); a == b {
		t.Error("two findings have one fingerprint")
	}
}

// TestColumns: SARIF counts columns in UTF-16 code units, the others in bytes.
func TestColumns(t *testing.T) {
	const line = "\tü, 🏦 := 1, x"
	opts := ReviewOptions{Source: func(string) string { return "package p\n" + line + "\n" }}
	at := func(column int) token.Position { return token.Position{Filename: "p.go", Line: 2, Column: column} }
	from := strings.Index(line, "x") + 1
	got := NewSARIF(nil, opts).region(ir.Span{Start: at(from), End: at(from + 1)})
	if want := (sarifRegion{2, from - 3, 2, from - 2}); got != want { // ü has one byte more, 🏦 two
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestRules: each code can be a rule, with a name that is one word and its page for help.
func TestRules(t *testing.T) {
	r := NewSARIF(nil, review)
	var names []string
	for _, c := range Codes() {
		rule := r.rules[r.rule(c.Code)]
		names = append(names, rule.Name)
		if strings.ContainsAny(rule.Name, " ,") || rule.Help.Markdown == "" || rule.FullDescription.Text == "" || strings.HasPrefix(rule.FullDescription.Text, "#") {
			data, _ := json.Marshal(rule)
			t.Errorf("%s", data)
		}
	}
	slices.Sort(names)
	if n := len(slices.Compact(names)); n != len(Codes()) {
		t.Errorf("%d names for %d codes", n, len(Codes()))
	}
}
