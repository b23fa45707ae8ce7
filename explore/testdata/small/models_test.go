package small

// Where simple models of Go go wrong, one test for each place.

import (
	"bytes"
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The test function's return is not the end: goroutines go on.
func TestModelReturnIsNotTheEnd(t *testing.T) {
	var n atomic.Int32
	for range 2 {
		go func() {
			if n.Add(1) == 2 {
				panic("after the end") // want panic
			}
		}()
	}
}

// A waiting writer bars new readers.
func TestModelWaitingWriterBarsReaders(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
	if !mu.TryRLock() {
		t.Error("a writer waits") // want failure
	} else {
		mu.RUnlock()
	}
	mu.RUnlock()
}

// A Mutex may be unlocked by another goroutine.
func TestModelUnlockedByAnother(t *testing.T) {
	var mu sync.Mutex
	n := 0
	mu.Lock()
	go func() {
		n++
		mu.Unlock()
	}()
	mu.Lock()
	n++
	mu.Unlock()
}

// Cond works with any Locker, RLocker() too.
func TestModelCondOfAnyLocker(t *testing.T) {
	var mu sync.RWMutex
	cond := sync.NewCond(mu.RLocker())
	ready := false
	for range 2 {
		go func() {
			cond.L.Lock()
			for !ready {
				cond.Wait()
			}
			cond.L.Unlock()
		}()
	}
	mu.Lock()
	ready = true
	mu.Unlock()
	cond.Broadcast()
}

// Panics of channel operations can be recovered.
func TestModelChannelPanicsAreRecovered(t *testing.T) {
	c := make(chan int)
	try := func(f func()) (p any) {
		defer func() { p = recover() }()
		f()
		return nil
	}
	close(c)
	if try(func() { c <- 1 }) == nil || try(func() { close(c) }) == nil || try(func() { close((chan int)(nil)) }) == nil {
		t.Error("no panic")
	}
}

// A send that waits panics, too, when the channel is closed.
func TestModelWaitingSendPanics(t *testing.T) {
	c, done := make(chan int), make(chan any)
	go func() {
		defer func() { done <- recover() }()
		c <- 1
	}()
	close(c)
	if <-done == nil {
		t.Error("no panic")
	}
}

// A nil channel blocks for ever.
func TestModelNilChannelBlocks(t *testing.T) {
	var c chan int
	go func() {
		c <- 1 // want leak
	}()
}

// A range over a nil channel does so, too.
func TestModelNilChannelRange(t *testing.T) {
	var c <-chan int
	for range c { // want deadlock
	}
}

// go close(ch), defer mu.Unlock(), method values.
func TestModelGoAndDeferOfBuiltins(t *testing.T) {
	var mu sync.Mutex
	c, n := make(chan int), 0
	lock := mu.Lock
	func() {
		lock()
		defer mu.Unlock()
		n++
	}()
	go func() {
		defer close(c)
		f := (*sync.Mutex).Unlock
		mu.Lock()
		n++
		f(&mu)
	}()
	<-c
	go close(make(chan int))
	n++
}

// Timers with equal deadlines fire in either order.
func TestModelEqualDeadlines(t *testing.T) {
	first := make(chan int, 2)
	time.AfterFunc(time.Second, func() { first <- 1 })
	time.AfterFunc(time.Second, func() { first <- 2 })
	if <-first == 2 {
		t.Error("2 came first") // want failure
	}
}

// Stop races with firing, and the test is over by then.
func TestModelStopRacesWithFiring(t *testing.T) {
	c := make(chan bool, 1)
	timer := time.AfterFunc(time.Second, func() { c <- true })
	go func() {
		time.Sleep(time.Second)
		if timer.Stop() {
			t.Error("stopped in time") // want panic
		}
	}()
}

// And so does Reset.
func TestModelResetRacesWithFiring(t *testing.T) {
	var fired atomic.Int32
	timer := time.AfterFunc(time.Second, func() { fired.Add(1) })
	time.Sleep(time.Second)
	timer.Reset(time.Second)
	time.Sleep(time.Hour)
	if fired.Load() == 2 {
		t.Error("fired twice") // want failure
	}
}

// guarded takes a lock wherever it is called back.
type guarded struct {
	mu *sync.Mutex
	n  int
}

func (g *guarded) lock() func() {
	g.mu.Lock()
	g.n++
	return g.mu.Unlock
}

func (g *guarded) String() string              { defer g.lock()(); return "g" }
func (g *guarded) Write(p []byte) (int, error) { defer g.lock()(); return len(p), nil }
func (g *guarded) Read(p []byte) (int, error)  { defer g.lock()(); return 0, io.EOF }
func (g *guarded) Len() int                    { return 2 }
func (g *guarded) Less(i, j int) bool          { defer g.lock()(); return i < j }
func (g *guarded) Swap(i, j int)               {}

func calledBack(t *testing.T, call func(*guarded)) {
	g := &guarded{mu: new(sync.Mutex)}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { call(g) })
	}
	wg.Wait()
	if g.n == 0 {
		t.Error("not called back")
	}
}

