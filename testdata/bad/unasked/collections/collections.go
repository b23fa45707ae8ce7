// Package collections has no annotations. It copies, filters and shortens slices and maps that a lock guards, by functions of packages
// slices and maps.
package collections

import (
	"maps"
	"slices"
	"sync"
)

type job struct {
	name string
	done bool
}

// A Queue has jobs, and counts them by name.
type Queue struct {
	mu     sync.RWMutex
	jobs   []*job
	counts map[string]int
	levels []int
	byName map[string]*job
}

// NewQueue returns an empty queue.
func NewQueue() *Queue {
	return &Queue{counts: map[string]int{}, byName: map[string]*job{}}
}

// Add adds a job, at the front if it is urgent.
func (q *Queue) Add(name string, urgent bool, level int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j := &job{name: name}
	if urgent {
		q.jobs = slices.Insert(q.jobs, 0, j)
	} else {
		q.jobs = append(q.jobs, j)
	}
	q.byName[name] = j
	q.counts[name]++
	q.levels = slices.Grow(q.levels, 1)
	q.levels = append(q.levels, level)
}

// Done marks a job.
func (q *Queue) Done(name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j := q.byName[name]; j != nil {
		j.done = true
	}
}

// Sweep drops the jobs that are done.
func (q *Queue) Sweep() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs = slices.DeleteFunc(q.jobs, func(j *job) bool { return j.done })
	maps.DeleteFunc(q.byName, func(_ string, j *job) bool { return j.done })
	q.levels = slices.Compact(q.levels)
}

// Drop drops one job.
func (q *Queue) Drop(i int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i >= 0 && i < len(q.jobs) {
		q.jobs = slices.Delete(q.jobs, i, i+1)
	}
}

// Counts returns a copy.
func (q *Queue) Counts() map[string]int {
	q.mu.RLock()
	defer q.mu.RUnlock()
	return maps.Clone(q.counts)
}

// Levels returns a copy in order.
func (q *Queue) Levels() []int {
	q.mu.RLock()
	levels := slices.Clone(q.levels)
	q.mu.RUnlock()
	slices.Sort(levels)
	return slices.Compact(levels)
}

// Merge adds the counts of another map, which belongs to the caller.
func (q *Queue) Merge(more map[string]int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	maps.Copy(q.counts, more)
}

// Replace puts a new map in place of the old one.
func (q *Queue) Replace(name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	next := maps.Clone(q.counts)
	delete(next, name)
	q.counts = next
}

// Peek is wrong: it copies without the lock.
func (q *Queue) Peek() map[string]int {
	return maps.Clone(q.counts) // failed
}

// Latest is wrong: it copies without the lock.
func (q *Queue) Latest() []int {
	return slices.Clone(q.levels) // failed
}

// Tidy is wrong: it moves elements under the read lock.
func (q *Queue) Tidy() {
	q.mu.RLock()
	defer q.mu.RUnlock()
	slices.Compact(q.levels) // failed
}

// Jobs is wrong: the copy has the same jobs.
func (q *Queue) Jobs() []*job {
	q.mu.RLock()
	defer q.mu.RUnlock()
	return slices.Clone(q.jobs) // failed
}

// Named is wrong: the copy has the same jobs.
func (q *Queue) Named() map[string]*job {
	q.mu.RLock()
	defer q.mu.RUnlock()
	return maps.Clone(q.byName) // failed
}

// Short is wrong: what is left is the same array.
func (q *Queue) Short() []int {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.levels) > 0 {
		return slices.Delete(q.levels, 0, 1) // failed
	}
	return nil
}
