// Package spoiltgroups has structs with a WaitGroup of which the package itself lets others know an object longer than their Dones: so Wait does not count on its callers.
package spoiltgroups

import "sync"

// ---- a goroutine that writes after its Done

type Late struct {
	wg  sync.WaitGroup
	mu  sync.Mutex
	err error
}

func (l *Late) Go(f func() error) {
	l.wg.Add(1)
	go func() {
		err := f()
		l.wg.Done()
		l.mu.Lock()
		l.err = err
		l.mu.Unlock()
	}()
}

func (l *Late) Wait() error {
	l.wg.Wait()
	return l.err // failed
}

// ---- a goroutine that owes nothing

type Free struct {
	wg  sync.WaitGroup
	mu  sync.Mutex
	err error
}

func (f *Free) Go(run func() error) {
	go func() {
		err := run()
		f.mu.Lock()
		f.err = err
		f.mu.Unlock()
	}()
}

func (f *Free) Wait() error {
	f.wg.Wait()
	return f.err // failed
}

// ---- the constructor starts one

type Started struct {
	wg sync.WaitGroup
	mu sync.Mutex
	n  int
}

func New(in chan int) *Started {
	s := &Started{}
	go s.read(in)
	return s
}

func (s *Started) read(in chan int) {
	for x := range in {
		s.mu.Lock()
		s.n += x
		s.mu.Unlock()
	}
}

func (s *Started) Wait() int {
	s.wg.Wait()
	return s.n // failed
}

// ---- a second constructor starts one, with what the first has made

type Again struct {
	wg sync.WaitGroup
	mu sync.Mutex
	n  int
}

func newAgain() *Again { return &Again{} }

func NewAgain(in chan int) *Again {
	a := newAgain()
	go func() {
		for x := range in {
			a.mu.Lock()
			a.n += x
			a.mu.Unlock()
		}
	}()
	return a
}

func (a *Again) Wait() int {
	a.wg.Wait()
	return a.n // failed
}

// ---- others have its address, as that of a part with methods

type Part struct {
	wg sync.WaitGroup
	mu sync.Mutex
	n  int
}

func (p *Part) Wait() int {
	p.wg.Wait()
	return p.n // failed
}

type Whole struct{ Part }

func (w *Whole) Count() {
	go func() {
		w.mu.Lock()
		w.n++
		w.mu.Unlock()
	}()
}

// ---- others get it from a channel

type job struct {
	wg sync.WaitGroup
	mu sync.Mutex
	n  int
}

func (j *job) step() {
	j.mu.Lock()
	j.n++
	j.mu.Unlock()
}

// Midst pays in the midst of a deferred literal.
func Midst() int {
	j := &job{}
	j.wg.Add(1)
	go func() {
		defer func() {
			j.wg.Done()
			j.step()
		}()
	}()
	j.wg.Wait()
	return j.n // failed
}

var jobs = make(chan *job, 1)

func makeJob() *job {
	j := &job{}
	jobs <- j
	return j
}

// Made gets an object that others know from the beginning.
func Made() int {
	j := makeJob()
	j.wg.Go(j.step)
	j.wg.Wait()
	return j.n // failed
}

// Received gets it from others.
func Received() int {
	j, ok := <-jobs
	if !ok {
		return 0
	}
	j.wg.Go(j.step)
	j.wg.Wait()
	return j.n // failed
}

// ---- right

type Right struct {
	wg  sync.WaitGroup
	mu  sync.Mutex
	err error
}

func (r *Right) Go(f func() error) {
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		err := f()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.err = err
	}()
}

func (r *Right) Wait() error {
	r.wg.Wait()
	return r.err
}
