//go:build unix

package main

import (
	"context"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/cli"
)

// asCalvin has the test's executable be calvin.
const asCalvin = "CHECKSCALE_TEST_AS_CALVIN"

func TestMain(m *testing.M) {
	if os.Getenv(asCalvin) != "" {
		os.Exit(cli.Execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// TestRun measures the smallest modules in each way that there is. What is measured counts for nothing; that all functions are found
// verified does, which run insists on.
func TestRun(t *testing.T) {
	t.Setenv(asCalvin, "1")
	t.Setenv("CALVIN_CACHE", "off")
	this := func(context.Context, string) (string, error) { return os.Executable() }
	for _, test := range []struct{ args, want string }{
		{"-runs 1 5", `(?m)^ +5  .* MB`},
		{"-runs 1 -owners 5 5", `(?m)^ +6  .* MB`},
		{"-runs 1 -owners 5 -edits 5", `(?m)^ *edit of 6 functions .*\n +nothing  .*\n +a comment  .*\n +one body  .*\d$`},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			if err := run(t.Context(), this, strings.Fields(test.args), &out, io.Discard); err != nil {
				t.Fatal(err)
			}
			if !regexp.MustCompile(test.want).MatchString(out.String()) {
				t.Errorf("got\n%swant a match of %s", out.String(), test.want)
			}
		})
	}
}

// TestAllVerified checks that a run in which a function is not verified, or one more is, is told from one that is as it should be.
func TestAllVerified(t *testing.T) {
	for output, want := range map[string]bool{
		"types: 1\n6 verified, 0 failed, 0 unknown, 0 trusted (0.1 s)": true,
		"6 verified, 0 failed, 0 unknown, 0 trusted (0.1 s)":           true,
		"5 verified, 0 failed, 0 unknown, 0 trusted (0.1 s)":           false,
		"16 verified, 0 failed, 0 unknown, 0 trusted (0.1 s)":          false,
		"6 verified, 1 failed, 0 unknown, 0 trusted (0.1 s)":           false,
		"6 verified, 0 failed, 2 unknown, 0 trusted (0.1 s)":           false,
	} {
		if err := allVerified(output, 6); (err == nil) != want {
			t.Errorf("allVerified(%q, 6) = %v", output, err)
		}
	}
}
