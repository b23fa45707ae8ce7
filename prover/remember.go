package prover

import (
	"fmt"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/vcgen"
)

// An answers is what the cache keeps of a Result: what the solver said to each goal, in order.
type answers struct {
	Goals []GoalResult
	Kept  []string
	// Further: they depend on VC.Further, too, and are under the key of that.
	Further bool
}

// key is the hash of all that the answers to vc depend on where VC.Further was not asked for: every formula and term that a solver
// may be told, what solvers are asked, how they are built, and within what limits. Whether it is asked for depends on these.
func (p *Prover) key(vc *vcgen.VC) (cache.Key, error) {
	version, err := p.version()
	if err != nil {
		return cache.Key{}, err
	}
	h := cache.NewHash("verification conditions")
	o := p.options
	h.Text(o.Solver, version, fmt.Sprint(o.RLimit, o.Timeout, o.Memory, o.First))
	h.List(vc.Decls)
	h.List(vc.Hyps)
	h.Text(fmt.Sprint(vc.Tier, vc.Truncated, len(vc.Candidates)))
	for _, c := range vc.Candidates {
		h.Text(c.Name, c.Lit, fmt.Sprint(len(c.Obligations)))
		for _, g := range c.Obligations {
			hashGoal(h, g)
		}
	}
	h.Text(fmt.Sprint(len(vc.Goals)))
	for _, g := range vc.Goals {
		hashGoal(h, g)
	}
	return h.Key(), nil
}

func hashGoal(h *cache.Hash, g *vcgen.Goal) {
	h.Text(fmt.Sprint(g.Cover != nil, g.Conjecture()), g.Neg)
	h.List(g.Decls)
	h.List(g.Hyps)
	h.List(g.Terms)
}

// furtherKey is the key of answers that depend on VC.Further, too; zero if that cannot be told. To write it takes as long as to write
// a third of the conditions, so it is not asked for where an answer does without.
func furtherKey(key cache.Key, vc *vcgen.VC) cache.Key {
	h := cache.NewHash("verification conditions with quantifiers")
	h.Text(string(key[:]))
	for _, g := range vc.Goals {
		f, err := vc.Further(g)
		if err != nil {
			return cache.Key{}
		}
		h.List(f.Decls)
		h.List(f.Hyps)
	}
	return h.Key()
}

// recall returns the result that an earlier Prove had for the same conditions, or nil.
func (p *Prover) recall(key cache.Key, vc *vcgen.VC) *Result {
	var a answers
	if !p.options.Cache.Get(key, &a) {
		return nil
	}
	if a.Further {
		a = answers{}
		if vc.Further == nil || !p.options.Cache.Get(furtherKey(key, vc), &a) || a.Further {
			return nil
		}
	}
	if len(a.Goals) != len(vc.Goals) {
		return nil
	}
	for i, g := range vc.Goals {
		a.Goals[i].Goal = g
		a.Goals[i].Time = 0
	}
	return &Result{Goals: a.Goals, Kept: a.Kept, Cached: true, Repeatable: true}
}

// remember keeps a result if asking once more would give it again. That it cannot be kept is no one's concern here.
func (p *Prover) remember(key cache.Key, vc *vcgen.VC, r *Result) {
	if p.options.Cache == nil || !r.Repeatable {
		return
	}
	a := answers{Kept: r.Kept}
	for _, g := range r.Goals {
		g.Goal = nil
		a.Goals = append(a.Goals, g)
	}
	if r.further {
		with := furtherKey(key, vc)
		if with == (cache.Key{}) {
			return
		}
		p.options.Cache.Put(key, answers{Further: true})
		key = with
	}
	p.options.Cache.Put(key, a)
}

// repeatable are the causes that the same question has again: others depend on the machine and on what else runs on it.
var repeatable = map[Cause]bool{NoCause: true, ResourceLimit: true, Incomplete: true, Moot: true}

// repeatable reports whether nothing in this proof was ended by the clock, by memory or by a fault, or else did not matter:
// a proof stands however it was come by.
func (w *proof) repeatable() bool {
	proved := true
	for _, g := range w.goals {
		proved = proved && g.Status == Proved && g.Cause == NoCause
		if !repeatable[g.Cause] {
			return false
		}
	}
	return proved || !w.hurried
}

// note notes what ended an attempt.
func (w *proof) note(r response, err error) {
	w.hurried = w.hurried || err != nil || r.verdict == unknown && !repeatable[r.cause]
}
