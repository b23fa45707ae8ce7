package fuzz

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/calvin-go/calvin/internal/verifytest/fuzz/program"
	"github.com/calvin-go/calvin/internal/workers"
	"github.com/calvin-go/calvin/report"
)

// A Campaign runs batch after batch. Program n of a seed is the same whatever else is run.
type Campaign struct {
	Seed     uint64
	From     int // the first program
	Programs int
	Size     int // programs of a batch
	Workers  int
	Budget   time.Duration // of Clock for checking each function
	Clock    func() time.Duration
	RLimit   int // the solver's work for each goal
	Effort   Effort
	Explore  int            // of each batch, how many programs are explored
	Shrink   int            // rounds of shrinking each program that fails
	Dir      string         // where programs that fail are written; empty: nowhere
	Log      io.Writer      // told of each batch and each failure
	Match    *regexp.Regexp // if not nil: only programs of which the text matches, as many as Programs says
	Believe  func(function string) bool
	library  *Library
}

// Figures say what a campaign has done.
type Figures struct {
	Programs, Functions, Verified, Failed, Unknown, Trusted int
	Run                                                     int            // functions that were run
	Assumed                                                 int            // verified functions of which something is assumed
	Codes                                                   map[string]int // findings
	Reasons                                                 map[string]int // why functions are unknown
	Failures                                                []Found
	Excused                                                 int // failures of what is assumed
	Check, Execute                                          time.Duration
	Self, Children                                          time.Duration // of processors: checking; building and running
}

// Found is a program that fails.
type Found struct {
	Failure
	Index  int // of the program, under the seed
	Source string
}

// Run runs the campaign, until all programs have been run or ctx ends. Its error is of batches that could not be checked or
// built: that the generator is to blame for.
func (c *Campaign) Run(ctx context.Context) (*Figures, error) {
	var err error
	if c.library, err = ListLibrary(ctx); err != nil {
		return nil, err
	}
	total := &Figures{Codes: map[string]int{}, Reasons: map[string]int{}}
	var mu sync.Mutex
	var failed error
	workers.Each(c.Workers, slices.Collect(slices.Chunk(c.numbers(), c.Size)), func(numbers []int) {
		if ctx.Err() != nil {
			return
		}
		f, err := c.batch(ctx, numbers)
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("programs from %d: %w", numbers[0], err))
		}
		if f != nil {
			total.Add(f)
			fmt.Fprintf(c.Log, "%d: %s\n", numbers[0], f)
		}
	})
	return total, failed
}

// numbers are those of the programs to run. If hardly any match there are fewer.
func (c *Campaign) numbers() []int {
	var all []int
	for n := c.From; len(all) < c.Programs && n < c.From+rare*c.Programs; n++ {
		if c.Match == nil || c.Match.MatchString(program.Draw(c.Seed, uint64(n)).Source("", program.Checked)) {
			all = append(all, n)
		}
	}
	return all
}

// rare is how many programs are drawn at most for each that is run.
const rare = 1000

// Source is the programs as one package, as they are checked.
func (c *Campaign) Source(name string) ([]byte, error) {
	var texts []string
	for _, n := range c.numbers() {
		texts = append(texts, program.Draw(c.Seed, uint64(n)).Source(fmt.Sprint(n), program.Checked))
	}
	return program.File(name, texts...)
}

