// Package lockedliterals has no annotations. Function literals that others call have variables of the function that makes them, with a lock among these.
package lockedliterals

import (
	"net/http"
	"sync"
)

// Limit is right: who calls what it returns counts under the lock.
func Limit(most int, next func() bool) func() bool {
	var mu sync.Mutex
	var n int
	return func() bool {
		mu.Lock()
		defer mu.Unlock()
		if n >= most {
			return false
		}
		n++
		return next()
	}
}

// Names is right: the list is appended to, and read, under the lock.
func Names() (add func(string), count func() int) {
	var mu sync.RWMutex
	var names []string
	add = func(s string) {
		mu.Lock()
		names = append(names, s)
		mu.Unlock()
	}
	count = func() int {
		mu.RLock()
		defer mu.RUnlock()
		return len(names)
	}
	return add, count
}

// Nth is right: a literal in the literal counts, before the lock is given back.
func Nth(values []float64) func() float64 {
	i := 0
	mu := sync.Mutex{}
	return func() float64 {
		mu.Lock()
		defer mu.Unlock()
		defer func() { i++ }()
		if i >= len(values) {
			return 0
		}
		return values[i]
	}
}

// Counting is right.
func Counting(next http.Handler) http.Handler {
	var mu sync.Mutex
	seen := map[string]int{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen[r.URL.Path]++
		mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

// Early reads before it has the lock.
func Early(most int) func() bool {
	var mu sync.Mutex
	var n int
	return func() bool {
		if n >= most { // failed
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		n++
		return true
	}
}

// Two gives away a second literal, which has no lock.
func Two() (inc func(), get func() int) {
	var mu sync.Mutex
	var n int
	inc = func() {
		mu.Lock()
		n++
		mu.Unlock()
	}
	get = func() int {
		return n // failed
	}
	return inc, get
}

// Late writes when the literal is known already.
func Late(register func(func())) {
	var mu sync.Mutex
	var n int
	register(func() {
		mu.Lock()
		n++
		mu.Unlock()
	})
	n = 1 // failed
}

// Reading holds the lock for reading.
func Reading() func() {
	var mu sync.RWMutex
	var n int
	return func() {
		mu.RLock()
		n++ // failed
		mu.RUnlock()
	}
}

// Each has a lock of its own for each call.
func Each() func() {
	var n int
	return func() {
		var mu sync.Mutex
		mu.Lock()
		n++ // failed
		mu.Unlock()
	}
}

// Other takes a lock that others have, but for another literal.
func Other() (inc, dec func()) {
	var mu, other sync.Mutex
	var n int
	inc = func() {
		mu.Lock()
		n++
		mu.Unlock()
	}
	dec = func() {
		other.Lock()
		n-- // failed
		other.Unlock()
	}
	return inc, dec
}

// Pointer lets others know where the variable is.
func Pointer() (func(), *int) {
	var mu sync.Mutex
	var n int
	return func() {
		mu.Lock()
		n++ // failed
		mu.Unlock()
	}, &n
}

// Elements returns what the lock guards.
func Elements() (set func(int), all func() []int) {
	var mu sync.Mutex
	list := make([]int, 10) // failed
	set = func(i int) {
		mu.Lock()
		list[i]++
		mu.Unlock()
	}
	all = func() []int {
		mu.Lock()
		defer mu.Unlock()
		return list
	}
	return set, all
}

// Unlocks gives the lock back too early.
func Unlocks() func() int {
	var mu sync.Mutex
	var n int
	return func() int {
		mu.Lock()
		n++
		mu.Unlock()
		return n // failed
	}
}
