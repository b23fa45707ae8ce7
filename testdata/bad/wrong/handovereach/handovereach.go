// Package handovereach takes single objects out of slices and maps, and is wrong about whose they are.
package handovereach

import "sync"

type job struct{ n int }

type Queue struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	jobs []*job
	//calvin:guarded_by mu
	total int
}

// Push and Pop are right: they make of jobs a variable that hands over its elements.
func (q *Queue) Push(j *job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs = append(q.jobs, j)
}

func (q *Queue) Pop() *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.jobs) == 0 {
		return nil
	}
	j := q.jobs[0]
	q.jobs[0] = nil
	q.jobs = q.jobs[1:]
	return j
}

func (q *Queue) NotRemoved() {
	q.mu.Lock()
	var j *job
	if len(q.jobs) > 0 {
		j = q.jobs[0]
	}
	q.mu.Unlock()
	if j != nil {
		j.n++ // failed
	}
}

func (q *Queue) OtherRemoved() {
	q.mu.Lock()
	var j *job
	if n := len(q.jobs); n > 0 {
		j = q.jobs[0]
		q.jobs = q.jobs[:n-1]
	}
	q.mu.Unlock()
	if j != nil {
		j.n++ // failed
	}
}

func (q *Queue) RemovedLater() {
	q.mu.Lock()
	var j *job
	if len(q.jobs) > 0 {
		j = q.jobs[0]
	}
	q.mu.Unlock()
	q.mu.Lock()
	if len(q.jobs) > 0 {
		q.jobs = q.jobs[1:]
	}
	q.mu.Unlock()
	if j != nil {
		j.n++ // failed
	}
}

func (q *Queue) PutBack() {
	j := q.Pop()
	if j == nil {
		return
	}
	q.Push(j)
	j.n++ // failed
}

func (q *Queue) Twice() {
	j := &job{}
	q.Push(j)
	q.Push(j) // failed
}

func (q *Queue) InTwo(o *Queue) {
	j := q.Pop()
	if j == nil {
		return
	}
	q.Push(j)
	o.Push(j) // failed
}

func (q *Queue) LeftInOne(o *Queue) {
	q.mu.Lock()
	var j *job
	if len(q.jobs) > 0 {
		j = q.jobs[0]
	}
	q.mu.Unlock()
	if j != nil {
		o.Push(j) // failed
	}
}

func (q *Queue) AppendedLater(o *Queue) {
	q.mu.Lock()
	jobs := append(q.jobs, &job{})
	if len(q.jobs) > 0 {
		q.jobs[0] = nil
	}
	q.jobs = jobs // failed
	q.mu.Unlock()
}

func (q *Queue) OthersAppended(o *Queue) {
	q.mu.Lock()
	o.mu.Lock()                     // failed
	q.jobs = append(o.jobs, &job{}) // failed
	o.mu.Unlock()
	q.mu.Unlock()
}

func (q *Queue) AllAppended(more []*job) {
	q.mu.Lock()
	q.jobs = append(q.jobs, more...) // failed
	q.mu.Unlock()
}

func (q *Queue) OwnKept() {
	j := &job{}
	q.Push(j)
	j.n++ // failed
}

func (q *Queue) Doubled() {
	q.mu.Lock()
	if len(q.jobs) > 0 {
		q.jobs = append(q.jobs, q.jobs[0]) // failed
	}
	q.mu.Unlock()
}

func (q *Queue) Grown() {
	q.mu.Lock()
	q.jobs = q.jobs[:cap(q.jobs)] // failed
	q.mu.Unlock()
}

func (q *Queue) Restored() {
	q.mu.Lock()
	old := q.jobs
	var j *job
	if len(old) > 0 {
		j = old[0]
		q.jobs = old[1:]
	}
	q.mu.Unlock()
	q.mu.Lock()
	q.jobs = old // failed
	q.mu.Unlock()
	if j != nil {
		j.n++
	}
}

func (q *Queue) RestoredAtOnce() {
	q.mu.Lock()
	old := q.jobs
	var j *job
	if len(old) > 0 {
		j = old[0]
		q.jobs = old[1:]
		q.jobs = old // failed
	}
	q.mu.Unlock()
	if j != nil {
		j.n++
	}
}

func (q *Queue) SentAndWritten(c chan *job) {
	j := q.Pop()
	if j == nil {
		return
	}
	c <- j
	j.n++ // failed
}

func (q *Queue) Copied() {
	q.mu.Lock()
	jobs := append([]*job(nil), q.jobs...)
	q.mu.Unlock()
	if len(jobs) > 0 && jobs[0] != nil {
		jobs[0].n++ // failed
	}
}

func (q *Queue) Another() {
	q.mu.Lock()
	var j, k *job
	if len(q.jobs) > 1 {
		j, k = q.jobs[0], q.jobs[1]
		q.jobs = q.jobs[1:]
	}
	q.mu.Unlock()
	if j != nil {
		j.n++
	}
	if k != nil {
		k.n++ // failed
	}
}

// What follows takes out rightly, and then counts without the lock.

func (q *Queue) Counts() {
	if j := q.Pop(); j != nil {
		j.n++
	}
	q.total++ // failed
}

func (q *Queue) AllAndCounts() {
	q.mu.Lock()
	for _, j := range q.jobs {
		if j != nil {
			j.n++
		}
	}
	q.mu.Unlock()
	q.total++ // failed
}

func (q *Queue) DrainAndCounts() {
	for {
		j := q.Pop()
		if j == nil {
			break
		}
		j.n++
	}
	q.total++ // failed
}
