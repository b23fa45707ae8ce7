package strategy

import (
	"math/rand/v2"

	"github.com/calvin-go/calvin/explore/rt"
)

// Random takes every decision with equal chances for all alternatives. It never ends.
type Random struct{ rand *rand.Rand }

// NewRandom makes a Random of a seed.
func NewRandom(seed uint64) *Random { return &Random{rand.New(rand.NewPCG(seed, 0))} }

// Next draws.
func (r *Random) Next(s *rt.State) int {
	if s.Choices > 0 {
		return r.rand.IntN(s.Choices)
	}
	return r.rand.IntN(len(s.Enabled))
}

// Done goes on.
func (r *Random) Done(*rt.Execution) bool { return true }
