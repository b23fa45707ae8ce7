package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/internal/lsp/rpc"
	"github.com/calvin-go/calvin/report"
)

const bank = `
-- go.mod --
module m

go 1.26
-- m.go --
package m

import "sync"

// An Account holds money; ü and 🏦 make columns differ.
type Account struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Put adds.
//
//calvin:atomic
//calvin:modifies a.n
//calvin:ensures  a.n == old(a.n)+k
func (a *Account) Put(k int) {
	a.mu.Lock()
	a.n += k
	a.mu.Unlock()
}

func (a *Account) Reset() {
	/* 🏦 */ a.n = 0
}

func (a *Account) Two() {
	a.Put(1)
	a.Put(2)
}
`

const (
	locked   = "\ta.mu.Lock()\n\ta.n += k\n\ta.mu.Unlock()\n"
	unlocked = "\ta.n += k\n"
)

// TestDiagnostics follows a file from its opening over changes that are not saved to its closing.
func TestDiagnostics(t *testing.T) {
	c := start(t, bank)
	text := c.open("m.go")
	p := c.shows("m.go", "CV0101:24")
	d := p.Diagnostics[0]
	if want := (textRange{position{23, 10}, position{23, 17}}); d.Range != want {
		t.Errorf("range %v, want %v", d.Range, want)
	}
	if d.Severity != severityError || d.Source != "calvin" || !strings.Contains(d.Message, "may not be written here") || !strings.Contains(d.Message, "\ncounterexample: ") {
		t.Errorf("%+v", d)
	}
	if d.CodeDescription == nil || d.CodeDescription.Href != report.PageURL("CV0101") {
		t.Errorf("the code leads to %v", d.CodeDescription)
	}
	var related []string
	for _, r := range d.RelatedInformation {
		related = append(related, fmt.Sprint(r.Location.Range.Start.Line+1, " ", r.Message))
	}
	if got := strings.Join(related, "\n"); !strings.Contains(got, "8 guarded_by mu") || !strings.Contains(got, "step ") {
		t.Errorf("related: %s", got)
	}

	mended := strings.Replace(text, "/* 🏦 */ a.n = 0", "a.mu.Lock()\n\ta.n = 0\n\ta.mu.Unlock()", 1)
	c.edit("m.go", mended)
	if p := c.shows("m.go", ""); p.Version == nil || *p.Version != 2 {
		t.Errorf("version %v, want 2", p.Version)
	}
	c.edit("m.go", "// One line more.\n"+strings.Replace(mended, locked, unlocked, 1))
	c.shows("m.go", "CV0101:19 CV0301:20 CV0305:20")
	if got := c.read("m.go"); got != text {
		t.Errorf("the file on the disk has changed:\n%s", got)
	}
	c.edit("m.go", strings.Replace(mended, "//calvin:atomic", "//calvin:atomik", 1))
	c.shows("m.go", "CV0801:14 CV0808:15 CV0808:16")
	c.edit("m.go", strings.Replace(mended, "a.n += k", "a.n += j", 1))
	if p := c.shows("m.go", ":19"); !strings.HasPrefix(p.Diagnostics[0].Message, "not checked: ") || p.Diagnostics[0].Severity != severityInformation {
		t.Errorf("of what does not compile: %+v", p.Diagnostics)
	}
	c.edit("m.go", text)
	c.shows("m.go", "CV0101:24")
	c.notify("textDocument/didClose", c.document("m.go"))
	c.shows("m.go", "")
}

// TestIncremental: changes come as an editor sends them, a few characters in the middle of lines.
func TestIncremental(t *testing.T) {
	c := start(t, bank)
	text := c.open("m.go")
	c.shows("m.go", "CV0101:24")
	change := func(r textRange, text string) map[string]any { return map[string]any{"range": r, "text": text} }
	line := func(something string) int { return strings.Count(text[:strings.Index(text, something)], "\n") }
	put := line("a.n += k")
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": c.uri("m.go"), "version": 2},
		"contentChanges": []any{
			change(textRange{position{23, 0}, position{24, 0}}, ""),                         // without Reset's body
			change(textRange{position{put - 1, 0}, position{put, 0}}, ""),                   // without Lock
			change(textRange{position{put, 0}, position{put + 1, 0}}, "\t// ä🏦 unlocked\n"), // without Unlock
		},
	})
	c.shows("m.go", "CV0101:18 CV0301:20 CV0305:20")
}

