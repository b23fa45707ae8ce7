package verify

import (
	"context"
	"fmt"
	"regexp"
	"sync"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// There are four ways not to prove a thing twice. The prover remembers what solvers said to a function's conditions, by
// their text (package prover). A function that was proved is remembered by what it was translated to (proofs.go), and by all that its
// translation depends on (packages.go). Here, a run
// remembers all that it found, by the sources and the export data that went in: if nothing but comments has changed, packages
// need not even be parsed, which is what makes such a check as quick as go vet.

// found is what is remembered of a run.
type found struct {
	Packages, Checked int
	Findings          []*report.Diagnostic
	Functions         []report.FunctionResult
	Types             []report.TypeResult
	Inferred          []*report.Proposal
	Summary           report.Summary
}

// proverOptions are those for the prover, which shares the cache.
func (r *run) proverOptions() prover.Options {
	o := r.opts.Prover
	o.Cache = r.opts.Cache
	return o
}

// A recollection finds what an earlier run found, and keeps what this one does. Its zero value has no keys: nothing is to be remembered.
type recollection struct {
	exact  cache.Key    // of the sources as they are
	part   cache.Key    // of the same, for what is found of single functions, whichever are asked for
	loose  cache.Key    // of their tokens; zero if any comment may count
	tokens sourceTokens // of the Go files
}

// recall returns what was found of the same sources, or of sources that differ in comments; nil if nothing is known.
// The recollection is for what this run finds.
func (r *run) recall(ctx context.Context, l *load.Listing) (recollection, *Result) {
	if r.opts.Cache == nil || r.opts.Choose != nil || l.Problems() != nil {
		return recollection{}, nil
	}
	p, err := r.open()
	if err != nil {
		return recollection{}, nil
	}
	version, err := p.Version(ctx)
	if err != nil {
		return recollection{}, nil
	}
	c := recollection{tokens: sourceTokens{}}
	var f found
	inputs := func(h *cache.Hash) error {
		return l.Inputs(func(name, contents string) { h.Text(name, contents) })
	}
	c.exact = r.key("findings", version, r.opts.Run, inputs)
	if r.opts.Limit > 0 {
		c.part = r.key("findings of a part", version, nil, inputs)
	}
	if r.opts.Cache.Get(c.exact, &f) {
		return c, r.again(&f)
	}
	c.loose = r.key("findings but for comments", version, r.opts.Run, func(h *cache.Hash) error {
		var inputs []input
		err := l.Inputs(func(name, contents string) { inputs = append(inputs, input{name, contents}) })
		c.tokens.read(inputs)
		for _, in := range inputs {
			h.Text(in.name, c.tokens.text(in))
		}
		return err
	})
	if !c.tokens.recognized() {
		c.loose = cache.Key{}
	}
	var m movable
	if r.opts.Cache.Get(c.loose, &m) && r.opts.Cache.Get(m.Exact, &f) && c.tokens.move(&m, &f) {
		r.opts.Cache.Put(c.exact, f)
		return c, r.again(&f)
	}
	return c, nil
}

// key is the key of what is found of some functions, given the inputs; zero if they cannot be read.
func (r *run) key(kind, version string, functions *regexp.Regexp, inputs func(*cache.Hash) error) cache.Key {
	o := r.opts
	h := cache.NewHash(kind)
	h.Text(contractKey(r.files))
	h.Text(version, o.Prover.Solver, fmt.Sprint(o.Prover.RLimit, o.Prover.Timeout, o.Prover.Memory, o.Prover.First, o.Budget, o.Quick, o.All, o.Infer, o.Panics, o.Checks))
	if functions != nil {
		h.Text("run", functions.String())
	}
	if inputs(h) != nil {
		return cache.Key{}
	}
	return h.Key()
}

// again is the result of a run that finds what an earlier one found.
func (r *run) again(f *found) *Result {
	for i := range f.Functions {
		fn := &f.Functions[i]
		fn.Cached, fn.Seconds = fn.Goals > 0, 0
	}
	return &Result{Packages: f.Packages, Checked: f.Checked, Findings: f.Findings, Functions: f.Functions, Types: f.Types, Inferred: f.Inferred, Summary: f.Summary, Stats: r.stats}
}

// remember keeps what was found, if another run would find it too. That it cannot be kept is no fault of the run.
func (r *run) remember(c recollection, result *Result) {
	if c.exact == (cache.Key{}) || r.passing.Load() {
		return
	}
	f := found{result.Packages, result.Checked, result.Findings, result.Functions, result.Types, result.Inferred, result.Summary}
	var keep sync.WaitGroup
	keep.Go(func() { r.opts.Cache.Put(c.exact, f) })
	if c.loose != (cache.Key{}) {
		if m := c.tokens.movable(c.exact, &f); m != nil {
			r.opts.Cache.Put(c.loose, m)
		}
	}
	keep.Wait()
	r.opts.Cache.Trim()
}

// note notes whether the prover would answer so again.
func (r *run) note(a *prover.Result) {
	if !a.Repeatable {
		r.passing.Store(true)
	}
}
