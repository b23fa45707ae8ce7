package strategy

import (
	"math/rand/v2"

	"github.com/calvin-go/calvin/explore/rt"
)

// PCT is probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatti, ASPLOS 2010): goroutines have
// random priorities and the highest that is enabled runs; at depth-1 random steps the priority of who runs drops below
// all others. An execution finds a bug of that depth with a probability of at least 1/(n k^(depth-1)) for n goroutines
// and k steps. Those numbers are not known before: k is the length of the longest execution so far. It never ends.
type PCT struct {
	rand     *rand.Rand
	seed     uint64
	exchange Exchange // nil if it works alone
	depth    int
	steps    int // k

	step     int
	priority []int // by goroutine, zero for one not seen; the higher goes first
	changes  []int // the steps at which a priority changes
}

// NewPCT makes a PCT for bugs of the given depth.
func NewPCT(seed uint64, depth int) *PCT {
	p := &PCT{rand: source(seed), seed: seed, depth: max(depth, 1), steps: 1}
	p.begin()
	return p
}

// begin draws the steps of an execution, the algorithm's step 2.
func (p *PCT) begin() {
	p.step = 0
	p.changes = p.changes[:0]
	for range p.depth - 1 {
		p.changes = append(p.changes, p.rand.IntN(p.steps))
	}
	clear(p.priority)
}

// Next chooses the goroutine of the highest priority.
func (p *PCT) Next(s *rt.State) int {
	if s.Choices > 0 {
		return p.rand.IntN(s.Choices)
	}
	best := p.highest(s)
	for i, at := range p.changes {
		if at == p.step {
			p.priority[s.Enabled[best]] = i + 1 // below what highest draws; the later the change, the higher
			best = p.highest(s)
		}
	}
	// A goroutine that yields lets all others go first, lest its loop never end.
	if s.Yielded && s.Enabled[best] == s.Running {
		p.priority[s.Running] = -p.step - 1
		best = p.highest(s)
	}
	p.step++
	return best
}

// highest returns the enabled goroutine of the highest priority. Priorities are drawn when a goroutine is first seen.
func (p *PCT) highest(s *rt.State) int {
	best := 0
	for i, g := range s.Enabled {
		for len(p.priority) <= int(g) {
			p.priority = append(p.priority, 0)
		}
		if p.priority[g] == 0 {
			p.priority[g] = p.depth + p.rand.IntN(1<<30)
		}
		if p.priority[g] > p.priority[s.Enabled[best]] {
			best = i
		}
	}
	return best
}

// Done goes on.
func (p *PCT) Done(*rt.Execution) bool {
	p.steps = max(p.steps, p.step)
	p.begin()
	giveSeed(p.exchange)
	return true
}

// Resume draws from a seed of the task's own.
func (p *PCT) Resume(t Task, e Exchange) {
	p.rand, p.exchange = source(t.seed(p.seed)), e
	p.begin()
}

// Rest leaves one more seed.
func (*PCT) Rest() []Branch { return restOfSeeds() }
