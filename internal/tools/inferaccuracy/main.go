// Command inferaccuracy measures calvin infer: it takes the guards and lock preconditions out of annotated packages, in memory, infers
// them anew, and writes docs/evaluation/inference.md: how many come back, how many are right, and why the others are missed.
//
//	go run ./internal/tools/inferaccuracy
//
// A guard is taken out if it is about locks alone: guarded_by, and accessible_if and its like where they say no more than that
// locks are held. A lock precondition is a requires clause that says no more than that. Everything else stays.
//
// The same is done with the annotations of gVisor's checklocks analyzer in its network stack, which is downloaded; -gvisor=false
// leaves that out.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/infer"
	"github.com/calvin-go/calvin/internal/houdini"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
)

func main() {
	out := flag.String("o", "docs/evaluation/inference.md", "the page to write")
	verbose := flag.Bool("v", false, "say what is proposed")
	real := flag.Bool("gvisor", true, "download gVisor and do the same with its annotations")
	flag.Parse()
	if err := run(*out, *verbose, *real); err != nil {
		fmt.Fprintf(os.Stderr, "inferaccuracy: %v\n", err)
		os.Exit(1)
	}
}

// A study is a package, what was taken out of it, and what came back.
type study struct {
	name     string
	removed  []*removal
	further  []further
	verified bool // all of it, with what was inferred
	stays    int  // guards that were not taken out
	took     time.Duration
}

// A removal is one annotation that was taken out.
type removal struct {
	what     string // the variable or function, and the annotation
	precond  bool   // of a function
	proposed bool
	same     bool
	right    bool
	missed   string // why it did not come back
	instead  string // what did
}

// A further proposal is one that nothing was taken out for.
type further struct {
	what  string
	right bool
}

func run(out string, verbose, real bool) error {
	ctx := context.Background()
	var dirs []string
	for _, pattern := range []string{"examples/*", "examples/contracts/*", "testdata/examples/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		dirs = append(dirs, found...)
	}
	var all []*study
	for _, dir := range dirs {
		if name := filepath.Base(dir); name == "internal" || name == "contracts" { // what tests share, and a folder of packages
			continue
		}
		s, err := measure(ctx, dir, verbose)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		if s != nil {
			all = append(all, s)
		}
	}
	text := page(all)
	if real {
		s, err := gvisor(ctx)
		if err != nil {
			return fmt.Errorf("gvisor: %w", err)
		}
		text = append(text, gvisorSection(s)...)
	}
	return os.WriteFile(out, text, 0o644)
}

// measure takes the annotations out of the package in dir and infers them; nil if there are none.
func measure(ctx context.Context, dir string, verbose bool) (*study, error) {
	listing, err := load.List(ctx, load.Config{Dir: dir}, ".")
	if err != nil {
		return nil, err
	}
	pkgs, err := listing.Load(ctx)
	if err != nil {
		return nil, err
	}
	c := cut(pkgs)
	if len(c.removed)+c.stays == 0 {
		return nil, nil
	}
	without := map[string][]byte{}
	for name, drop := range c.lines {
		src, err := listing.Read(name)
		if err != nil {
			return nil, err
		}
		without[name] = dropLines(src, drop)
	}
	begun := time.Now()
	listing.Overlay(without)
	checks := verify.AllChecks
	checks.Panics = false
	result, err := houdini.Listed(ctx, listing, houdini.Options{
		Load: load.Config{Dir: dir, Overlay: without}, Patterns: []string{"."},
		Check: verify.Options{Checks: checks, Workers: runtime.GOMAXPROCS(0), Budget: time.Minute},
	})
	if err != nil {
		return nil, err
	}
	s := &study{name: dir, took: time.Since(begun), stays: c.stays}
	after, err := annotated(ctx, listing, without, result)
	if err != nil {
		return nil, err
	}
	if s.verified, err = verified(ctx, dir, after, without); err != nil {
		return nil, err
	}
	s.compare(c, after, result)
	if verbose {
		s.print(result)
	}
	return s, nil
}

// verified reports whether all of the packages is.
func verified(ctx context.Context, dir string, pkgs []*packages.Package, overlay map[string][]byte) (bool, error) {
	r, err := verify.Run(ctx, verify.Options{
		Packages: pkgs, Load: load.Config{Dir: dir, Overlay: overlay}, All: true, Checks: verify.AllChecks, Workers: runtime.GOMAXPROCS(0),
	})
	if err != nil {
		return false, err
	}
	return r.Summary.Failed+r.Summary.Unknown == 0 && len(r.Findings) == 0, nil
}

func (s *study) print(r *houdini.Result) {
	fmt.Printf("%s: verified %v, %d rounds, %.1f s\n", s.name, s.verified, r.Rounds, s.took.Seconds())
	for _, k := range r.Kept {
		fmt.Printf("\tkept %s: %s (%s) proved=%v %s\n", k.Name, k.Text(), k.Evidence, k.Proved, k.Reason)
		for _, a := range k.Against {
			fmt.Printf("\t\tagainst %s:%d %v\n", a.Function, a.Position.Line, a.Held)
		}
	}
	for _, d := range r.Dropped {
		fmt.Printf("\tdropped %s: %s (%s): %s\n", d.Name, d.Text(), d.Evidence, d.Reason)
	}
	for _, x := range s.removed {
		if !x.same {
			fmt.Printf("\tremoved %s: proposed %v right %v %s\n", x.what, x.proposed, x.right, x.missed)
		}
	}
}

// compare says of each removal what became of it.
func (s *study) compare(c *cuts, after []*packages.Package, r *houdini.Result) {
	annots := verify.Annotations(after)
	found := canonical(after, annots)
	s.removed = c.removed
	taken := map[string]bool{}
	for _, x := range c.removed {
		key := c.key[x]
		taken[key] = true
		x.proposed = found[key] != ""
		x.same = found[key] == c.meaning[key]
		x.right = x.same || x.proposed && s.verified
		for _, k := range r.Kept {
			if keyOf(k.Proposal) == key {
				x.instead = k.Text()
			}
		}
		if !x.proposed {
			x.missed = whyMissed(key, r)
		}
	}
	for _, k := range r.Kept {
		if key := keyOf(k.Proposal); !taken[key] {
			s.further = append(s.further, further{k.Name + ": " + k.Text(), s.verified || k.Proved})
		}
	}
}

// whyMissed says what became of what was proposed in its place, if something was.
func whyMissed(key string, r *houdini.Result) string {
	for _, d := range r.Dropped {
		if keyOf(d.Proposal) == key {
			return "proposed and refuted: " + d.Text() + ": " + d.Reason
		}
	}
	return "no lock stands out at its accesses or calls"
}

func keyOf(p *infer.Proposal) string {
	kind := "var "
	if p.Func != nil {
		kind = "func "
	}
	return kind + p.Package + " " + p.Name
}

func dropLines(src []byte, drop map[int]bool) []byte {
	var out strings.Builder
	n := 0
	for line := range strings.Lines(string(src)) {
		if n++; !drop[n] {
			out.WriteString(line)
		}
	}
	return []byte(out.String())
}

// annotated loads the packages with what was proposed; text then has the files as they are with it.
func annotated(ctx context.Context, listing *load.Listing, text map[string][]byte, result *houdini.Result) ([]*packages.Package, error) {
	for name, change := range result.Files {
		text[name] = change.After
	}
	listing.Overlay(text)
	return listing.Load(ctx)
}
