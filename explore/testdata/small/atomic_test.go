package small

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

func TestAtomicAdd(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { n.Add(1) })
	}
	wg.Wait()
	if n.Load() != 3 {
		t.Error(n.Load())
	}
}

func TestAtomicLostUpdate(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { n.Store(n.Load() + 1) })
	}
	wg.Wait()
	if n.Load() != 2 {
		t.Error("lost") // want failure
	}
}

func TestAtomicCompareAndSwap(t *testing.T) {
	var n int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for {
				old := atomic.LoadInt64(&n)
				if atomic.CompareAndSwapInt64(&n, old, old+1) {
					break
				}
			}
		})
	}
	wg.Wait()
	if n != 2 {
		t.Error(n)
	}
}

func TestAtomicPublishes(t *testing.T) {
	var p atomic.Pointer[[]int]
	go func() {
		v := []int{1}
		v[0] = 2
		p.Store(&v)
	}()
	if v := p.Load(); v != nil && (*v)[0] != 2 {
		t.Error("not initialised")
	}
}

func TestAtomicChangedAfterPublication(t *testing.T) {
	var p atomic.Pointer[[]int]
	go func() {
		v := []int{1}
		p.Store(&v)
		v[0] = 2 // want race
	}()
	if v := p.Load(); v != nil {
		_ = (*v)[0] // want race
	}
}

func TestAtomicMixed(t *testing.T) {
	var n int32
	go atomic.AddInt32(&n, 1) // want race
	n++                       // want race
}

func TestAtomicStoreBuffer(t *testing.T) {
	var x, y atomic.Bool
	var wg sync.WaitGroup
	var a, b bool
	wg.Go(func() { x.Store(true); a = y.Load() })
	wg.Go(func() { y.Store(true); b = x.Load() })
	wg.Wait()
	if !a && !b {
		t.Error("atomics are sequentially consistent")
	}
}

func TestAtomicValue(t *testing.T) {
	var v atomic.Value
	v.Store("a")
	go v.Store("b")
	if v.Load() != "a" {
		t.Error("b") // want failure
	}
}

func TestSpinLock(t *testing.T) {
	var lock atomic.Bool
	n := 0
	for range 2 {
		go func() {
			for !lock.CompareAndSwap(false, true) {
				runtime.Gosched()
			}
			n++
			lock.Store(false)
		}()
	}
}

func TestSpinLockByTry(t *testing.T) {
	var mu sync.Mutex
	n := 0
	for range 2 {
		go func() {
			for !mu.TryLock() {
				runtime.Gosched()
			}
			n++
			mu.Unlock()
		}()
	}
}

func TestSpinForNothing(t *testing.T) {
	var stop atomic.Bool
	for !stop.Load() { // want livelock
	}
}

func TestPollUnderLock(t *testing.T) {
	var mu sync.Mutex
	done := false
	go func() {
		mu.Lock()
		defer mu.Unlock()
		done = true
	}()
	isDone := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return done
	}
	for !isDone() {
		runtime.Gosched()
	}
}

type switched struct {
	mu sync.Mutex
	on bool
}

func (s *switched) isOn() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.on
}

func TestPollByMethod(t *testing.T) {
	var s switched
	go func() {
		s.mu.Lock()
		s.on = true
		s.mu.Unlock()
	}()
	for !s.isOn() {
		runtime.Gosched()
	}
}

func TestPollForNothing(t *testing.T) { // long
	var mu sync.Mutex
	done := false
	go func() {
		mu.Lock()
		defer mu.Unlock()
	}()
	for { // want livelock
		mu.Lock()
		d := done
		mu.Unlock()
		if d {
			break
		}
	}
}

func TestBothMakeWay(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	take := func(first, second *sync.Mutex) {
		for { // want livelock
			first.Lock()
			if second.TryLock() {
				break
			}
			first.Unlock()
		}
		second.Unlock()
		first.Unlock()
	}
	wg.Go(func() { take(&a, &b) })
	wg.Go(func() { take(&b, &a) })
	wg.Wait()
}
