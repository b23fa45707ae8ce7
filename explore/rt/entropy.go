package rt

import "io"

// entropy is the Reader of crypto/rand: under control what it reads is a choice.
type entropy struct{ real io.Reader }

// Entropy returns what takes the place of real, the Reader of crypto/rand. (The generated file of a package that imports
// crypto/rand puts it there: the runtime would burden all test binaries with that package.)
func Entropy(real io.Reader) io.Reader {
	if e, ok := real.(entropy); ok {
		return e
	}
	return entropy{real}
}

const ofCrypto = "crypto/rand."

// Read fills b.
func (e entropy) Read(b []byte) (int, error) {
	d, ok := drawn(0, ofCrypto, "Reader")
	if !ok {
		return e.real.Read(b)
	}
	d.fill(b)
	return len(b), nil
}

// CryptoRead is read(b), with crypto/rand.Read.
func CryptoRead(site Site, read func([]byte) (int, error), b []byte) (int, error) {
	writeAll(site, b)
	d, ok := drawn(site, ofCrypto, "Read")
	if !ok {
		return read(b)
	}
	d.fill(b)
	return len(b), nil
}

// A whole is a *big.Int, of a package that the runtime does not import.
type whole interface {
	IsInt64() bool
	Int64() int64
}

// CryptoInt is draw(r, max), with crypto/rand.Int. What is drawn from another reader than that of crypto/rand is left as it is.
func CryptoInt[N whole](site Site, draw func(io.Reader, N) (N, error), r io.Reader, max N) (N, error) {
	if _, own := r.(entropy); !own || !max.IsInt64() || max.Int64() <= 0 {
		return draw(r, max)
	}
	d, ok := drawn(site, ofCrypto, "Int")
	if !ok {
		return draw(r, max)
	}
	return draw(given(d.below(uint64(max.Int64()))), max)
}

// given is the reader from which crypto/rand.Int draws this number: it is read in as many bytes as it may have, the last one
// being the lowest.
type given uint64

// Read fills b.
func (g given) Read(b []byte) (int, error) {
	for i := range b {
		b[len(b)-1-i] = byte(g >> (8 * i))
	}
	return len(b), nil
}

// CryptoText is text(), with crypto/rand.Text.
func CryptoText(site Site, text func() string) string {
	d, ok := drawn(site, ofCrypto, "Text")
	if !ok {
		return text()
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	var b [26]byte
	d.stream(b[:], d.pick(samples, false))
	for i, c := range b {
		b[i] = letters[c%32]
	}
	return string(b[:])
}

// A prime is a pointer to a number that may be one, *big.Int.
type prime[N any] interface {
	*N
	SetBytes([]byte) *N
	ProbablyPrime(int) bool
}

// CryptoPrime is draw(r, bits), with crypto/rand.Prime: an odd number with its two highest bits set.
func CryptoPrime[P prime[N], N any](site Site, draw func(io.Reader, int) (P, error), r io.Reader, bits int) (P, error) {
	if _, own := r.(entropy); !own || bits < 2 {
		return draw(r, bits)
	}
	d, ok := drawn(site, ofCrypto, "Prime")
	if !ok {
		return draw(r, bits)
	}
	variant := d.pick(samples, false)
	b := make([]byte, (bits+7)/8)
	set := func(bit int) { b[len(b)-1-bit/8] |= 1 << (bit % 8) }
	for p := P(new(N)); ; variant += samples {
		d.stream(b, variant)
		b[0] &= byte(1<<((bits-1)%8+1) - 1)
		set(bits - 1)
		set(bits - 2)
		set(0)
		if P(p.SetBytes(b)).ProbablyPrime(20) {
			return p, nil
		}
	}
}
