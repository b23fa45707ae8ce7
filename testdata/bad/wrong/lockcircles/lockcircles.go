// Package lockcircles acquires locks in circles and against stated orders, and waits for goroutines that need a lock that is held.
package lockcircles

import "sync"

// A Store is locked before its log.
//
//calvin:lock_order mu < Index.mu
type Store struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

type Log struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	lines int
}

type Index struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	keys int
}

// Put locks the log inside the store, in a callee.
func (s *Store) Put(l *Log) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	l.add() // failed
}

func (l *Log) add() {
	l.mu.Lock()
	l.lines++
	l.mu.Unlock()
}

// Flush goes the other way.
func (l *Log) Flush(s *Store) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// Keys goes against the stated order, though nothing closes a circle.
func (x *Index) Keys(s *Store) int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s.mu.Lock() // failed
	defer s.mu.Unlock()
	return s.n + x.keys
}

// Sum waits for goroutines that need the lock.
func (x *Index) Sum(all []int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	var wg sync.WaitGroup
	for _, n := range all {
		wg.Add(1)
		go func() {
			defer wg.Done()
			x.mu.Lock()
			x.keys += n
			x.mu.Unlock()
		}()
	}
	wg.Wait() // failed
}

// Move locks two of a kind.
func Move(a, b *Log) {
	if a == b {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b.mu.Lock() // failed
	defer b.mu.Unlock()
	a.lines, b.lines = 0, a.lines+b.lines
}
