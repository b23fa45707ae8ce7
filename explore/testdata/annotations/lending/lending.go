// Package lending has goroutines that take over objects and give them back, and some that do not do so.
package lending

import "sync"

// A Job belongs to one goroutine at a time.
type Job struct {
	wg sync.WaitGroup
	mu sync.Mutex
	//calvin:guarded_by mu
	log    []string
	n, sum int
	err    error
}

func (j *Job) run() {
	defer j.wg.Done()
	for i := range j.n {
		j.sum += i
		j.log = append(j.log, "added") // it is all the goroutine's own
	}
}

// Sum has the job again when it has waited.
func Sum(n int) int {
	j := &Job{}
	j.n = n
	j.wg.Add(1)
	go j.run()
	j.wg.Wait()
	j.log = nil
	j.n++
	return j.sum
}

// Rounds has one goroutine after the other go on, and touches nothing in between.
func Rounds(n int) int {
	j := &Job{n: n}
	for range 3 {
		j.wg.Add(1)
		go j.run()
		j.wg.Wait()
	}
	j.n = 0
	return j.sum
}

// Seldom takes the job over for what it does seldom.
func Seldom(bad error) *Job {
	j := &Job{n: 1}
	var wg sync.WaitGroup
	wg.Go(func() {
		if bad != nil {
			j.err = bad
		}
		j.mu.Lock()
		j.log = append(j.log, "looked")
		j.mu.Unlock()
	})
	wg.Wait()
	j.n = 2
	return j
}

func (j *Job) add(n int) { j.sum += n }

// Written says what the goroutine takes over.
func Written(n int) int {
	j := &Job{}
	done := make(chan struct{})
	go func() {
		//calvin:takes *j
		j.add(n)
		close(done)
	}()
	<-done
	j.sum++
	return j.sum
}

// Held keeps the function in a variable.
func Held() int {
	j := &Job{}
	var wg sync.WaitGroup
	work := func() { j.sum = 1 }
	wg.Go(work)
	wg.Wait()
	j.sum++
	return j.sum
}

// Nested has the goroutine lend the job to another in turn.
func Nested() int {
	j := &Job{}
	var wg sync.WaitGroup
	wg.Go(func() {
		j.n = 1
		var inner sync.WaitGroup
		inner.Go(func() { j.sum = 2 })
		inner.Wait()
		j.n = 2
	})
	wg.Wait()
	j.n++
	return j.sum
}

// All gives each goroutine an element, and gets them all back by a channel.
func All(n int) int {
	jobs := make([]Job, n)
	done := make(chan int)
	for i := range n {
		go func() {
			jobs[i].log = []string{"begun"}
			done <- i
		}()
	}
	for range n {
		<-done
	}
	lines := 0
	for i := range jobs {
		lines += len(jobs[i].log)
		jobs[i].log = nil
	}
	return lines
}

// Variable has the goroutine take over a variable.
func Variable() int {
	var j Job
	var wg sync.WaitGroup
	wg.Go(func() { j.log = append(j.log, "mine") })
	wg.Wait()
	j.log = append(j.log, "mine again")
	return len(j.log)
}

// A Queue keeps jobs that are done.
type Queue struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	done []*Job
}

// Do lets others know the job when it is done.
func (q *Queue) Do() {
	j := &Job{n: 1}
	j.wg.Add(1)
	go j.run()
	j.wg.Wait()
	j.n = 3
	q.mu.Lock()
	q.done = append(q.done, j)
	q.mu.Unlock()
}

// Lines looks at what is done.
func (q *Queue) Lines() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	lines := 0
	for _, j := range q.done {
		j.mu.Lock()
		lines += len(j.log)
		j.mu.Unlock()
	}
	return lines
}

// DoLate changes a job when others have seen it.
func (q *Queue) DoLate(seen chan bool) {
	j := &Job{n: 1}
	j.wg.Add(1)
	go j.run()
	j.wg.Wait()
	q.mu.Lock()
	q.done = append(q.done, j)
	q.mu.Unlock()
	seen <- true
	<-seen
	j.n = 3 // want TestDoLate: n is immutable
}

// After writes the job when it has given it away.
func After() {
	j := &Job{}
	ready := make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() {
		<-ready
		j.sum = 1 // want TestAfter: sum is immutable
	})
	j.n = 1
	ready <- true
	wg.Wait()
}