// User code is called back from fmt, io, sort and sync.Map.
func TestModelCalledBackByFmt(t *testing.T) {
	calledBack(t, func(g *guarded) { _ = fmt.Sprint(g) })
}

func TestModelCalledBackByIO(t *testing.T) {
	calledBack(t, func(g *guarded) {
		io.Copy(io.Discard, g)
		io.Copy(g, strings.NewReader("x"))
		var b bytes.Buffer
		b.ReadFrom(g)
	})
}

func TestModelCalledBackBySort(t *testing.T) {
	calledBack(t, func(g *guarded) { sort.Sort(g) })
}

func TestModelCalledBackBySyncMap(t *testing.T) {
	var m sync.Map
	m.Store(1, 1)
	calledBack(t, func(g *guarded) {
		m.Range(func(k, v any) bool { defer g.lock()(); return true })
	})
}

// The order of maps does not make a test nondeterministic.
func TestModelMapOrder(t *testing.T) {
	m := map[string]*atomic.Int32{}
	for _, k := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		m[k] = new(atomic.Int32)
	}
	done := make(chan bool)
	go func() {
		for _, v := range m {
			v.Add(1)
		}
		close(done)
	}()
	m["e"].Load()
	<-done
}

// Nor do pointers as keys: what is chosen among are those of the same goroutine and number each time.
func TestModelPointerKeys(t *testing.T) {
	m := map[*atomic.Int32]int{}
	for i := range 10 {
		m[new(atomic.Int32)] = i
	}
	sum := 0
	for p, i := range m {
		p.Add(1)
		sum += i
	}
	if sum != 45 {
		t.Error(sum)
	}
}

// Busy waiting ends when somebody does something.
func TestModelBusyWaiting(t *testing.T) {
	var turn atomic.Int32
	for i := range int32(2) {
		go func() {
			for turn.Load() != i {
			}
			turn.Store(i + 1)
		}()
	}
	for turn.Load() != 2 {
	}
}

// A package-level lock that a buggy execution leaves locked is free in the next one.
var global struct {
	sync.Mutex
	n int
}

func TestModelLockLeftHeld(t *testing.T) {
	if global.n != 0 {
		t.Error("not as it was initialised")
	}
	global.Lock()
	global.n++
	go func() {
		if global.TryLock() {
			t.Error("it is locked")
		}
	}()
}

// A loop variable is one per iteration in this file.
func TestModelLoopVariablePerIteration(t *testing.T) {
	var sum atomic.Int32
	var wg sync.WaitGroup
	for i := int32(0); i < 3; i++ {
		wg.Go(func() { sum.Add(i) })
	}
	wg.Wait()
	if sum.Load() != 3 {
		t.Error(sum.Load())
	}
}

// A sleep used as a join is a race with the clock; it is found if timers may fire at any time.
func TestModelSleepAsJoinIdle(t *testing.T) {
	n := 0
	go func() { n++ }() // want race
	time.Sleep(time.Second)
	n++ // want race
}

func TestModelSleepAsJoinClockAny(t *testing.T) {
	var n atomic.Int32
	go n.Add(1)
	time.Sleep(time.Second)
	if n.Load() != 1 {
		t.Error("the goroutine was not ready") // want failure
	}
}

// With an idle clock the sleep is long enough.
func TestModelSleepIsLongEnough(t *testing.T) {
	var n atomic.Int32
	go n.Add(1)
	time.Sleep(time.Second)
	if n.Load() != 1 {
		t.Error("the goroutine was not ready")
	}
}
