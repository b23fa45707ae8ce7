// Package lasting has no annotations. Its goroutines rely on a Once whose function has returned, or on a channel that is closed, where they are started.
package lasting

import "sync"

// A Pool is right.
type Pool struct {
	once  sync.Once
	tasks chan func()
	wg    sync.WaitGroup
}

func (p *Pool) init() {
	p.once.Do(func() { p.tasks = make(chan func()) })
}

// Go is right.
func (p *Pool) Go(f func()) {
	p.init()
	select {
	case p.tasks <- f:
	default:
		p.wg.Add(1)
		go p.worker()
		p.tasks <- f
	}
}

func (p *Pool) worker() {
	defer p.wg.Done()
	for f := range p.tasks {
		f()
	}
}

// Early starts a goroutine too early.
type Early struct {
	once sync.Once
	conf map[string]int
}

// Start runs the function after the go statement.
func (e *Early) Start() {
	go e.loop()
	e.once.Do(func() { e.conf = map[string]int{"a": 1} })
}

func (e *Early) loop() {
	println(e.conf["a"]) // failed
}

// Sometimes starts one of two goroutines too early.
type Sometimes struct {
	once sync.Once
	conf map[string]int
}

// Start is right.
func (s *Sometimes) Start() {
	s.once.Do(func() { s.conf = map[string]int{"a": 1} })
	go s.loop()
}

// Again is not.
func (s *Sometimes) Again() {
	go s.loop()
}

func (s *Sometimes) loop() {
	println(s.conf["a"]) // failed
}

// Other starts the goroutine of another.
type Other struct {
	once sync.Once
	conf map[string]int
	next *Other
}

// Start sets up one and starts another.
func (o *Other) Start(p *Other) {
	o.once.Do(func() { o.conf = map[string]int{"a": 1} })
	go p.loop()
}

func (o *Other) loop() {
	println(o.conf["a"]) // failed
}

// Inside starts the goroutine before the function has returned.
type Inside struct {
	once sync.Once
	conf map[string]int
}

// Start goes on to write.
func (i *Inside) Start() {
	i.once.Do(func() {
		go i.loop()
		i.conf = map[string]int{"a": 1}
	})
}

func (i *Inside) loop() {
	println(i.conf["a"]) // failed
}

// Later writes when the function has returned.
type Later struct {
	once sync.Once
	conf map[string]int
}

// Start is right.
func (l *Later) Start() {
	l.once.Do(func() { l.conf = map[string]int{"a": 1} })
	go l.loop()
}

// Start2 is right, too.
func (l *Later) Start2() {
	l.once.Do(func() { l.conf = map[string]int{"a": 2} })
	go l.loop()
}

// Set is not.
func (l *Later) Set() {
	l.conf = nil // failed
}

func (l *Later) loop() {
	println(l.conf["a"])
}

// A Result is there when the channel is closed.
type Result struct {
	done chan struct{}
	val  int
}

// NewResult is right.
func NewResult() *Result {
	r := &Result{done: make(chan struct{})}
	go r.compute()
	return r
}

func (r *Result) compute() {
	r.val = 1
	close(r.done)
}

// Then is right.
func (r *Result) Then() {
	<-r.done
	go r.show()
}

func (r *Result) show() { println(r.val) }

// A Hasty looks before the channel is closed.
type Hasty struct {
	done chan struct{}
	val  int
}

// NewHasty is right.
func NewHasty() *Hasty {
	r := &Hasty{done: make(chan struct{})}
	go r.compute()
	return r
}

func (r *Hasty) compute() {
	r.val = 1
	close(r.done)
}

// Then does not wait.
func (r *Hasty) Then() {
	select {
	case <-r.done:
	default:
	}
	go r.show()
}

func (r *Hasty) show() {
	println(r.val) // failed
}
