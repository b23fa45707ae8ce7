package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"math"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// Schema is the JSON schema of one line of the JSON form.
//
//go:embed schema.json
var Schema []byte

// JSON renders one object a line, its kind first. Positions have paths relative to a directory.
type JSON struct {
	out *json.Encoder
	dir string
}

// NewJSON returns a renderer to w that writes paths relative to dir.
func NewJSON(w io.Writer, dir string) *JSON {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return &JSON{enc, dir}
}

type (
	jsonDiagnostic struct {
		Kind     string      `json:"kind"`
		Code     string      `json:"code"`
		Verdict  Verdict     `json:"verdict"`
		Position string      `json:"position"`
		End      string      `json:"end"`
		Message  string      `json:"message"`
		Package  string      `json:"package"`
		Function string      `json:"function"`
		Clause   *jsonNote   `json:"clause,omitempty"`
		Needed   string      `json:"needed,omitempty"`
		Known    string      `json:"known,omitempty"`
		Values   []jsonValue `json:"values"`
		Trace    []jsonStep  `json:"trace"`
		Related  []jsonNote  `json:"related"`
		Fixes    []jsonFix   `json:"fixes"`
		Goal     *jsonGoal   `json:"goal,omitempty"`
		Limit    string      `json:"limit,omitempty"`
		Next     string      `json:"next,omitempty"`
		Also     []jsonAlso  `json:"also"`
	}
	jsonNote struct {
		Position string `json:"position"`
		Text     string `json:"text"`
	}
	jsonAlso struct {
		Code     string `json:"code"`
		Position string `json:"position"`
		End      string `json:"end"`
		Message  string `json:"message"`
		Function string `json:"function"`
	}
	jsonValue struct {
		Label string `json:"label"`
		Value string `json:"value"`
	}
	jsonStep struct {
		Goroutine string `json:"goroutine"`
		Position  string `json:"position,omitempty"`
		Text      string `json:"text"`
		Mover     string `json:"mover,omitempty"`
		State     string `json:"state,omitempty"`
		Others    bool   `json:"others,omitempty"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Position string `json:"position"`
		End      string `json:"end"`
		Text     string `json:"text"`
	}
	jsonGoal struct {
		Check    string `json:"check"`
		Property string `json:"property"`
		Number   int    `json:"number"`
	}
	jsonFunction struct {
		Kind        string          `json:"kind"`
		Package     string          `json:"package"`
		Function    string          `json:"function"`
		Position    string          `json:"position"`
		Verdict     FunctionVerdict `json:"verdict"`
		Goals       int             `json:"goals"`
		Seconds     float64         `json:"seconds"`
		Cached      bool            `json:"cached"`
		Reason      string          `json:"reason"`
		Code        string          `json:"code,omitempty"`
		Assumptions []jsonNote      `json:"assumptions"`
		CountsOn    []string        `json:"counts_on"`
	}
	jsonType struct {
		Kind     string       `json:"kind"`
		Package  string       `json:"package"`
		Type     string       `json:"type"`
		Position string       `json:"position"`
		Safety   Safety       `json:"safety"`
		Line     string       `json:"line"`
		Plain    bool         `json:"plain"`
		Guards   []string     `json:"guards"`
		CountsOn []jsonMember `json:"counts_on"`
		Relies   []string     `json:"relies_on"`
		Reason   string       `json:"reason"`
	}
	jsonMember struct {
		Name     string `json:"name"`
		Position string `json:"position"`
		Text     string `json:"text"`
	}
	jsonTypes struct {
		Concurrent int `json:"concurrent"`
		Callers    int `json:"callers"`
		Undecided  int `json:"undecided"`
	}
	jsonPutOff struct {
		Functions int    `json:"functions"`
		Limit     string `json:"limit"`
		Kept      bool   `json:"kept"`
	}
	jsonSummary struct {
		Kind        string      `json:"kind"`
		Verified    int         `json:"verified"`
		Failed      int         `json:"failed"`
		Unknown     int         `json:"unknown"`
		Trusted     int         `json:"trusted"`
		Findings    int         `json:"findings"`
		Ignored     int         `json:"ignored"`
		Assumptions int         `json:"assumptions"`
		Inferred    int         `json:"inferred,omitempty"`
		Types       jsonTypes   `json:"types"`
		PutOff      *jsonPutOff `json:"put_off,omitempty"`
		Seconds     float64     `json:"seconds"`
	}
)

// Diagnostic writes a diagnostic object.
func (r *JSON) Diagnostic(d *Diagnostic) error {
	o := jsonDiagnostic{
		Kind: "diagnostic", Code: d.Code, Verdict: d.Verdict, Position: r.at(d.Start), End: r.at(d.End),
		Message: d.Message, Package: d.Package, Function: d.Function, Needed: d.Needed, Known: d.Known,
		Values: each(d.Values, func(v vcgen.Value) jsonValue { return jsonValue{v.Label, v.Text} }),
		Trace: each(d.Trace, func(s Step) jsonStep {
			return jsonStep{s.Goroutine, r.at(s.Start), s.Text, s.Mover, s.State, s.Others}
		}),
		Related: each(d.Notes(), r.note),
		Fixes:   each(d.Fixes, r.fix),
		Limit:   d.Limit, Next: d.Next,
		Also: each(d.Also, func(a *Diagnostic) jsonAlso {
			return jsonAlso{a.Code, r.at(a.Start), r.at(a.End), a.Message, a.Function}
		}),
	}
	if d.Clause != nil {
		n := r.note(*d.Clause)
		o.Clause = &n
	}
	if d.Goal != (Goal{}) {
		o.Goal = &jsonGoal{d.Goal.Check, d.Goal.Property, d.Goal.Number}
	}
	return r.write(o)
}

// Function writes a function object.
func (r *JSON) Function(f FunctionResult) error {
	return r.write(jsonFunction{
		Kind: "function", Package: f.Package, Function: f.Function, Position: r.at(f.Start), Verdict: f.Verdict,
		Goals: f.Goals, Seconds: milliseconds(f.Seconds), Cached: f.Cached, Reason: f.Reason, Code: f.Code,
		Assumptions: each(f.Assumptions, r.note), CountsOn: words(f.CountsOn),
	})
}

// Type writes a type object.
func (r *JSON) Type(t TypeResult) error {
	return r.write(jsonType{
		Kind: "type", Package: t.Package, Type: t.Type, Position: r.at(t.Start), Safety: t.Safety, Line: t.Line(), Plain: t.Plain,
		Guards: words(t.Guards), Relies: words(t.Relies), Reason: t.Reason,
		CountsOn: each(t.Members, func(m Member) jsonMember { return jsonMember{m.Name, r.at(m.Start), m.Text} }),
	})
}

// words is the list, which JSON has as [] if it is empty.
func words(list []string) []string { return each(list, func(s string) string { return s }) }

// Summary writes the summary object.
func (r *JSON) Summary(s Summary) error {
	var late *jsonPutOff
	if p := s.PutOff; p.Functions > 0 {
		late = &jsonPutOff{p.Functions, p.Limit.String(), p.Kept}
	}
	return r.write(jsonSummary{
		Kind: "summary", Verified: s.Verified, Failed: s.Failed, Unknown: s.Unknown, Trusted: s.Trusted,
		Findings: s.Findings, Ignored: s.Ignored, Assumptions: s.Assumptions, Inferred: s.Inferred, Types: jsonTypes(s.Types), PutOff: late, Seconds: milliseconds(s.Seconds),
	})
}

func (r *JSON) write(o any) error {
	if err := r.out.Encode(o); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

func (r *JSON) note(n ir.Note) jsonNote { return jsonNote{r.at(n.Start), n.Text} }

func (r *JSON) fix(f Fix) jsonFix {
	return jsonFix{f.Message, each(f.Edits, func(e Edit) jsonEdit {
		return jsonEdit{r.at(e.Start), r.at(e.End), e.NewText}
	})}
}

// at writes a position; it is empty for a zero one.
func (r *JSON) at(p token.Position) string { return place(r.dir, p) }

// place writes a position with its path relative to dir; it is empty for a zero one.
func place(dir string, p token.Position) string {
	p.Filename = Relative(dir, p.Filename)
	if !p.IsValid() {
		return p.Filename
	}
	return p.String()
}

// each maps a slice; the result is never nil, so that JSON has [] and not null.
func each[T, U any](list []T, f func(T) U) []U {
	out := make([]U, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// milliseconds cuts what is below a millisecond: more would be noise.
func milliseconds(s float64) float64 { return math.Round(s*1000) / 1000 }