// TestStale: while changes come, no check is finished; the last one is.
func TestStale(t *testing.T) {
	c := start(t, bank, func(c *Config) { c.Delay = 50 * time.Millisecond })
	text := c.open("m.go")
	c.shows("m.go", "CV0101:24")
	before := c.times["m.go"]
	for i := range 30 {
		c.edit("m.go", strings.Repeat("// A line.\n", i)+text)
		time.Sleep(3 * time.Millisecond)
	}
	c.shows("m.go", "CV0101:53")
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := c.times["m.go"] - before; n > 6 {
		t.Errorf("published %d times for 30 changes in 0.1 s", n)
	}
}

const two = `
-- go.work --
go 1.26

use ./lib
use ./app
-- lib/go.mod --
module lib

go 1.26
-- lib/lib.go --
package lib

//calvin:requires k > 0
//calvin:atomic
func Positive(k int) {}
-- app/go.mod --
module app

go 1.26
-- app/app.go --
package app

import "lib"

//calvin:atomic
func Use() { lib.Positive(1) }
-- other/go.mod --
module other

go 1.26
-- other/other.go --
package other

//calvin:requires x != 0
//calvin:atomic
func F(x int) int { return 1 / (x - 1) }
`

// TestModules: packages of several modules and of a workspace; a contract that is changed in an open file counts in another
// package at once.
func TestModules(t *testing.T) {
	c := start(t, two)
	c.open("app/app.go")
	c.open("other/other.go")
	c.shows("other/other.go", "CV0604:5")
	text := c.open("lib/lib.go")
	c.shows("app/app.go", "")
	c.edit("lib/lib.go", strings.Replace(text, "k > 0", "k > 1", 1))
	c.shows("app/app.go", "CV0401:6")
	c.edit("lib/lib.go", text)
	c.shows("app/app.go", "")
}

// TestNewFile: a file comes into being in the editor, then another outside of it.
func TestNewFile(t *testing.T) {
	c := start(t, bank)
	c.open("m.go")
	c.shows("m.go", "CV0101:24")
	c.save("new.go", "package m\n\nfunc (a *Account) More() { a.n++ }\n")
	c.open("new.go")
	c.shows("new.go", "CV0101:3")
	c.save("third.go", "package m\n\nfunc (a *Account) Less() { a.n-- }\n")
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": c.uri("third.go"), "type": 1}}})
	c.shows("third.go", "CV0101:3")
	if err := os.Remove(filepath.Join(c.dir, "third.go")); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": c.uri("third.go"), "type": 3}}})
	c.shows("third.go", "")
}

func TestHover(t *testing.T) {
	c := start(t, bank)
	text := c.open("m.go")
	c.shows("m.go", "CV0101:24")
	c.until("all functions to be known", func() bool { return slices.Contains(c.requests, "workspace/codeLens/refresh") })
	for _, test := range []struct {
		something string
		n         int
		want      []string
	}{
		{"n += k", 1, []string{"field n int", "//calvin:guarded_by mu"}},
		{"Put(1)", 1, []string{"func (*Account).Put(k int)", "//calvin:ensures  a.n == old(a.n)+k", "verified, "}},
		{"Reset", 1, []string{"failed, ", "may not be written here"}},
		{"n == old", 1, []string{"field n int", "//calvin:guarded_by mu"}},
		{"ensures", 1, []string{"//calvin:ensures P", "directly before a function"}},
		{"sync", 1, nil},
		{"package", 1, nil},
	} {
		var h *hover
		c.call("textDocument/hover", c.at("m.go", text, test.something, test.n), &h)
		if (h == nil) != (test.want == nil) {
			t.Errorf("%s: %+v", test.something, h)
			continue
		}
		for _, want := range test.want {
			if !strings.Contains(h.Contents.Value, want) {
				t.Errorf("%s: %s\nwant %s", test.something, h.Contents.Value, want)
			}
		}
	}
}

// counting is a package with functions that count on their callers.
const counting = `
-- go.mod --
module example.com/m

go 1.24
-- m.go --
package m

import "sync"

type entry struct{ hits int }

func (e *entry) hit() { e.hits++ }

func (e *entry) count() int { return e.hits }

type Index struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	first *entry
	//calvin:guarded_by mu
	n int
}

func (x *Index) more() int { return x.n }

func (x *Index) Set(fresh *entry) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.first != nil {
		x.first.hit()
	}
	x.first = fresh
	return x.first.count() + x.more()
}
`

// TestHoverCallers: what functions count on their callers for, and the lines of types.
func TestHoverCallers(t *testing.T) {
	c := start(t, counting)
	text := c.open("m.go")
	c.until("all functions to be known", func() bool { return slices.Contains(c.requests, "workspace/codeLens/refresh") })
	for something, want := range map[string]string{
		"entry struct": "callers synchronise (Index.mu)", "Index struct": "safe for concurrent use",
		"hit() {": "its callers have e to themselves", "count() int": "it reads e: nobody writes it meanwhile",
		"more() int": "its callers hold x.mu, at least for reading", "Set(fresh": "its callers leave fresh to it",
	} {
		var h *hover
		c.call("textDocument/hover", c.at("m.go", text, something, 1), &h)
		if h == nil || !strings.Contains(h.Contents.Value, want) {
			t.Errorf("%s: %+v, want %s", something, h, want)
		}
	}
}

