// Package refcount keeps a resource open as long as somebody uses it.
package refcount

import (
	"errors"
	"sync/atomic"
)

// ErrClosed says that the last user has gone.
var ErrClosed = errors.New("closed")

const most = 1 << 30 // users at the same time

// A Resource counts its users. It begins with one, and once it has none it never has any again.
//
//calvin:invariant release != nil
//calvin:transition 0 <= users && users <= most
//calvin:transition old(users) == 0 ==> users == 0
type Resource struct {
	release func()
	users   atomic.Int32
}

// New returns a resource with one user, which is released by calling a function when the last one has gone.
//
//calvin:atomic
//calvin:ensures local(result) && result.users == 1
func New(release func()) *Resource {
	r := &Resource{release: release}
	r.users.Store(1)
	return r
}

// Acquire adds a user.
//
//calvin:performs Refused [] Acquired
//calvin:action   Refused
//calvin:ensures  result != nil && (r.users == 0 || r.users == most)
//calvin:action   Acquired
//calvin:modifies r.users
//calvin:ensures  result == nil && old(r.users) > 0 && r.users == old(r.users)+1
func (r *Resource) Acquire() error {
	for {
		n := r.users.Load()
		switch {
		case n == 0:
			return ErrClosed
		case n == most:
			return errors.New("too many users")
		case r.users.CompareAndSwap(n, n+1):
			return nil
		}
	}
}

// Release takes a user away. After the last one it releases the resource.
func (r *Resource) Release() error {
	last, err := r.drop()
	if last {
		r.release()
	}
	return err
}

// drop takes a user away and reports whether that was the last.
//
//calvin:performs Refused [] Dropped
//calvin:action   Refused
//calvin:ensures  r.users == 0 && !last && err != nil
//calvin:action   Dropped
//calvin:modifies r.users
//calvin:ensures  r.users == old(r.users)-1 && last == (r.users == 0) && err == nil
func (r *Resource) drop() (last bool, err error) {
	for {
		n := r.users.Load()
		if n == 0 {
			return false, ErrClosed
		}
		if r.users.CompareAndSwap(n, n-1) {
			return n == 1, nil
		}
	}
}
