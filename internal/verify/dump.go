package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// A dumper writes the intermediate forms of functions, one directory a package:
//
//	NAME.ir                  the function in the core language
//	NAME.access.ir           the sequential program of each check
//	NAME.access.smt2         its goals, for any SMT solver: unsat is proved
//	NAME.access.far.smt2     with all instances, if near ones do not prove them: reports number these goals
type dumper struct {
	dir  string
	mu   sync.Mutex
	errs []error
	used map[string]int
}

// fileName turns (*T).F into T.F and package paths into relative ones; what is no letter, digit, dot or dash is _.
func fileName(name string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '(' || c == ')' || c == '*':
			return -1
		case c == '.' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			return c
		}
		return '_'
	}, name)
}

func (r *run) dumpFunc(f *ir.Func) {
	if r.opts.Dump != "" {
		r.dump.write(f.Package, f.Name, "ir", f.String())
	}
}

// dumpProgram writes what is to be proved of p within a tier: near at first, and then far if need be.
func (r *run) dumpProgram(f *ir.Func, p *ir.Program, vc *vcgen.VC, tier vcgen.Tier, check string) {
	if r.opts.Dump == "" {
		return
	}
	name := f.Name + "." + check
	if check == "predicates" {
		name = f.Name + "." + p.Name
	}
	if tier == vcgen.Far {
		r.dump.write(f.Package, name+".far", "smt2", script(vc))
		return
	}
	r.dump.write(f.Package, name, "ir", p.String())
	r.dump.write(f.Package, name, "smt2", script(vc))
}

// write keeps the first failure, for the end of the run.
func (d *dumper) write(pkg, name, ext, text string) {
	path := filepath.Join(d.dir, filepath.FromSlash(pkg), fileName(name))
	d.mu.Lock()
	defer d.mu.Unlock()
	key := path + "." + ext
	if n := d.used[key]; n > 0 {
		path = fmt.Sprintf("%s~%d", path, n+1) // several functions may be called init
	}
	d.used[key]++
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.errs = append(d.errs, err)
		return
	}
	if err := os.WriteFile(path+"."+ext, []byte(text), 0o644); err != nil {
		d.errs = append(d.errs, err)
	}
}

// err says once what went wrong, however many files it concerns.
func (d *dumper) err() error {
	if len(d.errs) == 0 {
		return nil
	}
	first := slices.MinFunc(d.errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	if n := len(d.errs) - 1; n > 0 {
		return fmt.Errorf("dump: %w (and %d more)", first, n)
	}
	return fmt.Errorf("dump: %w", first)
}

// script writes the conditions with one check-sat a goal. Candidate invariants are left open: their literals are free.
func script(vc *vcgen.VC) string {
	var b strings.Builder
	fmt.Fprintf(&b, "; %s\n", vc.Name)
	lines := func(ls []string) {
		for _, l := range ls {
			b.WriteString(l + "\n")
		}
	}
	hyps := func(hs []string) {
		for _, h := range hs {
			fmt.Fprintf(&b, "(assert %s)\n", h)
		}
	}
	lines(vc.Decls)
	hyps(vc.Hyps)
	for i, g := range vc.Goals {
		fmt.Fprintf(&b, "\n; goal %d: %s\n(push 1)\n", i+1, goalText(g))
		lines(g.Decls)
		hyps(g.Hyps)
		fmt.Fprintf(&b, "(assert %s)\n(check-sat)\n(pop 1)\n", g.Neg)
	}
	return b.String()
}

func goalText(g *vcgen.Goal) string {
	if g.Assert == nil {
		return fmt.Sprintf("%s at %s (sat is proved)", g.Cover.Check.Kind, g.Cover.Start)
	}
	return fmt.Sprintf("%s at %s", g.Assert.Check.Kind, g.Assert.Start)
}
