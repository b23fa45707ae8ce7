package verify

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/vcgen"
)

// TestDigestsTellConditions takes lines out of programs, one at a time. Of what has the same digest then, the conditions are the
// same: else a proof of the one would count as one of the other.
func TestDigestsTellConditions(t *testing.T) {
	for _, c := range []struct {
		file string
		step int // every so many lines
	}{
		{"../../testdata/examples/regions/lru.go", 9},
		{"../../testdata/examples/regions/tree.go", 12},
		{"../../testdata/examples/standardtypes/standardtypes.go", 16},
		{"../../testdata/examples/onestep/onestep.go", 10},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			thorough.OneIn(t, 4)
			t.Parallel()
			text, err := os.ReadFile(c.file)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(string(text), "\n")
			conditions := map[string]string{}
			compared, compiled, dir := 0, 0, t.TempDir()
			for i := -1; i < len(lines); i += c.step {
				without := string(text)
				if i >= 0 {
					without = strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), "")
				}
				for digest, now := range digestsAndConditions(t, dir, without) {
					if was, ok := conditions[digest]; ok && was != now {
						t.Errorf("without line %d: another function has the same digest and other conditions", i+1)
					} else if ok {
						compared++
					}
					conditions[digest] = now
					compiled++
				}
			}
			if compared == 0 || compared == compiled {
				t.Errorf("%d of %d functions are as they were", compared, compiled)
			}
		})
	}
}

// digestsAndConditions returns a hash of the conditions of each function in a file, by digest; none if it does not compile.
func digestsAndConditions(t *testing.T, dir, text string) map[string]string {
	t.Helper()
	write := into(t, dir)
	write("go.mod", "module m\n\ngo 1.26\n")
	write("m.go", text)
	pkgs, err := load.Load(t.Context(), load.Config{Dir: dir})
	if err != nil {
		return nil
	}
	annots, malformed := annotate(pkgs, nil)
	if len(malformed) > 0 {
		return nil
	}
	progs, err := build(pkgs, annots, desugar.Others{})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, fn := range functionsOf(progs["m"], "m", false) {
		f, err := progs["m"].Translate(t.Context(), fn)
		if err != nil {
			t.Fatal(err)
		}
		digest, ok := ir.Digest(ir.Ordered, f)
		if !ok {
			t.Fatalf("%s has no digest", fn.Name)
		}
		all[string(digest[:])] = conditionsText(f)
	}
	return all
}

// conditionsText is a hash of what the solver would be asked about f.
func conditionsText(f *ir.Func) string {
	h := sha256.New()
	for _, red := range reductions() {
		p, refused := red.of(context.Background(), f, nil)
		if refused != nil {
			fmt.Fprintln(h, "refused", refused)
			continue
		}
		vc, err := vcgen.Generate(p)
		if err != nil {
			fmt.Fprintln(h, "refused", err)
			continue
		}
		fmt.Fprintln(h, vc.Decls, vc.Hyps)
		for _, g := range vc.Goals {
			further, err := vc.Further(g)
			fmt.Fprintln(h, g.Cover != nil, g.Neg, g.Decls, g.Hyps, further, err, g.Terms)
		}
	}
	return string(h.Sum(nil))
}
