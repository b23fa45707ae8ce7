package cli

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/report"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	if os.Getenv(cache.Env) == "" {
		os.Setenv(cache.Env, "off") // not the one of whoever runs the tests
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")) // else each command sleeps for a second under -race
	testscript.Main(m, map[string]func(){
		"calvin": func() { os.Exit(Execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs what a user types, in testdata, and looks at what the user sees. A script says "exits N COMMAND" for
// an exit code.
func TestScripts(t *testing.T) {
	thorough.Not(t)
	scripts(t, "testdata")
}

// TestLongScripts does so with those of more than a few seconds: most build and explore tests again and again.
func TestLongScripts(t *testing.T) {
	thorough.Only(t)
	scripts(t, "testdata/long")
}

func scripts(t *testing.T, dir string) {
	t.Helper()
	goenv := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	action, err := filepath.Abs("../../action") // the scripts of the GitHub action
	if err != nil {
		t.Fatal(err)
	}
	builds, modules := goenv("GOCACHE"), goenv("GOMODCACHE")
	testscript.Run(t, testscript.Params{
		Dir:           dir,
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOCACHE", builds)
			env.Setenv("GOMODCACHE", modules)
			env.Setenv(cache.Env, "off")
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Setenv("GOFLAGS", "-mod=mod")
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOTOOLCHAIN", "local")
			env.Setenv("ACTION", action)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "schema": schema, "sarif": sarif, "isjson": isJSON, "await": await, "orphans": orphans,
		},
	})
}

// exits runs a command, shows its output to the commands stdout and stderr, and compares its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGS...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if exit, ok := err.(*exec.ExitError); ok {
		code = strings.TrimPrefix(exit.String(), "exit status ")
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}

// await waits until a file exists.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await FILE")
	}
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
	}
	ts.Fatalf("there is no %s", args[0])
}

// orphans, which a script negates, looks for processes whose program is in the script's directory: there must be none soon.
// Where processes cannot be listed, it says nothing.
func orphans(ts *testscript.TestScript, neg bool, args []string) {
	if !neg || len(args) > 0 {
		ts.Fatalf("usage: ! orphans")
	}
	var left []string
	for range 50 {
		left = nil
		links, _ := filepath.Glob("/proc/[0-9]*/exe")
		for _, l := range links {
			if exe, err := os.Readlink(l); err == nil && strings.HasPrefix(exe, ts.Getenv("WORK")+"/") {
				left = append(left, l+": "+exe)
			}
		}
		if len(left) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	ts.Fatalf("there are processes left:\n%s", strings.Join(left, "\n"))
}

// schema checks every line of a JSON report against the schema.
func schema(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: schema FILE")
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.Schema))
	ts.Check(err)
	n := 0
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		n++
		conforms(ts, doc, line)
	}
	if n == 0 {
		ts.Fatalf("%s is empty", args[0])
	}
}

// sarif checks a log against the schema of SARIF.
func sarif(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sarif FILE")
	}
	text, err := os.ReadFile(sarifSchema)
	ts.Check(err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	ts.Check(err)
	conforms(ts, doc, ts.ReadFile(args[0]))
}

// sarifSchema is the schema as its publisher has it.
var sarifSchema = func() string {
	file, err := filepath.Abs("../../report/testdata/schema/sarif-2.1.0.json")
	if err != nil {
		panic(err)
	}
	return file
}()

// isJSON checks that a file is one value.
func isJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: isjson FILE")
	}
	if _, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[0]))); err != nil {
		ts.Fatalf("%s: %v", args[0], err)
	}
}

// conforms checks a value against a schema.
func conforms(ts *testscript.TestScript, schema any, text string) {
	c := jsonschema.NewCompiler()
	ts.Check(c.AddResource("schema.json", schema))
	s, err := c.Compile("schema.json")
	ts.Check(err)
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	ts.Check(err)
	if err := s.Validate(v); err != nil {
		ts.Fatalf("%s%v", text, err)
	}
}
