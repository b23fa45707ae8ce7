package exercise

import (
	"sync"
	"testing"
)

// Locking has goroutines count under a lock: a count is lost if two of them hold it at once.
func Locking(t *testing.T, l sync.Locker) {
	t.Helper()
	n := 0
	Together(func(int) {
		for range each {
			l.Lock()
			n++
			l.Unlock()
		}
	})
	if n != Goroutines*each {
		t.Errorf("counted to %d, want %d", n, Goroutines*each)
	}
}

// Reading has goroutines count under a writer's lock and look at the count under a reader's lock.
func Reading(t *testing.T, write, read sync.Locker) {
	t.Helper()
	n, twice := 0, 0
	Together(func(g int) {
		for i := range each {
			if (g+i)%2 == 0 {
				write.Lock()
				n++
				twice += 2
				write.Unlock()
				continue
			}
			read.Lock()
			if twice != 2*n {
				t.Errorf("%d is not twice %d", twice, n)
			}
			read.Unlock()
		}
	})
	if n != Goroutines*each/2 {
		t.Errorf("counted to %d, want %d", n, Goroutines*each/2)
	}
}
