package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

var (
	every  = flag.Bool("every", false, "compare every example and every wrong program, which takes minutes, not some")
	update = flag.Bool("update", false, "rewrite the expected output in the scripts")
)

// TestMain makes the test's own executable the tool, which the go command finds in PATH.
func TestMain(m *testing.M) {
	if os.Getenv(cache.Env) == "" {
		os.Setenv(cache.Env, "off") // not the one of whoever runs the tests
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")) // else each command sleeps for a second under -race
	testscript.Main(m, map[string]func(){"calvin-vet": main})
}

func tool(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("calvin-vet")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestScripts runs what a user types, in testdata, and looks at what the user sees.
func TestScripts(t *testing.T) {
	var settings map[string]string
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE").Output()
	if err == nil {
		err = json.Unmarshal(out, &settings)
	}
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata", UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			for name, value := range settings {
				env.Setenv(name, value)
			}
			env.Setenv(cache.Env, "off")
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOFLAGS", "-mod=mod")
			env.Setenv("GOTOOLCHAIN", "local")
			env.Setenv("VET", tool(t))
			return nil
		},
	})
}

// A finding is as both commands print it.
type finding struct{ Position, Message string }

// vet returns what go vet finds in the packages, sorted.
func vet(t *testing.T, dir string, patterns ...string) []finding {
	t.Helper()
	cmd := exec.Command("go", append([]string{"vet", "-json", "-vettool=" + tool(t)}, patterns...)...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go vet: %v\n%s", err, &stderr)
	}
	var all []finding
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var units map[string]map[string][]struct{ Posn, Message string }
		if err := d.Decode(&units); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		for _, unit := range units {
			for _, f := range unit["calvin"] {
				all = append(all, finding{f.Posn, f.Message})
			}
		}
	}
	return sorted(all)
}

