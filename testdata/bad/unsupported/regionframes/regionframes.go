// Package regionframes has contracts that say region(mu) of what has no region of its guard.
package regionframes

import "sync"

type job struct{ n int }

type Queue struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	jobs []*job

	nothing sync.Mutex
}

// Take takes a job out, which is its own then.
func (q *Queue) Take() *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.jobs) == 0 {
		return nil
	}
	j := q.jobs[0]
	q.jobs = q.jobs[1:]
	if j != nil {
		j.n++
	}
	return j
}

//calvin:requires q.mu == tid
//calvin:atomic // unknown
//calvin:modifies region(q.mu)
func (q *Queue) touch() {
	if len(q.jobs) > 0 && q.jobs[0] != nil {
		q.jobs[0].n = 1
	}
}

//calvin:requires q.nothing == tid
//calvin:atomic // unknown
//calvin:modifies region(q.nothing)
func (q *Queue) none() {}
