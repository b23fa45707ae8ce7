package changed

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
)

const before = `package m

import "sync"

// Limit bounds n.
const Limit = 10

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:immutable
	id int
}

//calvin:atomic
//calvin:modifies t.n
//calvin:ensures  t.n <= Limit
func (t *T) Put() {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
}

func (t *T) bare() int {
	return t.id + 1
}

func (t *T) CallsPut() { t.Put() }

func (t *T) CallsBare() int { return t.bare() }

func (t *T) CallsCaller() int { return t.CallsBare() }

type Q struct{ done chan int }

func Make() *Q { return &Q{done: make(chan int)} }

func (q *Q) Uses() { <-q.done }

func Alone() int {
	return 1
}

type shape interface{ draw() int }

type circle struct{ n int }

func (c *circle) draw() int {
	return c.n
}

func Draw(s shape) int { return s.draw() }
`

// TestFunctions changes one thing after the other since a commit.
func TestFunctions(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=n@example.com"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	write("go.mod", "module m\n\ngo 1.26\n")
	write("m.go", before)
	write("gone.go", "package m\n\nfunc Gone() {}\n")
	run("init", "-q")
	run("add", ".")
	run("commit", "-q", "-m", "c")

	const all = "all"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"return 1\n", "return 2\n", "Alone"},
		{"return 1\n", "return len(`\n++ b/x\n`)\n", "Alone"},
		{"t.n = 1", "t.n = 2", "(*T).Put"},
		{"make(chan int)", "nil", "(*Q).Uses Make"},
		{"t.n <= Limit", "t.n < Limit", "(*T).CallsPut (*T).Put"},
		{"//calvin:modifies t.n\n", "", "(*T).CallsPut (*T).Put"},
		{"t.id + 1", "t.id", "(*T).CallsBare (*T).CallsCaller (*T).bare"},
		{"return c.n", "return c.n + 1", "(*circle).draw Draw"},
		{"Limit = 10", "Limit = 11", "(*T).CallsPut (*T).Put"},
		{"	//calvin:guarded_by mu\n", "", "(*T).CallsBare (*T).CallsCaller (*T).CallsPut (*T).Put (*T).bare"},
		{"func Alone", "type I interface{ F() }\n\nfunc Alone", all},
		{"package m\n", "//calvin:transition true\npackage m\n", "(*Q).Uses (*T).CallsBare (*T).CallsCaller (*T).CallsPut (*T).Put (*T).bare (*circle).draw Alone Draw Gone Make"},
	} {
		changed := strings.Replace(before, test.old, test.new, 1)
		if test.old != "" && changed == before {
			t.Fatalf("there is no %q", test.old)
		}
		write("m.go", changed)
		if got := functions(t, dir); got != test.want {
			t.Errorf("%q for %q: %s, want %s", test.new, test.old, got, test.want)
		}
	}
	write("m.go", before)
	write("new.go", "package m\n\nfunc New() int { return Alone() }\n")
	if got := functions(t, dir); got != "New" {
		t.Errorf("a file that git does not know: %s", got)
	}
	os.Remove(filepath.Join(dir, "new.go"))
	write("strings.go", "//go:build ignore\n\n//calvin:contracts\npackage strings\n")
	if got := functions(t, dir); got != all {
		t.Errorf("a contract file: %s", got)
	}
	os.Remove(filepath.Join(dir, "strings.go"))
	write("go.mod", "module m\n\ngo 1.25\n")
	if got := functions(t, dir); got != all {
		t.Errorf("go.mod: %s", got)
	}
	run("checkout", "-q", "--", ".")
	os.Remove(filepath.Join(dir, "gone.go"))
	if got := functions(t, dir); got != all {
		t.Errorf("a file that is gone: %s", got)
	}
	if _, err := Since(t.Context(), dir, "nowhere"); err == nil || !strings.Contains(err.Error(), "there is no revision nowhere") {
		t.Errorf("no such revision: %v", err)
	}
	if _, err := Since(t.Context(), dir, "--output=x"); err == nil {
		t.Error("an option is taken for a revision")
	}
	if _, err := Since(t.Context(), t.TempDir(), "HEAD"); err == nil {
		t.Error("outside of a repository there is no error")
	}
}

func functions(t *testing.T, dir string) string {
	t.Helper()
	change, err := Since(t.Context(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := load.Load(t.Context(), load.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	chosen := Functions(pkgs, verify.Annotations(pkgs), change)
	if chosen == nil {
		return "all"
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		names = append(names, strings.TrimPrefix(name, "m."))
	}
	return strings.Join(names, " ")
}