// OtherGroup waits for another group.
func OtherGroup() {
	var other sync.WaitGroup
	j := &Job{}
	other.Add(1)
	j.wg.Add(1)
	go func() {
		other.Done()
		j.sum = 1
		j.wg.Done()
	}()
	other.Wait()
	j.n = 2 // want TestOtherGroup: n is immutable
	j.wg.Wait()
}

// Locked sees by a lock that the goroutine is done.
func Locked() {
	var mu sync.Mutex
	over := false
	j := &Job{}
	j.wg.Add(1)
	go func() {
		j.sum = 1
		mu.Lock()
		over = true
		mu.Unlock()
		j.wg.Done()
	}()
	mu.Lock()
	if over {
		j.n = 2 // want TestLocked: n is immutable
	}
	mu.Unlock()
	j.wg.Wait()
}

// Twice gives the job to two goroutines.
func Twice() {
	j := &Job{}
	j.wg.Add(2)
	go j.once()
	go j.once()
	j.wg.Wait()
}

func (j *Job) once() {
	j.sum = 1 // want TestLentTwice: sum is immutable
	j.wg.Done()
}

// Late has the goroutine write when it has given the job back, so that the job is not known to have come back.
func Late() {
	j := &Job{}
	j.wg.Add(1)
	go j.late()
	j.wg.Wait()
	j.n = 1 // want TestLentLate: n is immutable
}

func (j *Job) late() {
	j.wg.Done()
	j.sum = 1
}

// Looked has a goroutine look at the job only: that takes nothing over, so it is shared from then on.
func Looked() int {
	j := &Job{n: 3}
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() { n = j.n })
	wg.Wait()
	j.n = 4 // want TestLooked: n is immutable
	return n
}

// Guarded has a goroutine write what has a guard: that takes nothing over.
func Guarded() {
	j := &Job{}
	var wg sync.WaitGroup
	wg.Go(func() {
		j.mu.Lock()
		j.log = nil
		j.mu.Unlock()
	})
	wg.Wait()
	j.log = nil // want TestGuarded: guarded_by mu
}

// Unpaid does not say when it has done with the job.
func Unpaid() {
	j := &Job{}
	go func() {
		j.sum = 1 // want TestUnpaid: sum is immutable
	}()
	j.n = 2
}

// Third has a goroutine look at a job that another has taken over.
func Third() {
	j := &Job{}
	var wg sync.WaitGroup
	changed, looked := make(chan bool), make(chan bool)
	wg.Go(func() {
		j.sum = 1
		changed <- true
	})
	go func() {
		<-changed
		j.look()
		looked <- true
	}()
	wg.Wait()
	<-looked
	j.n = 2 // want TestThird: n is immutable
}

func (j *Job) look() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.log)
}

// Other takes one job over, and another is shared.
func Other() {
	j, k := &Job{}, &Job{}
	var wg sync.WaitGroup
	wg.Go(func() { j.sum = 1 })
	wg.Go(func() { k.look() })
	wg.Wait()
	j.n = 2
	k.n = 2 // want TestLentOther: n is immutable
}

// A Parcel has no lock: channels hand it over.
type Parcel struct {
	//calvin:immutable
	weight int
}

// A Scale gets parcels and gives them back.
type Scale struct {
	//calvin:transfers
	in chan *Parcel
	//calvin:transfers
	out  chan *Parcel
	done chan bool
}

// NewScale makes a scale.
func NewScale() *Scale {
	return &Scale{in: make(chan *Parcel), out: make(chan *Parcel), done: make(chan bool)}
}

func (s *Scale) weigh() {
	for range 2 {
		p := <-s.in
		p.weight++
		s.out <- p
	}
}

// Weigh has the parcel again when it gets it back.
func (s *Scale) Weigh() int {
	p := &Parcel{weight: 1}
	for range 2 {
		p.weight++
		s.in <- p
		p = <-s.out
		p.weight++
	}
	return p.weight
}

func (s *Scale) keep() {
	p := <-s.in
	p.weight++
	s.out <- p
	<-s.done
	p.weight++ // want TestKeptParcel: immutable
}

// Back has the parcel again, but so has the scale.
func (s *Scale) Back() {
	p := &Parcel{}
	s.in <- p
	p = <-s.out
	p.weight++
	s.done <- true
}
