// Package verify takes package patterns and gives findings. It drives the stages from load to report, for each
// function by itself and for several functions at a time. The files, each using those before it:
//
//	annotations.go  annotations of all packages, imported ones first
//	infer.go        annotations of packages that have none
//	checks.go       which properties are proved and which assumed
//	derived.go      what the source of other packages says of their functions
//	contractfiles.go  what contract files say of them
//	provenance.go   what a call of a function rests on
//	drafts.go       contract files that the source of others suggests
//	components.go   packages that have to do with each other
//	source.go       what findings quote
//	conflicts.go    the access that conflicts with the one of a finding
//	passed.go       the same of one that a callee makes by a pointer
//	stats.go        where the time goes
//	dump.go         the intermediate forms as files
//	fault.go        bugs of calvin, caught at the function under check
//	comments.go     sources that differ in comments alone
//	unchanged.go    what an earlier run found of the same packages
//	proofs.go       what an earlier run proved of the same functions
//	packages.go     the same, without translating them
//	prove.go        one sequential program, from its conditions to findings
//	behind.go       what a refused access hides
//	vacuity.go      whether an end that is not reached is a fault of its own
//	predicates.go   the annotations' own checks, and which functions rest on those that fail
//	function.go     one function, from its translation to its verdict
//	types.go        how several goroutines may use the objects of a type
//	deadlocks.go    goroutines that wait for each other
//	orders.go       orders of locks that an edit leaves as they were
//	testfiles.go    annotations that are not read
//	loaded.go       what a run starts from: packages, or what an earlier run found of them
//	ignore.go       findings that the programmer accepts
//	digests.go      whether other packages change what is to be proved
//	unchecked.go    packages that are read and not checked
//	singlethreaded.go  functions that run while nothing else does
//	sharers.go      functions that touch what goroutines may share
//	earlier.go      what runs that put functions off have found
//	limit.go        the limit of a run, and what it leaves no time for
package verify

