// Package localgroups has no annotations. Goroutines share an object with a mutex of its own, and the function that has made the object waits for them by
// a WaitGroup that is a variable of it. Then it has the object to itself again.
package localgroups

import (
	"errors"
	"fmt"
	"sync"
)

type summary struct {
	mu     sync.Mutex
	ok     int
	failed int
	errs   []error
	by     map[string]int
}

func (s *summary) add(name string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.failed++
		s.errs = append(s.errs, fmt.Errorf("%s: %w", name, err))
		return
	}
	s.ok++
	s.by[name]++
}

// Run reads what the goroutines have counted.
func Run(names []string, do func(string) error) (int, int) {
	s := &summary{by: make(map[string]int)}
	var wg sync.WaitGroup
	for _, n := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.add(n, do(n))
		}()
	}
	wg.Wait()
	return s.ok, s.failed
}

// Variable has the object in a variable, and goroutines that Go runs.
func Variable(names []string, do func(string) error) (int, int) {
	var s summary
	s.by = make(map[string]int)
	var wg sync.WaitGroup
	for _, n := range names {
		wg.Go(func() { s.add(n, do(n)) })
	}
	wg.Wait()
	return s.ok, s.by["x"]
}

func newSummary() *summary { return &summary{by: make(map[string]int)} }

// Constructed gets the object from a constructor, and returns what it holds.
func Constructed(names []string, do func(string) error) error {
	s := newSummary()
	var wg sync.WaitGroup
	for _, n := range names {
		wg.Go(func() {
			err := do(n)
			s.mu.Lock()
			defer s.mu.Unlock()
			if err != nil {
				s.errs = append(s.errs, err)
			}
		})
	}
	wg.Wait()
	return errors.Join(s.errs...)
}

// Returned returns the object, which is the caller's from then on.
func Returned(names []string) *summary {
	s := newSummary()
	var wg sync.WaitGroup
	for _, n := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.add(n, nil)
		}()
	}
	wg.Wait()
	s.failed = len(names) - s.ok
	return s
}

type tally struct {
	mu sync.Mutex
	n  int
}

func (t *tally) inc() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}

// Rounds has another object and another WaitGroup each time.
func Rounds(rounds [][]int) (total int) {
	for _, xs := range rounds {
		t := &tally{}
		var wg sync.WaitGroup
		for range xs {
			wg.Go(t.inc)
			wg.Go(func() { t.inc() })
		}
		wg.Wait()
		total += t.n
	}
	return total
}

// Twice shares the object once more.
func Twice(names []string) int {
	s := newSummary()
	var wg sync.WaitGroup
	for _, n := range names {
		wg.Go(func() { s.add(n, nil) })
	}
	wg.Wait()
	first := s.ok
	for _, n := range names {
		wg.Go(func() { s.add(n, nil) })
	}
	wg.Wait()
	return s.ok - first
}

// Deferring pays the Done in a literal that is deferred, and recovers before that.
func Deferring(names []string, do func(string) error) int {
	s := newSummary()
	var wg sync.WaitGroup
	for _, n := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					s.add(n, fmt.Errorf("panic: %v", r))
				}
			}()
			s.add(n, do(n))
		}()
	}
	wg.Wait()
	return s.failed
}

func worker(id int, jobs <-chan string, s *summary, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range jobs {
		s.add(fmt.Sprint(id, j), nil)
	}
}

// Workers passes the address of the WaitGroup to the functions that goroutines run.
func Workers(names []string) int {
	s := newSummary()
	jobs := make(chan string)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Add(1)
		go worker(i, jobs, s, &wg)
	}
	for _, n := range names {
		jobs <- n
	}
	close(jobs)
	wg.Wait()
	return s.ok
}

type line string

type logger struct {
	mu    sync.Mutex
	lines []line
}

func (l *logger) log(line line) {
	l.mu.Lock()
	l.lines = append(l.lines, line)
	l.mu.Unlock()
}

// Lines has other goroutines in the same WaitGroup that know nothing of the object.
func Lines(names []string, ping func()) []line {
	l := &logger{}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		ping()
	}()
	for _, n := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			l.log(line(n))
		}()
	}
	wg.Wait()
	return l.lines
}
