// Package recursivecallbacks passes functions that call themselves to package slices. What they lock or write is asked of the arguments,
// which stand nowhere in the code.
package recursivecallbacks

import (
	"net/http"
	"slices"
	"sync"
)

type counter struct {
	mu   sync.Mutex
	n    int
	next *counter
}

func compare(a, b *counter) int {
	a.mu.Lock()
	n, next := a.n, a.next
	a.mu.Unlock()
	if next != nil {
		return compare(next, b)
	}
	return n
}

// arrange holds a lock that compare takes.
func arrange(cs []*counter, rounds int) {
	if rounds > 0 {
		arrange(cs, rounds-1)
	}
	cs[0].mu.Lock()
	defer cs[0].mu.Unlock()
	slices.SortFunc(cs, compare) // failed
}

func mark(w, other http.ResponseWriter) int {
	if w == nil {
		return mark(other, w)
	}
	w.Header().Set("Seen", "yes")
	return 0
}

// markAll marks writers that others may have.
func markAll(ws []http.ResponseWriter, rounds int) {
	if rounds > 0 {
		markAll(ws, rounds-1)
	}
	slices.SortFunc(ws, mark) // failed
}
