// Package confinedstate lets what a confined field leads to out of its goroutine, or gets at it in roundabout ways.
package confinedstate

import (
	"encoding/json"
	"fmt"
)

type entry struct {
	n    int
	next *entry
}

// A Store lets its state out in many ways. Its goroutine goes on with all of it.
type Store struct {
	//calvin:closable_if false
	maps chan map[string]*entry
	//calvin:closable_if false
	entries chan *entry
	//calvin:closable_if false
	slices chan []int
	//calvin:closable_if false
	pointers chan *int
	//calvin:closable_if false
	funcs chan func()

	//calvin:confined_to sendsMap
	m map[string]*entry
	//calvin:confined_to sendsEntry
	first *entry
	//calvin:confined_to sendsSlice
	list []int
	//calvin:confined_to sendsPointer
	n int
	//calvin:confined_to sendsFunc
	k int
	//calvin:confined_to keeps
	head *entry
	//calvin:confined_to returns
	tail *entry
}

func NewStore() *Store { return &Store{} }

func (s *Store) sendsMap() {
	for {
		s.maps <- s.m // failed
		if s.m != nil {
			s.m["a"] = nil
		}
	}
}

func (s *Store) sendsEntry() {
	for {
		e := s.first
		s.entries <- e // failed
		if e != nil {
			e.n++
		}
	}
}

func (s *Store) sendsSlice() {
	for {
		s.slices <- s.list
		if len(s.list) > 0 {
			s.list[0]++
		}
	}
}

func (s *Store) sendsPointer() {
	for {
		s.pointers <- &s.n
		s.n++
	}
}

func (s *Store) sendsFunc() {
	for {
		s.funcs <- func() { s.k++ } // failed
		s.k++
	}
}

var shared *entry

func (s *Store) keeps() {
	shared = s.head // failed
	if s.head != nil {
		s.head.n++
	}
}

func (s *Store) returns() *entry {
	if s.tail != nil {
		s.tail.n++
	}
	return s.tail // failed
}

func Starts() {
	s1, s2, s3, s4, s5, s6, s7 := NewStore(), NewStore(), NewStore(), NewStore(), NewStore(), NewStore(), NewStore()
	go s1.sendsMap()
	go s2.sendsEntry()
	go s3.sendsSlice()
	go s4.sendsPointer()
	go s5.sendsFunc()
	go s6.keeps()
	go s7.returns()
}

// Bump has got a pointer from somewhere.
func Bump(s *Store) {
	p := <-s.pointers
	if p != nil {
		*p = 1 // failed
	}
}

// First has got a slice from somewhere.
func First(s *Store) int {
	list := <-s.slices
	if len(list) == 0 {
		return 0
	}
	return list[0] // failed
}

// A Loop is right by itself.
type Loop struct {
	//calvin:closable_if false
	in chan int
	//calvin:confined_to run
	Sum int
	//calvin:confined_to run
	All []int
	//calvin:confined_to run
	top *entry
	//calvin:confined_to run
	row [4]int
}

func (l *Loop) run() {
	for {
		n := <-l.in
		l.Sum += n
		l.All = append(l.All, n)
		l.top = &entry{n: n, next: l.top}
		l.row[0] = n
	}
}

func New() *Loop {
	l := &Loop{in: make(chan int)}
	go l.run()
	return l
}

// Printed is read by reflection.
func Printed(l *Loop) string {
	return fmt.Sprint(*l) // failed
}

func Encoded(l *Loop) ([]byte, error) {
	return json.Marshal(l) // failed
}

func Copied(l *Loop) Loop {
	return *l // failed
}

func Overwritten(l *Loop) {
	*l = Loop{} // failed
}

func Element(l *Loop) int {
	return l.row[2] // failed
}

func Address(l *Loop) {
	p := &l.Sum
	*p = 1 // failed
}

func Appended(l *Loop) []int {
	return append(l.All, 1) // failed
}

func Walk(l *Loop) int {
	t := 0
	for e := l.top; e != nil; e = e.next { // failed
		t += e.n
	}
	return t
}

// SameList has two loops share memory.
func SameList() (*Loop, *Loop) {
	list := make([]int, 4)
	a := &Loop{in: make(chan int), All: list}
	b := &Loop{in: make(chan int), All: list} // failed
	go a.run()
	go b.run()
	return a, b
}

func SameEntry() (*Loop, *Loop) {
	e := &entry{}
	a := &Loop{in: make(chan int), top: e}
	b := &Loop{in: make(chan int), top: e} // failed
	go a.run()
	go b.run()
	return a, b
}

func Twins() (*Loop, *Loop) {
	a := &Loop{in: make(chan int), top: &entry{}}
	b := new(Loop)
	*b = *a // failed
	go a.run()
	go b.run()
	return a, b
}

func KeptEntry() *Loop {
	e := &entry{}
	l := &Loop{in: make(chan int), top: e}
	go l.run()
	e.n = 1 // failed
	return l
}

// Captured is another object when the goroutine begins.
type Captured struct {
	//calvin:confined_to NewCaptured
	n int
}

func NewCaptured(other *Captured) *Captured {
	c := &Captured{}
	go func() {
		c.n++ // failed
	}()
	c = other
	return c
}

// Passed takes what is confined of its first parameter.
type Passed struct {
	//calvin:confined_to pass
	n int
}

func pass(a, b *Passed) {
	a.n++
	b.n++ // failed
}

func NewPassed() *Passed {
	a, b := &Passed{}, &Passed{}
	go pass(a, b)
	return a
}

// Outer has the loop inside.
type Outer struct {
	inner Loop
	//calvin:confined_to run
	count int
}

func (o *Outer) run() {
	o.count++
	o.inner.Sum++ // failed
}

func NewOuter() *Outer {
	o := &Outer{}
	go o.run()
	return o
}

func BothInside() *Outer {
	o := &Outer{}
	go o.inner.run()
	go o.run() // failed
	return o
}

// Hooked keeps a function that uses its state.
type Hooked struct {
	//calvin:confined_to run
	n    int
	hook func()
}

func (h *Hooked) run() {
	for {
		h.n++
	}
}

func NewHooked() *Hooked {
	h := &Hooked{}
	h.hook = func() {
		h.n++ // failed
	}
	go h.run()
	return h
}

// Started is to be started by its user, once.
type Started struct {
	//calvin:confined_to run
	n int
}

func (s *Started) run() { s.n++ }

//calvin:requires local(s)
func (s *Started) Start() { go s.run() }

func StartShared(s *Started) {
	s.Start() // failed
}

func StartTwice() {
	s := &Started{}
	s.Start()
	s.Start() // failed
}

func StartAndTouch() {
	s := &Started{}
	s.n = 1
	s.Start()
	s.n = 2 // failed
}

// Recursive has itself called by others.
type Recursive struct {
	//calvin:confined_to run
	n int
}

func (r *Recursive) run(depth int) {
	r.n++
	if depth > 0 {
		r.run(depth - 1)
	}
}

func NewRecursive() *Recursive {
	r := &Recursive{}
	go r.run(10)
	return r
}

func (r *Recursive) Run() {
	r.run(1) // failed
}

// Contracted is called by its contract.
type Contracted struct {
	//calvin:confined_to run
	n int
}

//calvin:atomic
//calvin:modifies c.n
//calvin:ensures c.n == old(c.n)+1
func (c *Contracted) run() {
	c.n++
}

func NewContracted() *Contracted {
	c := &Contracted{}
	go c.run()
	return c
}

func (c *Contracted) Run() {
	c.run() // failed
}
