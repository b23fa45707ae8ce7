package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// The uses of functions, methods, fields and generic types are counted, those of variables within a function are not.
func TestRun(t *testing.T) {
	var got bytes.Buffer
	if err := run(t.Context(), &got, "testdata/m", 2, true, []string{"./..."}); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "m.golden")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

func TestBroken(t *testing.T) {
	if err := run(t.Context(), &bytes.Buffer{}, "testdata/m", 0, false, []string{"./nothing"}); err == nil {
		t.Error("no error for a package that is not there")
	}
}

// A best order has no uses against it where there is one without.
func TestBest(t *testing.T) {
	u := map[use]int{{"c", "b"}: 1, {"b", "a"}: 5, {"d", "a"}: 2, {"d", "c"}: 1}
	if n, all := against(u, best(u)); n != 0 || all != 9 {
		t.Errorf("%d of %d uses are against %v", n, all, best(u))
	}
	u[use{"a", "d"}] = 1
	if n, _ := against(u, best(u)); n != 1 {
		t.Errorf("%d uses are against %v, want 1", n, best(u))
	}
}
