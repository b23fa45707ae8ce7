package lsp

import (
	"slices"
	"testing"
)

// TestProgress: a check that takes long, here any, says how far it has come.
func TestProgress(t *testing.T) {
	c := start(t, bank, func(c *Config) { c.Quiet = 0 })
	c.open("m.go")
	c.until("progress", func() bool { return slices.Contains(c.progress, "end") })
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.progress[0] != "begin" || !slices.Contains(c.progress, "report") {
		t.Errorf("progress: %v", c.progress)
	}
	if !slices.Contains(c.requests, "window/workDoneProgress/create") || !slices.Contains(c.requests, "client/registerCapability") {
		t.Errorf("requests: %v", c.requests)
	}
}

// TestProgressCancelled: the user ends a check. The next change begins another.
func TestProgressCancelled(t *testing.T) {
	c := start(t, "-- go.mod --\nmodule m\n\ngo 1.26\n-- m.go --\n"+large(), func(c *Config) {
		c.Quiet, c.Check.Workers = 0, 1
	})
	c.mu.Lock()
	c.cancelling = true
	c.mu.Unlock()
	text := c.open("m.go")
	c.until("the end of progress", func() bool { return slices.Contains(c.progress, "end") })
	c.mu.Lock()
	c.cancelling = false
	c.mu.Unlock()
	lenses := func() int {
		var all []codeLens
		c.call("textDocument/codeLens", c.document("m.go"), &all)
		return len(all)
	}
	if n := lenses(); n > functions {
		t.Errorf("all %d functions are known, though the check was ended", n)
	}
	c.checked("m.go", text+"\n")
	if n := lenses(); n != functions+1 {
		t.Errorf("%d functions are known after a change, want %d", n, functions+1)
	}
	c.notify("window/workDoneProgress/cancel", map[string]any{"token": "calvin-0"}) // one that is over
	c.notify("window/workDoneProgress/cancel", map[string]any{"token": 7})
	lenses()
}
