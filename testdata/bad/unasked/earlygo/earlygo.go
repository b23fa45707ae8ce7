// Package earlygo has no annotations. Goroutines start before what they read is set.
package earlygo

import (
	"sync"
	"time"
)

// Number sets a variable late.
func Number() {
	var n int
	done := make(chan struct{})
	go func() {
		println(n)
		close(done)
	}()
	n = 5 // failed
	<-done
}

// NumberRight sets it before.
func NumberRight() {
	var n int
	done := make(chan struct{})
	n = 5
	go func() {
		println(n)
		close(done)
	}()
	<-done
}

// Each sets a function late.
func Each(xs []int) {
	var wg sync.WaitGroup
	var f func(int)
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f(x)
		}()
	}
	f = func(int) {} // failed
	wg.Wait()
}

// Fields sets fields of a local struct late.
func Fields(start chan bool) {
	var cfg struct{ a, b int }
	go func() { println(cfg.a + cfg.b) }()
	cfg.a = 1 // failed
	close(start)
}

// A Worker runs.
type Worker struct {
	name  string
	tasks chan func()
	idle  time.Duration
	quit  chan struct{}
	wg    sync.WaitGroup
}

// New sets a field late.
func New(idle time.Duration) *Worker {
	w := &Worker{tasks: make(chan func()), quit: make(chan struct{})}
	go w.loop()
	w.idle = idle // failed
	return w
}

// NewRight sets it before.
func NewRight(idle time.Duration) *Worker {
	w := &Worker{tasks: make(chan func()), quit: make(chan struct{})}
	w.idle = idle
	go w.loop()
	return w
}

func (w *Worker) loop() {
	t := time.NewTimer(w.idle)
	defer t.Stop()
	for {
		select {
		case f := <-w.tasks:
			f()
		case <-t.C:
			return
		case <-w.quit:
			return
		}
	}
}

// Named sets a field that the goroutine reads later on.
func Named(name string) *Worker {
	w := &Worker{quit: make(chan struct{})}
	go w.end()
	w.name = name // failed
	return w
}

func (w *Worker) end() {
	<-w.quit
	println(w.name)
}

// An Option sets up a worker.
type Option func(*Worker)

// Idle is one.
func Idle(d time.Duration) Option { return func(w *Worker) { w.idle = d } }

// NewWith has options set it up late.
func NewWith(ops ...Option) *Worker {
	w := &Worker{tasks: make(chan func())}
	go w.loop()
	for _, o := range ops {
		o(w) // failed
	}
	return w
}

// Count adds to the WaitGroup late.
func Count() {
	var wg sync.WaitGroup
	n := 0
	go func() { // failed
		defer wg.Done()
		n++
	}()
	wg.Add(1)
	wg.Wait()
	println(n)
}

// Inside adds in the goroutine.
func Inside(xs []int) int {
	var wg sync.WaitGroup
	out := make([]int, len(xs))
	for i, x := range xs {
		go func() { // failed
			wg.Add(1)
			defer wg.Done()
			out[i] = x
		}()
	}
	wg.Wait()
	return out[0]
}

// Run adds to that of the worker late.
func (w *Worker) Run() {
	go func() { // failed
		defer w.wg.Done()
		println("run")
	}()
	w.wg.Add(1)
	w.wg.Wait()
}
