package program

import "math/rand/v2"

// A source decides what is drawn: by a sequence of choices, and beyond its end at random, or as simply as can be.
type source struct {
	replay []int
	random *rand.Rand // nil: 0 beyond the end of replay
	trace  []int      // what was chosen
}

// pick chooses one of n.
func (s *source) pick(n int) int {
	v := 0
	switch at := len(s.trace); {
	case at < len(s.replay):
		v = s.replay[at] % n
	case s.random != nil:
		v = s.random.IntN(n)
	}
	s.trace = append(s.trace, v)
	return v
}

// chance is true once in n times, and never for the simplest choice.
func (s *source) chance(n int) bool { return s.pick(n) == n-1 && n > 1 }

// oneOf chooses a text.
func (s *source) oneOf(texts ...string) string { return texts[s.pick(len(texts))] }
