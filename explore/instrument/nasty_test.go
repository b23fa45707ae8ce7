package instrument

import (
	"flag"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/exploretest/nasty"
	"github.com/calvin-go/calvin/internal/thorough"
)

var (
	nastySeed     = flag.Uint64("nasty.seed", 1, "seed of the nasty program")
	nastyPackages = flag.Int("nasty.packages", 60, "its packages")
)

// TestNasty: programs that are hard to rewrite print the same whether they are instrumented or not.
func TestNasty(t *testing.T) {
	thorough.Only(t)
	dir := t.TempDir()
	if err := nasty.Generate(*nastySeed, *nastyPackages).Write(dir); err != nil {
		t.Fatal(err)
	}
	b, err := Instrument(t.Context(), Config{Dir: dir}, runtimeSources(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	plain, rewritten := run(t, dir), run(t, dir, "-overlay="+b.Overlay)
	same(t, plain, rewritten)
}

// same compares what a program printed plain and instrumented.
func same(t *testing.T, plain, rewritten string) {
	t.Helper()
	p, r := strings.Split(plain, "\n"), strings.Split(rewritten, "\n")
	for i := range min(len(p), len(r)) {
		if p[i] != r[i] {
			t.Fatalf("line %d: instrumented %q, plain %q", i+1, r[i], p[i])
		}
	}
	if len(p) != len(r) {
		t.Fatalf("instrumented %d lines, plain %d", len(r), len(p))
	}
}
