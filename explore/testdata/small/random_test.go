package small

import (
	"crypto/rand"
	"hash/maphash"
	"math/big"
	"sync"
	"testing"
	_ "unsafe"
)

//go:linkname cheaprand runtime.cheaprand
func cheaprand() uint32

//go:linkname cheaprandn runtime.cheaprandn
func cheaprandn(n uint32) uint32

// stripes are locks of which a random number picks one: an execution can be told from others by the order in which these are
// taken.
type stripes [64]sync.Mutex

func (s *stripes) take(n uint64) {
	mu := &s[n%uint64(len(s))]
	mu.Lock()
	mu.Unlock()
}

func TestHashesAreTheSameEachTime(t *testing.T) {
	type key struct {
		name string
		n    int
		any
	}
	seed := maphash.MakeSeed()
	if maphash.Comparable(seed, key{"a", 1, 2.5}) != maphash.Comparable(seed, key{"a", 1, 2.5}) {
		t.Error("equal values have different hashes")
	}
	var s stripes
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			var h maphash.Hash
			h.SetSeed(seed)
			for range 50 {
				h.WriteString("abc")
			}
			s.take(h.Sum64())
			s.take(maphash.String(seed, "abc") + maphash.Bytes(seed, []byte{1}))
			s.take(maphash.Comparable(seed, key{"a", i, nil}))
		})
	}
	wg.Wait()
}

func TestRandomNumbersAreTheSameEachTime(t *testing.T) {
	var s stripes
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			var b [10]byte
			rand.Read(b[:])
			s.take(uint64(b[9]))
			n, err := rand.Int(rand.Reader, big.NewInt(1000))
			if err != nil {
				t.Error(err)
			}
			s.take(n.Uint64())
			s.take(uint64(cheaprand()))
			s.take(uint64(cheaprandn(100)))
		})
	}
	wg.Wait()
}
