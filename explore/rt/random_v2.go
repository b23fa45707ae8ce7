package rt

import (
	mathbits "math/bits"
	randv2 "math/rand/v2"
)

// The functions of math/rand/v2.

// Int is Int().
func (r Rand2) Int() int {
	if d, ok := r.draw("Int"); ok {
		return int(d.number(mathbits.UintSize - 1))
	}
	return r.native().Int()
}

// Int32 is Int32().
func (r Rand2) Int32() int32 {
	if d, ok := r.draw("Int32"); ok {
		return int32(d.number(31))
	}
	return r.native().Int32()
}

// Int32N is Int32N(n).
func (r Rand2) Int32N(n int32) int32 {
	if d, ok := r.draw("Int32N"); ok && n > 0 {
		return int32(d.below(uint64(n)))
	}
	return r.native().Int32N(n)
}

// Int64 is Int64().
func (r Rand2) Int64() int64 {
	if d, ok := r.draw("Int64"); ok {
		return int64(d.number(63))
	}
	return r.native().Int64()
}

// Int64N is Int64N(n).
func (r Rand2) Int64N(n int64) int64 {
	if d, ok := r.draw("Int64N"); ok && n > 0 {
		return int64(d.below(uint64(n)))
	}
	return r.native().Int64N(n)
}

// IntN is IntN(n).
func (r Rand2) IntN(n int) int {
	if d, ok := r.draw("IntN"); ok && n > 0 {
		return int(d.below(uint64(n)))
	}
	return r.native().IntN(n)
}

// Uint is Uint().
func (r Rand2) Uint() uint {
	if d, ok := r.draw("Uint"); ok {
		return uint(d.number(mathbits.UintSize))
	}
	return r.native().Uint()
}

// UintN is UintN(n).
func (r Rand2) UintN(n uint) uint {
	if d, ok := r.draw("UintN"); ok && n != 0 {
		return uint(d.below(uint64(n)))
	}
	return r.native().UintN(n)
}

// Uint32 is Uint32().
func (r Rand2) Uint32() uint32 {
	if d, ok := r.draw("Uint32"); ok {
		return uint32(d.number(32))
	}
	return r.native().Uint32()
}

// Uint32N is Uint32N(n).
func (r Rand2) Uint32N(n uint32) uint32 {
	if d, ok := r.draw("Uint32N"); ok && n != 0 {
		return uint32(d.below(uint64(n)))
	}
	return r.native().Uint32N(n)
}

// Uint64 is Uint64().
func (r Rand2) Uint64() uint64 {
	if d, ok := r.draw("Uint64"); ok {
		return uint64(d.number(64))
	}
	return r.native().Uint64()
}

// Uint64N is Uint64N(n).
func (r Rand2) Uint64N(n uint64) uint64 {
	if d, ok := r.draw("Uint64N"); ok && n != 0 {
		return uint64(d.below(uint64(n)))
	}
	return r.native().Uint64N(n)
}

// Float32 is Float32().
func (r Rand2) Float32() float32 {
	if d, ok := r.draw("Float32"); ok {
		return float32(d.unit(1 << 24))
	}
	return r.native().Float32()
}

// Float64 is Float64().
func (r Rand2) Float64() float64 {
	if d, ok := r.draw("Float64"); ok {
		return d.unit(1 << 53)
	}
	return r.native().Float64()
}

// ExpFloat64 is ExpFloat64().
func (r Rand2) ExpFloat64() float64 {
	if d, ok := r.draw("ExpFloat64"); ok {
		return d.sample().ExpFloat64()
	}
	return r.native().ExpFloat64()
}

// NormFloat64 is NormFloat64().
func (r Rand2) NormFloat64() float64 {
	if d, ok := r.draw("NormFloat64"); ok {
		return d.sample().NormFloat64()
	}
	return r.native().NormFloat64()
}

// Perm is Perm(n).
func (r Rand2) Perm(n int) []int {
	if d, ok := r.draw("Perm"); ok && n >= 0 {
		return NewSlice(d.permutation(n))
	}
	return r.native().Perm(n)
}

// Shuffle is Shuffle(n, swap).
func (r Rand2) Shuffle(n int, swap func(i, j int)) {
	if d, ok := r.draw("Shuffle"); ok && n >= 0 {
		d.shuffle(n, swap)
		return
	}
	r.native().Shuffle(n, swap)
}

// RandN is N(n) of math/rand/v2.
func RandN[Int interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}](site Site, n Int) Int {
	if d, ok := drawn(site, ofPackage, "N"); ok && n > 0 {
		return Int(d.below(uint64(n)))
	}
	return randv2.N(n)
}
