package reduction

import (
	"sync"
	"sync/atomic"
	"testing"
)

// The programs of table 1 of "Symbolic Pruning of Concurrent Program Executions". The paper gives their names, how many
// threads and accesses to shared variables each has, and whether its assertion holds; these are programs of that shape, with
// what is said of the branches and the recursion in them. Threads are goroutines; that of the test only starts them, waits
// and looks at the end.

// Fa02 has two threads and 13n+8 accesses; its assertion does not hold. One thread moves money from one account to another,
// in n rounds; the other watches their sum, which is another between two steps of a move.
func fa02(t *testing.T, n int) {
	const total = 100
	var from, to, moves, seen atomic.Int64
	from.Store(total)
	to.Store(0)
	moves.Store(0)
	seen.Store(0)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range n {
			from.Store(from.Load() - 1)
			to.Store(to.Load() + 1)
			moves.Store(moves.Load() + 1)
		}
	})
	wg.Go(func() {
		for range n {
			if from.Load()+to.Load() != total {
				t.Error("money is missing, or there is more of it")
			}
			if moves.Load() < 0 || seen.Load() < 0 {
				t.Error("a counter is negative")
			}
			seen.Store(seen.Load() + 1)
			seen.Load()
		}
	})
	wg.Wait()
	if from.Load()+to.Load() != total || moves.Load() != seen.Load() {
		t.Error("the sum is wrong")
	}
}

func TestFa02_1(t *testing.T)  { fa02(t, 1) }
func TestFa02_5(t *testing.T)  { fa02(t, 5) }
func TestFa02_10(t *testing.T) { fa02(t, 10) }

// PBch4 has two threads and 4n+8 accesses; its assertion does not hold. One thread publishes n pairs of numbers, the first
// of a pair first; the other reads them in the same order, and so may get a second without its first. What it does about
// that is in a branch of its own, and so is the assertion.
func pBch4(t *testing.T, n int) {
	var first, second, late, high atomic.Int64
	first.Store(0)
	second.Store(0)
	late.Store(0)
	high.Store(0)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range n {
			first.Store(int64(i) + 1)
			second.Store(int64(i) + 1)
		}
	})
	wg.Go(func() {
		for range n {
			x := first.Load()
			y := second.Load()
			if x < y {
				late.Store(late.Load() + 1)
				if late.Load() > high.Load() {
					t.Error("a second number without its first")
				}
			}
		}
	})
	wg.Wait()
	if first.Load() != second.Load() || late.Load() > high.Load() {
		t.Error("numbers are missing")
	}
}

func TestPBch4_5(t *testing.T)  { pBch4(t, 5) }
func TestPBch4_10(t *testing.T) { pBch4(t, 10) }
func TestPBch4_20(t *testing.T) { pBch4(t, 20) }

// PBch4ok is the corrected version, in which the other thread reads the second number first. It has two threads and 8n+4
// accesses; its assertion holds. The reader counts how often it is between two writes, which no assertion about a single
// pair can tell.
func pBch4ok(t *testing.T, n int) {
	var first, second, between, rounds atomic.Int64
	first.Store(0)
	second.Store(0)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range n {
			first.Store(first.Load() + 1)
			second.Store(second.Load() + 1)
		}
	})
	wg.Go(func() {
		for range n {
			y := second.Load()
			x := first.Load()
			if x < y {
				t.Error("a second number without its first")
			}
			if x > y {
				between.Add(1)
			}
			rounds.Add(1)
		}
	})
	wg.Wait()
	if b, r := between.Load(), rounds.Load(); b > r {
		t.Error("between two writes", b, "times in", r, "rounds")
	}
}

func TestPBch4ok1(t *testing.T)  { pBch4ok(t, 1) }
func TestPBch4ok3(t *testing.T)  { pBch4ok(t, 3) }
func TestPBch4ok4(t *testing.T)  { pBch4ok(t, 4) }
func TestPBch4ok5(t *testing.T)  { pBch4ok(t, 5) }
func TestPBch4ok10(t *testing.T) { pBch4ok(t, 10) }

// DynRec has n+2 threads and 18(n+1) accesses; its assertion does not hold. Each thread starts the next one, n+1 of them,
// and increments a counter together with it, without a lock. The assertion is that not every level loses an increment.
func dynRec(t *testing.T, n int) {
	const rounds = 4
	counters := make([]atomic.Int64, n+1)
	var lost atomic.Int64
	var descend func(level int)
	descend = func(level int) {
		increment := func() {
			for range rounds {
				counters[level].Store(counters[level].Load() + 1)
			}
		}
		var wg sync.WaitGroup
		wg.Go(func() {
			increment()
			if level < n {
				descend(level + 1)
			}
		})
		increment()
		wg.Wait()
		if counters[level].Load() != 2*rounds {
			lost.Add(1)
		}
	}
	descend(0)
	if lost.Load() > int64(n) {
		t.Error("increments are lost on every level")
	}
}

func TestDynRec0(t *testing.T) { dynRec(t, 0) }
func TestDynRec1(t *testing.T) { dynRec(t, 1) }
func TestDynRec2(t *testing.T) { dynRec(t, 2) }
func TestDynRec3(t *testing.T) { dynRec(t, 3) }
func TestDynRec4(t *testing.T) { dynRec(t, 4) }
func TestDynRec5(t *testing.T) { dynRec(t, 5) }
func TestDynRec6(t *testing.T) { dynRec(t, 6) }