// batch runs the programs with the numbers.
func (c *Campaign) batch(ctx context.Context, numbers []int) (*Figures, error) {
	var programs []*program.Program
	for _, n := range numbers {
		programs = append(programs, program.Draw(c.Seed, uint64(n)))
	}
	b, err := NewBatch(c.library, programs)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	c.set(b)
	b.Far = c.far(numbers[0])
	f := &Figures{Programs: len(numbers), Codes: map[string]int{}, Reasons: map[string]int{}}
	start := time.Now()
	if err := b.Check(ctx); err != nil {
		return nil, err
	}
	f.Check = time.Since(start)
	f.count(b)
	if n := f.Codes[report.CodeSolver]; n > 0 {
		return nil, fmt.Errorf("the solver failed %d times", n)
	}
	start = time.Now()
	failures, err := b.Execute(ctx, c.Effort)
	if err != nil {
		return nil, err
	}
	if c.Explore > 0 {
		more, err := b.Explore(ctx, c.Explore, c.Effort)
		if err != nil {
			return nil, err
		}
		for _, m := range more {
			if !slices.ContainsFunc(failures, func(f Failure) bool { return f.Program == m.Program }) {
				failures = append(failures, m)
			}
		}
	}
	f.Execute = time.Since(start)
	for _, failure := range failures {
		assumed := b.assumed(failure)
		if len(assumed) > 0 {
			f.Excused++
			fmt.Fprintf(c.Log, "excused %d %s (%s)\n", numbers[failure.Program], failure, strings.Join(assumed, "; "))
			continue
		}
		found, err := c.confirm(ctx, programs[failure.Program], failure)
		if err != nil {
			return nil, err
		}
		found.Index = numbers[failure.Program]
		f.Failures = append(f.Failures, found)
		if err := c.write(found); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (c *Campaign) set(b *Batch) {
	b.Believe, b.Budget, b.Clock, b.RLimit = c.Believe, c.Budget, c.Clock, c.RLimit
}

// far says in which batches functions are checked with all instances, which is half of the work: of a hundred functions that
// are verified, one needs it.
func (c *Campaign) far(from int) bool { return from/max(1, c.Size)%8 == 7 }

// confirm runs the program by itself, and shrinks it if it fails there too.
func (c *Campaign) confirm(ctx context.Context, p *program.Program, failure Failure) (Found, error) {
	if c.Shrink > 0 {
		q, err := Shrink(ctx, p, c.judge(failure.Kind), c.Shrink)
		if err != nil {
			return Found{}, err
		}
		p = q
	}
	return Found{Failure: failure, Source: p.Source("", program.Checked)}, nil
}

// judge says which programs fail in the same way.
func (c *Campaign) judge(kind string) Judge {
	return func(ctx context.Context, programs []*program.Program) ([]bool, error) {
		b, err := NewBatch(c.library, programs)
		if err != nil {
			return nil, err
		}
		defer b.Close()
		c.set(b)
		b.Far = true
		if err := b.Check(ctx); err != nil {
			return nil, err
		}
		run := func() ([]Failure, error) { return b.Execute(ctx, c.Effort) }
		if strings.HasPrefix(kind, "explored") {
			run = func() ([]Failure, error) { return b.Explore(ctx, len(programs), c.Effort) }
		}
		failures, err := run()
		if err != nil {
			return nil, err
		}
		fails := make([]bool, len(programs))
		for _, f := range failures {
			if f.Kind == kind {
				fails[f.Program] = true
			}
		}
		return fails, nil
	}
}

// write keeps a program that fails.
func (c *Campaign) write(f Found) error {
	fmt.Fprintf(c.Log, "FAIL %d %s\n%s\n", f.Index, f.Failure, f.Source)
	if c.Dir == "" {
		return nil
	}
	text := fmt.Sprintf("// Seed %d, program %d: %s: %s: %s\n\n%s", c.Seed, f.Index, f.Function, f.Kind, f.Detail, f.Source)
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.Dir, fmt.Sprintf("%s-%d-%d.txt", strings.ReplaceAll(f.Kind, " ", "-"), c.Seed, f.Index)), []byte(text), 0o666)
}

// count counts what was checked of the batch.
func (f *Figures) count(b *Batch) {
	for n, p := range b.Programs {
		for _, fn := range p.Funcs {
			if fn.Callable() && b.verified(n, fn) {
				f.Run++
			}
			switch v := b.Verdicts[fn.FullName(fmt.Sprint(n))]; v.Verdict {
			case report.Verified:
				f.Verified++
				if len(v.Assumptions) > 0 {
					f.Assumed++
				}
			case report.Failed:
				f.Failed++
			case report.Unknown:
				f.Unknown++
				f.Reasons[digits.ReplaceAllString(v.Reason, "N")]++
			case report.Trusted:
				f.Trusted++
			}
			f.Functions++
		}
	}
	for _, d := range b.Findings {
		f.Codes[d.Code]++
	}
}

// Add adds what another campaign has done.
func (f *Figures) Add(g *Figures) {
	f.Programs += g.Programs
	f.Functions += g.Functions
	f.Verified += g.Verified
	f.Failed += g.Failed
	f.Unknown += g.Unknown
	f.Trusted += g.Trusted
	f.Run += g.Run
	f.Assumed += g.Assumed
	f.Excused += g.Excused
	f.Failures = append(f.Failures, g.Failures...)
	f.Check += g.Check
	f.Execute += g.Execute
	f.Self += g.Self
	f.Children += g.Children
	for code, n := range g.Codes {
		f.Codes[code] += n
	}
	for reason, n := range g.Reasons {
		f.Reasons[reason] += n
	}
}

var digits = regexp.MustCompile(`[0-9]+`)

// Unknowns lists the reasons why functions are unknown, the most frequent first.
func (f *Figures) Unknowns(w io.Writer, most int) {
	reasons := slices.SortedFunc(maps.Keys(f.Reasons), func(a, b string) int {
		return cmp.Or(cmp.Compare(f.Reasons[b], f.Reasons[a]), cmp.Compare(a, b))
	})
	for _, r := range reasons[:min(most, len(reasons))] {
		fmt.Fprintf(w, "%6d %s\n", f.Reasons[r], r)
	}
}

func (f *Figures) String() string {
	kinds := map[string]int{}
	for _, x := range f.Failures {
		kinds[x.Kind]++
	}
	var codes, fails []string
	for _, code := range slices.Sorted(maps.Keys(f.Codes)) {
		codes = append(codes, fmt.Sprintf("%s %d", code, f.Codes[code]))
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fails = append(fails, fmt.Sprintf("%s %d", kind, kinds[kind]))
	}
	return fmt.Sprintf("%d programs, %d functions: %d verified (%d with assumptions), %d failed, %d unknown; %d run; %d programs fail (%s), %d as something assumed is false; check %.1f s, run %.1f s\n\tfindings: %s",
		f.Programs, f.Functions, f.Verified, f.Assumed, f.Failed, f.Unknown, f.Run, len(f.Failures), strings.Join(fails, ", "), f.Excused,
		f.Check.Seconds(), f.Execute.Seconds(), strings.Join(codes, ", "))
}
