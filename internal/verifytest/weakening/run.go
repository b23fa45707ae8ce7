package weakening

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/verifytest/weakening/hook"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/vcgen"
)

// Outcome says what became of a mutant.
type Outcome string

const (
	Accepted Outcome = "accepted" // it verifies something wrong, or does not refuse it: a test fails
	Noticed  Outcome = "noticed"  // it finds something where nothing is wrong, or breaks down: a test fails
	Survived Outcome = "survived"
	Unpassed Outcome = "unpassed" // no test passes the site
)

// A Result is what became of one mutant.
type Result struct {
	ID      string
	Outcome Outcome
	By      string // the unit, or the test
	How     string
	Trials  int // how many declarations with marks came out differently
}

// Options say which mutants to hold against what.
type Options struct {
	Root  string         // the directory of the module
	Sites *regexp.Regexp // by ID or position
	Units *regexp.Regexp
	Only  map[string]bool // IDs; nil: all
	Log   string          // the file of results; those that it holds already are not computed again
	// Thorough: goals get the solver's usual limits, and all instances of hypotheses, not the nearest alone.
	Thorough bool
	// Trials bounds the declarations that a mutant is held against; 0: all.
	Trials   int
	Progress io.Writer
}

// quickly bounds the solver's work on each goal of a mutant: a goal that is not proved counts as a finding, as one that is
// refuted, and most that a mutant makes true are proved at once. It is a small part of what is usual.
const quickly = 200_000

func (o *Options) work() int {
	if o.Thorough {
		return 0
	}
	return quickly
}

// reaches are the instances of hypotheses that are tried.
func (o *Options) reaches() []vcgen.Tier {
	if o.Thorough {
		return []vcgen.Tier{vcgen.Near, vcgen.Far}
	}
	return []vcgen.Tier{vcgen.Near}
}

// wants reports whether the site is one of those to drop.
func (o *Options) wants(s *Site) bool {
	return (o.Only == nil || o.Only[s.ID()]) && (o.Sites.MatchString(s.ID()) || o.Sites.MatchString(s.Position()))
}

// Run holds the mutants against the units, and writes a line to the log for each. It runs in a build of the verifier with
// the overlay.
func Run(ctx context.Context, sites []*Site, opts Options) error {
	done, err := ReadResults(opts.Log)
	if err != nil {
		return err
	}
	units, err := loadUnits(ctx, opts.Root, opts.Units)
	if err != nil {
		return err
	}
	for i, u := range units {
		fmt.Fprintf(opts.Progress, "\r%d of %d packages ", i, len(units))
		if err := u.profile(ctx); err != nil {
			return err
		}
	}
	p, err := prover.New(prover.Options{RLimit: opts.work(), Workers: 1})
	if err != nil {
		return err
	}
	defer p.Close()
	log, err := os.OpenFile(opts.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer log.Close()
	r := &runner{units: units, judge: &judge{p, opts.reaches()}, skill: skills{}, trials: opts.Trials}
	for _, s := range sites {
		r.skill.add(s, done[s.ID()])
	}
	begun := time.Now()
	for i, s := range sites {
		if done[s.ID()] != nil || !opts.wants(s) {
			continue
		}
		fmt.Fprintf(opts.Progress, "\r%d of %d sites, %s ", i, len(sites), time.Since(begun).Round(time.Second))
		watch := watch(log, s)
		result, err := r.run(ctx, s)
		watch.Stop()
		if err != nil {
			return err
		}
		r.skill.add(s, &result)
		if err := write(log, result); err != nil {
			return err
		}
	}
	fmt.Fprintln(opts.Progress)
	return nil
}

// Stuck is the exit code of a process that is given up because a mutant does not come to an end. What is left is for
// another one.
const Stuck = 9

// watch ends the process if a mutant takes much longer than any does.
func watch(log io.Writer, s *Site) *time.Timer {
	return time.AfterFunc(10*time.Minute, func() {
		write(log, Result{ID: s.ID(), Outcome: Noticed, How: "it does not come to an end"})
		os.Exit(Stuck)
	})
}

func write(log io.Writer, r Result) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(log, "%s\n", line)
	return err
}

