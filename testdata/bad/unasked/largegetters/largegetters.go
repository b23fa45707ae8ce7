// Package largegetters has no annotations. Large functions return objects that others know, in one way each, and their callers write them.
package largegetters

import (
	"sync"
	"sync/atomic"
)

type shape struct{ a, b, c, d, e int }

func (s *shape) count(x int) {
	switch {
	case x > 10:
		s.a++
	case x > 9:
		s.b++
	case x > 8:
		s.c++
	case x > 7:
		s.d++
	case x > 6:
		s.e++
	}
}

func (s *shape) countAll(x int) {
	s.count(x)
	s.count(x + 1)
	s.count(x + 2)
	s.count(x + 3)
	s.count(x + 4)
	s.count(x + 5)
}

func measure(x, y int) int {
	var s shape
	s.countAll(x)
	s.countAll(y)
	return s.a + s.b + s.c + s.d + s.e
}

// A CAtomic comes from getAtomic.
type CAtomic struct {
	n    int
	next *CAtomic
}

var gAtomic atomic.Pointer[CAtomic]

func getAtomic(n int) *CAtomic {
	m := measure(n, 2) + measure(n, 3) + measure(n, 4) + measure(n, 5) + measure(n, 6) + measure(n, 7)
	if m > 100 {
		return nil
	}
	return gAtomic.Load() // failed
}

func UseAtomic(n int) int {
	c := getAtomic(n)
	c.n++ // failed
	return c.n
}

func MakeAtomic() *CAtomic { return &CAtomic{n: 1} }

// A CFunc comes from getFunc.
type CFunc struct {
	n    int
	next *CFunc
}

func getFunc(n int, f func() *CFunc) *CFunc {
	m := measure(n, 2) + measure(n, 3) + measure(n, 4) + measure(n, 5) + measure(n, 6) + measure(n, 7)
	if m > 100 {
		return nil
	}
	return f()
}

func UseFunc(n int, f func() *CFunc) int {
	c := getFunc(n, f)
	c.n++ // failed
	return c.n
}

func MakeFunc() *CFunc { return &CFunc{n: 1} }

// A CChan comes from getChan.
type CChan struct {
	n    int
	next *CChan
}

func getChan(n int, ch chan *CChan) *CChan {
	m := measure(n, 2) + measure(n, 3) + measure(n, 4) + measure(n, 5) + measure(n, 6) + measure(n, 7)
	if m > 100 {
		return nil
	}
	return <-ch // failed
}

func UseChan(n int, ch chan *CChan) int {
	c := getChan(n, ch)
	c.n++ // failed
	return c.n
}

func MakeChan() *CChan { return &CChan{n: 1} }

// A COnce comes from getOnce.
type COnce struct {
	n    int
	next *COnce
}

var onceOnce sync.Once
var gOnce *COnce

func getOnce(n int) *COnce {
	m := measure(n, 2) + measure(n, 3) + measure(n, 4) + measure(n, 5) + measure(n, 6) + measure(n, 7)
	if m > 100 {
		return nil
	}
	onceOnce.Do(func() { gOnce = &COnce{} })
	return gOnce
}

func UseOnce(n int) int {
	c := getOnce(n)
	c.n++ // failed
	return c.n
}

func MakeOnce() *COnce { return &COnce{n: 1} }

// A CElem comes from getElem.
type CElem struct {
	n    int
	next *CElem
}

var gElem = make([]CElem, 4)

func getElem(n int) *CElem {
	m := measure(n, 2) + measure(n, 3) + measure(n, 4) + measure(n, 5) + measure(n, 6) + measure(n, 7)
	if m > 100 {
		return nil
	}
	return &gElem[n&3] // failed
}

func UseElem(n int) int {
	c := getElem(n)
	c.n++ // failed
	return c.n
}

func MakeElem() *CElem { return &CElem{n: 1} }

// A CArray comes from getArray.
type CArray struct {
	n    int
	next *CArray
}

var gArray [4]CArray

func getArray(n int) *CArray {
	m := measure(n, 2) + measure(n, 3) + measure(n, 4) + measure(n, 5) + measure(n, 6) + measure(n, 7)
	if m > 100 {
		return nil
	}
	return &gArray[n&3]
}

func UseArray(n int) int {
	c := getArray(n)
	c.n++ // failed
	return c.n
}

func MakeArray() *CArray { return &CArray{n: 1} }

// A CAddr comes from getAddr.
type CAddr struct {
	n    int
	next *CAddr
}

var gAddr CAddr

func getAddr(n int) *CAddr {
	m := measure(n, 2) + measure(n, 3) + measure(n, 4) + measure(n, 5) + measure(n, 6) + measure(n, 7)
	if m > 100 {
		return nil
	}
	return &gAddr
}

func UseAddr(n int) int {
	c := getAddr(n)
	c.n++ // failed
	return c.n
}

func MakeAddr() *CAddr { return &CAddr{n: 1} }

// A CSub comes from getSub.
type CSub struct {
	n    int
	next *CSub
}

type SSub struct {
	mu sync.Mutex
	c  CSub
}

func NewSSub() *SSub { return &SSub{} }

func getSub(n int, s *SSub) *CSub {
	m := measure(n, 2) + measure(n, 3) + measure(n, 4) + measure(n, 5) + measure(n, 6) + measure(n, 7)
	if m > 100 {
		return nil
	}
	return &s.c
}

func UseSub(n int, s *SSub) int {
	c := getSub(n, s)
	c.n++ // failed
	return c.n
}

func MakeSub() *CSub { return &CSub{n: 1} }

// A CMix comes from getMix.
type CMix struct {
	n    int
	next *CMix
}

var gMix = &CMix{}

func getMix(n int) *CMix {
	m := measure(n, 2) + measure(n, 3) + measure(n, 4) + measure(n, 5) + measure(n, 6) + measure(n, 7)
	if m > 100 {
		return nil
	}
	c := &CMix{}
	c.next = gMix
	if n > 3 {
		return c.next // failed
	}
	return c // failed
}

func UseMix(n int) int {
	c := getMix(n)
	c.n++ // failed
	return c.n
}

func MakeMix() *CMix { return &CMix{n: 1} }

// A CDeep comes from getDeep.
type CDeep struct {
	n    int
	next *CDeep
}

var gDeep = &CDeep{}

func getDeep(n int) *CDeep {
	m := measure(n, 2) + measure(n, 3) + measure(n, 4) + measure(n, 5) + measure(n, 6) + measure(n, 7)
	if m > 100 {
		return nil
	}
	c := &CDeep{}
	c.next = gDeep
	return c // failed
}

func UseDeep(n int) int {
	c := getDeep(n)
	c.next.n++
	return c.n
}

func MakeDeep() *CDeep { return &CDeep{n: 1} }
