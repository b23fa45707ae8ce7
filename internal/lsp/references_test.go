package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const chain = `
-- go.mod --
module m

go 1.26
-- m.go --
package m

import "sync"

//calvin:ghost seen seq[int] guarded_by Mu
type Box struct {
	Mu sync.Mutex
	//calvin:guarded_by Mu
	Full bool
}

//calvin:requires held(b.Mu)
//calvin:performs Fill [] Keep
//calvin:action Fill
//calvin:modifies b.Full
//calvin:ensures b.Full
//calvin:action Keep
func (b *Box) fill() { b.Full = true }
-- use/use.go --
package use

import "m"

//calvin:requires held(b.Mu) && !b.Full
func Use(b *m.Box) {}

//calvin:requires b.Full == b.Full && (b.Full || !b.Full)
func Same(b *m.Box) {}
-- plain/plain.go --
package plain

import "m"

func Plain(b *m.Box) { b.Mu.Lock(); b.Mu.Unlock() }
`

// locationsOf writes places as "file:line:column", sorted.
func (c *client) locationsOf(ls []location) string {
	var all []string
	for _, l := range ls {
		all = append(all, fmt.Sprintf("%s:%d:%d", strings.TrimPrefix(fileOf(l.URI), c.dir+"/"), l.Range.Start.Line+1, l.Range.Start.Character+1))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// TestReferences: of a name in code there are those in annotations, of dependents too; asked in an annotation, those in code as well.
func TestReferences(t *testing.T) {
	c := start(t, chain)
	text := c.open("m.go")
	c.until("all functions to be known", func() bool { return slices.Contains(c.requests, "workspace/codeLens/refresh") })
	for _, test := range []struct {
		something   string
		declaration bool
		want        string
	}{
		{"Mu sync", true, "m.go:12:26 m.go:5:41 m.go:8:22 use/use.go:5:26"},
		{"Mu\ntype", true, "m.go:12:26 m.go:5:41 m.go:7:2 m.go:8:22 use/use.go:5:26"},
		{"Mu\ntype", false, "m.go:12:26 m.go:5:41 m.go:8:22 use/use.go:5:26"},
		{"Full bool", true, "m.go:15:21 m.go:16:20 use/use.go:5:36 use/use.go:8:21 use/use.go:8:31 use/use.go:8:42 use/use.go:8:53"},
		{"Fill\n//calvin:mod", true, "m.go:13:19 m.go:14:17"},
		{"seen", true, "m.go:5:16"},
		{"requires", true, ""},
		{"held(b", true, ""},
		{"sync", true, ""},
	} {
		p := c.at("m.go", text, test.something, 1)
		p["context"] = map[string]any{"includeDeclaration": test.declaration}
		var ls []location
		c.call("textDocument/references", p, &ls)
		if got := c.locationsOf(ls); got != test.want {
			t.Errorf("%q: %s, want %s", test.something, got, test.want)
		}
	}
	var found []highlight
	c.call("textDocument/documentHighlight", c.at("m.go", text, "Full\n//calvin:ensures", 1), &found)
	if len(found) != 4 {
		t.Errorf("highlights: %+v", found)
	}
	for something, line := range map[string]int{"Fill [": 14, "b.Full": 18} {
		var ls []location
		c.call("textDocument/definition", c.at("m.go", text, something, 1), &ls)
		if len(ls) != 1 || ls[0].Range.Start.Line+1 != line {
			t.Errorf("definition of %q: %+v, want line %d", something, ls, line)
		}
	}
}
