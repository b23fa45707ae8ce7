package index

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Results are what the commands of a run wrote into its directory.
type Results struct {
	Findings  []Finding
	Functions []Function
	Types     []Type
	Tests     []Test
	Problems  []string // that kept a command from doing its work
	Pages     []string // the HTML pages that commands wrote, by name
	Inferred  int      // annotations that are not in the source
	PutOff    int      // functions for which a run had no time, of those that are unknown
	Seconds   float64  // of all commands together
	Checked   bool     // there are results of calvin check
	Explored  bool     // there are results of calvin explore
}

// A Finding is of calvin check, or a bug of calvin explore.
type Finding struct {
	Code     string // or the kind of a bug
	Verdict  string // refuted, undecided or ill-formed; a bug is refuted
	Position string
	Message  string
	Package  string
	Function string // or the test
	Also     int    // further findings with the same cause
	Link     string // to the page with its execution; may be empty
}

// A Function is what became of a function.
type Function struct {
	Package, Function, Position, Verdict, Reason string
	Goals                                        int
	Assumptions                                  []string
}

// A Type says how several goroutines may use the objects of a type.
type Type struct {
	Package, Type, Position, Safety, Line string
	Guards                                []string
}

// A Test is what became of a test.
type Test struct {
	Package, Test, Verdict, Reason string
	Executions                     int
	Complete                       bool
}

type (
	// A line of the JSON form. Its kind says which fields there are.
	line struct {
		Kind        string          `json:"kind"`
		Code        string          `json:"code"`
		Verdict     string          `json:"verdict"`
		Position    string          `json:"position"`
		Message     string          `json:"message"`
		Package     string          `json:"package"`
		Function    string          `json:"function"`
		Also        []any           `json:"also"`
		Goals       int             `json:"goals"`
		Reason      string          `json:"reason"`
		Assumptions json.RawMessage `json:"assumptions"` // of a summary it is their number
		Type        string          `json:"type"`
		Safety      string          `json:"safety"`
		Line        string          `json:"line"`
		Guards      []string        `json:"guards"`
		Test        string          `json:"test"`
		Bug         *bug            `json:"bug"`
		More        []*bug          `json:"more"`
		Executions  int             `json:"executions"`
		Complete    bool            `json:"complete"`
		Inferred    int             `json:"inferred"`
		PutOff      putOff          `json:"put_off"`
		Seconds     float64         `json:"seconds"`
		Problems    []note          `json:"problems"`
	}
	putOff struct {
		Functions int `json:"functions"`
	}
	note struct {
		Position string `json:"position"`
		Text     string `json:"text"`
	}
	bug struct {
		Kind     string `json:"kind"`
		First    string `json:"first"`
		Message  string `json:"message"`
		Position string `json:"position"`
	}
)

