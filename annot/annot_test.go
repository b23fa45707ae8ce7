package annot

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with the file, or writes it.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", file, d)
	}
}

// TestGood checks what well-formed annotations are read as: testdata/good/x.go against x.golden.
func TestGood(t *testing.T) {
	files, _ := filepath.Glob("testdata/good/*.go")
	if len(files) == 0 {
		t.Fatal("no test files")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			src := load(t, file, nil)
			pkg, errs := Check(src)
			if len(errs) > 0 {
				t.Fatalf("errors:\n%s", dumpErrors(src.Fset, errs))
			}
			golden(t, strings.TrimSuffix(file, ".go")+".golden", dump(pkg))
		})
	}
}

// TestBad checks the error of every malformed annotation: testdata/bad/x.go against x.golden, which shows each error
// under the text that it points at.
func TestBad(t *testing.T) {
	files, _ := filepath.Glob("testdata/bad/*.go")
	codes := map[string]int{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			src := load(t, file, text)
			_, errs := Check(src)
			for _, e := range errs {
				codes[e.Code]++
			}
			golden(t, strings.TrimSuffix(file, ".go")+".golden", annotated(src.Fset, text, errs))
		})
	}
	total := 0
	for _, c := range Codes {
		if codes[c.Code] == 0 {
			t.Errorf("no malformed annotation has the error %s", c.Code)
		}
		total += codes[c.Code]
	}
	if total < 60 {
		t.Errorf("%d malformed annotations, want 60 or more", total)
	}
}
