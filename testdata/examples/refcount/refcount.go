// Package refcount counts the users of something that must not go away while it is used.
package refcount

import "sync/atomic"

// A Count is the number of users. Once it has fallen to zero it stays there.
type Count struct{ n atomic.Int32 }

// New returns a count of one.
//
//calvin:atomic
//calvin:ensures local(result) && result.n == 1
func New() *Count {
	c := new(Count)
	c.n.Store(1)
	return c
}

// TryAcquire adds a user unless there is none left, or too many, and reports whether it did.
//
//calvin:performs Refused [] Acquired
//calvin:action   Refused
//calvin:ensures  !result
//calvin:action   Acquired
//calvin:modifies c.n
//calvin:ensures  old(c.n) > 0 && c.n == old(c.n)+1 && c.n > 0 && result
func (c *Count) TryAcquire() bool {
	for {
		n := c.n.Load()
		if n <= 0 || n == 1<<31-1 {
			return false
		}
		if c.n.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// Release takes a user away and reports whether it was the last.
//
//calvin:atomic
//calvin:modifies c.n
//calvin:ensures  c.n == old(c.n)-1 && result == (c.n == 0)
func (c *Count) Release() bool {
	return c.n.Add(-1) == 0
}

// Users returns the number of users.
//
//calvin:atomic
//calvin:ensures result == c.n
func (c *Count) Users() int32 { return c.n.Load() }
