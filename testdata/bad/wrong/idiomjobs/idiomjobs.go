// Package idiomjobs has queues of jobs, and code that is wrong about whose the jobs are.
package idiomjobs

import "sync"

type job struct {
	id       int
	attempts int
	out      []string
}

type Queue struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	jobs []*job
	//calvin:guarded_by mu
	done int
	//calvin:closable_if false
	out chan *job
}

func (q *Queue) push(j *job) {
	q.mu.Lock()
	q.jobs = append(q.jobs, j)
	q.mu.Unlock()
}

func (q *Queue) pop() *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.jobs) == 0 {
		return nil
	}
	j := q.jobs[0]
	q.jobs = q.jobs[1:]
	return j
}

// Right does a job without the lock.
func (q *Queue) Right() {
	if j := q.pop(); j != nil {
		j.attempts++
		j.out = append(j.out, "done")
	}
}

func (q *Queue) LeftInQueue() {
	q.mu.Lock()
	var j *job
	if len(q.jobs) > 0 {
		j = q.jobs[0]
	}
	q.mu.Unlock()
	if j != nil {
		j.attempts++ // failed
	}
}

func (q *Queue) RetriedAndUsed() {
	j := q.pop()
	if j == nil {
		return
	}
	q.push(j)
	j.attempts++ // failed
}

func (q *Queue) OutputOfRetried() {
	j := q.pop()
	if j == nil {
		return
	}
	out := append(j.out, "x")
	j.out = out
	q.push(j)
	out[0] = "y" // failed
}

func (q *Queue) PushedTwice(o *Queue) {
	j := q.pop()
	if j == nil {
		return
	}
	q.push(j)
	o.push(j) // failed
}

func (q *Queue) UnderReadLock() *job {
	q.mu.RLock()
	defer q.mu.RUnlock()
	if len(q.jobs) == 0 {
		return nil
	}
	j := q.jobs[0]
	q.jobs = q.jobs[1:] // failed
	return j
}

func (q *Queue) UnderOthersLock(o *Queue) {
	o.mu.Lock()
	defer o.mu.Unlock()
	q.jobs = nil // failed
}

func (q *Queue) Unlocked(j *job) {
	q.jobs = append(q.jobs, j) // failed
}

func (q *Queue) Progress() (sum int) {
	q.mu.RLock()
	jobs := q.jobs
	q.mu.RUnlock()
	for _, j := range jobs { // failed
		if j != nil {
			sum += j.attempts
		}
	}
	return sum
}

func (q *Queue) Sent() {
	j := q.pop()
	if j == nil {
		return
	}
	q.out <- j
	j.attempts++ // failed
}

func (q *Queue) Started() {
	j := q.pop()
	if j == nil {
		return
	}
	go look(j)
	j.attempts++ // failed
}

func look(j *job) {}

func (q *Queue) Counts() {
	if j := q.pop(); j != nil {
		j.attempts++
	}
	q.done++ // failed
}

type Pending struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	jobs map[string]*job
}

func (p *Pending) take(k string) *job {
	p.mu.Lock()
	defer p.mu.Unlock()
	j := p.jobs[k]
	delete(p.jobs, k)
	return j
}

// Right does one that is removed.
func (p *Pending) Right(k string) {
	if j := p.take(k); j != nil {
		j.attempts++
	}
}

func (p *Pending) OtherRemoved(k, l string) {
	p.mu.Lock()
	j := p.jobs[k]
	delete(p.jobs, l)
	p.mu.Unlock()
	if j != nil {
		j.attempts++ // failed
	}
}

func (p *Pending) RemovedLater(k string) {
	p.mu.Lock()
	j := p.jobs[k]
	p.mu.Unlock()
	if j != nil {
		j.attempts++ // failed
	}
	p.take(k)
}
