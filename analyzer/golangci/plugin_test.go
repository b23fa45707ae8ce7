package golangci

import (
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"
)

// build makes the analyzer as golangci-lint does: by name, with what is in its configuration.
func build(t *testing.T, conf any) (*analysis.Analyzer, error) {
	t.Helper()
	construct, err := register.GetPlugin("calvin")
	if err != nil {
		t.Fatal(err)
	}
	p, err := construct(conf)
	if err != nil {
		return nil, err
	}
	if mode := p.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("load mode is %s", mode)
	}
	list, err := p.BuildAnalyzers()
	if err != nil || len(list) != 1 {
		t.Fatalf("%d analyzers, %v", len(list), err)
	}
	return list[0], analysis.Validate(list)
}

func TestSettings(t *testing.T) {
	a, err := build(t, map[string]any{
		"all": true, "budget": "1m", "rlimit": 5_000_000.0, "checks": []any{"access", "races"}, "modules": "example.com/m",
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"all": "true", "budget": "1m0s", "rlimit": "5000000", "checks": "access,races", "modules": "example.com/m", "solver": "libz3",
	} {
		if got := a.Flags.Lookup(name).Value.String(); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	other, err := build(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	other.Flags.VisitAll(func(f *flag.Flag) {
		if f.Value.String() != f.DefValue {
			t.Errorf("without settings %s is %s, which another plugin was given", f.Name, f.Value)
		}
	})
}

func TestBadSettings(t *testing.T) {
	for want, conf := range map[string]any{
		"settings of calvin: there is no budgets":     map[string]any{"budgets": "1m"},
		"settings of calvin: budget: parse error":     map[string]any{"budget": "soon"},
		"settings of calvin: decoding settings: json": []any{"all"},
	} {
		if _, err := build(t, conf); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: error %v, want %s", conf, err, want)
		}
	}
}

// TestPage: the page names this package, and settings that there are.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/vet.md")
	if err != nil {
		t.Fatal(err)
	}
	path := reflect.TypeFor[plugin]().PkgPath()
	if !strings.Contains(string(page), "import: "+path+"\n") {
		t.Errorf("docs/vet.md does not import %s", path)
	}
	_, settings, ok := strings.Cut(string(page), "        settings:\n")
	if settings, _, _ = strings.Cut(settings, "```"); !ok || settings == "" {
		t.Fatal("docs/vet.md has no settings")
	}
	conf := map[string]any{}
	for line := range strings.Lines(settings) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		conf[name] = value
	}
	if _, err := build(t, conf); err != nil {
		t.Error(err)
	}
}
