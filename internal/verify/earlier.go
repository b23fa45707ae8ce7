package verify

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// A run that puts functions off keeps what it has found of the others, for the next run over the same sources. Proofs are kept in any case.
// Findings would take as long again to translate as the first time: runs would tell the same ones, and come no further. It is kept, too, that
// a function has used up its own time, which is tried again where there is no limit.

// An earlierRun is what runs before this one found of the same sources under the same options, in part. Its nil knows nothing.
type earlierRun struct {
	store *cache.Store
	key   cache.Key
	mu    sync.Mutex // guards known
	known keptRun
}

// keptRun is what the cache has of such runs, by the name of the function.
type keptRun struct {
	Told map[string]toldFunction
	Cuts map[string]int // how often the limit of the run ended the check
}

// A toldFunction is what is kept of a function that was looked at to the end, or to that of its own time.
type toldFunction struct {
	Findings, Unfinished []*report.Diagnostic
	Goals                int
	Proved               bool
	Assumptions          []ir.Note
}

// openEarlier returns what is known under a key; nil if nothing is to be kept.
func (r *run) openEarlier(key cache.Key) *earlierRun {
	if r.opts.Limit <= 0 || r.opts.Cache == nil || r.opts.Dump != "" || key == (cache.Key{}) {
		return nil
	}
	e := &earlierRun{store: r.opts.Cache, key: key}
	if !e.store.Get(key, &e.known) || e.known.Told == nil || e.known.Cuts == nil {
		e.known = keptRun{map[string]toldFunction{}, map[string]int{}}
	}
	return e
}

// recall returns what is known of a function. That it is proved counts only where nothing else is in doubt.
func (e *earlierRun) recall(fn *desugar.Function, sound bool) (told toldFunction, ok bool) {
	if e == nil || fn.Refines != nil {
		return toldFunction{}, false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	told, ok = e.known.Told[nameOf(fn)]
	told.Findings, told.Unfinished = copies(told.Findings), copies(told.Unfinished) // which are grouped later
	return told, ok && (sound || !told.Proved)
}

// cuts is how often the limit ended the check of a function.
func (e *earlierRun) cuts(fn *desugar.Function) int {
	if e == nil {
		return 0
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.known.Cuts[nameOf(fn)]
}

// note notes what became of a function, with the findings of its own stages, before anything is accepted. The context is the one under
// which it was checked.
func (e *earlierRun) note(ctx context.Context, o *outcome, findings []*report.Diagnostic) {
	if e == nil || !o.begun || o.fn.Refines != nil {
		return
	}
	cut := errors.As(context.Cause(ctx), new(overLimit))
	if ended := ctx.Err() != nil && !errors.As(context.Cause(ctx), new(overBudget)); ended && !cut {
		return
	}
	told := toldFunction{copies(findings), copies(o.unfinished), o.goals, o.proved, o.assumptions}
	fault := func(d *report.Diagnostic) bool { return d.Code == report.CodeSolver || d.Code == report.CodeInternal }
	whole := o.proved && o.doubt == "" && len(findings) == 0 || !o.proved && len(findings) > 0 && !slices.ContainsFunc(findings, fault)
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case cut:
		e.known.Cuts[nameOf(o.fn)]++
	case whole:
		e.known.Told[nameOf(o.fn)] = told
	}
}

// keep keeps what was found where functions were put off or interrupted, or had been before. That it cannot be kept is no fault of the run.
func (e *earlierRun) keep(late bool) {
	if e != nil && (late || len(e.known.Cuts) > 0) {
		e.store.Put(e.key, e.known)
	}
}
