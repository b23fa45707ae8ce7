package houdini_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/internal/houdini"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
)

// A comment says what becomes of what is proposed for its line.
var said = regexp.MustCompile(`// (kept|refuted|kept, unproved): (.*)$`)

func options(static bool) houdini.Options {
	checks := verify.AllChecks
	checks.Panics = false
	return houdini.Options{Patterns: []string{"./testdata/kept", "./testdata/refuted"}, Static: static,
		Check: verify.Options{Checks: checks, Workers: 2, Budget: time.Minute}}
}

func TestRun(t *testing.T) {
	r, err := houdini.Run(t.Context(), options(false))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	note := func(file string, line int, what, text string) {
		got = append(got, fmt.Sprintf("%s:%d %s: %s", filepath.Base(file), line, what, text))
	}
	for _, k := range r.Kept {
		what := "kept"
		if !k.Proved {
			what = "kept, unproved"
		}
		note(k.Position.Filename, k.Position.Line, what, k.Text())
	}
	for _, d := range r.Dropped {
		note(d.Position.Filename, d.Position.Line, "refuted", d.Text())
	}
	slices.Sort(got)
	if diff := cmp.Diff(expected(t), got); diff != "" {
		t.Errorf("proposals (-want +got):\n%s", diff)
		for _, d := range r.Dropped {
			t.Logf("%s: %s", d.Key(), d.Reason)
		}
		for _, k := range r.Kept {
			t.Logf("%s: %s", k.Key(), k.Reason)
		}
	}
}

func expected(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(src), "\n") {
			if m := said.FindStringSubmatch(line); m != nil {
				all = append(all, fmt.Sprintf("%s:%d %s: %s", filepath.Base(f), i+1, m[1], m[2]))
			}
		}
	}
	slices.Sort(all)
	return all
}

// TestStatic: without the verifier nothing is left out, and nothing is called proved.
func TestStatic(t *testing.T) {
	r, err := houdini.Run(t.Context(), options(true))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Kept) != len(expected(t)) || len(r.Dropped) > 0 {
		t.Errorf("%d kept, %d left out", len(r.Kept), len(r.Dropped))
	}
	for _, k := range r.Kept {
		if k.Proved {
			t.Errorf("%s is called proved", k.Key())
		}
	}
}

// TestFixpoint: with what is kept in the files, nothing more is proposed.
func TestFixpoint(t *testing.T) {
	opts := options(false)
	opts.Patterns = []string{"./testdata/kept"}
	r, err := houdini.Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	opts.Load = load.Config{Overlay: map[string][]byte{}}
	for name, c := range r.Files {
		opts.Load.Overlay[name] = c.After
	}
	again, err := houdini.Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Files) != 1 || len(again.Kept)+len(again.Dropped)+len(again.Files) > 0 {
		t.Errorf("%d files; a second time %d kept, %d left out", len(r.Files), len(again.Kept), len(again.Dropped))
	}
}
