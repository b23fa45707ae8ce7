package lsp

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/internal/verify"
)

var edits = flag.Int("edits", 4, "how often Neovim changes a file; with 50 or more, how long it takes is tested too")

// serveEnv makes the test binary a language server.
const serveEnv = "CALVIN_TEST_SERVE"

func TestMain(m *testing.M) {
	if os.Getenv(serveEnv) == "" {
		os.Exit(m.Run())
	}
	config := Config{Version: "test", Delay: delay, Quiet: time.Second, Log: os.Stderr,
		Check: verify.Options{Checks: verify.AllChecks, Workers: runtime.GOMAXPROCS(0)}}
	if err := Serve(context.Background(), config, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// delay is that of the server that Neovim starts.
const delay = 100 * time.Millisecond

// functions is how many there are in the file that Neovim changes: it has some 500 lines.
const functions = 45

func large() string {
	var b strings.Builder
	b.WriteString("package m\n\nimport \"sync\"\n\n// A Counter counts.\ntype Counter struct {\n\tmu sync.Mutex\n\t//calvin:guarded_by mu\n\tn int\n}\n")
	fmt.Fprintf(&b, "\nfunc (c *Counter) Broken() {\n\t// c.mu.Lock()\n\tc.n = 0\n\t// c.mu.Unlock()\n}\n")
	for i := range functions {
		fmt.Fprintf(&b, "\n// Add%d adds.\n//\n//calvin:atomic\n//calvin:modifies c.n\n//calvin:ensures  c.n == old(c.n)+k\nfunc (c *Counter) Add%[1]d(k int) {\n"+
			"\tc.mu.Lock()\n\tc.n += k\n\tc.mu.Unlock()\n}\n", i)
	}
	return b.String()
}

// TestNeovim has a real editor change a file of 500 lines, save it, and change it without saving, and looks at what it shows.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("there is no nvim; on Debian: apt-get install neovim")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	driver, err := os.ReadFile("testdata/neovim.lua")
	if err != nil {
		t.Fatal(err)
	}
	args, err := json.Marshal(map[string]any{"file": in("m.go"), "server": self, "out": in("out"), "edits": *edits, "functions": functions})
	if err != nil {
		t.Fatal(err)
	}
	src := large()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n", "m.go": src, "driver.lua": fmt.Sprintf("ARGS = vim.json.decode([==[%s]==])\n%s", args, driver),
	} {
		if err := os.WriteFile(in(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(src, "\n"); n < 500 {
		t.Fatalf("the file has %d lines, want 500", n)
	}
	cmd := exec.CommandContext(t.Context(), nvim, "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile "+in("driver.lua"))
	cmd.Env = append(os.Environ(), serveEnv+"=1", "XDG_CACHE_HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_DATA_HOME="+dir,
		"GOCACHE="+goEnv(t, "GOCACHE"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(in("out"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Saved, Typed    []float64 // milliseconds
		Hover           string
		Symbols, Tokens int
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	saved, typed := median(got.Saved), median(got.Typed)
	t.Logf("%d edits: %.0f ms from a save to the diagnostics at the median (at most %.0f), %.0f ms from a change that is not saved (at most %.0f), of which %v is waiting for more",
		*edits, saved, slices.Max(got.Saved), typed, slices.Max(got.Typed), delay)
	if *edits >= 50 && saved > 300 {
		t.Errorf("%.0f ms from a save to the diagnostics, want 300 at most", saved)
	}
	if *edits >= 50 && typed > float64(delay.Milliseconds())+300 {
		t.Errorf("%.0f ms from a change to the diagnostics, want %v and 300 at most", typed, delay)
	}
	if !strings.Contains(got.Hover, "//calvin:ensures  c.n == old(c.n)+k") || !strings.Contains(got.Hover, "verified") {
		t.Errorf("hover: %s", got.Hover)
	}
	if got.Symbols != functions+1 || got.Tokens < 50*functions {
		t.Errorf("%d symbols, %d numbers for tokens", got.Symbols, got.Tokens)
	}
}

func median(times []float64) float64 {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

// goEnv is a setting of the go command's.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
