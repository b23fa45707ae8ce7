// Package pipeline passes values from goroutine to goroutine.
package pipeline

import "sync"

// produce sends the numbers below n, and closes the channel.
//
//calvin:takes out
func produce(out chan<- int, n int) {
	defer close(out)
	for i := range n {
		out <- i
	}
}

// Sum adds the numbers below n, which another goroutine makes.
func Sum(n int) int {
	numbers := make(chan int)
	go produce(numbers, n)
	sum := 0
	for i := range numbers {
		sum += i
	}
	return sum
}

// Squares returns a channel on which the squares of what comes in go out.
func Squares(in <-chan int) <-chan int {
	out := make(chan int, 8)
	go func() {
		defer close(out)
		for i := range in {
			out <- i * i
		}
	}()
	return out
}

// A Queue hands jobs to workers until it is closed.
//
//calvin:invariant closed(jobs) ==> stopped
//calvin:invariant jobs != nil
type Queue struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	stopped bool
	//calvin:closable_if held(mu)
	//calvin:carries[j] j >= 0
	jobs chan int
}

// New returns a queue for n jobs.
func New(n int) *Queue {
	if n < 0 || n > 1<<20 {
		n = 0
	}
	return &Queue{jobs: make(chan int, n)}
}

// Add adds a job unless the queue is closed, and reports whether it did.
func (q *Queue) Add(job int) bool {
	if job < 0 {
		return false
	}
	q.mu.RLock()
	defer q.mu.RUnlock()
	if q.stopped {
		return false
	}
	q.jobs <- job
	return true
}

// Close closes the queue.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.stopped {
		q.stopped = true
		close(q.jobs)
	}
}

// weights are what each kind of job weighs.
var weights = [4]int{1, 2, 3, 5}

// Work does jobs until the queue is closed, and returns their weight.
func (q *Queue) Work() int {
	total := 0
	for job := range q.jobs {
		if job < len(weights) {
			total += weights[job]
		}
	}
	return total
}
