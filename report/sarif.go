package report

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// SARIF renders findings in the Static Analysis Results Interchange Format 2.1.0 (OASIS, 2020), as GitHub's code scanning
// reads it. It is written at the end, as one object.
type SARIF struct {
	out     io.Writer
	opts    ReviewOptions
	rules   []sarifRule
	results []sarifResult
	seen    map[string]int // how often an identity has occurred

	notifications []any // what the run has to say besides
	failed        bool  // it has not come to its end
}

// NewSARIF returns a renderer to w.
func NewSARIF(w io.Writer, opts ReviewOptions) *SARIF {
	return &SARIF{out: w, opts: opts, rules: []sarifRule{}, results: []sarifResult{}, seen: map[string]int{}}
}

type (
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifRule struct {
		ID               string         `json:"id"`
		Name             string         `json:"name"`
		ShortDescription sarifText      `json:"shortDescription"`
		FullDescription  sarifText      `json:"fullDescription"`
		Help             sarifText      `json:"help"`
		HelpURI          string         `json:"helpUri"`
		Properties       map[string]any `json:"properties"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		CodeFlows    []sarifCodeFlow   `json:"codeFlows,omitempty"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Properties   map[string]any    `json:"properties"`
	}
	sarifLocation struct {
		ID       int            `json:"id,omitempty"`
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifLogical struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifCodeFlow struct {
		Message     sarifText         `json:"message"`
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		ID        string          `json:"id,omitempty"`
		Message   sarifText       `json:"message"`
		Locations []sarifFlowStep `json:"locations"`
	}
	sarifFlowStep struct {
		Location       sarifLocation        `json:"location"`
		ExecutionOrder int                  `json:"executionOrder"`
		Importance     string               `json:"importance"`
		State          map[string]sarifText `json:"state,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
)

// Diagnostic takes a finding, and those that are grouped under it.
func (r *SARIF) Diagnostic(d *Diagnostic) error {
	for _, f := range d.group() {
		r.failed = r.failed || f.Interrupted || f.Verdict == IllFormed // what rests on such an annotation was not looked at
		r.results = append(r.results, r.result(f))
	}
	return nil
}

// Function says nothing: what is not found is not a result. Why a function is unknown without a finding of its own stands
// with the finding that it rests on.
func (r *SARIF) Function(FunctionResult) error { return nil }

// Type writes nothing: the line of a type is no finding.
func (r *SARIF) Type(TypeResult) error { return nil }

// Summary writes the log. What was put off is a notification: it is no result, and the run has not come to its end.
func (r *SARIF) Summary(s Summary) error {
	if s.PutOff.Functions > 0 {
		r.failed = true
		r.notifications = append(r.notifications, map[string]any{
			"level": "warning", "message": sarifText{Text: s.PutOff.String()},
			"associatedRule": map[string]any{"id": CodePutOff, "index": r.rule(CodePutOff)},
		})
	}
	return r.log()
}

func (r *SARIF) log() error {
	invocation := map[string]any{"executionSuccessful": !r.failed}
	if len(r.notifications) > 0 {
		invocation["toolExecutionNotifications"] = r.notifications
	}
	driver := map[string]any{"name": "calvin", "informationUri": homeURL, "rules": r.rules}
	if r.opts.Version != "" {
		driver["version"] = r.opts.Version
	}
	base := url.URL{Scheme: "file", Path: strings.TrimSuffix(filepath.ToSlash(r.opts.Dir), "/") + "/"}
	log := map[string]any{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"version": "2.1.0",
		"runs": []any{map[string]any{
			"tool":               map[string]any{"driver": driver},
			"columnKind":         "utf16CodeUnits",
			"originalUriBaseIds": map[string]any{"SRCROOT": sarifArtifact{URI: base.String()}},
			"invocations":        []any{invocation},
			"results":            r.results,
		}},
	}
	enc := json.NewEncoder(r.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	if err := enc.Encode(log); err != nil {
		return fmt.Errorf("write SARIF: %w", err)
	}
	return nil
}

func (r *SARIF) result(d *Diagnostic) sarifResult {
	text := strings.Join(append([]string{d.Message}, d.Details()...), "\n")
	res := sarifResult{
		RuleID: d.Code, RuleIndex: r.rule(d.Code), Level: d.Verdict.level(), Message: sarifText{Text: text},
		Locations:    []sarifLocation{r.location(d.Span, "")},
		Fingerprints: map[string]string{"calvin/v1": r.fingerprint(d)},
		Properties:   map[string]any{"verdict": d.Verdict},
	}
	if d.Function != "" {
		res.Locations[0].Logical = []sarifLogical{{d.Package + "." + d.Function, "function"}}
	}
	relate := func(s ir.Span, text string) {
		if s.Start.IsValid() {
			l := r.location(s, text)
			l.ID = len(res.Related) + 1
			res.Related = append(res.Related, l)
		}
	}
	if d.Clause != nil {
		relate(d.Clause.Span, d.Clause.Text)
	}
	for _, n := range d.Notes() {
		relate(n.Span, n.Text)
	}
	if len(d.Trace) > 0 {
		res.CodeFlows = []sarifCodeFlow{r.flow(d.Trace)}
	}
	for _, f := range d.Fixes {
		if len(f.Edits) > 0 {
			res.Fixes = append(res.Fixes, r.fix(f))
		}
	}
	return res
}

// rule is the index of a code among the rules; its page is the help.
func (r *SARIF) rule(code string) int {
	if i := slices.IndexFunc(r.rules, func(rule sarifRule) bool { return rule.ID == code }); i >= 0 {
		return i
	}
	title := titleOf(code)
	page, _ := Explain(code)
	_, body, _ := strings.Cut(page, "\n")
	first, _, _ := strings.Cut(strings.TrimSpace(body), "\n\n")
	full := strings.Join(strings.Fields(first), " ")
	if full == "" {
		full = title
	}
	r.rules = append(r.rules, sarifRule{
		ID: code, Name: camel(title), ShortDescription: sarifText{Text: title}, FullDescription: sarifText{Text: full},
		Help: sarifText{Text: page, Markdown: page}, HelpURI: PageURL(code),
		Properties: map[string]any{"tags": []string{"concurrency", "correctness"}, "precision": "very-high"},
	})
	return len(r.rules) - 1
}

// camel writes a title as SARIF has names: PossibleDataRace.
func camel(title string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(title, func(c rune) bool {
		return c != '\'' && (c < '0' || '9' < c) && (c < 'A' || 'Z' < c) && (c < 'a' || 'z' < c)
	}) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

func (r *SARIF) location(s ir.Span, text string) sarifLocation {
	var l sarifLocation
	if text != "" {
		l.Message = &sarifText{Text: text}
	}
	if s.Start.Filename == "" {
		return l
	}
	l.Physical = &sarifPhysical{Artifact: r.artifact(s.Start.Filename)}
	if s.Start.IsValid() {
		region := r.region(s)
		if !ends(s) {
			region.EndLine, region.EndColumn = 0, 0
		}
		l.Physical.Region = &region
	}
	return l
}

// artifact names a file relative to the root, or as it is where it lies elsewhere.
func (r *SARIF) artifact(file string) sarifArtifact {
	path := r.opts.path(file)
	if filepath.IsAbs(filepath.FromSlash(path)) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: path}).String()}
	}
	return sarifArtifact{URI: (&url.URL{Path: path}).String(), URIBaseID: "SRCROOT"}
}

func (r *SARIF) region(s ir.Span) sarifRegion {
	return sarifRegion{
		StartLine: s.Start.Line, StartColumn: r.opts.utf16Column(s.Start.Filename, s.Start.Line, s.Start.Column),
		EndLine: s.End.Line, EndColumn: r.opts.utf16Column(s.Start.Filename, s.End.Line, s.End.Column),
	}
}

// flow is a trace: first the whole of it, in order, since viewers show the first; then each goroutine by itself.
func (r *SARIF) flow(trace []Step) sarifCodeFlow {
	flow := sarifCodeFlow{Message: sarifText{Text: "an execution that ends in the finding"}}
	whole := sarifThreadFlow{ID: "all", Message: sarifText{Text: "all goroutines, in order"}}
	var alone []sarifThreadFlow
	for i, s := range trace {
		step := sarifFlowStep{Location: r.location(s.Span, stepText(s)), ExecutionOrder: i + 1, Importance: "important"}
		if s.Mover == "E" {
			step.Importance = "essential"
		}
		if s.State != "" {
			step.State = map[string]sarifText{s.Goroutine: {Text: s.State}}
		}
		whole.Locations = append(whole.Locations, step)
		at := slices.IndexFunc(alone, func(f sarifThreadFlow) bool { return f.ID == s.Goroutine })
		if at < 0 {
			at = len(alone)
			alone = append(alone, sarifThreadFlow{ID: s.Goroutine, Message: sarifText{Text: "goroutine " + s.Goroutine}})
		}
		alone[at].Locations = append(alone[at].Locations, step)
	}
	flow.ThreadFlows = append([]sarifThreadFlow{whole}, alone...)
	return flow
}

func (r *SARIF) fix(f Fix) sarifFix {
	fix := sarifFix{Description: sarifText{Text: f.Message}}
	for _, e := range f.Edits {
		a := r.artifact(e.Start.Filename)
		at := slices.IndexFunc(fix.Changes, func(c sarifChange) bool { return c.Artifact == a })
		if at < 0 {
			at = len(fix.Changes)
			fix.Changes = append(fix.Changes, sarifChange{Artifact: a})
		}
		fix.Changes[at].Replacements = append(fix.Changes[at].Replacements, sarifReplacement{r.region(e.Span), sarifText{Text: e.NewText}})
	}
	return fix
}

// fingerprint identifies a finding in other versions of the source: by what it is about, not by where that stands.
func (r *SARIF) fingerprint(d *Diagnostic) string {
	parts := []string{d.Code, d.Goal.Property, d.Package, d.Function, d.Needed}
	if d.Clause != nil {
		parts = append(parts, d.Clause.Text)
	}
	if len(d.Trace) > 0 {
		parts = append(parts, d.Trace[len(d.Trace)-1].Text)
	}
	if d.Function == "" {
		parts = append(parts, r.opts.path(d.Start.Filename), d.Message)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:32]
	r.seen[sum]++
	return fmt.Sprintf("%s:%d", sum, r.seen[sum])
}
