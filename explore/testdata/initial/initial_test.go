// Package initial has variables whose initialisation cannot run twice in a process. Each test runs under several schedules and sees
// what the initialisation has left, and nothing of the execution before.
package initial

import (
	"errors"
	"expvar"
	"flag"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"

	"initial/dep"
)

func init() { register() }

func register() {
	dep.Register("a")
	expvar.Publish("registered", expvar.Func(func() any { return nil }))
	order = append(order, "register")
	early.Do(func() {})
}

func init() {
	order = append(order, "init")
	again = append(again, "init")
}

type metrics struct {
	hits  *expvar.Int
	byKey map[string]int
	last  *entry
	calls atomic.Int64
	byID  sync.Map
	pool  sync.Pool
}

type entry struct {
	n    int
	next *entry
}

func newMetrics() *metrics {
	m := &metrics{hits: expvar.NewInt("hits"), byKey: map[string]int{"none": 0}, last: &entry{next: &entry{}}}
	m.byID.Store(1, "one")
	return m
}

var (
	order []string // is written by an init function that runs once
	again []string // and this by one that does not
	early sync.Once
	m     = newMetrics()
	words = []*regexp.Regexp{regexp.MustCompile("a+"), regexp.MustCompile("b+")}
	verb  = flag.Int("initial.verbose", 0, "")
	queue = newQueue()
	errNo = errors.New("no")
	late  = dep.Len() // dep has what this package registers with it only once
)

func newQueue() chan int {
	expvar.NewInt("queue")
	c := make(chan int, 3)
	c <- 7
	return c
}

// both runs a function in two goroutines.
func both(f func()) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			f()
		})
	}
	wg.Wait()
}

func TestOrder(t *testing.T) {
	both(func() { order = append(order, "test"); again = append(again, "test") })
	if len(order) != 4 || order[0] != "register" || order[1] != "init" || len(again) != 3 || again[0] != "init" {
		t.Error(order, again)
	}
}

func TestDependency(t *testing.T) {
	both(func() {
		dep.Calls.Add(1)
	})
	dep.Register("b")
	if dep.Len() != 2 || dep.Calls.Value() != 2 || late != 0 {
		t.Error(dep.Len(), dep.Calls.Value(), late)
	}
}

func TestMetrics(t *testing.T) {
	both(func() {
		m.hits.Add(1)
		m.byKey["key"]++
		m.last.n++
		m.last.next.n++
		m.last.next.next = &entry{}
		m.calls.Add(1)
		m.byID.Store(2, "two")
		m.byID.Delete(1)
		m.pool.Put(m.last)
		*verb++
	})
	if m.hits.Value() != 2 || m.byKey["key"] != 2 || len(m.byKey) != 2 || m.last.n != 2 || m.last.next.n != 2 || m.calls.Load() != 2 || *verb != 2 {
		t.Error(m.hits, m.byKey, m.last, m.calls.Load(), *verb)
	}
	delete(m.byKey, "none")
	m = nil
}

func TestQueue(t *testing.T) {
	both(func() { queue <- 1 })
	if n := <-queue; n != 7 || len(queue) != 2 {
		t.Error(n, len(queue))
	}
}

func TestOnce(t *testing.T) {
	both(func() { early.Do(func() { t.Error("done again") }) })
}

func TestWords(t *testing.T) {
	both(func() {
		if !words[0].MatchString("xaay") {
			t.Error("no match")
		}
	})
	words = nil
	errNo = nil
}

func TestErrors(t *testing.T) {
	both(func() {
		if errNo == nil {
			t.Error("no error")
		}
		errNo = errors.New("other")
	})
}

// told has what a goroutine has told while the initialisation waited for it.
var told = listen()

func listen() *expvar.String {
	c := make(chan string)
	go func() {
		c <- "told"
		close(c)
	}()
	s := expvar.NewString("told")
	for word := range c {
		s.Set(word)
	}
	return s
}

// The goroutine has ended, and is not there once more.
func TestWaitedFor(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			if told.Value() != "told" {
				t.Error(told.Value())
			}
		})
	}
	wg.Wait()
}
