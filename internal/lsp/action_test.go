package lsp

import (
	"slices"
	"strings"
	"testing"
)

// TestMisspelt: a misspelt directive has a fix that writes the one that was meant. What only resembles none has words alone.
func TestMisspelt(t *testing.T) {
	c := start(t, bank)
	text := c.open("m.go")
	c.shows("m.go", "CV0101:24")
	actionsAt := func(text, word string) (actions []codeAction) {
		at := place(text, strings.Index(text, word))
		c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri("m.go")}, "range": textRange{at, at}}, &actions)
		return actions
	}

	misspelt := strings.Replace(text, "//calvin:guarded_by", "//calvin:guardedby", 1)
	c.edit("m.go", misspelt)
	c.shows("m.go", "CV0801:8")
	actions := actionsAt(misspelt, "guardedby")
	i := slices.IndexFunc(actions, func(a codeAction) bool { return a.Title == "did you mean guarded_by?" && a.Edit != nil })
	if i < 0 {
		t.Fatalf("no action writes guarded_by: %+v", actions)
	}
	fixed := misspelt
	for _, e := range actions[i].Edit.Changes[c.uri("m.go")] {
		fixed = fixed[:offset(fixed, e.Range.Start)] + e.NewText + fixed[offset(fixed, e.Range.End):]
	}
	if fixed != text {
		t.Errorf("the fix makes\n%s", fixed)
	}

	lookalike := strings.Replace(text, "//calvin:guarded_by", "//calvin guarded_by", 1)
	c.edit("m.go", lookalike)
	c.shows("m.go", "CV0802:8")
	found := actionsAt(lookalike, "calvin guarded_by")
	i = slices.IndexFunc(found, func(a codeAction) bool { return a.Title == "//calvin:guarded_by mu" && a.Edit != nil })
	if i < 0 {
		t.Fatalf("no action writes the directive: %+v", found)
	}
	fixed = lookalike
	for _, e := range found[i].Edit.Changes[c.uri("m.go")] {
		fixed = fixed[:offset(fixed, e.Range.Start)] + e.NewText + fixed[offset(fixed, e.Range.End):]
	}
	if fixed != text {
		t.Errorf("the fix makes\n%s", fixed)
	}

	unknown := strings.Replace(text, "//calvin:guarded_by", "//calvin:qqq", 1)
	c.edit("m.go", unknown)
	c.shows("m.go", "CV0801:8")
	if actions := actionsAt(unknown, "qqq"); slices.ContainsFunc(actions, func(a codeAction) bool { return a.Edit != nil }) {
		t.Errorf("a word that is like no directive is replaced: %+v", actions)
	}
}
