package testdata

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/report"
)

// formed renders all that was found in every output form, looks whether each finding is in each, and validates what has a
// schema. Files are named relative to root.
func formed(t testing.TB, root string, result *verify.Result) {
	t.Helper()
	opts := report.ReviewOptions{Dir: root, Source: func(file string) string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}}
	render := func(r report.Renderer) {
		t.Helper()
		for _, d := range result.Findings {
			if err := r.Diagnostic(d); err != nil {
				t.Error(err)
			}
		}
		for _, f := range result.Functions {
			if err := r.Function(f); err != nil {
				t.Error(err)
			}
		}
		if err := r.Summary(result.Summary); err != nil {
			t.Error(err)
		}
	}
	want, apart := []string{}, []string{} // apart: those that are not at the place of the finding which they are grouped under
	for _, d := range result.Findings {
		seen := map[string]bool{} // of those that are grouped under it: each place is told once
		for _, f := range append([]*report.Diagnostic{d}, d.Also...) {
			line := written(report.Relative(root, f.Start.Filename), f.Start.Line, f.Code)
			want = append(want, line)
			at := fmt.Sprint(f.Start, f.Code)
			if f == d || f.Span != d.Span && !seen[at] {
				apart = append(apart, line)
				seen[at] = f != d
			}
		}
	}
	slices.Sort(want)
	slices.Sort(apart)
	for _, form := range forms {
		var b bytes.Buffer
		render(form.new(&b, root, opts))
		if form.schema != "" {
			validate(t, form.schema, b.Bytes())
		}
		got, err := form.read(b.Bytes())
		if err != nil {
			t.Errorf("%s: %v", form.name, err)
		}
		slices.Sort(got)
		want := want
		if form.name == "text" { // which names a place once
			want = apart
		}
		if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("findings in the form %s (-want +got):\n%s", form.name, diff)
		}
		if form.name == "json" {
			for line := range bytes.Lines(b.Bytes()) {
				validate(t, "", line)
			}
		}
	}
}

// written is a finding as each form tells it.
func written(file string, line int, code string) string {
	return fmt.Sprintf("%s:%d %s", file, line, code)
}

// forms are the output forms, each with what reads the findings back.
var forms = []struct {
	name, schema string
	new          func(*bytes.Buffer, string, report.ReviewOptions) report.Renderer
	read         func([]byte) ([]string, error)
}{
	{"sarif", "sarif-2.1.0.json",
		func(b *bytes.Buffer, _ string, o report.ReviewOptions) report.Renderer { return report.NewSARIF(b, o) }, readSARIF},
	{"rdjson", "rdf-diagnostic-result.json",
		func(b *bytes.Buffer, _ string, o report.ReviewOptions) report.Renderer { return report.NewRDJSON(b, o) }, readRDJSON},
	{"json", "",
		func(b *bytes.Buffer, root string, _ report.ReviewOptions) report.Renderer {
			return report.NewJSON(b, root)
		}, readJSON},
	{"github", "",
		func(b *bytes.Buffer, _ string, o report.ReviewOptions) report.Renderer { return report.NewGitHub(b, o) }, readGitHub},
	{"text", "",
		func(b *bytes.Buffer, root string, _ report.ReviewOptions) report.Renderer {
			return report.NewText(b, report.TextOptions{Dir: root})
		}, readText},
}

func readSARIF(data []byte) (all []string, err error) {
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(data, &log); err != nil {
		return nil, err
	}
	for _, r := range log.Runs[0].Results {
		at := r.Locations[0].PhysicalLocation
		all = append(all, written(at.ArtifactLocation.URI, at.Region.StartLine, r.RuleID))
	}
	return all, nil
}

func readRDJSON(data []byte) (all []string, err error) {
	var result struct {
		Diagnostics []struct {
			Location struct {
				Path  string
				Range struct{ Start struct{ Line int } }
			}
			Code struct{ Value string }
		}
	}
	if err := json.Unmarshal(data, &result); err != nil {
		return nil, err
	}
	for _, d := range result.Diagnostics {
		all = append(all, written(d.Location.Path, d.Location.Range.Start.Line, d.Code.Value))
	}
	return all, nil
}

func readJSON(data []byte) (all []string, err error) {
	type place struct{ Position, Code string }
	for line := range bytes.Lines(data) {
		var d struct {
			Kind string
			place
			Also []place
		}
		if err := json.Unmarshal(line, &d); err != nil {
			return nil, err
		}
		if d.Kind != "diagnostic" {
			continue
		}
		for _, at := range append([]place{d.place}, d.Also...) {
			all = append(all, inText(at.Position, at.Code))
		}
	}
	return all, nil
}

// inText is a finding at FILE:LINE:COLUMN.
func inText(position, code string) string {
	return position[:strings.LastIndexByte(position, ':')] + " " + code
}

// command is a workflow command about a line.
var command = regexp.MustCompile(`^::(?:error|warning|notice) file=([^,:]+),line=(\d+),(?:(?:endLine|col|endColumn)=\d+,)*title=(CV\d{4}) [^:]+::.+$`)

func readGitHub(data []byte) (all []string, err error) {
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	for _, line := range lines[:len(lines)-1] { // the last one has the counts
		m := command.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("no command: %s", line)
		}
		all = append(all, m[1]+":"+m[2]+" "+m[3])
	}
	return all, nil
}

var (
	headline = regexp.MustCompile(`^(\S+:\d+:\d+): .*\((CV\d{4})\)$`)
	isCode   = regexp.MustCompile(`^CV\d{4}$`)
	also     = regexp.MustCompile(`^\talso: \d+ more places? with this cause: ([^;]*)(; here it is .*)?(; the same in .*)?$`)
)

func readText(data []byte) (all []string, err error) {
	code := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if m := headline.FindStringSubmatch(line); m != nil {
			code = m[2]
			all = append(all, inText(m[1], code))
		}
		if m := also.FindStringSubmatch(line); m != nil {
			for place := range strings.SplitSeq(m[1], ", ") {
				its := code
				if at, other, ok := strings.Cut(strings.TrimSuffix(place, ")"), " ("); ok {
					place = at
					if isCode.MatchString(other) { // and not the field
						its = other
					}
				}
				all = append(all, inText(place, its))
			}
		}
	}
	return all, nil
}

// schemas are those of package report's tests, and its own under no name.
var schemas = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	all := map[string]*jsonschema.Schema{}
	for _, name := range []string{"", "sarif-2.1.0.json", "rdf-diagnostic-result.json"} {
		data := report.Schema
		if name != "" {
			var err error
			if data, err = os.ReadFile(filepath.Join("../report/testdata/schema", name)); err != nil {
				return nil, err
			}
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("schema"+name, doc); err != nil {
			return nil, err
		}
		if all[name], err = c.Compile("schema" + name); err != nil {
			return nil, err
		}
	}
	return all, nil
})

// validate validates an object by a schema.
func validate(t testing.TB, name string, object []byte) {
	t.Helper()
	all, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(object))
	if err != nil {
		t.Fatal(err)
	}
	if err := all[name].Validate(v); err != nil {
		t.Errorf("%s: %v", object[:min(len(object), 300)], err)
	}
}
