package instrument

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// TestRecheck: packages are rewritten and type-checked each for itself; one that does not build as it is, or cannot be rewritten, says so.
func TestRecheck(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":           "module m\n\ngo 1.26\n",
		"a/a.go":           "package a\n\nimport \"sync\"\n\ntype T struct{ mu sync.Mutex; n int }\n\nfunc (t *T) Hit() int { t.mu.Lock(); defer t.mu.Unlock(); t.n++; return t.n }\n",
		"a/a_test.go":      "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Run(\"\", func(t *testing.T) { new(T).Hit() }) }\n",
		"a/x_test.go":      "package a_test\n\nimport (\n\t\"testing\"\n\n\t\"m/a\"\n)\n\nfunc TestX(t *testing.T) { new(a.T).Hit() }\n",
		"broken/b.go":      "package broken\n\nvar x int = \"\"\n",
		"usescgo/c.go":     "package usescgo\n\nimport \"C\"\n",
		"above/c.go":       "package above\n\nimport \"m/a\"\n\nvar T = a.T{}\n\nfunc Hit() int { return T.Hit() }\n",
		"above/above.s":    "",
		"drawn/d.go":       "package drawn\n\nimport (\n\t\"crypto/rand\"\n\t\"math/big\"\n)\n\nfunc Draw() (*big.Int, error) { return rand.Int(rand.Reader, big.NewInt(2)) }\n",
		"above/c_other.go": "//go:build never\n\npackage above\n",
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	list, err := Recheck(t.Context(), Config{Dir: dir, Patterns: []string{"./..."}}, runtimeSources(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Rechecked{}
	for _, p := range list {
		if got[p.Path] = p; len(p.Errors) > 0 {
			t.Errorf("%s: %v", p.Path, p.Errors)
		}
	}
	for path, ok := range map[string]bool{
		"m/a": got["m/a"].Refused == "" && !got["m/a"].Broken, "m/above": got["m/above"].Refused == "" && !got["m/above"].Broken,
		"m/drawn": got["m/drawn"].Path != "", "m/broken": got["m/broken"].Broken, "m/usescgo": got["m/usescgo"].Refused == "uses cgo",
	} {
		if !ok {
			t.Errorf("%s: %+v", path, got[path])
		}
	}
}

// TestRecheckFinds: what keeps a rewritten package from being built is found, here a runtime without functions.
func TestRecheckFinds(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	writeFile(t, filepath.Join(dir, "a.go"), "package a\n\nfunc Send(c chan int) { c <- 1 }\n")
	empty := fstest.MapFS{"rt/rt.go": {Data: []byte("package rt\n\ntype Site int\n\ntype SiteInfo struct{ File, What string; Line, Col int }\n\nfunc RegisterSites(int, []SiteInfo) {}\n\nfunc RegisterInstrumented(string) {}\n")}}
	list, err := Recheck(t.Context(), Config{Dir: dir, Patterns: []string{"."}}, empty, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || len(list[0].Errors) != 1 || !strings.Contains(list[0].Errors[0], "rt.Send") {
		t.Errorf("%+v", list)
	}
}
