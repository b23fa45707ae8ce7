package choices

import (
	"math/rand"
	randv2 "math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestInt31n(t *testing.T) {
	if rand.Int31n(2) == 0 {
		t.Error() // want failure
	}
}

func TestInt31nOther(t *testing.T) {
	if rand.Int31n(2) == 1 {
		t.Error() // want failure
	}
}

func TestInt63n(t *testing.T) {
	if n := rand.Int63n(4); n == 3 {
		t.Error() // want failure
	}
}

func TestInt32N(t *testing.T) {
	if randv2.Int32N(3) == 2 {
		t.Error() // want failure
	}
}

func TestUintN(t *testing.T) {
	if randv2.UintN(100) == 99 {
		t.Error() // want failure
	}
}

func TestUint64N(t *testing.T) {
	if randv2.Uint64N(100) == 1 {
		t.Error() // want failure
	}
}

func TestN(t *testing.T) {
	if randv2.N(10*time.Second) == 0 {
		t.Error() // want failure
	}
}

func TestNOfAType(t *testing.T) {
	if randv2.N[int8](3) == 1 {
		t.Error() // want failure
	}
}

func TestPerm(t *testing.T) {
	if p := rand.Perm(3); p[0] == 2 && p[1] == 0 {
		t.Error() // want failure
	}
}

func TestPermOfMany(t *testing.T) {
	if p := randv2.Perm(30); p[0] == 29 && p[1] == 28 {
		t.Error() // want failure
	}
}

func TestShuffle(t *testing.T) {
	s := []int{0, 1, 2, 3}
	rand.Shuffle(4, func(i, j int) { s[i], s[j] = s[j], s[i] })
	if s[0] == 3 && s[1] == 1 && s[2] == 0 {
		t.Error() // want failure
	}
}

func TestShuffleOfMany(t *testing.T) {
	s := []int{0, 1, 2, 3, 4, 5, 6}
	randv2.Shuffle(7, func(i, j int) { s[i], s[j] = s[j], s[i] })
	if s[0] == 6 && s[6] == 0 {
		t.Error() // want failure
	}
}

func TestFloat64(t *testing.T) {
	if rand.Float64() == 0 {
		t.Error() // want failure
	}
}

func TestFloat32(t *testing.T) {
	if randv2.Float32() > 0.999 {
		t.Error() // want failure
	}
}

func TestExpFloat64(t *testing.T) { // sampled rand.ExpFloat64
	if rand.ExpFloat64() < 0 {
		t.Error()
	}
}

func TestAllValuesAreInRange(t *testing.T) { // sampled rand.Int rand.Int31 rand.Int63 rand.Uint32
	if rand.Int() < 0 || rand.Int31() < 0 || rand.Int63() < 0 || int64(rand.Uint32()) < 0 {
		t.Error()
	}
}

func TestSmallRangesAreComplete(t *testing.T) {
	if n := rand.Intn(4) + randv2.IntN(3); n < 0 || n > 5 {
		t.Error()
	}
	if len(rand.Perm(4)) != 4 {
		t.Error()
	}
}

func TestRead(t *testing.T) {
	var b [3]byte
	rand.Read(b[:])
	if b == [3]byte{255, 255, 255} {
		t.Error() // want failure
	}
}

func TestFunctionValue(t *testing.T) {
	draw := rand.Int31n
	if draw(4) == 2 {
		t.Error() // want failure
	}
}

func TestInstanceAsValue(t *testing.T) {
	draw := randv2.N[uint8]
	if draw(4) == 2 {
		t.Error() // want failure
	}
}

// The values of a generator that has a seed of its own are known.
func TestFixedSeed(t *testing.T) {
	r, again := rand.New(rand.NewSource(1)), rand.New(rand.NewSource(1))
	p, q := randv2.New(randv2.NewPCG(1, 2)), randv2.New(randv2.NewPCG(1, 2))
	c := randv2.New(randv2.NewChaCha8([32]byte{1}))
	c.IntN(2)
	for range 10 {
		if r.Intn(2) != again.Intn(2) || p.IntN(3) != q.IntN(3) {
			t.Error()
		}
	}
	if rand.New(rand.NewSource(1)).Intn(100) != 81 {
		t.Error("other values than math/rand has")
	}
	for seed := range int64(3) {
		if a, b := rand.New(rand.NewSource(seed)), rand.New(rand.NewSource(seed)); a.Int63() != b.Int63() {
			t.Error()
		}
	}
}

func TestClockSeed(t *testing.T) {
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	if r.Intn(2) == 0 && r.Intn(3) == 1 {
		t.Error() // want failure
	}
}

func newGenerator(seed int64) *rand.Rand { return rand.New(rand.NewSource(seed)) }

func TestClockSeedElsewhere(t *testing.T) {
	r := newGenerator(int64(time.Now().Nanosecond()))
	if r.Intn(2) == 0 && r.Intn(2) == 1 {
		t.Error() // want failure
	}
}

func TestRandomSeed(t *testing.T) {
	r := randv2.New(randv2.NewPCG(randv2.Uint64(), randv2.Uint64()))
	if draw := r.IntN; draw(2) == 0 && draw(2) == 1 && r.IntN(2) == 0 {
		t.Error() // want failure
	}
}

func TestSource(t *testing.T) {
	src := rand.NewSource(time.Now().Unix())
	if src.Int63()%2 == 0 && src.Int63()%2 == 1 {
		t.Error() // want failure
	}
}

func TestSharedGenerator(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { r.Intn(2) }) // want race
	}
	wg.Wait()
}

func TestGuardedGenerator(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			r.Intn(2)
		})
	}
	wg.Wait()
}

// The values that a goroutine draws do not depend on the others, and so are the same in each execution.
func TestSomeInTwoGoroutines(t *testing.T) { // sampled rand.N
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if randv2.N(int64(20)) < 10 {
				n.Add(1)
			}
		})
	}
	wg.Wait()
	if n.Load() > 2 {
		t.Error()
	}
}

func TestSomeInTwoGoroutinesFails(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if randv2.N(int64(20)) < 10 {
				n.Add(1)
			}
		})
	}
	wg.Wait()
	if n.Load() == 1 {
		t.Error() // want failure
	}
}

func TestDrawsForEver(t *testing.T) { // sampled rand.Intn
	used := map[int]bool{}
	for range 200 {
		n := rand.Intn(1000)
		for used[n] {
			n = rand.Intn(1000)
		}
		used[n] = true
	}
}

func TestReadIntoOneBuffer(t *testing.T) {
	b := make([]byte, 4)
	g := rand.New(rand.NewSource(1))
	var wg sync.WaitGroup
	wg.Go(func() { rand.Read(b) })
	wg.Go(func() { g.Read(b[1:]) }) // want race
	wg.Wait()
}
