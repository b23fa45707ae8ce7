package rt

import (
	"math/rand"
	randv2 "math/rand/v2"
)

// maxChoices is how many values of a random number are tried; with more of them a generator takes their place.
const maxChoices = 4

// Rand returns a number in [0, n): one that the strategy chooses if n is small, else one of a generator that gives the
// same numbers in every execution.
func Rand(site Site, n int) int {
	s, g := enter()
	switch {
	case g == nil || n <= 0:
		return rand.Intn(n) // panics as it should
	case g.dying:
		return 0
	case n <= maxChoices:
		g.op.site = site
		g.spin.wrote = true
		return s.choose(g, n, false)
	}
	return int(RandUint64(site) % uint64(n))
}

// RandUint64 returns 64 bits of a generator that gives the same numbers in every execution. Every goroutine has its own:
// what one draws does not depend on others.
func RandUint64(Site) uint64 {
	s, g := enter()
	if g == nil {
		return randv2.Uint64()
	}
	g.spin.wrote = true
	s.disturb()
	g.draws++
	return splitmix(uint64(g.id)<<32 + uint64(g.draws))
}

// RandBelow returns a number in [0, n) of that generator, 0 if n is.
func RandBelow(site Site, n uint64) uint64 {
	if n == 0 {
		return 0
	}
	return RandUint64(site) % n
}

// splitmix is the output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
func splitmix(x uint64) uint64 {
	x *= 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// randSource is the generator as a source of math/rand and math/rand/v2.
type randSource struct{ site Site }

func (r randSource) Uint64() uint64 { return RandUint64(r.site) }
func (r randSource) Int63() int64   { return int64(RandUint64(r.site) >> 1) }
func (r randSource) Seed(int64)     {}

// RandSource stands for the package math/rand.
func RandSource(site Site) *rand.Rand { return rand.New(randSource{site}) }

// RandSourceV2 stands for the package math/rand/v2.
func RandSourceV2(site Site) *randv2.Rand { return randv2.New(randSource{site}) }
