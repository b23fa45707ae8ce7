// Package handedout has objects that code of others, or a goroutine, has had for a while.
package handedout

import (
	"encoding/json"
	"sync"
)

type entry struct {
	N    int
	Next *entry
}

type S struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *entry
}

// Hit needs the lock.
func (s *S) Hit() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.head != nil {
		s.head.N++
	}
}

// Decoded knows nothing of what the decoder has stored.
func Decoded(data []byte) {
	x := &entry{}
	v := &entry{Next: x}
	_ = json.Unmarshal(data, v)
	//calvin:assert v.Next == nil || v.Next == x // failed
	_ = v
}

// Lent lets a goroutine use an object that leads to one that the lock guards.
func (s *S) Lent() {
	s.mu.Lock()
	e := &entry{Next: s.head}
	s.mu.Unlock()
	var wg sync.WaitGroup
	wg.Go(func() { // failed
		if e.Next != nil {
			_ = e.Next.N
		}
	})
	wg.Wait()
}

// Elements lets a goroutine have elements that lead there.
func (s *S) Elements() {
	out := make([]*entry, 2)
	s.mu.Lock()
	out[0] = s.head // failed
	s.mu.Unlock()
	var wg sync.WaitGroup
	for i := range out {
		wg.Go(func() {
			out[i] = out[i]
			if out[i] != nil {
				_ = out[i].N // failed
			}
		})
	}
	wg.Wait()
}
