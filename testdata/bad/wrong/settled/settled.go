// Package settled has package variables, captured variables and results that may be nil after all.
package settled

import (
	"fmt"
	"sync"
)

// A C is guarded.
type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// inc counts.
//
//calvin:requires c != nil
func (c *C) inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

var changed = &C{}

func init() { changed = nil }

// Changed follows what init has changed.
func Changed() { changed.inc() } // failed

var addressed = &C{}

func address(p **C) { *p = nil }

// Address changes it by its address.
func Address() { address(&addressed) } // failed

// Addressed follows it.
func Addressed() { addressed.inc() } // failed

var never *C

// Never follows what is never set.
func Never() { never.inc() } // failed

func perhaps(b bool) *C {
	if b {
		return nil
	}
	return &C{}
}

var some = perhaps(len("a") == 1)

// Some follows what may be nil.
func Some() { some.inc() } // failed

var two, err = pair()

func pair() (*C, error) { return &C{}, nil }

// Two follows what was returned with an error.
func Two() { two.inc() } // failed

//calvin:guarded_by mu
var Open = &C{}

var mu sync.Mutex

// Exported may be changed by whoever has the lock.
func Exported() {
	mu.Lock()
	defer mu.Unlock()
	Open.inc() // failed
}

// A printer prints, and is printed before late has its value.
type printer struct{}

func (printer) String() string {
	late.inc() // failed
	return ""
}

var text = fmt.Sprint(printer{})

var late = newC()

func newC() *C { return &C{} }

var limit = 10

func init() { limit = 20 }

// Limit knows only one of the values.
func Limit(a [12]int, i int) int {
	if i >= 0 && i < limit {
		return a[i] // failed
	}
	return 0
}

// Compared compares its parameter with nil, so that it may be.
func Compared(c *C) bool {
	go func() {
		c.inc() // failed
	}()
	return c == nil
}

// Later is set after the goroutine was started.
func Later(set bool) {
	var c *C
	if set {
		c = &C{}
	}
	go func() {
		c.inc() // failed
	}()
}

// Recovered returns nil where it recovers.
func recovered() (c *C) {
	defer func() { recover() }()
	return &C{}
}

var rec = recovered()

// Rec follows it.
func Rec() { rec.inc() } // failed

var given = same(nil)

func same(c *C) *C { return c }

// Given follows what was passed through.
func Given() { given.inc() } // failed
