package lsp

import (
	"strings"
	"testing"
)

// TestPull: a client that asks for diagnostics gets those of the buffer as it is, and is not told them besides.
func TestPull(t *testing.T) {
	c := startWith(t, bank, map[string]any{"pullDiagnostics": true})
	text := c.open("m.go")
	pull := func(name, previous string) (r pullReport) {
		c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "previousResultId": previous}, &r)
		return r
	}
	codes := func(r pullReport) string {
		if r.Items == nil {
			t.Fatalf("a report without items: %+v", r)
		}
		return codesOf(publishParams{Diagnostics: *r.Items})
	}
	first := pull("m.go", "")
	if got := codes(first); first.Kind != "full" || got != "CV0101:24" {
		t.Errorf("asked after opening: %s %q", first.Kind, got)
	}
	if again := pull("m.go", first.ResultID); again.Kind != "unchanged" || again.Items != nil || again.ResultID != first.ResultID {
		t.Errorf("asked again: %+v", again)
	}
	c.edit("m.go", strings.Replace(text, "//calvin:guarded_by", "//calvin:guardedby", 1))
	if got := codes(pull("m.go", first.ResultID)); got != "CV0801:8" {
		t.Errorf("asked after a change: %q", got)
	}
	c.edit("m.go", text)
	if got := codes(pull("m.go", "")); got != "CV0101:24" {
		t.Errorf("asked after another: %q", got)
	}
	if got := codes(pull("none.go", "")); got != "" {
		t.Errorf("asked for a file that is not open: %q", got)
	}
	c.mu.Lock()
	if got := c.shown["m.go"]; len(got.Diagnostics) > 0 {
		t.Errorf("the client is told besides: %+v", got)
	}
	c.mu.Unlock()
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri("m.go")}})
	if got := codes(pull("m.go", "")); got != "" {
		t.Errorf("asked for a file that was closed: %q", got)
	}
}

// TestPullRefresh: when something else has changed what is found in an open file, the client is told to ask again.
func TestPullRefresh(t *testing.T) {
	c := startWith(t, bank, map[string]any{"pullDiagnostics": true})
	text := c.open("m.go")
	c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": c.uri("m.go")}}, nil)
	c.edit("m.go", strings.Replace(text, "//calvin:guarded_by", "//calvin:guardedby", 1))
	c.until("a request to ask again", func() bool {
		for _, m := range c.requests {
			if m == "workspace/diagnostic/refresh" {
				return true
			}
		}
		return false
	})
}
