package rt

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"reflect"
	"unsafe"
)

// Package hash/maphash draws its seeds, and a key that is hashed with all values, when the process starts, so nothing that
// depends on a hash is the same in another process. Under control seeds are choices among a few, and the hash
// is one of our own. It is a bad one for pointers, which have other values in every execution: it is the same for all.

// A hashState is a maphash.Hash, laid out as in its package: Write, SetSeed and the like may be called there, too.
type hashState struct {
	_           [0]func()
	seed, state uint64
	buf         [128]byte
	n           int
}

// The layouts have one size, or this does not compile.
var _ = [1]struct{}{}[unsafe.Sizeof(hashState{})-unsafe.Sizeof(maphash.Hash{})]

func hashStateOf(site Site, h *maphash.Hash) *hashState {
	s := (*hashState)(unsafe.Pointer(h))
	if s.seed == 0 {
		s.seed = hashSeed(site, "Hash")
		s.state = s.seed
	}
	return s
}

// hashSeed is the number in a new seed.
func hashSeed(site Site, name string) uint64 {
	d, ok := drawn(site, "maphash.", name)
	if !ok {
		return 1
	}
	return d.bits(d.pick(samples, false)) | 1
}

// write adds b, a buffer at a time.
func (h *hashState) write(b []byte) {
	for len(b) > 0 {
		if h.n == len(h.buf) {
			h.state = hashBytes(h.state, h.buf[:])
			h.n = 0
		}
		k := copy(h.buf[h.n:], b)
		h.n += k
		b = b[k:]
	}
}

func hashBytes(h uint64, b []byte) uint64 {
	h = splitmix(h ^ uint64(len(b)))
	for len(b) >= 8 {
		h = splitmix(h ^ binary.LittleEndian.Uint64(b))
		b = b[8:]
	}
	for _, c := range b {
		h = splitmix(h ^ uint64(c))
	}
	return h
}

// hashValue adds a comparable value to a hash; equal values have equal hashes.
func hashValue(h uint64, v reflect.Value) uint64 {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return splitmix(h ^ 1)
		}
		return splitmix(h)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return splitmix(h ^ uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return splitmix(h ^ v.Uint())
	case reflect.Float32, reflect.Float64:
		return hashFloat(h, v.Float())
	case reflect.Complex64, reflect.Complex128:
		return hashFloat(hashFloat(h, real(v.Complex())), imag(v.Complex()))
	case reflect.String:
		return hashString(h, v.String())
	case reflect.Array:
		for i := range v.Len() {
			h = hashValue(h, v.Index(i))
		}
		return h
	case reflect.Struct:
		for i := range v.NumField() {
			h = hashValue(h, v.Field(i))
		}
		return h
	case reflect.Interface:
		if v.IsNil() {
			return splitmix(h)
		}
		return hashValue(hashString(h, v.Elem().Type().String()), v.Elem())
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		return splitmix(h)
	}
	panic("hash of unhashable type " + v.Type().String())
}

func hashString(h uint64, s string) uint64 {
	return hashBytes(h, unsafe.Slice(unsafe.StringData(s), len(s)))
}

func hashFloat(h uint64, f float64) uint64 {
	if f == 0 {
		f = 0 // and not its negative, which is equal
	}
	return splitmix(h ^ math.Float64bits(f))
}

// seedOf is the number in a seed.
func seedOf(seed maphash.Seed) uint64 {
	n := *(*uint64)(unsafe.Pointer(&seed))
	if n == 0 {
		panic("maphash: use of uninitialized Seed")
	}
	return n
}

// MakeSeed is maphash.MakeSeed().
func MakeSeed(site Site) maphash.Seed {
	if _, g := enter(); g == nil {
		return maphash.MakeSeed()
	}
	n := hashSeed(site, "MakeSeed")
	return *(*maphash.Seed)(unsafe.Pointer(&n))
}

// HashBytes is maphash.Bytes(seed, b).
func HashBytes(_ Site, seed maphash.Seed, b []byte) uint64 {
	if _, g := enter(); g == nil {
		return maphash.Bytes(seed, b)
	}
	return hashBytes(seedOf(seed), b)
}

// HashString is maphash.String(seed, s).
func HashString(_ Site, seed maphash.Seed, s string) uint64 {
	if _, g := enter(); g == nil {
		return maphash.String(seed, s)
	}
	return hashString(seedOf(seed), s)
}

// HashComparable is maphash.Comparable(seed, v).
func HashComparable[T comparable](_ Site, seed maphash.Seed, v T) uint64 {
	if _, g := enter(); g == nil {
		return maphash.Comparable(seed, v)
	}
	return hashValue(seedOf(seed), reflect.ValueOf(&v).Elem())
}

// HashWriteComparable is maphash.WriteComparable(h, v).
func HashWriteComparable[T comparable](site Site, h *maphash.Hash, v T) {
	if _, g := enter(); g == nil {
		maphash.WriteComparable(h, v)
		return
	}
	s := hashStateOf(site, h)
	n := hashValue(s.seed, reflect.ValueOf(&v).Elem())
	s.write(unsafe.Slice((*byte)(unsafe.Pointer(&n)), 8))
}

// HashWrite is h.Write(b).
func HashWrite(site Site, h *maphash.Hash, b []byte) (int, error) {
	if _, g := enter(); g == nil {
		return h.Write(b)
	}
	hashStateOf(site, h).write(b)
	return len(b), nil
}

// HashWriteString is h.WriteString(s).
func HashWriteString(site Site, h *maphash.Hash, s string) (int, error) {
	if _, g := enter(); g == nil {
		return h.WriteString(s)
	}
	hashStateOf(site, h).write([]byte(s))
	return len(s), nil
}

// HashWriteByte is h.WriteByte(b).
func HashWriteByte(site Site, h *maphash.Hash, b byte) error {
	if _, g := enter(); g == nil {
		return h.WriteByte(b)
	}
	hashStateOf(site, h).write([]byte{b})
	return nil
}

// HashSum64 is h.Sum64().
func HashSum64(site Site, h *maphash.Hash) uint64 {
	if _, g := enter(); g == nil {
		return h.Sum64()
	}
	s := hashStateOf(site, h)
	return hashBytes(s.state, s.buf[:s.n])
}

// HashReset is h.Reset().
func HashReset(site Site, h *maphash.Hash) {
	if _, g := enter(); g != nil {
		hashStateOf(site, h)
	}
	h.Reset()
}

// HashSeed is h.Seed().
func HashSeed(site Site, h *maphash.Hash) maphash.Seed {
	if _, g := enter(); g != nil {
		hashStateOf(site, h)
	}
	return h.Seed()
}
