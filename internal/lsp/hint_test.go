package lsp

import (
	"fmt"
	"strings"
	"testing"
)

const hinted = `package m

import "sync"

type T struct {
	mu sync.Mutex
	n  int
}

func (t *T) Inc() {
	t.mu.Lock()
	t.add()
	t.mu.Unlock()
}

func (t *T) add() {
	t.n++
}

func (t *T) Get() int { t.mu.Lock(); defer t.mu.Unlock(); return t.n }

func (t *T) Line() { t.mu.Lock(); t.n = 0; t.mu.Unlock() }
`

// hints lists those of a file, as lines and labels.
func (c *client) hints(name string, from, to int) (got []string, all []inlayHint) {
	c.Helper()
	p := c.document(name)
	p["range"] = textRange{position{from, 0}, position{to, 0}}
	c.call("textDocument/inlayHint", p, &all)
	for _, h := range all {
		got = append(got, fmt.Sprintf("%d %s", h.Position.Line+1, h.Label))
	}
	return got, all
}

// TestHints: which locks are held from a line on, and what is inferred; accepting that writes it. While a text changes, hints stay at
// lines that do not.
func TestHints(t *testing.T) {
	const module = "-- go.mod --\nmodule m\n\ngo 1.26\n-- m.go --\n"
	for how, want := range map[string]string{
		"":      "7 guarded_by mu (inferred)|11 holds t.mu|13 holds nothing|16 holds t.mu|16 requires held(t.mu) (inferred)|20 holds t.mu",
		"locks": "11 holds t.mu|13 holds nothing|16 holds t.mu|20 holds t.mu",
		"off":   "",
	} {
		c := startWith(t, module+hinted, map[string]any{"inlayHints": how})
		text := c.open("m.go")
		c.shows("m.go", "")
		got, all := c.hints("m.go", 0, 100)
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %s\nwant %s", how, strings.Join(got, "|"), want)
		}
		if how != "" {
			continue
		}
		if got, _ := c.hints("m.go", 10, 11); strings.Join(got, "|") != "11 holds t.mu" {
			t.Errorf("in line 11: %v", got)
		}
		texts := map[string]string{"m.go": text}
		c.apply(texts, workspaceEdit{Changes: map[string][]textEdit{c.uri("m.go"): all[0].TextEdits}})
		if !strings.Contains(texts["m.go"], "//calvin:guarded_by mu\n\tn int") {
			t.Errorf("accepting %s makes of it\n%s", all[0].Label, texts["m.go"])
		}
		c.edit("m.go", strings.Replace(text, "\tt.add()", "\tt.\n\n", 1)) // does not compile
		if got, _ := c.hints("m.go", 0, 100); !strings.HasPrefix(strings.Join(got, "|"), "7 guarded_by mu (inferred)|11 holds t.mu|15 holds nothing") {
			t.Errorf("while the text changes: %v", got)
		}
	}
}
