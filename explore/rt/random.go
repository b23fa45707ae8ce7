package rt

import (
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"unsafe"
)

// This file has the functions of math/rand and math/rand/v2, and the methods of their generators. What is drawn from the
// package itself, or from a generator with a seed that is no other in each run, is a choice. A generator that the program has
// given a seed of its own is left as it is.

// generators are those of an execution whose seed is a matter of chance, by their sources.
type generators map[unsafe.Pointer]bool

// Rand1 stands for package math/rand, or for a generator of it.
type Rand1 struct {
	site Site
	gen  *rand.Rand // nil for the package
}

// Rand2 is the same for math/rand/v2.
type Rand2 struct {
	site Site
	gen  *randv2.Rand
}

// Random stands for the package math/rand.
func Random(site Site) Rand1 { return Rand1{site, nil} }

// RandomV2 stands for the package math/rand/v2.
func RandomV2(site Site) Rand2 { return Rand2{site, nil} }

// RandomOf stands for a generator.
func RandomOf(site Site, gen *rand.Rand) Rand1 { return Rand1{site, gen} }

// RandomOfV2 stands for a generator.
func RandomOfV2(site Site, gen *randv2.Rand) Rand2 { return Rand2{site, gen} }

// The names of what values are of.
const (
	ofPackage   = "rand."
	ofGenerator = "(*rand.Rand)."
)

// shared has the functions of a package as a source. Nothing that is under control draws from it.
type shared struct{ v2 bool }

func (shared) Int63() int64 { return rand.Int63() }
func (x shared) Uint64() uint64 {
	if x.v2 {
		return randv2.Uint64()
	}
	return rand.Uint64()
}

//lint:ignore SA1019 a source has it
func (shared) Seed(seed int64) { rand.Seed(seed) }

// A source is what a generator has first: the interface value of the source that it was made of.
type source struct{ typ, value unsafe.Pointer }

// sourceOf returns the variable that a generator of the standard library draws from; nil for a source of the program's own.
func sourceOf[R rand.Rand | randv2.Rand](gen *R) unsafe.Pointer {
	return ownSource((*source)(unsafe.Pointer(gen)))
}

// ownSource returns the variable that a source of the standard library is.
func ownSource(src *source) unsafe.Pointer {
	if src == nil || !ownSources[src.typ] {
		return nil
	}
	return src.value
}

// ownSources has the types of the sources of the standard library, as values of the types of interfaces.
var ownSources = map[unsafe.Pointer]bool{
	typeOf(rand.NewSource(1)): true, typeOf(rand.NewSource(1).(rand.Source64)): true,
	typeOf(randv2.Source(&randv2.PCG{})): true, typeOf(randv2.Source(&randv2.ChaCha8{})): true,
}

// typeOf is what an interface value begins with.
func typeOf[S any](src S) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&src)) }

// drawnFrom begins a draw of what method name of a generator returns, or of what function name of the package does if the
// generator is nil. It reports false if that has to be found out by calling it. A draw from a generator writes to it.
func drawnFrom[R rand.Rand | randv2.Rand](site Site, gen *R, name string) (d draw, ok bool) {
	if gen == nil {
		return drawn(site, ofPackage, name)
	}
	return drawnBy(site, sourceOf(gen), ofGenerator, name)
}

// drawnBy begins a draw from a source.
func drawnBy(site Site, src unsafe.Pointer, of, name string) (d draw, ok bool) {
	if src == nil {
		return d, false
	}
	Write(site, src, 1)
	if s, g := enter(); g == nil || !s.generators[src] {
		return d, false
	}
	return drawn(site, of, name)
}

// bySeed takes the generator of a source for one whose seed is a matter of chance, by its looks or its value, or not. There is one
// seed for all executions, and so not all of its values are seen where it is called by code that is not instrumented.
func (s *Scheduler) bySeed(src unsafe.Pointer, chance bool, seeds ...int64) {
	if !chance && !slices.ContainsFunc(seeds, s.fromClock) {
		delete(s.generators, src)
		return
	}
	if s.generators == nil {
		s.generators = generators{}
	}
	s.generators[src] = true
	s.noteSampled(sampling{of: ofPackage, name: "NewSource"})
}

// fromClock reports whether a seed is a reading of the clock, in some unit.
func (s *Scheduler) fromClock(seed int64) bool {
	const hour = 3600
	for _, epoch := range []int64{clockEpoch, bubbleEpoch} {
		now := epoch + s.time.now/1e9
		for _, unit := range []int64{1, 1e3, 1e6, 1e9} {
			if at := seed / unit; now-hour < at && at < now+hour {
				return true
			}
		}
	}
	return false
}

// newGenerator notes a source that has been given a seed.
func newGenerator[P any](src *P, chance bool, seeds ...int64) *P {
	s, g := enter()
	if g == nil || g.dying {
		return src
	}
	New(src)
	s.bySeed(unsafe.Pointer(src), chance, seeds...)
	return src
}

// NewSource is rand.NewSource(seed).
func NewSource(_ Site, seed int64) rand.Source { return newSource(seed, false) }

// NewRandomSource is rand.NewSource(seed) with a seed that is a matter of chance.
func NewRandomSource(_ Site, seed int64) rand.Source { return newSource(seed, true) }

func newSource(seed int64, chance bool) rand.Source {
	src := rand.NewSource(seed)
	newGenerator((*byte)((*source)(unsafe.Pointer(&src)).value), chance, seed)
	return src
}

// NewPCG is rand.NewPCG(seed1, seed2) of math/rand/v2.
func NewPCG(_ Site, seed1, seed2 uint64) *randv2.PCG {
	return newGenerator(randv2.NewPCG(seed1, seed2), false, int64(seed1), int64(seed2))
}

// NewRandomPCG is NewPCG with a seed that is a matter of chance.
func NewRandomPCG(_ Site, seed1, seed2 uint64) *randv2.PCG {
	return newGenerator(randv2.NewPCG(seed1, seed2), true)
}

// NewChaCha8 is rand.NewChaCha8(seed) of math/rand/v2.
func NewChaCha8(_ Site, seed [32]byte) *randv2.ChaCha8 {
	return newGenerator(randv2.NewChaCha8(seed), false)
}

// NewRandomChaCha8 is NewChaCha8 with a seed that is a matter of chance.
func NewRandomChaCha8(_ Site, seed [32]byte) *randv2.ChaCha8 {
	return newGenerator(randv2.NewChaCha8(seed), true)
}

// native is what has the values that are no choices.
func (r Rand1) native() *rand.Rand {
	if r.gen != nil {
		return r.gen
	}
	return rand.New(shared{})
}

func (r Rand2) native() *randv2.Rand {
	if r.gen != nil {
		return r.gen
	}
	return randv2.New(shared{true})
}

func (r Rand1) draw(name string) (d draw, ok bool) { return drawnFrom(r.site, r.gen, name) }
func (r Rand2) draw(name string) (d draw, ok bool) { return drawnFrom(r.site, r.gen, name) }

// RuntimeRandom is a call of a function of the runtime that returns any number of so many bits.
func RuntimeRandom(site Site, name string, width int) uint64 {
	if d, ok := drawn(site, "runtime.", name); ok {
		return d.number(width)
	}
	return randv2.Uint64()
}

// RuntimeRandomBelow is a call of one that returns a number in [0, n), or 0 if n is.
func RuntimeRandomBelow(site Site, name string, n uint64) uint64 {
	switch d, ok := drawn(site, "runtime.", name); {
	case n == 0:
		return 0
	case ok:
		return d.below(n)
	}
	return randv2.Uint64N(n)
}
