package golden

import (
	"sync"

	"github.com/calvin-go/calvin/explore/rt"
)

var families = append(append(words, locks...), channels...)

// words are the programs of atomic operations.
var words = []family{
	{"readers", readers, []numbers{of(2, 4, 4), of(8, 256, 256), of(13, 8192, 8192), of(16, 65536)}},
	{"lastzero", lastzero, []numbers{of(2, 5, 5), of(3, 12, 12), of(5, 64, 64), of(10, 3328, 3328), of(15, 147456)}},
	{"indexer", indexer, []numbers{of(11, 1), of(12, 8), of(13, 64), of(14, 512), of(15, 4096)}},
	{"fib", fib, []numbers{
		of(1, 11, 6, 11), of(2, 140, 6, 33, 98, 137, 140), of(3, 1698, 6, 53, 286, 776, 1373, 1672, 1698), of(4, 19605), of(5, 218243),
	}},
	{"fib without C", fibTwo, []numbers{of(1, 3), of(2, 19), of(3, 141), of(4, 1107), of(5, 8953)}},
	{"ainc", counters(1, add1), []numbers{of(2, 2, 2), of(3, 6, 6), of(4, 24, 24), of(6, 720), of(8, 40320)}},
	{"binc", counters(2, add1), []numbers{of(2, 4, 2, 4), of(3, 36, 6, 24, 36), of(4, 576, 24, 168, 432, 576), of(5, 14400)}},
	{"cinc", counters(3, add1), []numbers{of(2, 8, 2, 6, 8), of(3, 216, 6, 42, 120, 192, 216), of(4, 13824)}},
	{"inc", inc, []numbers{of(2, 4, 2, 4), of(3, 36, 6, 24, 36), of(4, 576, 24, 168, 432, 576), of(5, 14400)}},
	{"rw", rw, []numbers{of(2, 4, 2, 4), of(3, 36, 6, 24, 36), of(4, 576, 24, 168, 432, 576), of(5, 14400)}},
	{"casrot", casrot, []numbers{
		of(2, 2, 2), of(3, 5, 5), of(4, 14, 14), of(5, 43, 43), of(6, 144, 144), of(7, 523), of(8, 2048), of(9, 8597), of(10, 38486),
	}},
	{"casw", casw, []numbers{
		of(2, 6, 2, 4, 6), of(3, 66, 6, 24, 54, 66), of(4, 1200, 24, 168, 576, 1056, 1200), of(5, 32880),
	}},
	{"wcas", wcas, []numbers{of(2, 5, 5), of(5, 81, 81), of(9, 2305, 2305)}},
	{"CoA", coA, []numbers{
		of(1, 4, 2, 4), of(2, 15, 6, 15), of(3, 130, 24, 90, 130), of(4, 2028, 120, 708, 1608, 2028), of(5, 49776),
	}},
	{"writers and a reader", writersReader, []numbers{of(4, 120), of(6, 5040)}},
	{"redundant coherence", coherence, []numbers{
		of(1, 12, 6, 12), of(2, 90, 6, 24, 60, 90), of(3, 560, 6, 36, 136, 316, 486, 560), of(4, 3150),
	}},
	{"shared pointer", sharedPointer, []numbers{of(1, 14), of(2, 18), of(3, 22), of(100, 410)}},
	{"Peterson", peterson, []numbers{{n: []int{1}, traces: 4, blocked: 4, bounds: []int{2, 2, 4}}}},
	{"Dekker", dekker, []numbers{{n: []int{1}, traces: 3, blocked: 3, bounds: []int{2, 3}}}},
	// The known numbers within bounds, 2 2 6, count switching away from a goroutine that awaits as a preemption.
	{"Szymanski", szymanski, []numbers{
		{n: []int{1}, traces: 6, blocked: 25, bounds: []int{2, 6}}, {n: []int{2}, traces: 78, blocked: 497},
	}},
	{"TTAS lock", ttas, []numbers{of(2, 4, 2, 4), of(3, 36), of(4, 576)}},
	{"ticket lock", ticket, []numbers{of(2, 2, 2), of(5, 120, 120)}},
	{"store buffering", storeBuffering, []numbers{of(1, 3)}},
}

func readers(n []int) {
	x := newWord(0)
	rt.Go(siteGo, func() { store(x, 42) })
	start(n[0], func(int) { load(x) })
}

func lastzero(n []int) {
	a := newWords(n[0] + 1)
	rt.Go(siteGo, func() {
		for i := n[0]; load(a[i]) != 0; i-- {
		}
	})
	start(n[0], func(j int) { store(a[j+1], load(a[j])+1) })
}

func indexer(n []int) {
	tab := newWords(128)
	start(n[0], func(t int) {
		for i := range 4 {
			w := i*11 + t + 1 // zero stands for a free place
			for h := (w - 1) * 7 % 128; !cas(tab[h], 0, int64(w)); h = (h + 1) % 128 {
			}
		}
	})
}

