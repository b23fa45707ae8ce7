// Package bitbounds has bit operations in functions that are passed on, and called by who gets them.
package bitbounds

import "sync"

const (
	read  = 1
	write = 4
)

// A File has a mode.
type File struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	mode int
	//calvin:guarded_by mu
	uses [8]int
	//calvin:guarded_by mu
	few [6]int
}

func retry(n int, do func(how int) bool) bool {
	for range n {
		if do(n & 3) {
			return true
		}
	}
	return false
}

// Open uses what it may.
func (f *File) Open(n int) bool { return retry(n, f.open) }

func (f *File) open(how int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.mode |= how | write
	if how < 0 || how > 3 {
		return false
	}
	f.uses[how|write]++
	f.uses[how^write]++
	f.uses[how&write]++
	f.uses[how&^read]++
	f.uses[how>>uint(how)]++
	return true
}

// Unlocked writes without the lock.
func (f *File) Unlocked(how int) bool {
	f.mode |= how | write // failed
	return true
}

// Beyond uses what there is not.
func (f *File) Beyond(n int) bool { return retry(n, f.beyond) } // unfounded

func (f *File) beyond(how int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if how < 0 || how > 3 {
		return false
	}
	f.few[how|write]++ // failed
	return true
}

// Negative forgets that a number may be less than nothing.
func (f *File) Negative(n int) bool { return retry(n, f.negative) }

func (f *File) negative(how int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if how > 3 {
		return false
	}
	f.uses[how|write]++ // failed
	return true
}

// Shifted shifts too far.
func (f *File) Shifted(n int) bool { return retry(n, f.shifted) } // unfounded

func (f *File) shifted(how int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if how < 0 || how > 3 {
		return false
	}
	f.uses[1<<uint(how)]++ // failed
	return true
}

// Never takes two numbers for different that may be equal.
func (f *File) Never(n int) bool { return retry(n, f.never) }

func (f *File) never(how int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if how == 5 && how|write == 5 {
		f.uses[how+4]++ // failed
	}
	return true
}
