// Package copiedatomics has no annotations. Methods with value receivers use sync/atomic on a copy, which the call has made by plain reads.
package copiedatomics

import "sync/atomic"

// A Queue counts what its goroutine has put into a ring.
type Queue struct {
	n    int64
	In   chan int
	ring *ring
}

type ring struct{ all []int }

func (r *ring) add(x int) { r.all = append(r.all, x) }

// New starts the goroutine.
func New() *Queue {
	q := &Queue{In: make(chan int), ring: &ring{}}
	go q.run()
	return q
}

func (q *Queue) run() {
	for x := range q.In {
		q.ring.add(x)
		atomic.AddInt64(&q.n, 1)
	}
}

// Len reads the counter of the copy.
func (q Queue) Len() int { return int(atomic.LoadInt64(&q.n)) } // failed

// Free has a copy of the copy read.
func (q Queue) Free() int { return cap(q.In) - q.Len() } // failed

// More does so by one more method.
func (q Queue) More() bool { return q.Free() > 0 } // failed

// Reset sets the counter of the copy.
func (q Queue) Reset() { atomic.StoreInt64(&q.n, 0) } // failed

// Behind reads by the pointer.
func (q *Queue) Behind() int { return int(atomic.LoadInt64(&q.n)) }

// Print copies what the pointer leads to.
func Print(q *Queue) int { return q.Len() } // failed

// Stats are counters, and copies of them, which nobody else has.
type Stats struct{ hits, misses int64 }

// Hit counts.
func (s *Stats) Hit() { atomic.AddInt64(&s.hits, 1) }

// Miss counts.
func (s *Stats) Miss() { atomic.AddInt64(&s.misses, 1) }

// Read returns a copy.
func (s *Stats) Read() Stats {
	return Stats{hits: atomic.LoadInt64(&s.hits), misses: atomic.LoadInt64(&s.misses)}
}

// Ratio reads a copy.
func (s Stats) Ratio() float64 { return float64(s.hits) / float64(s.hits+s.misses) }

// A Limit is set once, and read atomically by habit.
type Limit struct{ most int64 }

// Most reads what nobody writes.
func (l Limit) Most() int64 { return atomic.LoadInt64(&l.most) }
