package verify

import (
	"context"
	"fmt"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/ir"
)

// A proof is kept under the digest of what was translated: the function with all that it inlines, contracts, annotations, and
// what was found of the program. Where an edit leaves that as it was, the function is translated and no more is done.

// proven is what is remembered of a function, or of the annotations of a package, of which all goals are proved.
type proven struct{ Goals int }

// proofs finds what earlier runs proved. Its zero value finds nothing.
type proofs struct {
	store  *cache.Store
	prefix []string // what proofs depend on beside the function
}

// openProofs returns the proofs that hold for this run.
func (r *run) openProofs(ctx context.Context) proofs {
	if r.opts.Cache == nil || r.opts.Dump != "" {
		return proofs{}
	}
	version, err := r.prover.Version(ctx)
	if err != nil {
		return proofs{}
	}
	return proofs{r.opts.Cache, []string{version, r.opts.Prover.Solver, fmt.Sprint(r.opts.Checks, r.opts.Panics)}}
}

// key is the key of a proof that f passes the checks; zero if it is not to be kept.
func (p proofs) key(check string, f *ir.Func, checks asked) cache.Key {
	if p.store == nil {
		return cache.Key{}
	}
	sum, ok := ir.Digest(ir.Ordered, f)
	if !ok {
		return cache.Key{}
	}
	h := cache.NewHash("proof")
	h.Text(p.prefix...)
	h.Text(check, string(sum[:]), fmt.Sprint(checks))
	return h.Key()
}

// recall returns what is remembered under the key.
func (p proofs) recall(key cache.Key) (found proven, ok bool) {
	ok = p.store.Get(key, &found)
	return found, ok
}

// remember keeps a proof. That it cannot be kept is no fault of the run.
func (p proofs) remember(key cache.Key, found proven) { p.store.Put(key, found) }
