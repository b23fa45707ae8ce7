// Package unknown has a function that calvin check does not understand.
package unknown

import "sync"

// A Set is a set of numbers.
type Set struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	has map[int]bool
}

// All calls f for each number.
func (s *Set) All(f func(int)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	each(s.has, f)
}

func each[M ~map[int]bool](m M, f func(int)) {
	for k := range m {
		f(k)
	}
}
