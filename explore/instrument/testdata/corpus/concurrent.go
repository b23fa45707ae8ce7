package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

func channels() {
	c := make(chan int, 3)
	c <- 1
	c <- 2
	fmt.Println(len(c), cap(c), <-c)
	close(c)
	for v := range c {
		fmt.Println(v)
	}
	v, ok := <-c
	fmt.Println(v, ok)
	cc := make(chan chan any, 1)
	inner := make(chan any, 2)
	cc <- inner
	(<-cc) <- "x"
	inner <- nil
	fmt.Println(<-inner, <-inner)
	type pipe chan<- error
	errs := make(chan error, 1)
	var p pipe = errs
	p <- nil
	p2 := pipe(errs)
	fmt.Println(<-errs, len(p2))
	try(func() { close(c) })
	try(func() { c <- 1 })
	var e error
	pe := &e
	errs <- fmt.Errorf("sent")
	e = <-errs
	fmt.Println(*pe)
	done := make(chan struct{})
	go close(done)
	<-done
	n := make(chan int)
	go func() {
		defer close(n)
		for i := range 3 {
			n <- i
		}
	}()
	sum := 0
	for v := range n {
		v := v * 2
		sum += v
	}
	for range n {
	}
	fmt.Println(sum)
	x, ok := <-n
	var y = <-n
	var z, ok2 = <-n
	fmt.Println(x, ok, y, z, ok2)
}

func pick(i int) chan int {
	c := make(chan int, 1)
	c <- i
	return c
}

func forever(stop bool) int {
	select {
	case v := <-pick(1):
		return v
	}
}

func selects() {
	a, b := make(chan int, 1), make(chan string, 1)
	select {
	case v := <-a:
		fmt.Println(v)
	default:
		fmt.Println("empty")
	}
	select {
	case a <- say("send", 4):
		fmt.Println("sent")
	case s := <-b:
		fmt.Println(s)
	}
	var arr [2]int
	pa := &arr
	var ok bool
	select {
	case pa[say("index", 1)], ok = <-a:
		fmt.Println(arr, ok)
	case <-b:
	}
	b <- "b"
	var stop chan int
loop:
	for {
		select {
		case s, ok := <-b:
			fmt.Println(s, ok)
			close(b)
			b = nil
			stop = pick(2)
		case <-stop:
			break loop
		}
		if b == nil {
			for i := range 3 {
				select {
				default:
					if i == 1 {
						continue loop
					}
					break
				}
			}
		}
	}
	fmt.Println(forever(true))
	var nilc chan error
	select {
	case nilc <- nil:
	case err := <-nilc:
		fmt.Println(err)
	default:
		fmt.Println("nil channels")
	}
	m := map[string]int{}
	a <- 9
	select {
	case m["got"] = <-a:
	}
	fmt.Println(m)
	select {
	case <-time.After(time.Millisecond):
	}
	errs := make(chan error, 1)
	select {
	case errs <- fmt.Errorf("e"):
	}
	fmt.Println(<-errs)
}

type guarded struct {
	sync.Mutex
	n int
}

type deep struct {
	*guarded
	rw sync.RWMutex
}

func locks() {
	g := &guarded{}
	g.Lock()
	g.n++
	g.Unlock()
	d := deep{guarded: g}
	d.Lock()
	fmt.Println(d.TryLock())
	d.Unlock()
	lock, unlock := d.Lock, g.Mutex.Unlock
	lock()
	unlock()
	d.rw.RLock()
	fmt.Println(d.rw.TryLock(), d.rw.TryRLock())
	d.rw.RUnlock()
	d.rw.RUnlock()
	var l sync.Locker = g
	l.Lock()
	l.Unlock()
	l = d.rw.RLocker()
	l.Lock()
	f := l.Unlock
	f()
	func() {
		g.Lock()
		defer g.Unlock()
		defer d.rw.Unlock()
		d.rw.Lock()
		g.n += 2
	}()
	fmt.Println(d.n)
	(*sync.Mutex).Lock(&g.Mutex)
	(*guarded).Unlock(g)
	h := (*sync.RWMutex).RLock
	h(&d.rw)
	d.rw.RUnlock()
	var once sync.Once
	for range 2 {
		once.Do(func() { fmt.Println("once") })
	}
	var wg sync.WaitGroup
	wg.Add(2)
	go wg.Done()
	go func() { defer wg.Done() }()
	wg.Wait()
	wg.Go(func() { fmt.Println("go") })
	wg.Wait()
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		cond.Broadcast()
	}()
	mu.Lock()
	for !ready {
		cond.Wait()
	}
	mu.Unlock()
	cond.L.Lock()
	cond.Signal()
	cond.L.Unlock()
	var sm sync.Map
	sm.Store("a", 1)
	v, ok := sm.Load("a")
	fmt.Println(v, ok)
	sm.Range(func(k, v any) bool { fmt.Println(k, v); return true })
	load := sm.Load
	fmt.Println(load("b"))
	pool := sync.Pool{New: func() any { return 7 }}
	fmt.Println(pool.Get())
	pool.Put(8)
	val := sync.OnceValue(func() int { fmt.Println("computed"); return 3 })
	fmt.Println(val(), val())
	locksOf := []sync.Mutex{{}, {}}
	for i := range locksOf {
		locksOf[i].Lock()
		defer locksOf[i].Unlock()
	}
	byName := map[string]*sync.Mutex{"a": {}}
	byName["a"].Lock()
	byName["a"].Unlock()
}

