// Package starters starts goroutines by functions and methods of its own, which are passed what these run.
package starters

import (
	"fmt"
	"log"
	"runtime/debug"
	"sync"
)

func spawn(f func()) { go f() }

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Inc() { c.mu.Lock(); c.n++; c.mu.Unlock() }
func (c *Counter) N() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// Guarded increments a counter in a goroutine.
func Guarded(c *Counter) {
	spawn(func() { c.Inc() })
	c.Inc()
}

// Local shares a variable under a lock.
func Local() int {
	var mu sync.Mutex
	n := 0
	spawn(func() {
		mu.Lock()
		n++
		mu.Unlock()
	})
	mu.Lock()
	defer mu.Unlock()
	return n
}

// Sends sends a result on a channel.
func Sends(x int) int {
	ch := make(chan int, 1)
	spawn(func() { ch <- x * x })
	return <-ch
}

// Closes tells by a closed channel that the result is there.
func Closes(x int) int {
	done := make(chan struct{})
	var r int
	spawn(func() {
		defer close(done)
		r = x * x
	})
	<-done
	return r
}

// Awaited waits for a WaitGroup.
func Awaited(xs []int) int {
	var wg sync.WaitGroup
	var mu sync.Mutex
	sum := 0
	for _, x := range xs {
		wg.Add(1)
		spawn(func() {
			defer wg.Done()
			mu.Lock()
			sum += x
			mu.Unlock()
		})
	}
	wg.Wait()
	return sum
}

// Pool starts and waits.
type Pool struct {
	wg sync.WaitGroup
}

func (p *Pool) Go(f func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		f()
	}()
}

func (p *Pool) Wait() { p.wg.Wait() }

// Squares has each goroutine write its own element.
func Squares(xs []int) []int {
	var p Pool
	out := make([]int, len(xs))
	for i, x := range xs {
		p.Go(func() { out[i] = x * x })
	}
	p.Wait()
	return out
}

// Sum shares a variable under a lock, and reads it after the wait.
func Sum(xs []int) int {
	p := &Pool{}
	var mu sync.Mutex
	sum := 0
	for _, x := range xs {
		p.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			sum += x
		})
	}
	p.Wait()
	return sum
}

// Limited has a semaphore too.
type Limited struct {
	wg  sync.WaitGroup
	sem chan struct{}
}

func NewLimited(n int) *Limited { return &Limited{sem: make(chan struct{}, n)} }

func (l *Limited) Go(f func()) {
	l.sem <- struct{}{}
	l.wg.Add(1)
	go func() {
		defer func() {
			<-l.sem
			l.wg.Done()
		}()
		f()
	}()
}

func (l *Limited) Wait() { l.wg.Wait() }

func Limit(names []string) map[string]int {
	l := NewLimited(4)
	var mu sync.Mutex
	lengths := map[string]int{}
	for _, name := range names {
		l.Go(func() {
			n := len(name)
			mu.Lock()
			lengths[name] = n
			mu.Unlock()
		})
	}
	l.Wait()
	return lengths
}

// safeGo recovers.
func safeGo(name string, f func()) {
	go func() {
		defer func() {
			if r := recover(); r != nil {
				log.Printf("%s: %v\n%s", name, r, debug.Stack())
			}
		}()
		f()
	}()
}

type Service struct {
	mu    sync.Mutex
	seen  map[string]bool
	quit  chan struct{}
	queue chan string
}

func NewService() *Service {
	s := &Service{seen: map[string]bool{}, quit: make(chan struct{}), queue: make(chan string)}
	safeGo("loop", s.loop)
	return s
}

func (s *Service) loop() {
	for {
		select {
		case <-s.quit:
			return
		case x := <-s.queue:
			s.note(x)
		}
	}
}

func (s *Service) note(x string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[x] = true
}

func (s *Service) Later(x string) {
	safeGo("later", func() { s.note(fmt.Sprint("later ", x)) })
}

func (s *Service) run(f func(int)) { go f(1) }

func (s *Service) Numbers() {
	s.run(func(i int) { s.note(fmt.Sprint(i)) })
}

// parallel runs all of them.
func parallel(fs ...func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f()
		}()
	}
	wg.Wait()
}

func Both(c *Counter) {
	parallel(func() { c.Inc() }, func() { c.Inc() })
}

// forEach runs a function for each index.
func forEach(n int, f func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f(i)
		}()
	}
	wg.Wait()
}

func Doubled(xs []int) []int {
	out := make([]int, len(xs))
	forEach(len(xs), func(i int) { out[i] = 2 * xs[i] })
	return out
}
