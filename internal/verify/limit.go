package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/workers"
	"github.com/calvin-go/calvin/report"
)

// A run over packages that nobody has annotated is to end soon: who tries Calvin on a large module wants to see something, and need not
// wait for every function. What the limit of the run leaves no time for is put off, and unknown. Functions whose verdict is known from
// an earlier run are not bounded, nor are those of packages with written annotations, so that each run goes on where the last one ended.

// overLimit is why the context of a function ended if the time of the whole run is over.
type overLimit struct{ limit time.Duration }

func (e overLimit) Error() string { return "the run's limit of " + e.limit.String() + " was over" }

// grace is how much longer a function may take that was begun within the limit.
const grace = 2 * time.Second

// now is the time by the clock of the options.
func (r *run) now() time.Duration {
	if r.opts.Clock != nil {
		return r.opts.Clock()
	}
	return time.Since(r.start)
}

// left is what there is of the limit. Half of it is for functions, however long it took to read the packages: else a run over a large
// module would never prove anything.
func (r *run) left() time.Duration {
	return max(r.opts.Limit-(r.now()-r.begun), r.opts.Limit/2)
}

// isBounded reports whether the limit of the run is one for a function.
func (r *run) isBounded(fn *desugar.Function) bool {
	return r.opts.Limit > 0 && r.hasInferred(fn.Package) && !r.isSingleThreaded(fn) && !r.isKnown(fn)
}

// isKnown reports whether an earlier run has found what there is to find of a function.
func (r *run) isKnown(fn *desugar.Function) bool {
	if _, ok := r.packages[fn.Package].recall(fn); ok && r.taints.none() {
		return true
	}
	_, ok := r.earlier.recall(fn, r.taints.none())
	return ok
}

// sequence is the order in which to check functions: first those without a limit, then those that are begun while there is time.
func (r *run) sequence(fns []*desugar.Function) (free, bounded []int) {
	for _, i := range r.order(fns) {
		if r.isBounded(fns[i]) {
			bounded = append(bounded, i)
		} else {
			free = append(free, i)
		}
	}
	if len(bounded) == 0 {
		return free, nil
	}
	sharers := newSharers()
	rank := map[int]rank{}
	for _, i := range bounded {
		rank[i] = sharers.rank(fns[i], r.earlier.cuts(fns[i]))
	}
	slices.SortStableFunc(bounded, func(i, j int) int { return rank[i].compare(rank[j]) })
	return free, bounded
}

// A rank says how early a function is checked where there is a limit for all.
type rank struct {
	cuts  int  // how often the limit ended its check: who took all the time once comes after all others
	alone bool // it touches nothing that goroutines may share, as far as can be seen
	size  int  // in instructions
}

func (a rank) compare(b rank) int {
	if c := cmp.Compare(a.cuts, b.cuts); c != 0 {
		return c
	}
	if a.alone != b.alone {
		if b.alone {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.size, b.size)
}

// withinLimit calls check for each of the functions. When the limit is over, the context of those that are not begun has ended, and that of
// the others ends soon.
func (r *run) withinLimit(ctx context.Context, bounded []int, check func(context.Context, int)) {
	if len(bounded) == 0 {
		return
	}
	left := r.left()
	end := r.now() + left
	over := overLimit{r.opts.Limit}
	ended, endAll := context.WithCancelCause(ctx)
	endAll(over)
	ctx, cancel := r.within(ctx, left+grace, over)
	defer cancel()
	workers.Each(r.opts.Workers, bounded, func(i int) {
		if r.now() < end {
			check(ctx, i)
		} else {
			check(ended, i)
		}
	})
}

// putOff has a function count as one that was put off, in place of the findings that say so. A finding that shows an execution counts
// nevertheless.
func (o *outcome) putOff() {
	late := func(d *report.Diagnostic) bool { return d.PutOff }
	if i := slices.IndexFunc(o.findings, late); i >= 0 {
		o.late, o.findings = o.findings[i].Message, without(o.findings, late)
	}
}

// tally is what the summary says of functions that were put off.
func (r *run) tally(outcomes []*outcome) (p report.PutOff) {
	for _, o := range outcomes {
		if o.isLate() {
			p.Functions++
		}
	}
	if p.Functions > 0 {
		p.Limit, p.Kept = r.opts.Limit, r.proofs.store != nil
	}
	return p
}

// isLate reports whether the limit of the run is why a function is unknown.
func (o *outcome) isLate() bool { return o.late != "" && o.result().Code != "" }

// lateReason is why a function is unknown that was put off.
func lateReason(e overLimit) string { return fmt.Sprintf("put off: %v", e) }
