package verify

import (
	"context"
	"fmt"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// There are two ways not to prove a thing twice. The prover remembers what solvers said to a function's conditions, by
// their text (package prover). Here, a run remembers all that it found, by the sources and the export data that went in:
// if nothing has changed, packages need not even be parsed, which is what makes a check without changes as quick as go vet.

// found is what is remembered of a run.
type found struct {
	Packages, Checked int
	Findings          []*report.Diagnostic
	Functions         []report.FunctionResult
	Summary           report.Summary
}

// proverOptions are those for the prover, which shares the cache.
func (r *run) proverOptions() prover.Options {
	o := r.opts.Prover
	o.Cache = r.opts.Cache
	return o
}

// key is the hash of all that the findings depend on. It is zero if they are not to be remembered.
func (r *run) key(ctx context.Context, l *load.Listing) cache.Key {
	if r.opts.Cache == nil || r.opts.Choose != nil || l.Problems() != nil {
		return cache.Key{}
	}
	p, err := r.open()
	if err != nil {
		return cache.Key{}
	}
	version, err := p.Version(ctx)
	if err != nil {
		return cache.Key{}
	}
	o := r.opts
	h := cache.NewHash("findings")
	h.Text(version, o.Prover.Solver, fmt.Sprint(o.Prover.RLimit, o.Prover.Timeout, o.Prover.Memory, o.Prover.First, o.Budget, o.All, o.Checks))
	if o.Run != nil {
		h.Text("run", o.Run.String())
	}
	if err := l.Inputs(func(name, contents string) { h.Text(name, contents) }); err != nil {
		return cache.Key{}
	}
	return h.Key()
}

// recall returns what was found under the key, or nil.
func (r *run) recall(key cache.Key) *Result {
	var f found
	if !r.opts.Cache.Get(key, &f) {
		return nil
	}
	for i := range f.Functions {
		fn := &f.Functions[i]
		fn.Cached, fn.Seconds = fn.Goals > 0, 0
	}
	return &Result{Packages: f.Packages, Checked: f.Checked, Findings: f.Findings, Functions: f.Functions, Summary: f.Summary, Stats: r.stats}
}

// remember keeps what was found, if another run would find it too. That it cannot be kept is no fault of the run.
func (r *run) remember(key cache.Key, result *Result) {
	if key == (cache.Key{}) || r.passing.Load() {
		return
	}
	r.opts.Cache.Put(key, found{result.Packages, result.Checked, result.Findings, result.Functions, result.Summary})
	r.opts.Cache.Trim()
}

// note notes whether the prover would answer so again.
func (r *run) note(a *prover.Result) {
	if !a.Repeatable {
		r.passing.Store(true)
	}
}
