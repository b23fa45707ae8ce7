// Package behindroutes has calls of plain types by interfaces, of which the code at hand does not tell all.
package behindroutes

import (
	"slices"
	"sync"
	"time"
)

// A Garage guards one of each: so the objects may be in its region, and their methods might count on their callers.
type Garage struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	r runner
	//calvin:guarded_by mu
	t ticker
	//calvin:guarded_by mu
	b beater
	//calvin:guarded_by mu
	u turner
	//calvin:guarded_by mu
	m mover
	//calvin:guarded_by mu
	s swimmer
	//calvin:guarded_by mu
	k ranker
	//calvin:guarded_by mu
	v node
	//calvin:guarded_by mu
	c closer
	//calvin:guarded_by mu
	n counter
	//calvin:guarded_by mu
	all []*card
}

// A method of an interface that is a goroutine.
type runner interface{ run() }

type job struct{ n int }

func (j *job) run() {
	j.n++ // failed
}

// Go runs it twice.
func Go() {
	var r runner = &job{}
	go r.run()
	go r.run()
}

// A method value.
type ticker interface{ tick() }

type clock struct{ n int }

func (c *clock) tick() {
	c.n++ // failed
}

// Value has it run by somebody.
func Value() {
	var t ticker = &clock{}
	time.AfterFunc(0, t.tick)
	time.AfterFunc(0, t.tick)
}

// A method expression.
type beater interface{ beat() }

type heart struct{ n int }

func (h *heart) beat() {
	h.n++ // failed
}

// Expression is the same.
func Expression() {
	var b beater = &heart{}
	f := beater.beat
	go func() { f(b) }()
	go func() { f(b) }()
}

// A type parameter of which the interface is the constraint.
type turner interface{ turn() }

type wheel struct{ n int }

func (w *wheel) turn() {
	w.n++ // failed
}

func turnAll[T turner](all ...T) {
	for _, t := range all {
		t.turn()
	}
}

// Param runs it twice.
func Param() {
	w := &wheel{}
	go turnAll(w)
	go turnAll(w)
	var t turner = w
	_ = t
}

// An interface inside a struct.
type mover interface{ move() }

type cart struct{ n int }

func (c *cart) move() {
	c.n++ // failed
}

type train struct{ mover }

// Embedded runs the method of what is inside.
func Embedded() {
	t := &train{&cart{}}
	var held any = t
	go held.(mover).move()
	go held.(mover).move()
}

// A type that embeds the one behind the interface.
type swimmer interface{ swim() }

type fish struct{ n int }

func (f *fish) swim() {
	f.n++ // failed
}

type shark struct{ *fish }

// Inside has the method by way of another type.
func Inside() {
	f := &fish{}
	var a, b swimmer = f, shark{f}
	_ = a
	var c any = b
	go c.(swimmer).swim()
	go c.(swimmer).swim()
}

// One interface becomes another.
type shape interface {
	draw()
	wipe()
}

type drawer interface{ draw() }

type circle struct{ n int }

func (c *circle) draw() {
	c.n++
}

func (c *circle) wipe() { c.n = 0 }

// A Canvas guards a shape.
type Canvas struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	s shape
}

// NewCanvas is right.
func NewCanvas() *Canvas { return &Canvas{s: &circle{}} }

// Draw is right.
func (c *Canvas) Draw() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var d drawer = c.s
	d.draw()
}

// DrawLate has another interface of the same object, without the lock.
func (c *Canvas) DrawLate() {
	c.mu.Lock()
	var d drawer = c.s
	c.mu.Unlock()
	d.draw() // failed
}

// Code of others with a type argument.
type ranker interface{ rank() int }

type card struct{ asked int }

func (c *card) rank() int {
	c.asked++ // failed
	return c.asked
}

// Sorted has a method run by code of others.
func Sorted(cards []ranker) bool {
	cards = append(cards, &card{})
	return slices.IsSortedFunc(cards, func(a, b ranker) int { return a.rank() - b.rank() })
}

// A method that calls itself by way of the interface.
type node interface{ visit() }

type inner struct {
	next node
	n    int
}

func (i *inner) visit() {
	if i.next != nil {
		i.next.visit()
	}
	i.n++ // failed
}

// Visit has nothing to itself: what it calls fails.
func Visit(n node) {
	if n == nil {
		n = &inner{}
	}
	n.visit()
}

// A method that is called when the function returns, by a goroutine.
type closer interface{ shut() }

type door struct{ n int }

func (d *door) shut() {
	d.n++
}

// Doors closes one that everybody has.
func Doors() {
	var d closer = &door{}
	done := make(chan bool)
	for range 2 {
		go func() {
			defer d.shut() // failed
			done <- true
		}()
	}
	<-done
	<-done
}

// A variable of the package that no lock guards.
type counter interface{ add() }

type number struct{ n int }

func (n *number) add() { n.n++ }

var total counter = &number{}

// Total is for everybody.
func Total() {
	total.add() // failed
}

// Fill makes some of what the garage guards.
func (g *Garage) Fill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.v, g.c, g.n = &inner{}, &door{}, &number{}
}