// skills tell how often a subject noticed a mutant of a function, of a file, or of a kind.
type skills map[[2]string]int

func (k skills) add(s *Site, r *Result) {
	if r != nil && r.By != "" {
		for _, place := range s.places() {
			k[[2]string{place, r.By}]++
		}
	}
}

// places are where the site is, the narrowest first.
func (s *Site) places() []string { return []string{s.File + " " + s.Decl, s.File, s.Kind} }

// sort puts first what noticed other mutants of the same function, then those of the file, and those of the kind, and then the
// smallest of each package.
func (k skills) sort(s *Site, all []*subject) {
	places := s.places()
	slices.SortFunc(all, func(a, b *subject) int {
		for _, place := range places {
			if c := cmp.Compare(k[[2]string{place, b.name()}], k[[2]string{place, a.name()}]); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.size, b.size), strings.Compare(a.name(), b.name()))
	})
}

// A runner holds one mutant after another against all units.
type runner struct {
	units  []*unit
	judge  *judge
	skill  skills
	trials int
}

// run holds a mutant against the declarations with marks that come out differently.
func (r *runner) run(ctx context.Context, s *Site) (Result, error) {
	result := Result{ID: s.ID(), Outcome: Unpassed}
	var subjects []*subject
	for _, u := range r.units {
		for _, subject := range u.subjects {
			if u.early[s.N] || subject.passed[s.N] {
				subjects = append(subjects, subject)
			}
		}
	}
	if len(subjects) > 0 {
		result.Outcome = Survived
	}
	r.skill.sort(s, subjects)
	built := map[*unit]*desugar.Program{}
	for _, subject := range subjects {
		if r.trials > 0 && result.Trials == r.trials {
			break
		}
		forms, fault := subject.weakened(ctx, s, built)
		if fault != nil {
			result.Outcome, result.By, result.How = Noticed, subject.name(), brief(fault.Error())
			break
		}
		if slices.Equal(sums(forms), subject.sums) {
			continue
		}
		result.Trials++
		hook.Drop(s.N, patience)
		found, fault := r.judge.findings(ctx, subject, forms)
		hook.Drop(-1, 0)
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		if fault != nil {
			result.Outcome, result.By, result.How = Noticed, subject.name(), brief(fault.Error())
			break
		}
		line, err := r.judge.missed(ctx, subject, found)
		if err != nil {
			return result, fmt.Errorf("%s: %w", subject.name(), err)
		}
		if line > 0 {
			result.Outcome, result.By, result.How = Accepted, subject.name(), fmt.Sprintf("nothing is found at line %d", line)
			break
		}
	}
	return result, nil
}

// weakened returns the forms of the subject with the site dropped. A site that is passed early needs a program of its own.
func (s *subject) weakened(ctx context.Context, site *Site, built map[*unit]*desugar.Program) (forms, error) {
	prog := s.prog
	hook.Drop(site.N, patience)
	if s.early[site.N] {
		if built[s.unit] == nil {
			p, err := s.build()
			if err != nil {
				hook.Drop(-1, 0)
				return nil, err
			}
			built[s.unit] = p
		}
		prog = built[s.unit]
	}
	forms, err := s.translate(ctx, prog)
	hook.Drop(-1, 0)
	if err != nil || prog != s.prog {
		return forms, err
	}
	// What the mutant has found out must not be remembered.
	if again, err := s.translate(ctx, prog); err != nil || !slices.Equal(sums(again), s.sums) {
		if s.prog, err = s.build(); err != nil {
			return nil, err
		}
		if _, err := s.translate(ctx, s.prog); err != nil {
			return nil, err
		}
	}
	return forms, nil
}

// ReadResults reads a log, by ID.
func ReadResults(name string) (map[string]*Result, error) {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all := map[string]*Result{}
	for d := json.NewDecoder(f); ; {
		var r Result
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all[r.ID] = &r
	}
}

// Instrumented returns the directory of the overlay that this is a build with; empty if it is none.
func Instrumented() string { return os.Getenv(hook.EnvInside) }
