package testdata

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/calvin-go/calvin/cmd/verify"
	"github.com/calvin-go/calvin/report"
)

// formed renders all that was found in every output form, and validates what others have a schema for.
func formed(t testing.TB, result *verify.Result) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
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
	for _, form := range []struct {
		schema string
		new    func(*bytes.Buffer) report.Renderer
	}{
		{"sarif-2.1.0.json", func(b *bytes.Buffer) report.Renderer { return report.NewSARIF(b, opts) }},
		{"rdf-diagnostic-result.json", func(b *bytes.Buffer) report.Renderer { return report.NewRDJSON(b, opts) }},
	} {
		var b bytes.Buffer
		render(form.new(&b))
		validate(t, form.schema, b.Bytes())
		for _, d := range result.Findings {
			if !bytes.Contains(b.Bytes(), []byte(`"`+d.Code+`"`)) {
				t.Errorf("%s has no %s", form.schema, d.Code)
			}
		}
	}
	var lines bytes.Buffer
	render(report.NewJSON(&lines, root))
	for line := range bytes.Lines(lines.Bytes()) {
		validate(t, "", line)
	}
	var commands bytes.Buffer
	render(report.NewGitHub(&commands, opts))
	if n := strings.Count(commands.String(), "\n"); n != report.Count(result.Findings)+1 || strings.Count(commands.String(), "\n::") != n-1 {
		t.Errorf("%d lines of commands for %d findings", n, report.Count(result.Findings))
	}
	render(report.NewText(&commands, report.TextOptions{Dir: root}))
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
