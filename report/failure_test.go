package report

import (
	"bytes"
	"go/token"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// TestFailure: what is written of a run that failed is of the form's kind, with the problems in it.
func TestFailure(t *testing.T) {
	problems := []ir.Note{
		{Span: ir.Span{Start: token.Position{Filename: "/src/a.go", Line: 3, Column: 7}}, Text: "undefined: x"},
		{Text: "100% wrong"},
	}
	for _, test := range []struct {
		name   string
		render func(*bytes.Buffer) FailureRenderer
		schema string
		want   []string
	}{
		{"json", func(b *bytes.Buffer) FailureRenderer { return NewJSON(b, "/src") }, "",
			[]string{`{"kind":"error","error":"a.go:3:7: undefined: x (and 1 more)","problems":[{"position":"a.go:3:7","text":"undefined: x"}`}},
		{"sarif", func(b *bytes.Buffer) FailureRenderer { return NewSARIF(b, ReviewOptions{Dir: "/src"}) }, "sarif-2.1.0.json",
			[]string{`"executionSuccessful": false`, `"uri": "a.go"`, `"text": "100% wrong"`}},
		{"github", func(b *bytes.Buffer) FailureRenderer { return NewGitHub(b, ReviewOptions{Dir: "/src"}) }, "",
			[]string{"::error file=a.go,line=3,col=7,title=calvin::undefined: x\n", "::error title=calvin::100%25 wrong\n"}},
		{"rdjson", func(b *bytes.Buffer) FailureRenderer { return NewRDJSON(b, ReviewOptions{Dir: "/src"}) }, "rdf-diagnostic-result.json",
			[]string{`"path":"a.go","range":{"start":{"line":3,"column":7}}`, `100% wrong`}},
	} {
		var b bytes.Buffer
		must(t, test.render(&b).Failure(problems))
		for _, want := range test.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: %q is not in\n%s", test.name, want, &b)
			}
		}
		if test.schema != "" {
			must(t, conform(t, test.schema, b.Bytes()))
		}
	}
}

// TestInterrupted: functions that were not looked at are a line for people, and a run without success for SARIF.
func TestInterrupted(t *testing.T) {
	var text, sarif bytes.Buffer
	for _, r := range []Renderer{NewText(&text, TextOptions{}), NewSARIF(&sarif, ReviewOptions{})} {
		for range 3 {
			must(t, r.Diagnostic(&Diagnostic{Code: CodeLimit, Verdict: Undecided, Message: "could not be proved: the run was interrupted", Interrupted: true}))
		}
		must(t, r.Summary(Summary{Unknown: 3, Findings: 3}))
	}
	want := "interrupted: 3 functions not looked at to the end\n0 verified, 0 failed, 3 unknown, 0 trusted, 3 findings (0.0 s)\n"
	if text.String() != want {
		t.Errorf("got\n%swant\n%s", &text, want)
	}
	if !strings.Contains(sarif.String(), `"executionSuccessful": false`) {
		t.Error("an interrupted run counts as successful")
	}
}
