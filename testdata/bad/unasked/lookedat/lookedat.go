// Package lookedat has no annotations. Functions that are large with all that they call pass slices to large methods of what a lock guards.
package lookedat

import "sync"

// A Queue has bytes. Its callers synchronise.
type Queue struct {
	array       []byte
	tail, count int
	last        []byte
	a, b, c     int
	d, e, f     int
}

// Push looks at what it is passed.
func (q *Queue) Push(data []byte) {
	n := len(data)
	if n > len(q.array)-q.tail {
		q.array = append(q.array, make([]byte, 2*n)...)
	}
	switch {
	case n > 16:
		q.a++
	case n > 15:
		q.b++
	case n > 14:
		q.c++
	case n > 13:
		q.d++
	case n > 12:
		q.e++
	case n > 11:
		q.f++
	}
	q.count++
	q.tail += copy(q.array[q.tail:], data)
}

// Keep keeps it.
func (q *Queue) Keep(data []byte) {
	n := len(data)
	if n > len(q.array)-q.tail {
		q.array = append(q.array, make([]byte, 2*n)...)
	}
	switch {
	case n > 16:
		q.a++
	case n > 15:
		q.b++
	case n > 14:
		q.c++
	case n > 13:
		q.d++
	case n > 12:
		q.e++
	case n > 11:
		q.f++
	}
	q.count++
	q.last = data
	q.tail += copy(q.array[q.tail:], data)
}

// Wipe writes it.
func (q *Queue) Wipe(data []byte) {
	n := len(data)
	if n > len(q.array)-q.tail {
		q.array = append(q.array, make([]byte, 2*n)...)
	}
	switch {
	case n > 16:
		q.a++
	case n > 15:
		q.b++
	case n > 14:
		q.c++
	case n > 13:
		q.d++
	case n > 12:
		q.e++
	case n > 11:
		q.f++
	}
	q.count++
	q.tail += copy(q.array[q.tail:], data)
	if n > 0 {
		data[0] = 0
	}
}

// Later has a goroutine read it.
func (q *Queue) Later(data []byte) {
	n := len(data)
	if n > len(q.array)-q.tail {
		q.array = append(q.array, make([]byte, 2*n)...)
	}
	switch {
	case n > 16:
		q.a++
	case n > 15:
		q.b++
	case n > 14:
		q.c++
	case n > 13:
		q.d++
	case n > 12:
		q.e++
	case n > 11:
		q.f++
	}
	q.count++
	go func() { // failed
		if len(data) > 3 {
			println(data[0])
		}
	}()
	q.tail += copy(q.array[q.tail:], data)
}

// Tail returns a part of it.
func (q *Queue) Tail(data []byte) []byte {
	n := len(data)
	if n > len(q.array)-q.tail {
		q.array = append(q.array, make([]byte, 2*n)...)
	}
	switch {
	case n > 16:
		q.a++
	case n > 15:
		q.b++
	case n > 14:
		q.c++
	case n > 13:
		q.d++
	case n > 12:
		q.e++
	case n > 11:
		q.f++
	}
	q.count++
	q.tail += copy(q.array[q.tail:], data)
	return data[n/2:]
}

// A Source has bytes under a lock of its own.
type Source struct {
	mu sync.RWMutex
	b  []byte
}

// Set sets.
func (f *Source) Set(x byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.b = append(f.b, x)
	f.b[0] = x
}

// A Store has a queue that its lock guards.
type Store struct {
	mu    sync.Mutex
	q     Queue
	stats [8]int
}

func (s *Store) note(x uint64) {
	switch {
	case x > 10:
		s.stats[0]++
	case x > 9:
		s.stats[1]++
	case x > 8:
		s.stats[2]++
	case x > 7:
		s.stats[3]++
	case x > 6:
		s.stats[4]++
	}
}

func (s *Store) noteAll(x uint64) {
	s.note(x)
	s.note(x + 1)
	s.note(x + 2)
	s.note(x + 3)
	s.note(x + 4)
	s.note(x + 5)
}

// Count counts.
func (s *Store) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.q.count
}

// Put puts what its caller has.
func (s *Store) Put(x uint64, entry []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noteAll(x)
	s.noteAll(x + 6)
	s.q.Push(entry)
}

// Move puts what another lock guards.
func (s *Store) Move(x uint64, from *Source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noteAll(x)
	s.noteAll(x + 6)
	from.mu.RLock()
	s.q.Push(from.b)
	from.mu.RUnlock()
}

// Early releases the other lock too early.
func (s *Store) Early(x uint64, from *Source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noteAll(x)
	s.noteAll(x + 6)
	from.mu.RLock()
	b := from.b
	from.mu.RUnlock()
	s.q.Push(b) // failed
}

// MoveKept has it kept.
func (s *Store) MoveKept(x uint64, from *Source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noteAll(x)
	s.noteAll(x + 6)
	from.mu.Lock()
	s.q.Keep(from.b) // failed
	from.mu.Unlock()
}

// MoveWiped has it written.
func (s *Store) MoveWiped(x uint64, from *Source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noteAll(x)
	s.noteAll(x + 6)
	from.mu.RLock()
	s.q.Wipe(from.b) // failed
	from.mu.RUnlock()
}

// MoveLater has a goroutine read it.
func (s *Store) MoveLater(x uint64, from *Source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noteAll(x)
	s.noteAll(x + 6)
	from.mu.Lock()
	s.q.Later(from.b) // failed
	from.mu.Unlock()
}

// MoveTail reads a part of it without the lock.
func (s *Store) MoveTail(x uint64, from *Source) byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noteAll(x)
	s.noteAll(x + 6)
	from.mu.Lock()
	b := s.q.Tail(from.b)
	from.mu.Unlock()
	if len(b) > 0 {
		return b[0] // failed
	}
	return 0
}

// Unlocked puts it without the lock of the queue.
func (s *Store) Unlocked(x uint64, entry []byte) {
	s.mu.Lock()
	s.noteAll(x)
	s.noteAll(x + 6)
	s.mu.Unlock()
	s.q.Push(entry) // failed
}