// sumInto adds y to x, n times.
func sumInto(n int, x, y word) func() {
	return func() {
		for range n {
			a := load(x)
			b := load(y)
			store(x, a+b)
		}
	}
}

func fib(n []int) {
	x, y := newWord(1), newWord(1)
	together(sumInto(n[0], x, y), sumInto(n[0], y, x), func() {
		_ = load(x) > 144 || load(y) > 144
	})
}

func fibTwo(n []int) {
	x, y := newWord(1), newWord(1)
	together(sumInto(n[0], x, y), sumInto(n[0], y, x))
}

func add1(w word) { add(w) }

// counters are goroutines that do the same to k words.
func counters(k int, do func(word)) func(n []int) {
	return func(n []int) {
		xs := newWords(k)
		start(n[0], func(int) {
			for _, x := range xs {
				do(x)
			}
		})
	}
}

func inc(n []int) {
	x := newWord(0)
	start(n[0], func(i int) { store(x, load(x)+1<<i) })
}

func rw(n []int) {
	x := newWord(0)
	start(n[0], func(i int) {
		load(x)
		store(x, int64(i+1))
	})
}

func casrot(n []int) {
	x := newWord(0)
	start(n[0], func(i int) { cas(x, int64(i), int64(i+1)) })
}

func casw(n []int) {
	x := newWord(0)
	start(n[0], func(i int) {
		cas(x, 0, 1)
		store(x, int64(i+3))
	})
}

func wcas(n []int) {
	x := newWord(0)
	rt.Go(siteGo, func() { store(x, 2) })
	start(n[0], func(int) { cas(x, 2, 3) })
}

func coA(n []int) {
	x, y, z := newWord(0), newWord(0), newWord(0)
	writer := func(v int64, other word) func() {
		return func() {
			store(x, v)
			load(other)
			load(x)
		}
	}
	together(writer(1, y), writer(2, z))
	start(n[0]-1, func(i int) {
		store(y, int64(i+1))
		store(z, int64(i+1))
	})
}

func writersReader(n []int) {
	x := newWord(0)
	start(n[0], func(i int) { store(x, int64(i+1)) })
	rt.Go(siteGo, func() { load(x) })
}

func coherence(n []int) {
	x := newWord(0)
	writer := func(v int64) func() {
		return func() {
			for range n[0] {
				store(x, v)
			}
		}
	}
	together(writer(1), writer(2), func() {
		load(x)
		load(x)
	})
}

func sharedPointer(n []int) {
	words := []word{newWord(3), newWord(4)} // x and y
	p := newWord(0)
	side := func(own word, other int64) func() {
		return func() {
			store(p, other)
			for range n[0] {
				load(own)
			}
			t := words[load(p)]
			store(t, load(t)+3)
		}
	}
	together(side(words[0], 1), side(words[1], 0))
}

func storeBuffering([]int) {
	x, y := newWord(0), newWord(0)
	side := func(own, other word) func() {
		return func() {
			store(own, 1)
			load(other)
		}
	}
	together(side(x, y), side(y, x))
}

func ttas(n []int) {
	s, shared := newWord(0), newWord(0)
	start(n[0], func(i int) {
		await(s, is(0))
		rt.Await(func() bool { return s.Load() == 0 })
		rt.Swap(siteSwap, s, 1)
		store(shared, int64(i))
		load(shared)
		store(s, 0)
	})
}

func ticket(n []int) {
	next, owner, shared := newWord(0), newWord(0), newWord(0)
	start(n[0], func(i int) {
		await(owner, is(add(next)-1))
		store(shared, int64(i))
		load(shared)
		store(owner, load(owner)+1)
	})
}

// locks are the programs of locks.
var locks = []family{
	{"filesystem", filesystem, []numbers{of(14, 2), of(16, 8), of(18, 32), of(19, 64)}},
	{"lockinc", lockinc, []numbers{of(3, 6, 6), of(5, 120, 120), of(7, 5040), of(8, 40320)}},
	{"locktwice", locktwice, []numbers{
		{n: []int{2, 2}, traces: 6, bounds: []int{2, 4, 6}}, {n: []int{3, 2}, traces: 90, bounds: []int{6, 24, 60, 90}},
		{n: []int{2, 5}, traces: 252}, {n: []int{2, 6}, traces: 924},
	}},
	{"circular buffer", circularBuffer, []numbers{of(3, 20), of(5, 252), of(7, 3432)}},
	{"RWMutex, a writer", rwWriter, []numbers{of(1, 2), of(3, 8), of(6, 64), of(10, 1024)}},
	{"philosophers", philosophers, []numbers{
		{n: []int{2}, traces: 2, blocked: 1}, {n: []int{3}, traces: 6, blocked: 1}, {n: []int{5}, traces: 30, blocked: 1},
		{n: []int{10}, traces: 1022, blocked: 1},
	}},
}