import (
	"context"
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/infer"
	"github.com/calvin-go/calvin/internal/quickfix"
	"github.com/calvin-go/calvin/internal/workers"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// Options say what to verify and how.
type Options struct {
	Load     load.Config
	Patterns []string
	All      bool // packages without annotations too
	// Infer has annotations inferred for what has none, and checks the packages under them. Panics asks of every
	// function whether it panics; without it that is asked where the package or a contract asks.
	Infer, Panics bool
	Run           *regexp.Regexp // the functions to check, by name; nil: all
	Checks        Checks
	Prover        prover.Options
	Workers       int // functions checked at the same time; at least one
	// Budget is the time for a function, all its goals together, and for the annotations of a package; 0: no end.
	Budget time.Duration
	// Quick, if not 0, is the time for a function of a package of which the annotations are inferred.
	Quick time.Duration
	// Limit, if not 0, is the time for a run. Functions of packages of which the annotations are inferred are put off when it is over; the
	// others are checked, however long that takes.
	Limit time.Duration
	// Clock, if not nil, is what Budget, Limit and the time after a finding are measured by, in place of the wall clock.
	Clock func() time.Duration
	// Near has only near instances made of what is known. What needs others is not proved.
	Near bool
	// Cache remembers what earlier runs found; nil: nothing does.
	Cache *cache.Store
	// Packages, if not nil, are what to verify in place of what Load and Patterns say.
	Packages []*packages.Package
	// Read, if not nil, is what Read has said of Packages.
	Read *Reading
	// Listing, if not nil, is what Packages come from: where the source of others is, of which package summary derives
	// rows. Without it there are none.
	Listing *load.Listing
	// Contracts is the directory of the contract files; empty: each module has its own.
	Contracts string
	// Only, if not nil, says which packages to look at, by import path. The others give their contracts.
	Only func(path string) bool
	// Choose, if not nil, says which functions to check, given the packages and their annotations.
	Choose func([]*packages.Package, map[string]*annot.Package) func(*desugar.Function) bool
	// First, if not nil, says which functions to check before the others.
	First func(*desugar.Function) bool
	// Done, if not nil, is told of a function as soon as all is known of it, with its findings grouped. It is called from
	// several goroutines.
	Done func(report.FunctionResult, []*report.Diagnostic)
	// Early: Done is told of a function before it is known whether locks are acquired in a circle, or against a stated
	// order. Only the Result says that.
	Early bool
	// Bare leaves out of findings which other access conflicts with one.
	Bare   bool
	Dump   string // directory for intermediate forms; empty: none
	Faults string // directory for reports about bugs of calvin; empty: the one for temporary files
	// Progress, if not nil, is told how many functions are done. It is called from several goroutines.
	Progress func(done, total int)
}

// A Result is what became of a run.
type Result struct {
	Packages  int                     // that match the patterns
	Checked   int                     // of those, the ones that are looked at
	Findings  []*report.Diagnostic    // sorted and grouped
	Functions []report.FunctionResult // sorted by position
	Types     []report.TypeResult     // likewise; none where only some functions, or some properties, were checked
	Inferred  []*report.Proposal      // the annotations under which packages without any were checked, by position
	Summary   report.Summary
	Stats     *Stats
	// Unread has, of each test file with annotations, where the first one is, unless test files are checked, too.
	Unread []token.Position
}

// A run is the state of one call of Run.
type run struct {
	opts     Options
	open     func() (*prover.Prover, error) // finds the solver; once
	prover   *prover.Prover
	progs    programs
	annots   annotations
	listing  *load.Listing
	files    []contractFile
	others   desugar.Others // what is known of functions that are not checked
	inferred []string       // these annotations, in order
	stats    *Stats
	taints   *taints
	proofs   proofs
	packages map[string]*packageProofs // by import path; none without a cache
	earlier  *earlierRun
	start    time.Time     // of the run
	begun    time.Duration // the same, by the clock of the options
	dump     *dumper
	sources  *sources
	against  *conflicts // what findings about accesses are set against
	accepted *ignores
	types    *typeLines
	single   map[*ssa.Function]bool // see singlethreaded.go
	circles  deadlocks              // and what else is wrong with the order of locks
	given    func(path string) bool // as opposed to packages that are at hand because given ones import them
	// passing is set where something was ended by the clock or by a fault: the next run may find something else.
	passing atomic.Bool
}

// Run verifies the packages. It fails if packages cannot be loaded (then with a *load.Error) or the solver cannot be
// opened; ill-formed annotations are findings, and no function is checked that may rest on any of them.
func Run(ctx context.Context, opts Options) (*Result, error) {
	start := time.Now()
	r := newRun(opts)
	go r.open() // the solver is found while the go command is asked about the packages
	defer r.close()
	in, err := r.load(ctx)
	if err != nil {
		return nil, err
	}
	r.stats.since(stageLoad, start)
	result := in.known
	if result == nil {
		if result, err = r.verify(ctx, in); err != nil {
			return nil, err
		}
	}
	result.Unread = in.unread
	result.Summary.Seconds = time.Since(start).Seconds()
	r.stats.finish(time.Since(start), result.Functions)
	if in.known == nil {
		r.remember(in.recollected, result)
	}
	return result, nil
}

// newRun returns a run that has done nothing so far.
func newRun(opts Options) *run {
	r := &run{opts: opts, stats: newStats(), taints: newTaints(),
		listing: opts.Listing,
		given:   func(string) bool { return true },
		dump:    &dumper{dir: opts.Dump, used: map[string]int{}},
		sources: &sources{overlay: opts.Load.Overlay, files: map[string]string{}, inferred: map[string]string{}}}
	r.start = time.Now()
	r.begun = r.now()
	r.open = sync.OnceValues(func() (*prover.Prover, error) { return prover.New(r.proverOptions()) })
	return r
}

// close ends the solver, if there is one.
func (r *run) close() {
	if p, err := r.open(); err == nil {
		p.Close()
	}
}

// verify checks what was loaded. What depends on how long it all took is left to its caller.
func (r *run) verify(ctx context.Context, in *loaded) (*Result, error) {
	if r.opts.Read == nil { // else it is done, and somebody may be reading the syntax
		rewrite(in.pkgs, in.pkgs)
	}
	result := &Result{Stats: r.stats}
	for _, p := range in.pkgs {
		if r.given(p.PkgPath) {
			result.Packages++
		}
	}
	malformed, failing := r.readAnnotations(ctx, in.pkgs, result)
	chosen := r.choose(in.pkgs)
	result.Checked = len(chosen)
	var findings []*report.Diagnostic
	if sound := wellFormed(chosen, malformed); len(sound) > 0 {
		var err error
		if findings, err = r.check(ctx, in, sound, result); err != nil {
			return nil, err
		}
	}
	findings = append(findings, malformed...)
	if err := r.dump.err(); err != nil {
		return nil, err
	}
	result.Findings = report.Group(findings)
	suggesting := r.guard("suggest fixes", func() error {
		r.suggest(chosen, result.Findings)
		return nil
	})
	for _, fault := range []*fault{failing, suggesting} {
		if fault != nil {
			result.Findings = append(result.Findings, fault.finding(in.pkgs[0]))
		}
	}
	result.Summary.Inferred = len(result.Inferred)
	result.Summary.Findings = report.Count(result.Findings)
	return result, nil
}

// readAnnotations reads the annotations and the contract files, and infers annotations where that is asked. It returns
// what is ill-formed, and what went wrong with the inference.
func (r *run) readAnnotations(ctx context.Context, pkgs []*packages.Package, result *Result) (malformed []*report.Diagnostic, failing *fault) {
	begun := time.Now()
	var ill []*report.Diagnostic
	if r.opts.Read != nil {
		r.annots, malformed = r.opts.Read.fresh(pkgs)
	} else {
		r.annots, malformed = annotate(pkgs, nil)
	}
	r.others.Contracts, ill = contracts(ctx, r.files, r.listing, pkgs)
	malformed = append(malformed, ill...)
	r.against = &conflicts{pkgs: pkgs, bare: r.opts.Bare, guard: r.guard, found: map[stretch]func() *infer.Accesses{}}
	if r.opts.Infer && len(malformed) == 0 {
		failing = r.guard("infer annotations", func() (err error) {
			result.Inferred, err = r.infer(pkgs)
			return err
		})
	}
	r.against.annots = r.annots
	r.noteAsked()
	r.stats.since(stageAnnotations, begun)
	return malformed, failing
}

// choose returns the packages to look at: those with annotations, and those that import one.
func (r *run) choose(pkgs []*packages.Package) []*packages.Package {
	var chosen []*packages.Package
	for _, p := range pkgs {
		if !r.given(p.PkgPath) || r.opts.Only != nil && !r.opts.Only(p.PkgPath) {
			continue
		}
		if r.opts.All || r.annots[p.PkgPath].Annotated || importsAnnotated(p, r.annots) {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// outside reports whether a package is looked at only for what it does to annotated things of others.
func (r *run) outside(p *packages.Package) bool { return !r.opts.All && !r.annots[p.PkgPath].Annotated }

// importsAnnotated reports whether a package imports one with annotations, through whatever lies between.
func importsAnnotated(p *packages.Package, annots annotations) bool {
	found := false
	eachImported(p, func(path string) {
		a := annots[path]
		found = found || path != p.PkgPath && a != nil && a.Annotated
	})
	return found
}

// functionsOf returns the functions of a package that are checked: of one that is only looked at those that touch annotated things.
func functionsOf(prog *desugar.Program, path string, outside bool) []*desugar.Function {
	var all []*desugar.Function
	for _, fn := range prog.Functions(path) {
		if fn.Outside = outside; !outside || prog.Touches(fn) {
			all = append(all, fn)
		}
	}
	return all
}

// check verifies the chosen packages, and fills in the functions and the counts of the result.
func (r *run) check(ctx context.Context, in *loaded, chosen []*packages.Package, result *Result) ([]*report.Diagnostic, error) {
	var err error
	if r.prover, err = r.open(); err != nil {
		return nil, fmt.Errorf("open the solver: %w", err)
	}
	r.prover.Ready()
	r.proofs = r.openProofs(ctx)
	r.earlier = r.openEarlier(in.recollected.part)
	wanted := r.inside(chosen)
	var orders func() *lockOrders
	if !r.opts.Early {
		orders = r.lockOrders(ctx, in, wanted)
		defer orders() // nothing is to go on after an error
	}

	findings, fault, err := r.programs(ctx, in, chosen)
	if err != nil {
		return nil, err
	}
	if fault != nil {
		return []*report.Diagnostic{fault.finding(chosen[0])}, nil
	}
	if r.opts.Early { // it would take time from what Done waits for
		orders = r.lockOrders(ctx, in, wanted)
		defer orders()
	}
	findings = r.accepted.take(findings)
	for _, found := range r.annotations(ctx, in.pkgs, chosen) {
		findings = append(findings, r.accepted.take(found)...)
	}
	functions := r.wanted(in.pkgs, chosen)
	ordered := func() {
		others := r.deadlocks(orders(), wanted, functions)
		if fault := orders().fault; fault != nil {
			findings = append(findings, fault.finding(chosen[0]))
		}
		findings = append(findings, r.accepted.take(others)...)
	}
	if !r.opts.Early {
		ordered()
	}
	outcomes := r.functions(ctx, functions)
	if r.opts.Early {
		ordered()
		r.addLate(outcomes)
	}
	r.keepPackages()
	result.Summary.PutOff = r.tally(outcomes)
	r.earlier.keep(result.Summary.PutOff.Functions > 0 || ctx.Err() != nil)
	r.stats.putOff = result.Summary.PutOff.Functions
	result.Summary.Ignored = r.accepted.count
	cut := slices.ContainsFunc(outcomes, func(o *outcome) bool { return len(o.unfinished) > 0 || o.late != "" }) // of whose findings some may be accepted
	if r.opts.Run == nil && r.opts.Choose == nil && r.opts.Checks == AllChecks && !cut {
		findings = append(findings, r.accepted.stale()...)
	}
	for _, o := range outcomes {
		findings = append(findings, o.findings...)
	}
	r.summarize(in.pkgs, chosen, outcomes, result)
	return findings, nil
}

// programs makes programs of the packages, after it has derived what is to be known of the functions that they call,
// and finds what is to be known before functions are checked. It returns findings about types, and what went wrong
// within Calvin.
func (r *run) programs(ctx context.Context, in *loaded, chosen []*packages.Package) (findings []*report.Diagnostic, failing *fault, err error) {
	begun := time.Now()
	if err := r.derive(ctx, in.pkgs); err != nil {
		return nil, nil, err
	}
	r.stats.since(stageSummaries, begun)
	begun = time.Now()
	failing = r.guard("build", func() (err error) {
		r.progs, err = build(in.pkgs, r.annots, r.others)
		return err
	})
	if failing == nil {
		failing = r.guard("build", func() error {
			r.findSingleThreaded(in.pkgs)
			return nil
		})
	}
	if failing == nil {
		findings, failing = r.prepare(chosen, in.text)
	}
	r.stats.since(stageTranslation, begun)
	return findings, failing, nil
}

// wanted returns the functions to check.
func (r *run) wanted(pkgs, chosen []*packages.Package) []*desugar.Function {
	chooses := func(*desugar.Function) bool { return true }
	if r.opts.Choose != nil {
		chooses = r.opts.Choose(pkgs, r.annots)
	}
	var functions []*desugar.Function
	for _, p := range chosen {
		for _, fn := range functionsOf(r.progs[p.PkgPath], p.PkgPath, r.outside(p)) {
			if (r.opts.Run == nil || r.opts.Run.MatchString(fn.Name)) && chooses(fn) {
				functions = append(functions, fn)
			}
		}
	}
	return functions
}

// summarize fills in what became of the functions, and of the types by them.
func (r *run) summarize(pkgs, chosen []*packages.Package, outcomes []*outcome, result *Result) {
	for _, o := range outcomes {
		result.Functions = append(result.Functions, o.result())
	}
	assumeUnchecked(result.Functions, pkgs, r.unchecked(pkgs))
	assumed := map[assumption]bool{}
	for _, res := range result.Functions {
		result.Summary.Add(res)
		for _, n := range res.Assumptions {
			assumed[assumption{place: n.Start.String(), text: n.Text}] = true
		}
	}
	result.Summary.Assumptions = len(assumed)
	if r.opts.Run == nil && r.opts.Choose == nil && r.opts.Checks.Access && r.opts.Checks.Races && r.opts.Checks.Abstraction {
		result.Types = r.types.results(chosen, outcomes)
		for _, t := range result.Types {
			result.Summary.Types.Add(t)
		}
	}
}

// prepare finds what is to be known before functions are checked: their types, findings about which it returns, what ignore
// directives there are, and, at the same time, what was proved before. After an edit each half takes an eighth of the time.
func (r *run) prepare(chosen []*packages.Package, text func(file string) ([]byte, error)) (findings []*report.Diagnostic, f *fault) {
	opened := make(chan *fault, 1)
	go func() {
		opened <- r.guard("build", func() error {
			r.packages = r.openPackages(text)
			return nil
		})
	}()
	r.accepted = r.ignores(chosen)
	f = r.guard("types", func() error {
		r.types, findings = r.typeLines(chosen)
		return nil
	})
	if failed := <-opened; failed != nil {
		f = failed
	}
	return findings, f
}

// suggest adds fixes to the findings that know some.
func (r *run) suggest(pkgs []*packages.Package, findings []*report.Diagnostic) {
	declared := func(path, name string) (ir.Span, bool) {
		prog := r.progs[path]
		if prog == nil {
			return ir.Span{}, false
		}
		for _, fn := range prog.Functions(path) {
			if fn.Name == name {
				return fn.Span, true
			}
		}
		return ir.Span{}, false
	}
	(&quickfix.Source{Packages: pkgs, Text: r.sources.file, Func: declared}).Suggest(findings)
}

// An assumption is counted once, however many functions rest on it.
type assumption struct{ place, text string }

// copies are for whoever looks at findings that this run is not yet done with.
func copies(ds []*report.Diagnostic) []*report.Diagnostic {
	all := make([]*report.Diagnostic, len(ds))
	for i, d := range ds {
		c := *d
		all[i] = &c
	}
	return all
}

// order is the order in which to check functions.
func (r *run) order(fns []*desugar.Function) []int {
	var first, then []int
	for i, fn := range fns {
		if r.opts.First != nil && r.opts.First(fn) {
			first = append(first, i)
		} else {
			then = append(then, i)
		}
	}
	return append(first, then...)
}

// annotations checks the annotations of packages by themselves, and returns what is wrong with those of the chosen packages.
func (r *run) annotations(ctx context.Context, pkgs, chosen []*packages.Package) [][]*report.Diagnostic {
	var all []*packages.Package
	for _, p := range chosen {
		if !r.outside(p) {
			all = append(all, p)
		}
	}
	own := len(all)
	for _, p := range pkgs { // what given ones rest on
		if r.annots[p.PkgPath].Annotated && !r.given(p.PkgPath) {
			all = append(all, p)
		}
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	found := make([][]*report.Diagnostic, len(all))
	workers.Each(r.opts.Workers, order, func(i int) { found[i] = r.predicates(ctx, all[i]) })
	return found[:own]
}

// functions checks the functions; outcomes are in their order.
func (r *run) functions(ctx context.Context, fns []*desugar.Function) []*outcome {
	outcomes := make([]*outcome, len(fns))
	var done atomic.Int64
	check := func(ctx context.Context, i int) {
		outcomes[i] = r.function(ctx, fns[i])
		r.accepted.accept(outcomes[i])
		outcomes[i].settle()
		if r.opts.Done != nil {
			r.opts.Done(outcomes[i].result(), report.Group(copies(outcomes[i].findings)))
		}
		if n := int(done.Add(1)); r.opts.Progress != nil {
			r.opts.Progress(n, len(fns))
		}
	}
	free, bounded := r.sequence(fns)
	workers.Each(r.opts.Workers, free, func(i int) { check(ctx, i) })
	r.withinLimit(ctx, bounded, check)
	return outcomes
}
