package verify

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
)

// check verifies one file, src, as package m. Its path is returned too.
func check(t *testing.T, src string, change ...func(*Options)) (*Result, string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "m.go")
	for name, text := range map[string]string{filepath.Join(dir, "go.mod"): "module m\n\ngo 1.26\n", file: src} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	opts := Options{
		Load: load.Config{Dir: dir}, All: true, Checks: AllChecks, Panics: true, Workers: 2,
		Prover: prover.Options{Timeout: 20 * time.Second}, Faults: t.TempDir(),
	}
	for _, f := range change {
		f(&opts)
	}
	result, err := Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return result, file
}

// into writes files below a directory, by their paths with slashes.
func into(t *testing.T, dir string) func(name, text string) {
	return func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