func TestDefinition(t *testing.T) {
	c := start(t, bank)
	text := c.open("m.go")
	c.shows("m.go", "CV0101:24")
	for something, line := range map[string]int{"n += k": 8, "Put(1)": 14, "mu\n\tn int": 7, "k\nfunc": 17} {
		var ls []location
		c.call("textDocument/definition", c.at("m.go", text, something, 1), &ls)
		if len(ls) != 1 || ls[0].URI != c.uri("m.go") || ls[0].Range.Start.Line+1 != line {
			t.Errorf("%q: %+v, want line %d", something, ls, line)
		}
	}
}

// TestVerbs: each verb can be completed, and is explained by hovering over it.
func TestVerbs(t *testing.T) {
	for _, v := range annot.Verbs() {
		if !strings.HasPrefix(v.Usage, annot.Prefix+v.Name) || v.Where == "" {
			t.Errorf("%+v", v)
		}
	}
}

func TestSymbols(t *testing.T) {
	c := start(t, bank)
	c.open("m.go")
	var symbols []documentSymbol
	c.call("textDocument/documentSymbol", c.document("m.go"), &symbols)
	var got []string
	for _, s := range symbols {
		got = append(got, s.Name)
		for _, child := range s.Children {
			got = append(got, "  "+child.Name+" "+child.Detail)
		}
	}
	want := "Account|  guarded_by mu|(*Account).Put|  atomic |  modifies a.n|  ensures a.n == old(a.n)+k"
	if strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWorkspaceSymbols: the names that annotations declare are found by some of their letters, in the packages that the
// open one imports, too.
func TestWorkspaceSymbols(t *testing.T) {
	c := start(t, chain)
	c.open("use/use.go")
	c.until("use.go to be checked", func() bool { return slices.Contains(c.requests, "workspace/codeLens/refresh") })
	for query, want := range map[string]string{
		"": "Fill m.go:14 of fill|Keep m.go:17 of fill|seen m.go:5 of Box", "SN": "seen m.go:5 of Box", "kp": "Keep m.go:17 of fill", "Box": "", "fills": "",
	} {
		var symbols []workspaceSymbol
		c.call("workspace/symbol", map[string]any{"query": query}, &symbols)
		var got []string
		for _, s := range symbols {
			got = append(got, fmt.Sprintf("%s %s:%d of %s", s.Name, strings.TrimPrefix(fileOf(s.Location.URI), c.dir+"/"), s.Location.Range.Start.Line+1, s.ContainerName))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
}

// TestTokens reads tokens back from their numbers.
func TestTokens(t *testing.T) {
	c := start(t, bank)
	text := c.open("m.go")
	var tokens semanticTokens
	c.call("textDocument/semanticTokens/full", c.document("m.go"), &tokens)
	lines := strings.Split(text, "\n")
	var got []string
	var at position
	for d := tokens.Data; len(d) >= 5; d = d[5:] {
		if d[0] > 0 {
			at = position{at.Line + int(d[0]), 0}
		}
		at.Character += int(d[1])
		line := lines[at.Line]
		got = append(got, line[at.Character:at.Character+int(d[2])]+":"+tokenTypes[d[3]])
	}
	all := strings.Join(got, " ")
	for _, want := range []string{
		"calvin:keyword guarded_by:keyword mu:variable",
		"calvin:keyword ensures:keyword a:variable n:variable ==:operator old:keyword a:variable n:variable +:operator k:variable",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%s\nwant %s", all, want)
		}
	}
}

func TestLenses(t *testing.T) {
	c := start(t, bank)
	c.open("m.go")
	c.until("all functions to be known", func() bool { return slices.Contains(c.requests, "workspace/codeLens/refresh") })
	var lenses []codeLens
	c.call("textDocument/codeLens", c.document("m.go"), &lenses)
	var got []string
	for _, l := range lenses {
		verdict, _, _ := strings.Cut(l.Command.Title, ",")
		got = append(got, fmt.Sprint(l.Range.Start.Line+1, verdict))
	}
	if want := "17verified 23failed 27verified"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// TestActions applies a suggested fix, after which there is nothing to be found.
func TestActions(t *testing.T) {
	c := start(t, bank)
	text := c.open("m.go")
	d := c.shows("m.go", "CV0101:24").Diagnostics[0]
	c.until("all functions to be known", func() bool { return slices.Contains(c.requests, "workspace/codeLens/refresh") })
	p := c.document("m.go")
	p["range"], p["context"] = d.Range, map[string]any{"diagnostics": []diagnostic{d}}
	var actions []codeAction
	c.call("textDocument/codeAction", p, &actions)
	at := slices.IndexFunc(actions, func(a codeAction) bool { return a.Edit != nil })
	if at < 0 {
		t.Fatalf("no action edits: %+v", actions)
	}
	fixed := text
	edits := actions[at].Edit.Changes[c.uri("m.go")]
	for _, e := range slices.Backward(edits) {
		fixed = fixed[:offset(fixed, e.Range.Start)] + e.NewText + fixed[offset(fixed, e.Range.End):]
	}
	c.edit("m.go", fixed)
	c.shows("m.go", "")

	explain := slices.IndexFunc(actions, func(a codeAction) bool { return a.Command != nil })
	if explain < 0 {
		t.Fatalf("no action explains: %+v", actions)
	}
	var page string
	c.call("workspace/executeCommand", actions[explain].Command, &page)
	if !strings.Contains(page, "CV0101") {
		t.Errorf("the page is %q", page)
	}
}

// TestInferred: annotations that the code suggests can be added one by one, or all at once; the package is verified with them.
func TestInferred(t *testing.T) {
	for _, which := range []string{"Add guarded_by mu (2 of 2 accesses hold mu)", "Add all 2 annotations that are inferred for this file"} {
		c := start(t, "-- go.mod --\nmodule m\n\ngo 1.26\n-- m.go --\n"+unannotated)
		text := c.open("m.go")
		c.until("all functions to be known", func() bool { return slices.Contains(c.requests, "workspace/codeLens/refresh") })
		p := c.document("m.go")
		at := place(text, strings.Index(text, "n  int"))
		p["range"] = textRange{at, at}
		var actions []codeAction
		c.call("textDocument/codeAction", p, &actions)
		i := slices.IndexFunc(actions, func(a codeAction) bool { return a.Title == which })
		if i < 0 {
			t.Fatalf("there is no %q: %+v", which, actions)
		}
		for _, e := range actions[i].Edit.Changes[c.uri("m.go")] {
			text = text[:offset(text, e.Range.Start)] + e.NewText + text[offset(text, e.Range.End):]
		}
		c.edit("m.go", text)
		if strings.Contains(which, "all") {
			c.shows("m.go", "")
			c.call("textDocument/codeAction", p, &actions)
			if len(actions) > 0 {
				t.Errorf("there is more to add: %+v", actions)
			}
		} else {
			c.shows("m.go", "") // add is called with mu held, and counts on that
		}
	}
}

const unannotated = `package m

import "sync"

type T struct {
	mu sync.Mutex
	n  int
}

func (t *T) Inc() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add()
}

func (t *T) add() { t.n++ }

func (t *T) Get() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}
`

// TestAsked: a client asks of everything all the time, while functions become known.
func TestAsked(t *testing.T) {
	c := start(t, bank)
	text := c.open("m.go")
	for i := range 5 {
		c.edit("m.go", strings.Replace(text, "a.n += k", strings.Repeat("\n\t", i)+"a.n += k", 1))
		for begun := time.Now(); time.Since(begun) < patience; {
			c.call("textDocument/codeLens", c.document("m.go"), nil)
			c.call("textDocument/hover", c.at("m.go", text, "Put", 2), nil)
			c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri("m.go")}, "range": textRange{End: position{Line: 50}}}, nil)
			c.mu.Lock()
			n := c.times["m.go"]
			c.mu.Unlock()
			if n > i {
				break
			}
		}
	}
}

// TestErrors: what a client must not say is answered, and the server goes on.
func TestErrors(t *testing.T) {
	c := start(t, bank)
	for _, test := range []struct {
		method string
		params any
		code   int
	}{
		{"initialize", map[string]any{}, rpc.InvalidRequest},
		{"textDocument/nothing", nil, rpc.MethodNotFound},
		{"textDocument/hover", "text", rpc.InvalidParams},
		{"textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": "file:///nowhere.go"}}, rpc.InvalidParams},
		{"workspace/executeCommand", map[string]any{"command": "calvin.explain", "arguments": []any{"CV9999"}}, rpc.InvalidParams},
		{"workspace/executeCommand", map[string]any{"command": "rm"}, rpc.InvalidParams},
	} {
		m := c.await(test.method, c.send(test.method, test.params))
		if m.Error == nil || m.Error.Code != test.code {
			data, _ := json.Marshal(m)
			t.Errorf("%s: %s, want code %d", test.method, data, test.code)
		}
	}
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": c.uri("m.go"), "version": 1}})
	c.notify("$/nothing", nil)
	c.open("m.go")
	c.shows("m.go", "CV0101:24")
}
