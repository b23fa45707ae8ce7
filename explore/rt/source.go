package rt

import (
	"math/rand"
	randv2 "math/rand/v2"
	"unsafe"
)

// This file has what else draws from sources: they may be called themselves, and a Zipf calls a generator.

// SourceInt63 is src.Int63().
func SourceInt63(site Site, src rand.Source) int64 {
	if d, ok := drawnBy(site, ownSource((*source)(unsafe.Pointer(&src))), "(rand.Source).", "Int63"); ok {
		return int64(d.number(63))
	}
	return src.Int63()
}

// SourceSeed is src.Seed(seed).
func SourceSeed(site Site, src rand.Source, seed int64) { RandomOf(site, rand.New(src)).Seed(seed) }

// SourceSeedRandomly is the same with a seed that is a matter of chance.
func SourceSeedRandomly(site Site, src rand.Source, seed int64) {
	RandomOf(site, rand.New(src)).SeedRandomly(seed)
}

// SourceUint64 is src.Uint64().
func SourceUint64(site Site, src rand.Source64) uint64 {
	if d, ok := drawnBy(site, ownSource((*source)(unsafe.Pointer(&src))), "(rand.Source64).", "Uint64"); ok {
		return d.number(64)
	}
	return src.Uint64()
}

// SourceUint64V2 is src.Uint64() for a source of math/rand/v2.
func SourceUint64V2(site Site, src randv2.Source) uint64 {
	if d, ok := drawnBy(site, ownSource((*source)(unsafe.Pointer(&src))), "(rand.Source).", "Uint64"); ok {
		return d.number(64)
	}
	return src.Uint64()
}

// PCGUint64 is src.Uint64().
func PCGUint64(site Site, src *randv2.PCG) uint64 {
	if d, ok := drawnBy(site, unsafe.Pointer(src), "(*rand.PCG).", "Uint64"); ok {
		return d.number(64)
	}
	return src.Uint64()
}

// ChaCha8Uint64 is src.Uint64().
func ChaCha8Uint64(site Site, src *randv2.ChaCha8) uint64 {
	if d, ok := drawnBy(site, unsafe.Pointer(src), "(*rand.ChaCha8).", "Uint64"); ok {
		return d.number(64)
	}
	return src.Uint64()
}

// ChaCha8Read is src.Read(b).
func ChaCha8Read(site Site, src *randv2.ChaCha8, b []byte) (int, error) {
	writeAll(site, b)
	if d, ok := drawnBy(site, unsafe.Pointer(src), "(*rand.ChaCha8).", "Read"); ok {
		d.fill(b)
		return len(b), nil
	}
	return src.Read(b)
}

// ZipfUint64 is z.Uint64(). A Zipf has its generator first.
func ZipfUint64(site Site, z *rand.Zipf) uint64 {
	return zipf(site, *(**rand.Rand)(unsafe.Pointer(z)), z.Uint64)
}

// ZipfUint64V2 is z.Uint64() for one of math/rand/v2.
func ZipfUint64V2(site Site, z *randv2.Zipf) uint64 {
	return zipf(site, *(**randv2.Rand)(unsafe.Pointer(z)), z.Uint64)
}

// zipf chooses among the next few numbers.
func zipf[R rand.Rand | randv2.Rand](site Site, gen *R, next func() uint64) uint64 {
	d, ok := drawnBy(site, sourceOf(gen), "(*rand.Zipf).", "Uint64")
	n := next()
	if ok {
		for range d.pick(samples, false) {
			n = next()
		}
	}
	return n
}

// PCGSeed is src.Seed(seed1, seed2).
func PCGSeed(site Site, src *randv2.PCG, seed1, seed2 uint64) {
	reseeded(site, src, false, int64(seed1), int64(seed2))
	src.Seed(seed1, seed2)
}

// PCGSeedRandomly is the same with a seed that is a matter of chance.
func PCGSeedRandomly(site Site, src *randv2.PCG, seed1, seed2 uint64) {
	reseeded(site, src, true)
	src.Seed(seed1, seed2)
}

// ChaCha8Seed is src.Seed(seed).
func ChaCha8Seed(site Site, src *randv2.ChaCha8, seed [32]byte) {
	reseeded(site, src, false)
	src.Seed(seed)
}

// ChaCha8SeedRandomly is the same with a seed that is a matter of chance.
func ChaCha8SeedRandomly(site Site, src *randv2.ChaCha8, seed [32]byte) {
	reseeded(site, src, true)
	src.Seed(seed)
}

// reseeded notes that a source gets another seed.
func reseeded[P any](site Site, src *P, chance bool, seeds ...int64) {
	Write(site, unsafe.Pointer(src), 1)
	if s, g := enter(); g != nil && !g.dying {
		s.bySeed(unsafe.Pointer(src), chance, seeds...)
	}
}