// Read reads all results in a directory: the files that end in .json, each as calvin check -json or calvin explore -json
// writes it. A page of the same name that ends in .html is where the executions of its findings are.
func Read(dir string) (*Results, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	r := &Results{}
	found := false
	for _, e := range entries {
		name := e.Name()
		switch {
		case e.IsDir():
		case strings.HasSuffix(name, ".html") && name != PageName:
			r.Pages = append(r.Pages, name)
		case strings.HasSuffix(name, ".json"):
			found = true
			if err := r.file(dir, name); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if !found {
		return nil, errors.New("there are no results: calvin check -json DIR/check.json ./... writes some, calvin explore -json DIR/explore.json ./... others")
	}
	return r, nil
}

// file reads the results of one command.
func (r *Results) file(dir, name string) error {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	page, err := os.ReadFile(filepath.Join(dir, strings.TrimSuffix(name, ".json")+".html"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	first, ended := len(r.Findings), false
	for i, text := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return fmt.Errorf("line %d is no result of calvin: %w", i+1, err)
		}
		if err := r.add(&l); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		ended = ended || slices.Contains([]string{"summary", "explored", "error"}, l.Kind)
	}
	if !ended {
		r.Problems = append(r.Problems, name+" is not complete: the command ended before its last line")
	}
	r.link(r.Findings[first:], strings.TrimSuffix(name, ".json")+".html", string(page))
	return nil
}

// link leads each finding to its place on the page of the same command. If the page has another number of them, it is of another
// run, and nothing leads there.
func (r *Results) link(findings []Finding, name, page string) {
	if strings.Count(page, `<section class="view" id="f`) != len(findings) {
		return
	}
	for i := range findings {
		findings[i].Link = fmt.Sprintf("%s#f%d", name, i+1)
	}
}

// known are the verdicts of each kind of results.
var known = map[string][]string{
	"diagnostic": {"refuted", "undecided", "ill-formed"}, "function": functionVerdicts, "type": safeties, "test": testVerdicts,
}

func (r *Results) add(l *line) error {
	if all, verdict := known[l.Kind], cmp.Or(l.Safety, l.Verdict); all != nil && !slices.Contains(all, verdict) {
		return fmt.Errorf("a %s with the verdict %q is not known: another version of calvin may have written it", l.Kind, verdict)
	}
	switch l.Kind {
	case "diagnostic":
		r.Findings = append(r.Findings, Finding{l.Code, l.Verdict, l.Position, l.Message, l.Package, l.Function, len(l.Also), ""})
	case "function":
		f := Function{l.Package, l.Function, l.Position, l.Verdict, l.Reason, l.Goals, nil}
		var assumptions []note
		if err := json.Unmarshal(l.Assumptions, &assumptions); err != nil {
			return fmt.Errorf("assumptions: %w", err)
		}
		for _, a := range assumptions {
			f.Assumptions = append(f.Assumptions, strings.TrimPrefix(a.Position+": "+a.Text, ": "))
		}
		r.Functions = append(r.Functions, f)
	case "type":
		r.Types = append(r.Types, Type{l.Package, l.Type, l.Position, l.Safety, l.Line, l.Guards})
	case "test":
		r.Tests = append(r.Tests, Test{l.Package, l.Test, l.Verdict, l.Reason, l.Executions, l.Complete})
		for _, b := range append([]*bug{l.Bug}, l.More...) {
			if b != nil && b.First == "" {
				message, _, _ := strings.Cut(b.Message, "\n")
				r.Findings = append(r.Findings, Finding{b.Kind, "refuted", b.Position, message, l.Package, l.Test, 0, ""})
			}
		}
	case "summary":
		r.Checked, r.Seconds, r.Inferred = true, r.Seconds+l.Seconds, r.Inferred+l.Inferred
		r.PutOff += l.PutOff.Functions
	case "explored":
		r.Explored, r.Seconds = true, r.Seconds+l.Seconds
	case "error":
		r.problem(l)
	case "proposal", "inferred": // of calvin infer, which has no verdicts
	case "":
		return errors.New("it has no kind, so it is no result of calvin")
	default:
		return fmt.Errorf("results of the kind %q are not known: another version of calvin may have written them", l.Kind)
	}
	return nil
}

func (r *Results) problem(l *line) {
	if len(l.Problems) == 0 {
		r.Problems = append(r.Problems, cmp.Or(l.Message, "a command did not run"))
	}
	for _, p := range l.Problems {
		text := strings.TrimPrefix(p.Position+": "+p.Text, ": ")
		if !slices.Contains(r.Problems, text) { // both commands have it
			r.Problems = append(r.Problems, text)
		}
	}
}

// total is the number of findings, with those that have the cause of another one.
func (r *Results) total() (n int) {
	for _, f := range r.Findings {
		n += 1 + f.Also
	}
	return n
}

// inError reports whether something kept commands from looking at everything: they did not run, or an annotation means nothing.
func (r *Results) inError() bool {
	return len(r.Problems) > 0 || slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Verdict == "ill-formed" })
}

// severity orders verdicts, the worst first.
var severity = []string{"failed", "bug", "unknown", "error", "incomplete", "skipped", "trusted", "verified", "ok"}

// worse returns the worse of two verdicts.
func worse(a, b string) string {
	if a == "" || b != "" && slices.Index(severity, b) < slices.Index(severity, a) {
		return b
	}
	return a
}

// verdicts are the verdicts of a run on functions and tests, by their full names. Where several have one name, the worst counts.
func (r *Results) verdicts() (functions, tests map[string]string) {
	functions, tests = map[string]string{}, map[string]string{}
	for _, f := range r.Functions {
		name := f.Package + "." + f.Function
		functions[name] = worse(functions[name], f.Verdict)
	}
	for _, t := range r.Tests {
		name := t.Package + "." + t.Test
		tests[name] = worse(tests[name], t.Verdict)
	}
	return functions, tests
}
