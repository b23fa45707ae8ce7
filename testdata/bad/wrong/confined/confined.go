// Package confined touches what is confined to a goroutine from elsewhere, or has two goroutines run what should be run by one.
package confined

import (
	"sync"
	"time"
)

// A Loop is right by itself.
type Loop struct {
	//calvin:closable_if false
	in chan int
	//calvin:confined_to run
	sum int
	//calvin:confined_to run
	seen map[int]bool
}

func (l *Loop) run() {
	l.seen = map[int]bool{}
	for {
		n := <-l.in
		l.sum += n
		l.note(n)
	}
}

func (l *Loop) note(n int) {
	if l.seen != nil {
		l.seen[n] = true
	}
}

func New() *Loop {
	l := &Loop{in: make(chan int)}
	l.sum = 1
	go l.run()
	return l
}

// Another method reads.
func (l *Loop) Sum() int {
	return l.sum // failed
}

// Another method writes.
func (l *Loop) Reset() {
	l.sum = 0 // failed
}

// Another method looks into the map.
func (l *Loop) Has(n int) bool {
	return l.seen[n] // failed
}

// Len reads no entry.
func (l *Loop) Len() int {
	return len(l.seen) // failed
}

// The maker goes on.
func MakerWrites() *Loop {
	l := &Loop{in: make(chan int)}
	go l.run()
	l.sum = 1 // failed
	return l
}

func MakerReads() int {
	l := &Loop{in: make(chan int)}
	go l.run()
	return l.sum // failed
}

// The maker has the map as well.
func MakerKeepsMap() *Loop {
	m := map[int]bool{}
	l := &Loop{in: make(chan int), seen: m}
	go l.run()
	m[1] = true // failed
	return l
}

// Two goroutines.
func Twice() *Loop {
	l := &Loop{in: make(chan int)}
	go l.run()
	go l.run() // failed
	return l
}

func InLoop() *Loop {
	l := &Loop{in: make(chan int)}
	for range 2 {
		go l.run() // failed
	}
	return l
}

func ByTwoNames() {
	l := &Loop{in: make(chan int)}
	m := l
	go l.run()
	go m.run() // failed
}

func MaybeTwice(b bool) {
	l := &Loop{in: make(chan int)}
	if b {
		go l.run()
	}
	go l.run() // failed
}

// Whoever has it starts it.
func (l *Loop) Start() {
	go l.run() // failed
}

var mu sync.Mutex

func AfterPublication() {
	l := &Loop{in: make(chan int)}
	publish(l)
	go l.run() // failed
}

//calvin:guarded_by mu
var kept *Loop

func publish(l *Loop) {
	mu.Lock()
	kept = l
	mu.Unlock()
}

func Kept() {
	mu.Lock()
	l := kept
	mu.Unlock()
	if l != nil {
		go l.run() // failed
	}
}

func AfterSend(c chan *Loop) {
	l := &Loop{in: make(chan int)}
	c <- l
	go l.run() // failed
}

func Received(c chan *Loop) {
	if l := <-c; l != nil {
		go l.run() // failed
	}
}

// Some other goroutine has it when it starts.
func StartedByOther() {
	l := &Loop{in: make(chan int)}
	go func() {
		go l.run() // failed
	}()
}

func StartedByBoth() {
	l := &Loop{in: make(chan int)}
	go func() {
		l.run()
	}()
	go func() { // failed
		l.run()
	}()
}

func Grouped() {
	l := &Loop{in: make(chan int)}
	var wg sync.WaitGroup
	wg.Go(func() { l.run() })
	wg.Go(func() { l.run() }) // failed
	wg.Wait()
}

// Called is run by its maker and by a goroutine.
type Called struct {
	//calvin:confined_to run
	n int
}

func (c *Called) run() {
	c.n++
}

func NewCalled() *Called {
	c := &Called{}
	go c.run()
	return c
}

func (c *Called) Run() {
	c.run() // failed
}

// Deferred calls are calls.
type Deferred struct {
	//calvin:confined_to run
	n int
}

func (d *Deferred) run() {
	d.n++
}

func NewDeferred() *Deferred {
	d := &Deferred{}
	defer d.run() // failed
	go d.run()
	return d
}

// Nested has its goroutine start another one.
type Nested struct {
	//calvin:confined_to run
	n int
	//calvin:confined_to run
	m map[int]int
}

func NewNested() *Nested {
	x := &Nested{}
	go x.run()
	return x
}

func (x *Nested) run() {
	x.n++
	go func() {
		x.n++ // failed
	}()
	func() { x.n++ }()
	x.m = map[int]int{}
	m := x.m
	go func() {
		m[1] = 2 // failed
	}()
	time.AfterFunc(time.Second, func() {
		x.n++ // failed
	})
}

// Again starts itself once more.
type Again struct {
	//calvin:confined_to run
	n int
}

func NewAgain() *Again {
	x := &Again{}
	go x.run()
	return x
}

func (x *Again) run() {
	x.n++
	go x.run() // failed
}

// Pair has its goroutine touch another object of the type.
type Pair struct {
	//calvin:confined_to run
	n     int
	other *Pair
}

func NewPair(other *Pair) *Pair {
	p := &Pair{other: other}
	go p.run()
	return p
}

func (p *Pair) run() {
	p.n++
	if p.other != nil {
		p.other.n++ // failed
	}
}

// Two loops of one object: each has fields of its own.
type Two struct {
	//calvin:confined_to reads
	r int
	//calvin:confined_to writes
	w int
}

func NewTwo() *Two {
	t := &Two{}
	go t.reads()
	go t.writes() // failed
	return t
}

func (t *Two) reads() {
	t.r++
	t.w++ // failed
}

func (t *Two) writes() {
	t.w++
}

// Confined to a function literal.
type Lit struct {
	//calvin:closable_if false
	in chan int
	//calvin:confined_to NewLit
	n int
}

func NewLit() *Lit {
	l := &Lit{in: make(chan int)}
	go func() {
		for {
			l.n += <-l.in
		}
	}()
	return l
}

func NewLitAgain() *Lit {
	l := &Lit{in: make(chan int)}
	go func() {
		for {
			l.n += <-l.in // failed
		}
	}()
	return l
}

type Lits struct {
	//calvin:confined_to NewLits
	n int
}

func NewLits() *Lits {
	l := &Lits{}
	go func() {
		l.n++
	}()
	go func() { // failed
		l.n++
	}()
	return l
}

// Lits2 is made of two, of which the goroutine has one.
type Lits2 struct {
	//calvin:confined_to NewLits2
	n int
}

func NewLits2() *Lits2 {
	l := &Lits2{}
	k := l
	go func() {
		l.n++
		k.n++
	}()
	k.n++ // failed
	return l
}