func newMutexes(n int) []*sync.Mutex {
	ms := make([]*sync.Mutex, n)
	for i := range ms {
		ms[i] = newMutex()
	}
	return ms
}

func filesystem(n []int) {
	lockI, lockB := newMutexes(32), newMutexes(26)
	var inode [32]int
	var busy [26]bool
	start(n[0], func(t int) {
		i := t % 32
		lock(lockI[i])
		if inode[i] == 0 {
			for b := i * 2 % 26; ; b = (b + 1) % 26 {
				lock(lockB[b])
				if !busy[b] {
					busy[b] = true
					inode[i] = b + 1
					unlock(lockB[b])
					break
				}
				unlock(lockB[b])
			}
		}
		unlock(lockI[i])
	})
}

func lockinc(n []int) {
	m := newMutex()
	start(n[0], func(int) {
		lock(m)
		unlock(m)
	})
}

func locktwice(n []int) {
	m := newMutex()
	start(n[0], func(int) {
		for range n[1] {
			lock(m)
			unlock(m)
		}
	})
}

func circularBuffer(n []int) {
	m := newMutex()
	send, recv := true, false
	side := func(ready, then *bool) func() {
		return func() {
			for range n[0] {
				lock(m)
				if *ready {
					*ready, *then = false, true
				}
				unlock(m)
			}
		}
	}
	together(side(&send, &recv), side(&recv, &send))
}

func rwWriter(n []int) {
	m := rt.New(new(sync.RWMutex))
	rt.Go(siteGo, func() {
		rt.RWLock(siteLock, m)
		rt.RWUnlock(siteUnlock, m)
	})
	start(n[0], func(int) {
		rt.RLock(siteLock, m)
		rt.RUnlock(siteUnlock, m)
	})
}

func philosophers(n []int) {
	forks := newMutexes(n[0])
	start(n[0], func(i int) {
		left, right := forks[i], forks[(i+1)%n[0]]
		lock(left)
		lock(right)
		unlock(right)
		unlock(left)
	})
}

// channels are the programs of channels and WaitGroups.
var channels = []family{
	{"N Done, Wait", doneWait, []numbers{of(3, 1), of(8, 1)}},
	{"N senders, a receiver", sendersReceiver(1), []numbers{
		{n: []int{3, 0}, traces: 6}, {n: []int{3, 1}, traces: 6}, {n: []int{3, 3}, traces: 6}, {n: []int{6, 2}, traces: 720},
		{n: []int{6, 0}, traces: 720},
	}},
	{"N senders, N receivers", sendersReceiver(0), []numbers{
		{n: []int{2, 0}, traces: 4}, {n: []int{3, 1}, traces: 36}, {n: []int{4, 0}, traces: 576}, {n: []int{4, 2}, traces: 576},
	}},
	{"a producer, a consumer", producerConsumer, []numbers{of(1, 1), of(5, 1), of(20, 1)}},
	{"3-stage pipeline", pipeline, []numbers{of(1, 1), of(5, 1), of(20, 1)}},
}

func doneWait(n []int) {
	wg := rt.New(new(sync.WaitGroup))
	rt.WaitGroupAdd(siteAdd, wg, n[0])
	start(n[0], func(int) { rt.WaitGroupDone(siteUnlock, wg) })
	rt.WaitGroupWait(siteWait, wg)
}

// sendersReceiver has n[0] senders on a channel of capacity n[1], and as many receivers as given, or n[0].
func sendersReceiver(receivers int) func(n []int) {
	return func(n []int) {
		ch := rt.Make(make(chan int, n[1]))
		start(n[0], func(i int) { rt.Send(siteSend, ch, i) })
		if receivers == 0 {
			start(n[0], func(int) { rt.Recv(siteRecv, ch) })
			return
		}
		rt.Go(siteGo, func() {
			for range n[0] {
				rt.Recv(siteRecv, ch)
			}
		})
	}
}

func producerConsumer(n []int) {
	ch := rt.Make(make(chan int, 2))
	together(func() {
		for i := range n[0] {
			rt.Send(siteSend, ch, i)
		}
		rt.Close(siteSend, ch)
	}, func() {
		for range rt.RangeChan(siteRecv, ch) {
		}
	})
}

func pipeline(n []int) {
	a, b := rt.Make(make(chan int)), rt.Make(make(chan int))
	together(func() {
		for i := range n[0] {
			rt.Send(siteSend, a, i)
		}
	}, func() {
		for range n[0] {
			rt.Send(siteSend, b, rt.Recv(siteRecv, a))
		}
	}, func() {
		for range n[0] {
			rt.Recv(siteRecv, b)
		}
	})
}