type counters struct {
	a atomic.Int64
	p atomic.Pointer[point]
	b atomic.Bool
	v atomic.Value
	u atomic.Uint32
}

func atomics() {
	var c counters
	c.a.Add(2)
	fmt.Println(c.a.Add(3), c.a.Load(), c.a.CompareAndSwap(5, 6), c.a.Swap(7))
	c.p.Store(&point{1, 2})
	c.p.CompareAndSwap(nil, nil)
	fmt.Println(c.p.Load().y)
	c.p.Store(nil)
	fmt.Println(c.p.Load() == nil)
	c.b.Store(true)
	fmt.Println(c.b.Load(), c.b.Swap(false))
	c.v.Store("v")
	fmt.Println(c.v.Load().(string))
	c.u.Store(1)
	fmt.Println(c.u.Add(^uint32(0)), c.u.Or(6), c.u.And(2))
	var i int32
	atomic.AddInt32(&i, 2)
	fmt.Println(atomic.LoadInt32(&i), atomic.AddInt32(&i, 3), atomic.CompareAndSwapInt32(&i, 5, 9), i)
	atomic.StoreInt32(&i, 4)
	type word uint64
	arr := [2]uint64{}
	atomic.AddUint64(&arr[1], 1)
	fmt.Println(arr)
	add := c.a.Add
	add(1)
	load := c.p.Load
	fmt.Println(c.a.Load(), load() == nil)
	f := atomic.AddInt64
	var x int64
	f(&x, 5)
	fmt.Println(x)
}

func goroutines() {
	var mu sync.Mutex
	total := 0
	var wg sync.WaitGroup
	add := func(n int, more ...int) {
		defer wg.Done()
		mu.Lock()
		defer mu.Unlock()
		total += n + len(more)
	}
	two := func() (int, int) { return 1, 2 }
	wg.Add(8)
	go add(1)
	go add(2, 3, 4)
	go add(two())
	go add(1, []int{1, 2}...)
	n := 10
	go func(k int) { add(k) }(n)
	n = 100
	go (&adder{&mu, &total, &wg}).add(5)
	a := adder{&mu, &total, &wg}
	go a.byValue(6)
	var i interface{ add(int) } = &a
	go i.add(7)
	a.total = nil
	_ = a
	wg.Wait()
	fmt.Println(total)
	fs := []func(){func() { wg.Done() }}
	wg.Add(3)
	go fs[0]()
	fs[0] = nil
	go wg.Done()
	go generic[int](&wg, 3)
	wg.Wait()
	mu.Lock()
	go mu.Unlock()
	mu.Lock()
	mu.Unlock()
	done := make(chan bool)
	go func() bool { done <- true; return true }()
	<-done
	go func() { defer close(done); panicky() }()
	<-done
	yes := make(chan flag, 1)
	x, y := 1, 2
	go sendFlag(yes, x < y)
	fmt.Println(<-yes)
}

type flag bool

func sendFlag(c chan flag, f flag) { c <- f }

func panicky() {
	defer func() { fmt.Println(recover()) }()
	panic("p")
}

func generic[T any](wg *sync.WaitGroup, v T) { wg.Done() }

type adder struct {
	mu    *sync.Mutex
	total *int
	wg    *sync.WaitGroup
}

func (a *adder) add(n int) {
	defer a.wg.Done()
	total := a.total
	if total == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	*total += 0 * n
}

func (a adder) byValue(n int) {
	defer a.wg.Done()
	a.mu.Lock()
	defer a.mu.Unlock()
	*a.total += n
}

func times() {
	start := time.Now()
	time.Sleep(time.Millisecond)
	fmt.Println(time.Since(start) > 0)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ctx2, cancel2 := context.WithTimeout(ctx, time.Hour)
	cancel()
	<-ctx2.Done()
	cancel2()
	fmt.Println(ctx2.Err(), context.Cause(ctx))
	t := time.NewTimer(time.Hour)
	fmt.Println(t.Stop(), t.Reset(time.Nanosecond))
	<-t.C
	now := time.Now
	fmt.Println(now().After(start))
	wait := time.Sleep
	wait(0)
	c := make(chan int)
	time.AfterFunc(0, func() { c <- 1 })
	fmt.Println(<-c)
	stop := t.Stop
	stop()
}
