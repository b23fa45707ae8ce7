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
	"time"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/testdata/marks"
	"github.com/calvin-go/calvin/testdata/weakening/hook"
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
}

// Options say which mutants to hold against what.
type Options struct {
	Root  string         // the directory of the module
	Sites *regexp.Regexp // by ID or position
	Units *regexp.Regexp
	Only  map[string]bool // IDs; nil: all
	Cache string          // the directory for proofs
	Log   string          // the file of results; those that it holds already are not computed again
	// Thorough: goals get the solver's usual limits, and not a tenth of its work.
	Thorough bool
	// Trust: the packages are believed to pass without a mutant.
	Trust bool
	// Trials bounds the packages that a mutant is held against; 0: all.
	Trials   int
	Progress io.Writer
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
	store, err := cache.Open(opts.Cache)
	if err != nil {
		return err
	}
	begun := time.Now()
	units, err := loadUnits(ctx, opts.Root, opts.Units, store, opts.Thorough, opts.Trust)
	if err != nil {
		return err
	}
	var failing []error
	var sound []*unit
	shown := time.Time{}
	for i, u := range units {
		if time.Since(shown) > time.Second {
			shown = time.Now()
			fmt.Fprintf(opts.Progress, "\r%d of %d packages, %s ", i, len(units), time.Since(begun).Round(time.Second))
		}
		problems, err := u.check(ctx, -1, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", u.name, err)
		}
		if len(problems) > 0 && !opts.Trust {
			failing = append(failing, fmt.Errorf("%s is left out, as it fails without any mutant: %s", u.name, problems[0].Text))
			continue
		}
		sound = append(sound, u)
	}
	log, err := os.OpenFile(opts.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer log.Close()
	skill := skills{}
	for _, s := range sites {
		skill.add(s, done[s.ID()])
	}
	for i, s := range sites {
		if done[s.ID()] != nil || !opts.wants(s) {
			continue
		}
		if time.Since(shown) > time.Second {
			shown = time.Now()
			fmt.Fprintf(opts.Progress, "\r%d of %d sites, %s ", i, len(sites), time.Since(begun).Round(time.Second))
		}
		watch := watch(log, s)
		r, err := runOne(ctx, s, sound, skill, opts.Trials)
		watch.Stop()
		if err != nil {
			return err
		}
		skill.add(s, &r)
		if err := write(log, r); err != nil {
			return err
		}
	}
	fmt.Fprintln(opts.Progress)
	return errors.Join(failing...)
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

// A trial is what a mutant is held against: a unit, or some declarations of it.
type trial struct {
	*unit
	only map[string]bool
	cost time.Duration
}

// skills tell how often a package noticed a mutant of a function, or of a file.
type skills map[[2]string]int

func (k skills) add(s *Site, r *Result) {
	if r != nil && r.By != "" {
		k[[2]string{s.File, r.By}]++
		k[[2]string{s.File + " " + s.Decl, r.By}]++
	}
}

// sort puts first what noticed other mutants of the same function, then those of the file, and then the cheapest.
func (k skills) sort(s *Site, ts []trial) {
	of := func(t trial, where string) int { return k[[2]string{where, t.name}] }
	slices.SortStableFunc(ts, func(a, b trial) int {
		return cmp.Or(
			cmp.Compare(of(b, s.File+" "+s.Decl), of(a, s.File+" "+s.Decl)),
			cmp.Compare(of(b, s.File), of(a, s.File)),
			cmp.Compare(a.cost, b.cost))
	})
}

// runOne holds a mutant against the wrong functions of which it changes the conditions, a package at a time.
func runOne(ctx context.Context, s *Site, units []*unit, skill skills, most int) (Result, error) {
	r := Result{ID: s.ID(), Outcome: Unpassed}
	var trials []trial
	for _, u := range units {
		if u.sites[s.N] {
			r.Outcome = Survived
		}
		if t, ok := u.trial(s); ok {
			trials = append(trials, t)
		}
	}
	skill.sort(s, trials)
	held := 0
	for _, t := range trials {
		t, ok := t.changed(s)
		if !ok {
			continue
		}
		if held++; most > 0 && held > most {
			break
		}
		problems, err := t.check(ctx, s.N, t.only)
		if err != nil {
			return r, fmt.Errorf("%s: %w", t.name, err)
		}
		if len(problems) > 0 {
			r.Outcome, r.By, r.How = judge(problems), t.name, problems[0].Text
			break
		}
	}
	return r, nil
}

func judge(problems []marks.Problem) Outcome {
	for _, p := range problems {
		if p.Accepted {
			return Accepted
		}
	}
	return Noticed
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
