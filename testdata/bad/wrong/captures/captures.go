// Package captures has goroutines touch variables of the function that starts them, without what guards these.
package captures

import "sync"

func WriteInGoroutine() {
	var mu sync.Mutex
	//calvin:guarded_by mu
	n := 0
	go func() {
		n++ // failed
	}()
	mu.Lock()
	n++
	mu.Unlock()
}

func ReadInGoroutine() {
	var mu sync.Mutex
	//calvin:guarded_by mu
	n := 0
	go func() {
		if n > 0 { // failed
			return
		}
	}()
	mu.Lock()
	n++
	mu.Unlock()
}

func WriteAfter() {
	var mu sync.Mutex
	//calvin:guarded_by mu
	n := 0
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
	}()
	n = 2 // failed
}

func ReadAfter() int {
	var mu sync.Mutex
	//calvin:guarded_by mu
	n := 0
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
	}()
	return n // failed
}

func WriteAsReader() {
	var rw sync.RWMutex
	//calvin:guarded_by rw
	n := 0
	go func() {
		rw.RLock()
		n++ // failed
		rw.RUnlock()
	}()
	rw.Lock()
	n++
	rw.Unlock()
}

func OtherLock() {
	var mu, other sync.Mutex
	//calvin:guarded_by mu
	n := 0
	go func() {
		other.Lock()
		n++ // failed
		other.Unlock()
	}()
	mu.Lock()
	n++
	mu.Unlock()
}

// WithOneOfTwo writes with one of two locks, of which any suffices to read.
func WithOneOfTwo() {
	var a, b sync.Mutex
	//calvin:guarded_by a, b
	n := 0
	go func() {
		a.Lock()
		n++ // failed
		a.Unlock()
	}()
	a.Lock()
	b.Lock()
	n++
	b.Unlock()
	a.Unlock()
}

func Unguarded() {
	n := 0
	go func() {
		n++
	}()
	_ = n // failed
}

func UnguardedAfter() {
	n := 0
	go func() {
		_ = n
	}()
	n = 1 // failed
}
