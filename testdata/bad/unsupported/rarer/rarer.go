// Package rarer has what one writes more rarely still.
package rarer

import "sync"

// fillE takes memory over, but no right.
//
//calvin:takes s[0]
func fillE(s []int) { // unknown
	s[0] = 1
}

// row takes over a row of arrays.
//
//calvin:takes s[0], *wg
func row(s [][2]int, wg *sync.WaitGroup) { // unknown
	wg.Done()
}

// FillersE has others call it.
func FillersE() func([]int) { return fillE }

// Group has the memory come back in two ways.
func Group() int {
	n := 0
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Go(func() { // unknown
		//calvin:takes n, wg
		n++
		wg.Done()
		n++
	})
	wg.Wait()
	return n
}

// Implied has the memory come back in two ways.
func Implied() int {
	n := 0
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Go(func() { // unknown
		n++
		wg.Done()
		n++
	})
	wg.Wait()
	return n
}

// Two has the memory come back in two ways.
func Two() int {
	n := 0
	var wg, w sync.WaitGroup
	w.Add(1)
	wg.Go(func() { // unknown
		//calvin:takes n, w
		n = 1
		w.Done()
	})
	w.Wait()
	wg.Wait()
	return n
}

// A Log has ghosts.
//
//calvin:ghost total int
//calvin:ghost all seq[int]
//calvin:ghost by mmap[int, int]
//calvin:ghost named mmap[string, int]
//calvin:ghost exact mmap[int, integer]
//calvin:ghost where point
//calvin:ghost half float64
//calvin:ghost any bool
type Log struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

type point struct{ x, y int }

// A Mark has a ghost, and no lock: its values may be copied.
//
//calvin:ghost total int
type Mark struct{ n int }

// Sets sets the ghost of a value.
func Sets(l *Log) int {
	var m Mark
	l.mu.Lock()
	l.n++
	//calvin:set m.total = 1 // unknown
	l.mu.Unlock()
	return m.n
}

// Asserts asks for the ghost of one.
func Asserts(m Mark) int {
	//calvin:assert m.total == 0 // unknown
	return m.n
}

// Inside asks for that of one in another.
func Inside() int {
	var m struct{ Mark }
	m.n++
	//calvin:assert m.Mark.total == 0 // unknown
	return m.n
}

// Needs asks for that of a parameter.
//
//calvin:requires m.total == 0 // unknown
func Needs(m Mark) int { return m.n }

// Exact has a length that need not be an int.
func (l *Log) Exact() {
	l.mu.Lock()
	l.n++
	//calvin:set l.total = len(l.all) // unknown
	l.mu.Unlock()
}

// Doubles makes a sequence that may have more elements than an int can count.
func (l *Log) Doubles() {
	l.mu.Lock()
	l.n++
	//calvin:set l.all = l.all + l.all
	l.mu.Unlock()
}

// ExactEntry stores its length in a map of ints, of which each int is one.
func (l *Log) ExactEntry() {
	l.mu.Lock()
	l.n++
	//calvin:set l.by[1] = len(l.all) // unknown
	//calvin:set l.total = l.by[1]
	//calvin:assert l.total == len(l.all)
	//calvin:assert len(l.all) <= 9223372036854775807
	l.mu.Unlock()
}

// ExactSum stores one more.
func (l *Log) ExactSum() {
	l.mu.Lock()
	l.n++
	//calvin:set l.by[1] = len(l.all) + 1 // unknown
	l.mu.Unlock()
}

// ExactPart stores the length of a part.
func (l *Log) ExactPart(n int) {
	l.mu.Lock()
	l.n++
	//calvin:set l.by[n] = len(l.all[1:]) // unknown
	l.mu.Unlock()
}

// ExactNamed stores twice that under a name.
func (l *Log) ExactNamed() {
	l.mu.Lock()
	l.n++
	//calvin:set l.named["a"] = len(l.all) * 2 // unknown
	l.mu.Unlock()
}

// ExactElement puts one into a sequence.
func (l *Log) ExactElement() {
	l.mu.Lock()
	l.n++
	//calvin:set l.all = l.all + seq[int]{len(l.all)} // unknown
	l.mu.Unlock()
}

// Converted stores what is an int again, and what need not be where it may.
func (l *Log) Converted() {
	l.mu.Lock()
	l.n++
	//calvin:set l.by[1] = int(len(l.all))
	//calvin:set l.exact[1] = integer(len(l.all))
	l.mu.Unlock()
}

// Part sets a part of a sequence.
func (l *Log) Part() {
	l.mu.Lock()
	l.n++
	//calvin:set l.all[0] = 1 // unknown
	l.mu.Unlock()
}

// Struct sets a struct.
func (l *Log) Struct(p point) {
	l.mu.Lock()
	l.n++
	//calvin:set l.where = p // unknown
	l.mu.Unlock()
}

// Inexact sets what is computed after the step.
func (l *Log) Inexact(f float64) {
	l.mu.Lock()
	l.n++
	f = f / 2
	//calvin:set l.half = f // unknown
	l.mu.Unlock()
}

// Any asks all that there are.
func (l *Log) Any() {
	l.mu.Lock()
	l.n++
	//calvin:set l.any = exists p *Log :: p != nil && p.total == 1
	l.mu.Unlock()
}

// Forks sets a ghost after text may have been copied.
func (l *Log) Forks(b []byte) string {
	l.mu.Lock()
	l.n++
	s := string(b)
	//calvin:set l.total = 1 // unknown
	l.mu.Unlock()
	return s
}

// Calls sets one after one of three functions.
func (l *Log) Calls(b int) int {
	f := func(int) int { return 1 }
	if b == 1 {
		f = func(int) int { return 2 }
	}
	if b == 2 {
		f = func(int) int { return 3 }
	}
	l.mu.Lock()
	l.n++
	c := f(b)
	//calvin:set l.total = 1 // unknown
	l.mu.Unlock()
	return c
}
