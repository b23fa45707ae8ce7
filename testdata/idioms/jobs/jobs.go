// Package jobs has queues whose jobs are done without the lock.
package jobs

import "sync"

// A Job is written by whoever does it.
type Job struct {
	id       int
	attempts int
	err      error
	out      []string
}

// A Queue waits for jobs.
type Queue struct {
	mu sync.Mutex
	//calvin:condition_of mu
	cond *sync.Cond
	//calvin:guarded_by mu
	jobs []*Job
	//calvin:guarded_by mu
	done bool
}

// New returns an empty queue.
func New() *Queue {
	q := &Queue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

// Push keeps the job: its callers leave it.
func (q *Queue) Push(j *Job) {
	q.mu.Lock()
	q.jobs = append(q.jobs, j)
	q.mu.Unlock()
	q.cond.Signal()
}

func (q *Queue) pop() (*Job, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) == 0 && !q.done {
		q.cond.Wait()
	}
	if len(q.jobs) == 0 {
		return nil, false
	}
	j := q.jobs[0]
	q.jobs = q.jobs[1:]
	return j, true
}

// Close ends the workers.
func (q *Queue) Close() {
	q.mu.Lock()
	q.done = true
	q.mu.Unlock()
	q.cond.Broadcast()
}

// Work does jobs until the queue is closed, and tries again what fails.
func (q *Queue) Work(f func(id int) error) {
	for {
		j, ok := q.pop()
		if !ok {
			return
		}
		if j == nil || f == nil {
			continue
		}
		j.attempts++
		j.err = f(j.id)
		if j.err != nil && j.attempts < 3 {
			q.Push(j)
		}
	}
}

// Pending has jobs by name, in order.
type Pending struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	order []string
	//calvin:guarded_by mu
	jobs map[string]*Job
}

// NewPending makes one.
func NewPending() *Pending { return &Pending{jobs: make(map[string]*Job)} }

// Add adds a job, unless there is one of that name.
func (p *Pending) Add(k string, j *Job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, dup := p.jobs[k]; dup {
		return false
	}
	p.jobs[k] = j
	p.order = append(p.order, k)
	return true
}

func (p *Pending) next() (string, *Job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.order) == 0 {
		return "", nil
	}
	k := p.order[0]
	p.order = p.order[1:]
	j := p.jobs[k]
	delete(p.jobs, k)
	return k, j
}

// Do does one, and adds it again if there is more to do.
func (p *Pending) Do() {
	k, j := p.next()
	if j == nil {
		return
	}
	j.attempts++
	j.out = append(j.out, k)
	if j.attempts < 3 {
		p.Add(k, j)
	}
}
