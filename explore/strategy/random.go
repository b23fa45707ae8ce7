package strategy

import (
	"math/rand/v2"

	"github.com/calvin-go/calvin/explore/rt"
)

// Random takes every decision with equal chances for all alternatives. It never ends.
type Random struct {
	rand     *rand.Rand
	seed     uint64
	exchange Exchange // nil if it works alone
}

// NewRandom makes a Random of a seed.
func NewRandom(seed uint64) *Random { return &Random{rand: source(seed), seed: seed} }

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// Next draws.
func (r *Random) Next(s *rt.State) int {
	if s.Choices > 0 {
		return r.rand.IntN(s.Choices)
	}
	return r.rand.IntN(len(s.Enabled))
}

// Done goes on.
func (r *Random) Done(*rt.Execution) bool {
	giveSeed(r.exchange)
	return true
}

// Resume draws from a seed of the task's own.
func (r *Random) Resume(t Task, e Exchange) {
	r.rand, r.exchange = source(t.seed(r.seed)), e
}

// Rest leaves one more seed.
func (*Random) Rest() []Branch { return restOfSeeds() }

// A search at random is divided by seeds. They form a tree, in which a decision is a choice among two: to go on, or to
// begin with a new seed.

func giveSeed(e Exchange) {
	if e != nil && e.Wanted() {
		e.Give([]Branch{{Decision: ^0, Of: 2}})
	}
}

func restOfSeeds() []Branch { return []Branch{{Decision: nowhere, Of: 1}} }

// seed is the one for a task, where that of the search is given.
func (t *Task) seed(seed uint64) uint64 {
	for _, b := range t.Path {
		seed = scramble(seed + uint64(^b.Decision))
	}
	return seed
}
