package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestVSCode: the extension has the files that it names, its grammar knows all directives, and its snippets begin with some.
func TestVSCode(t *testing.T) {
	const dir = "../../editors/vscode"
	read := func(file string, into any) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	type path struct{ Path string }
	var manifest struct {
		Main        string
		Contributes struct{ Grammars, Snippets []path }
	}
	read("package.json", &manifest)
	if len(manifest.Contributes.Grammars) != 1 || len(manifest.Contributes.Snippets) != 1 {
		t.Fatalf("the extension has %+v", manifest.Contributes)
	}
	var grammar struct {
		Repository map[string]struct {
			Begin    string
			Patterns []struct{ Match string }
		}
	}
	read(manifest.Contributes.Grammars[0].Path, &grammar)
	directive := grammar.Repository["directive"]
	_, rest, _ := strings.Cut(directive.Begin, ")(")
	list, _, _ := strings.Cut(rest, ")")
	known := strings.Split(list, "|")
	doc, err := os.ReadFile("../../annot/directives.go")
	if err != nil {
		t.Fatal(err)
	}
	var verbs []string
	for _, m := range regexp.MustCompile(`(?m)^\t\{"(\w+)", On`).FindAllStringSubmatch(string(doc), -1) {
		verbs = append(verbs, m[1])
	}
	slices.Sort(verbs)
	if len(verbs) == 0 || !slices.Equal(known, verbs) {
		t.Errorf("the grammar knows %v, the directives are %v", known, verbs)
	}
	for _, p := range directive.Patterns {
		// Of what Oniguruma has besides, the grammar uses looking ahead alone.
		if _, err := regexp.Compile(strings.NewReplacer("(?=", "(?:").Replace(p.Match)); err != nil {
			t.Error(err)
		}
	}
	var snippets map[string]struct {
		Prefix string
		Body   []string
	}
	read(manifest.Contributes.Snippets[0].Path, &snippets)
	for name, s := range snippets {
		verb, ok := strings.CutPrefix(s.Prefix, "//calvin:")
		if !ok || !slices.Contains(verbs, verb) || !strings.HasPrefix(s.Body[0], s.Prefix) {
			t.Errorf("snippet %s: %+v", name, s)
		}
	}
}
