// Package lastingliterals has no annotations. Its goroutines run literals, which rely on a Once whose function has returned where they are started.
package lastingliterals

import "sync"

// A Service is right.
type Service struct {
	once sync.Once
	in   chan int
	conf map[string]int
	wg   sync.WaitGroup
}

func (s *Service) setUp() {
	s.once.Do(func() {
		s.in = make(chan int, 1)
		s.conf = map[string]int{"a": 1}
	})
}

// Send is right.
func (s *Service) Send(n int) {
	s.setUp()
	go func() {
		s.in <- n + s.conf["a"]
	}()
}

// Wait is right.
func (s *Service) Wait(n int) {
	s.setUp()
	s.wg.Go(func() { s.in <- n })
	s.wg.Wait()
}

// Itself is right.
func (s *Service) Itself(n int) {
	go func() {
		s.setUp()
		s.in <- n
	}()
}

// Early starts it too early.
func (s *Service) Early(n int) {
	go func() { // failed
		s.in <- n
	}()
	s.setUp()
}

// Other sets up another.
func (s *Service) Other(o *Service, n int) {
	s.setUp()
	go func() { // failed
		o.in <- n
	}()
}

// Maybe sets it up in one case.
func (s *Service) Maybe(n int) {
	if n > 0 {
		s.setUp()
	}
	go func() { // failed
		s.in <- n
	}()
}

// Each sets up the first.
func Each(all []*Service, n int) {
	all[0].setUp()
	for _, s := range all {
		go func() { // failed
			s.in <- n
		}()
	}
}

// Changed has another one in the variable by then.
func Changed(s, o *Service, n int) {
	s.setUp()
	go func() {
		s.in <- n // failed
	}()
	s = o // failed
}

// Later gives the literal away, too.
func (s *Service) Later(n int) func() {
	f := func() {
		s.in <- n // failed
	}
	if n > 0 {
		s.setUp()
		go f() // failed
	}
	return f
}

// An Inside starts it before the function has returned.
type Inside struct {
	once sync.Once
	conf map[string]int
}

// Start goes on to write.
func (i *Inside) Start() {
	i.once.Do(func() {
		go func() { // failed
			println(i.conf["a"])
		}()
		i.conf = map[string]int{"a": 1}
	})
}

// Get is right.
func (i *Inside) Get() int { // unfounded
	i.Start()
	return i.conf["a"]
}

// A Written is written later.
type Written struct {
	once sync.Once
	conf map[string]int
}

// Start is right.
func (w *Written) Start() {
	w.once.Do(func() { w.conf = map[string]int{"a": 1} })
	go func() {
		println(w.conf["a"])
	}()
}

// Get is right.
func (w *Written) Get() int {
	w.once.Do(func() { w.conf = map[string]int{"a": 1} })
	return w.conf["a"]
}

// Set is not.
func (w *Written) Set() {
	w.conf = nil // failed
}

// A Renewed has its Once anew.
type Renewed struct {
	once sync.Once
	conf map[string]int
}

// Start is right.
func (r *Renewed) Start() {
	r.once.Do(func() { r.conf = map[string]int{"a": 1} })
	go func() {
		println(r.conf["a"])
	}()
}

// Renew lets the function run again.
func (r *Renewed) Renew() {
	r.once = sync.Once{} // failed
	r.once.Do(func() { r.conf = map[string]int{"a": 2} })
}
