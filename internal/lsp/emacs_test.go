package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
)

// emacsFile is what Emacs opens: one function forgets the lock, and nothing is said of Plain.
const emacsFile = `package m

import "sync"

// A Counter counts.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	other int
}

// Hit counts one.
//
//calvin:atomic
//calvin:modifies c.n
//calvin:ensures  c.n == old(c.n)+1
func (c *Counter) Hit() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

func (c *Counter) Reset() {
	c.n = 0 // no lock
}

type Plain struct {
	mu    sync.Mutex
	plain int
}

func (p *Plain) Get() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.plain
}

func (p *Plain) Set(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.plain = n
}
`

// eglotSettings finds the settings for Eglot in docs/editors.md.
var eglotSettings = regexp.MustCompile("(?s)```elisp\n([^`]*eglot-server-programs[^`]*)```")

// A stage is a text in Emacs and what Flymake shows of it.
type stage struct {
	Text  string
	Shown []struct {
		Line, Column int
		Text         string
	}
}

// TestEmacs has a real Emacs with Eglot, set up as docs/editors.md says, open a file with a fault, mend it and make another
// without saving, and use what else the server offers. What is shown is what calvin check finds in the same text. In the end
// no server is left.
func TestEmacs(t *testing.T) {
	emacs, err := exec.LookPath("emacs")
	if err != nil {
		t.Skip("there is no emacs; on Debian: apt-get install emacs-nox elpa-eglot elpa-go-mode")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	env := append(os.Environ(), serveEnv+"="+dir, "HOME="+dir, "XDG_CACHE_HOME="+dir, "GOCACHE="+goEnv(t, "GOCACHE"), "GOPATH="+goEnv(t, "GOPATH"),
		"PATH="+in("bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	probe := exec.CommandContext(t.Context(), emacs, "--batch", "--eval", "(progn (package-activate-all) (require 'eglot) (require 'go-mode))")
	probe.Env = env
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("Emacs has no Eglot or no go-mode; on Debian: apt-get install elpa-eglot elpa-go-mode: %s", out)
	}
	layEmacs(t, dir)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // in case it asks somebody something
	defer cancel()
	cmd := exec.CommandContext(ctx, emacs, "--fg-daemon="+in("socket"), "-q", "-l", in("driver.el"))
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	data, missing := os.ReadFile(in("out"))
	if missing != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var got struct {
		Failed, Version, Mode, Explained, Hover, Definition, Symbols, Completed string
		Unsaved                                                                 bool
		Opened, Mended, Broken, Annotated                                       stage
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Failed != "" {
		t.Fatalf("%s\n%s", got.Failed, out)
	}
	t.Log(got.Version)
	for _, s := range []stage{got.Opened, got.Mended, got.Broken, got.Annotated} {
		if shown, want := s.lines(), foundIn(t, s.Text); shown != want {
			t.Errorf("Emacs shows\n%s\nbut calvin check finds\n%s\nin\n%s", shown, want, s.Text)
		}
	}
	if !got.Unsaved {
		t.Error("what was broken is saved")
	}
	for what, pair := range map[string][2]string{
		"the mode":           {got.Mode, "go-mode"},
		"the explanation":    {got.Explained, "CV0305: "},
		"what was added":     {got.Annotated.Text, "\t//calvin:guarded_by mu\n\tplain int\n"},
		"the hover":          {got.Hover, "//calvin:guarded_by mu"},
		"the definition":     {got.Definition, "\t//calvin:guarded_by mu"},
		"the symbols":        {got.Symbols, "(*Counter).Hit"},
		"what was completed": {got.Completed, "\t//calvin:guarded_by mu"},
	} {
		if !strings.Contains(pair[0], pair[1]) || strings.Contains(pair[0], "`") {
			t.Errorf("%s: %q, want %q in it, and no Markdown", what, pair[0], pair[1])
		}
	}
	gone(t, dir)
}

// layEmacs writes the module, a program calvin, the settings, and what Emacs is to do.
func layEmacs(t *testing.T, dir string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	settings := eglotSettings.FindSubmatch(page)
	if settings == nil {
		t.Fatal("docs/editors.md has no settings for Eglot")
	}
	driver, err := os.ReadFile("testdata/emacs.el")
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	args := fmt.Sprintf("(defvar ARGS '((settings . %q) (file . %q) (out . %q)))\n", in("settings.el"), in("m.go"), in("out"))
	if err := os.Mkdir(in("bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, in("bin/calvin")); err != nil {
		t.Skip(err)
	}
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n", "m.go": emacsFile, "settings.el": string(settings[1]),
		"driver.el": ";;; -*- lexical-binding: t -*-\n" + args + string(driver),
	} {
		if err := os.WriteFile(in(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// lines are the diagnostics as Eglot writes them, without what follows their first lines.
func (s stage) lines() string {
	var all []string
	for _, d := range s.Shown {
		text, _, _ := strings.Cut(d.Text, "\n")
		all = append(all, fmt.Sprintf("%d:%d: %s", d.Line, d.Column, text))
	}
	return strings.Join(all, "\n")
}

// foundIn is what calvin check finds in a text, written alike.
func foundIn(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	result, err := verify.Run(t.Context(), verify.Options{Load: load.Config{Dir: dir}, Checks: verify.AllChecks, Workers: 2, Faults: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, d := range result.Findings {
		all = append(all, fmt.Sprintf("%d:%d: calvin [%s]: %s", d.Start.Line, d.Start.Column, d.Code, d.Message))
	}
	return strings.Join(all, "\n")
}

// gone waits until no process is left that Emacs has started, the server or a child of its own. They are known by their
// environment, which can be read under Linux alone.
func gone(t *testing.T, dir string) {
	t.Helper()
	running := func() (left []string) {
		files, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, f := range files {
			if env, err := os.ReadFile(f); err == nil && strings.Contains(string(env), serveEnv+"="+dir) {
				left = append(left, filepath.Base(filepath.Dir(f)))
			}
		}
		return left
	}
	deadline := time.Now().Add(patience)
	for len(running()) > 0 {
		if time.Now().After(deadline) {
			t.Errorf("processes are left: %v", running())
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
