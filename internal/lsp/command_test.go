package lsp

import (
	"context"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/report/page"
)

const tested = bank + `-- m_test.go --
package m

import "testing"

func TestTwo(t *testing.T) { new(Account).Two() }

func TestMain(m *testing.M) { m.Run() }

func Testing(t *testing.T) {}

func help(t *testing.T) {}
`

// withPages gives a server pages, and tests that have a race where Reset is found wanting.
func withPages(explored chan<- Exploration) func(*Config) {
	return func(c *Config) {
		c.NewPage = func(dir string, source func(string) string) *page.Page {
			return page.New(page.Options{Dir: dir, Command: []string{"calvin", "lsp"}, Source: source})
		}
		c.Explore = func(_ context.Context, how Exploration) ([]*report.TestResult, error) {
			explored <- how
			how.Progress("1 of 1 tests")
			at := token.Position{Filename: filepath.Join(how.Dir, "m.go"), Line: 24, Column: 11}
			return []*report.TestResult{{Package: "m", Test: "TestTwo", Verdict: report.TestBug, Executions: 12, Bug: &report.Bug{
				Kind: "race", Message: "a.n is written by two", Position: at, Related: []report.BugNote{{Position: at, Text: "the other access"}},
				Steps: []report.BugStep{{Goroutine: 1, Position: at, Text: "a.n = 0", Object: -1}},
			}}}, nil
		}
	}
}

// TestCommands: lenses and actions show an execution, explore a test, and look for a finding in tests.
func TestCommands(t *testing.T) {
	explored := make(chan Exploration, 9)
	c := start(t, tested, withPages(explored))
	text := c.open("m.go")
	c.until("all functions to be known", func() bool { return slices.Contains(c.requests, "workspace/codeLens/refresh") })
	c.open("m_test.go")
	lenses := func(name string) (titles []string, byTitle map[string]command) {
		var all []codeLens
		c.call("textDocument/codeLens", c.document(name), &all)
		byTitle = map[string]command{}
		for _, l := range all {
			if l.Command.Command != "" {
				titles = append(titles, fmt.Sprint(l.Range.Start.Line+1, " ", l.Command.Title))
			}
			byTitle[l.Command.Title] = l.Command
		}
		return titles, byTitle
	}
	titles, acts := lenses("m.go")
	if want := "23 show the execution|23 look for it in the tests"; strings.Join(titles, "|") != want {
		t.Errorf("lenses %v, want %s", titles, want)
	}
	tests, testActs := lenses("m_test.go")
	if want := "5 explore this test"; strings.Join(tests, "|") != want {
		t.Errorf("lenses %v, want %s", tests, want)
	}

	var file string
	c.call("workspace/executeCommand", acts["show the execution"], &file)
	data, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(data), "may not be written here") || !strings.Contains(string(data), "a.n = 0") {
		t.Errorf("the page %s has %d bytes, %v", file, len(data), err)
	}
	if !slices.Contains(c.requests, "window/showDocument") {
		t.Errorf("the page was not opened: %v", c.requests)
	}

	var said string
	c.call("workspace/executeCommand", testActs["explore this test"], &said)
	if how := <-explored; how.Dir != c.dir || how.Run.String() != "^TestTwo$" || how.Annotations || how.Time != 30*time.Second {
		t.Errorf("explored: %+v", how)
	}
	if !strings.Contains(said, "TestTwo: race: a.n is written by two (12 executions)") {
		t.Errorf("it says %q", said)
	}
	c.until("the bug to be shown", func() bool { return codesOf(c.shown["m.go"]) == ":24 CV0101:24" })
	d := c.shown["m.go"].Diagnostics[1]
	if d.Source != "calvin explore" || len(d.RelatedInformation) != 2 || !strings.Contains(d.Message, "(TestTwo)") {
		t.Errorf("%+v", d)
	}

	c.call("workspace/executeCommand", acts["look for it in the tests"], &said)
	if how := <-explored; how.Dir != c.dir || how.Run != nil || !how.Annotations {
		t.Errorf("explored: %+v", how)
	}
	if !strings.Contains(said, "confirmed: TestTwo runs into it") {
		t.Errorf("it says %q", said)
	}

	// What was explored is of the text as it was.
	c.edit("m.go", text+"\n")
	c.shows("m.go", "CV0101:24")

	p := c.document("m.go")
	p["range"] = c.shown["m.go"].Diagnostics[0].Range
	var actions []codeAction
	c.call("textDocument/codeAction", p, &actions)
	for _, want := range []string{"Show the execution", "Look for it in the tests"} {
		if !slices.ContainsFunc(actions, func(a codeAction) bool { return a.Title == want && a.Command != nil }) {
			t.Errorf("there is no action %q: %+v", want, actions)
		}
	}
	for _, wrong := range []command{
		{Command: showCommand, Arguments: []any{c.uri("m.go"), "(*Account).Two"}}, {Command: showCommand}, {Command: exploreCommand, Arguments: []any{"x:y", "T"}},
		{Command: confirmCommand, Arguments: []any{c.uri("nowhere.go"), "F"}}, {Command: "calvin.nothing"}, {Command: workspaceCommand, Arguments: []any{"x:y"}},
	} {
		if m := c.await(wrong.Command, c.send("workspace/executeCommand", wrong)); m.Error == nil {
			t.Errorf("%+v: %s", wrong, m.Result)
		}
	}
}

const wide = `
-- go.mod --
module m

go 1.26
-- a/a.go --
package a

import "sync"

type A struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	N int
}

func (a *A) Bad() { a.N = 0 }
-- b/b.go --
package b

import "sync"

type B struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (b *B) Bad() { b.n = 0 }
-- c/c.go --
package c
`

// TestWorkspace: all packages are checked, those of files that are not open among them. What is open is its own affair.
func TestWorkspace(t *testing.T) {
	c := startWith(t, wide, map[string]any{"workspace": true})
	c.shows("b/b.go", "CV0101:11")
	c.shows("a/a.go", "CV0101:11")
	text := c.open("a/a.go")
	c.edit("a/a.go", strings.Replace(text, "a.N = 0", "a.mu.Lock(); a.N = 0; a.mu.Unlock()", 1))
	c.shows("a/a.go", "")
	c.save("b/b.go", strings.Replace(c.read("b/b.go"), "b.n = 0", "", 1))
	c.notify("textDocument/didSave", c.document("a/a.go"))
	c.shows("b/b.go", "")
	c.shows("a/a.go", "")
	c.notify("textDocument/didClose", c.document("a/a.go")) // what is on the disk is still bad
	c.shows("a/a.go", "CV0101:11")
}

// TestCheckWorkspace: the same by a command.
func TestCheckWorkspace(t *testing.T) {
	c := start(t, wide)
	c.open("a/a.go")
	c.shows("a/a.go", "CV0101:11")
	var said string
	c.call("workspace/executeCommand", command{Command: workspaceCommand}, &said)
	if !strings.Contains(said, "0 verified, 1 failed, 0 unknown") {
		t.Errorf("it says %q", said)
	}
	c.shows("b/b.go", "CV0101:11")
	c.shows("a/a.go", "CV0101:11")
}