// check returns what calvin check finds in the packages, sorted.
func check(t *testing.T, dir string, patterns ...string) []finding {
	t.Helper()
	result, err := verify.Run(t.Context(), verify.Options{
		Load: load.Config{Dir: dir}, Patterns: patterns, Checks: verify.AllChecks, Workers: 2, Faults: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []finding
	add := func(d *report.Diagnostic) {
		all = append(all, finding{d.Start.String(), fmt.Sprintf("%s (%s)", d.Message, d.Code)})
	}
	for _, d := range result.Findings {
		add(d)
		for _, also := range d.Also {
			add(also)
		}
	}
	return sorted(all)
}

func sorted(all []finding) []finding {
	slices.SortFunc(all, func(a, b finding) int { return strings.Compare(a.Position+a.Message, b.Position+b.Message) })
	return slices.Compact(all)
}

// packages lists what the patterns match.
func packages(t *testing.T, dir string, patterns ...string) []string {
	t.Helper()
	listing, err := load.List(t.Context(), load.Config{Dir: dir}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, p := range listing.Roots() {
		all = append(all, p.PkgPath)
	}
	return all
}

// compared are packages that no other imports: some that are verified, some with faults of every verdict.
var compared = []string{
	"./testdata/examples/atomics", "./testdata/examples/counter", "./testdata/examples/spinlock", "./examples/latch",
	"./testdata/bad/wrong/locks", "./testdata/bad/wrong/race", "./testdata/bad/wrong/guards", "./testdata/bad/unsupported/calls",
	"./testdata/bad/directives/name", "./testdata/bad/directives/ignore",
}

// TestSameFindings: go vet finds what calvin check does in each of the packages, when it looks for the first time and when
// it has looked before.
func TestSameFindings(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	patterns := compared
	if *every {
		patterns = []string{"./testdata/examples/...", "./examples/...", "./testdata/bad/...", "./cmd/calvin/testdata/hits"}
	}
	var want []finding
	for _, path := range packages(t, root, patterns...) {
		want = append(want, check(t, root, path)...)
	}
	want = sorted(want)
	for _, run := range []string{"first", "second"} {
		if diff := cmp.Diff(want, vet(t, root, patterns...)); diff != "" {
			t.Errorf("on the %s run calvin check and go vet differ (-check +vet):\n%s", run, diff)
		}
	}
	if len(want) < 20 {
		t.Errorf("only %d findings", len(want))
	}
	t.Logf("%d findings", len(want))
}

// code ends every message.
var code = regexp.MustCompile(` \((CV\d{4})\)$`)

// places says where something is found, and its code. How it is said may depend on what is known where it is found.
func places(t *testing.T, all []finding) []string {
	t.Helper()
	var list []string
	for _, f := range all {
		m := code.FindStringSubmatch(f.Message)
		if m == nil {
			t.Fatalf("no code in %q", f.Message)
		}
		list = append(list, f.Position+" "+m[1])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestAcrossPackages: so it does in packages that import each other, in whatever order they are asked for.
func TestAcrossPackages(t *testing.T) {
	archives, err := filepath.Glob("../../analyzer/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) {
			dir := module(t, archive)
			want := places(t, check(t, dir, "./..."))
			if len(want) == 0 {
				t.Fatal("nothing is found")
			}
			all := packages(t, dir, "./...")
			for _, p := range all { // one after another, so that most are known as imports before they are asked for
				vet(t, dir, p)
			}
			slices.Reverse(all)
			if diff := cmp.Diff(want, places(t, vet(t, dir, all...))); diff != "" {
				t.Errorf("calvin check and go vet differ (-check +vet):\n%s", diff)
			}
		})
	}
}

// TestPage: what docs/vet.md shows is what go vet prints.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/vet.md")
	if err != nil {
		t.Fatal(err)
	}
	const command = "$ go vet -vettool=$(which calvin-vet) ./cmd/calvin/testdata/hits\n"
	_, shown, ok := strings.Cut(string(page), command)
	shown, _, closed := strings.Cut(shown, "```\n")
	if !ok || !closed {
		t.Fatalf("docs/vet.md does not show %q", command)
	}
	cmd := exec.Command("go", "vet", "-vettool="+tool(t), "./cmd/calvin/testdata/hits")
	cmd.Dir = "../.."
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("go vet passes")
	}
	if diff := cmp.Diff(shown, string(out)); diff != "" {
		t.Errorf("docs/vet.md is not what go vet prints (-shown +got):\n%s", diff)
	}
	flags := vetFlags(t)
	for _, f := range regexp.MustCompile("`-(calvin\\.[a-z]+)").FindAllStringSubmatch(string(page), -1) {
		if !slices.Contains(flags, f[1]) {
			t.Errorf("docs/vet.md speaks of -%s, which there is not", f[1])
		}
	}
	for _, f := range flags {
		if strings.HasPrefix(f, "calvin.") && !strings.Contains(string(page), "`-"+f) {
			t.Errorf("docs/vet.md does not speak of -%s", f)
		}
	}
}

// vetFlags lists the flags that the tool has, as it tells the go command.
func vetFlags(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command(tool(t), "-flags").Output()
	var list []struct{ Name string }
	if err == nil {
		err = json.Unmarshal(out, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range list {
		names = append(names, f.Name)
	}
	return names
}

// TestIdentity: the go command believes what was found with another solver as little as what another tool found.
func TestIdentity(t *testing.T) {
	of := func() string {
		out, err := exec.Command(tool(t), "-V=full").Output()
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`^\S+ version devel buildID=[0-9a-f]{64}\n$`).Match(out) {
			t.Errorf("identity %q", out)
		}
		return string(out)
	}
	one, two := of(), of()
	if one != two {
		t.Errorf("%q, then %q", one, two)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "z3"), []byte("#!/bin/sh\necho Z3 version 1.2.3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if other := of(); other == one {
		t.Error("it is the same with another z3")
	}
}

// module writes the files of an archive and returns their directory.
func module(t *testing.T, archive string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	files, err := txtar.FS(a)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	return dir
}
