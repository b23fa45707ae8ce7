package choices

import (
	"crypto/rand"
	"hash/maphash"
	"io"
	"math/big"
	"sync"
	"sync/atomic"
	"testing"
)

func TestCryptoInt(t *testing.T) {
	if n, err := rand.Int(rand.Reader, big.NewInt(3)); err != nil || n.Int64() == 1 {
		t.Error(err) // want failure
	}
}

func TestCryptoIntIsComplete(t *testing.T) {
	if n, err := rand.Int(rand.Reader, big.NewInt(4)); err != nil || n.Int64() < 0 || n.Int64() > 3 {
		t.Error(err)
	}
}

func TestCryptoIntOfMany(t *testing.T) {
	if n, err := rand.Int(rand.Reader, big.NewInt(1000)); err != nil || n.Int64() == 999 {
		t.Error(err) // want failure
	}
}

func TestCryptoIntOfTooMany(t *testing.T) { // sampled crypto/rand.Reader
	limit := new(big.Int).Lsh(big.NewInt(1), 100)
	if n, err := rand.Int(rand.Reader, limit); err != nil || n.Cmp(limit) >= 0 {
		t.Error(err)
	}
}

func TestCryptoRead(t *testing.T) {
	var b [2]byte
	if _, err := rand.Read(b[:]); err != nil || b[0] == 0 {
		t.Error(err) // want failure
	}
}

func TestCryptoReader(t *testing.T) {
	var b [16]byte
	if _, err := io.ReadFull(rand.Reader, b[:]); err != nil || b[0] == 255 {
		t.Error(err) // want failure
	}
}

// Names that are drawn at random are different.
func TestNamesDiffer(t *testing.T) { // sampled crypto/rand.Read crypto/rand.Text
	var a, b [16]byte
	rand.Read(a[:])
	rand.Read(b[:])
	if a == b || rand.Text() == rand.Text() {
		t.Error()
	}
}

func TestPrime(t *testing.T) { // sampled crypto/rand.Prime
	if p, err := rand.Prime(rand.Reader, 20); err != nil || p.BitLen() != 20 || !p.ProbablyPrime(1) {
		t.Error(err, p)
	}
	if p, err := rand.Prime(rand.Reader, 2); err != nil || p.Int64() != 3 {
		t.Error(err, p)
	}
	if _, err := rand.Prime(rand.Reader, 1); err == nil {
		t.Error()
	}
}

func TestPrimesAreTheSameEachTime(t *testing.T) { // sampled crypto/rand.Prime
	var n [4]atomic.Int32
	for range 2 {
		go func() {
			p, _ := rand.Prime(rand.Reader, 30)
			n[p.Int64()/2%4].Add(1)
		}()
	}
}

func TestHash(t *testing.T) {
	if maphash.String(maphash.MakeSeed(), "a")%2 != maphash.String(maphash.MakeSeed(), "a")%2 {
		t.Error() // want failure
	}
}

func TestHashOfNothing(t *testing.T) { // sampled maphash.Hash
	var h maphash.Hash
	h.WriteString("a")
	if h.Sum64() != h.Sum64() {
		t.Error()
	}
}

func TestReadWritesAllOfABuffer(t *testing.T) {
	b := make([]byte, 4)
	var wg sync.WaitGroup
	wg.Go(func() { rand.Read(b) })
	wg.Go(func() { b[3] = 1 }) // want race
	wg.Wait()
}

func TestReadOfOtherPartsOfABuffer(t *testing.T) { // sampled crypto/rand.Read
	b := make([]byte, 4)
	var wg sync.WaitGroup
	wg.Go(func() { rand.Read(b[:3]) })
	wg.Go(func() { b[3] = 1 })
	wg.Wait()
}
