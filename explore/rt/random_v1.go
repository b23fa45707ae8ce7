package rt

import mathbits "math/bits"

// The functions of math/rand.

// Int is Int().
func (r Rand1) Int() int {
	if d, ok := r.draw("Int"); ok {
		return int(d.number(mathbits.UintSize - 1))
	}
	return r.native().Int()
}

// Int31 is Int31().
func (r Rand1) Int31() int32 {
	if d, ok := r.draw("Int31"); ok {
		return int32(d.number(31))
	}
	return r.native().Int31()
}

// Int31n is Int31n(n).
func (r Rand1) Int31n(n int32) int32 {
	if d, ok := r.draw("Int31n"); ok && n > 0 {
		return int32(d.below(uint64(n)))
	}
	return r.native().Int31n(n)
}

// Int63 is Int63().
func (r Rand1) Int63() int64 {
	if d, ok := r.draw("Int63"); ok {
		return int64(d.number(63))
	}
	return r.native().Int63()
}

// Int63n is Int63n(n).
func (r Rand1) Int63n(n int64) int64 {
	if d, ok := r.draw("Int63n"); ok && n > 0 {
		return int64(d.below(uint64(n)))
	}
	return r.native().Int63n(n)
}

// Intn is Intn(n).
func (r Rand1) Intn(n int) int {
	if d, ok := r.draw("Intn"); ok && n > 0 {
		return int(d.below(uint64(n)))
	}
	return r.native().Intn(n)
}

// Uint32 is Uint32().
func (r Rand1) Uint32() uint32 {
	if d, ok := r.draw("Uint32"); ok {
		return uint32(d.number(32))
	}
	return r.native().Uint32()
}

// Uint64 is Uint64().
func (r Rand1) Uint64() uint64 {
	if d, ok := r.draw("Uint64"); ok {
		return uint64(d.number(64))
	}
	return r.native().Uint64()
}

// Float32 is Float32().
func (r Rand1) Float32() float32 {
	if d, ok := r.draw("Float32"); ok {
		return float32(d.unit(1 << 24))
	}
	return r.native().Float32()
}

// Float64 is Float64().
func (r Rand1) Float64() float64 {
	if d, ok := r.draw("Float64"); ok {
		return d.unit(1 << 53)
	}
	return r.native().Float64()
}

// ExpFloat64 is ExpFloat64().
func (r Rand1) ExpFloat64() float64 {
	if d, ok := r.draw("ExpFloat64"); ok {
		return d.sample().ExpFloat64()
	}
	return r.native().ExpFloat64()
}

// NormFloat64 is NormFloat64().
func (r Rand1) NormFloat64() float64 {
	if d, ok := r.draw("NormFloat64"); ok {
		return d.sample().NormFloat64()
	}
	return r.native().NormFloat64()
}

// Perm is Perm(n).
func (r Rand1) Perm(n int) []int {
	if d, ok := r.draw("Perm"); ok && n >= 0 {
		return NewSlice(d.permutation(n))
	}
	return r.native().Perm(n)
}

// Shuffle is Shuffle(n, swap).
func (r Rand1) Shuffle(n int, swap func(i, j int)) {
	if d, ok := r.draw("Shuffle"); ok && n >= 0 {
		d.shuffle(n, swap)
		return
	}
	r.native().Shuffle(n, swap)
}

// Read is Read(b).
func (r Rand1) Read(b []byte) (int, error) {
	writeAll(r.site, b)
	if d, ok := r.draw("Read"); ok {
		d.fill(b)
		return len(b), nil
	}
	return r.native().Read(b)
}

// Seed is Seed(seed). The values of the package stay choices.
func (r Rand1) Seed(seed int64) { r.reseed(seed, false) }

// SeedRandomly is Seed(seed) with a seed that is a matter of chance.
func (r Rand1) SeedRandomly(seed int64) { r.reseed(seed, true) }

func (r Rand1) reseed(seed int64, chance bool) {
	s, g := enter()
	if g == nil || g.dying {
		r.native().Seed(seed)
		return
	}
	if r.gen == nil {
		return
	}
	src := sourceOf(r.gen)
	if src != nil {
		Write(r.site, src, 1)
		s.bySeed(src, chance, seed)
	}
	r.gen.Seed(seed)
}
