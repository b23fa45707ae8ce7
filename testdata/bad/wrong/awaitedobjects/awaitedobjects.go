// Package awaitedobjects uses objects that goroutines may be writing.
package awaitedobjects

import "sync"

// A Job is done by one goroutine.
type Job struct {
	wg sync.WaitGroup
	mu sync.Mutex
	//calvin:guarded_by mu
	guarded int
	result  int
	n       int
	next    *Job
}

func (j *Job) work() {
	defer j.wg.Done()
	j.result = 42 + j.n
	j.guarded++ // it is all the goroutine's own
}

// Before reads before it waits.
func Before() int {
	j := &Job{}
	j.wg.Add(1)
	go j.work()
	return j.result // failed
}

// Locked counts on the mutex, which the goroutine does not need.
func Locked() {
	j := &Job{}
	j.wg.Add(1)
	go j.work()
	j.mu.Lock() // failed
	j.guarded++
	j.mu.Unlock()
	j.wg.Wait()
}

// Alias writes by another name.
func Alias() {
	j := &Job{}
	k := j
	j.wg.Add(1)
	go j.work()
	k.n = 5 // failed
	j.wg.Wait()
}

// Linked has another way to the object.
func Linked() {
	j := &Job{}
	k := &Job{next: j}
	j.wg.Add(1)
	go j.work() // failed
	k.next.n = 5
	j.wg.Wait()
}

// Twice starts two goroutines with one object.
func Twice() {
	j := &Job{}
	j.wg.Add(2)
	go j.work()
	go j.work() // failed
	j.wg.Wait()
}

// Shared gives away what is not its own.
func Shared(j *Job) {
	j.wg.Add(1)
	go j.work() // failed
	j.wg.Wait()
}

// Other waits for another.
func Other() int {
	j, k := &Job{}, &Job{}
	j.wg.Add(1)
	go j.work()
	k.wg.Wait()
	return j.result // failed
}

// None does not say that it waits.
func None() {
	j := &Job{}
	go j.work() // failed
	j.wg.Wait()
}

// After adds after it has started the goroutine.
func After() int {
	j := &Job{}
	go j.work() // failed
	j.wg.Add(1)
	j.wg.Wait()
	return j.result
}

func (j *Job) late() {
	j.wg.Done()
	j.result = 42 // failed
}

// Late starts a goroutine that writes after Done.
func Late() {
	j := &Job{}
	j.wg.Add(1)
	go j.late()
	j.wg.Wait()
}

// Again reads in the second round what the first has left.
func Again() int {
	j := &Job{}
	j.wg.Add(1)
	go j.work()
	j.wg.Wait()
	j.wg.Add(1)
	go j.work()
	x := j.result // failed
	j.wg.Wait()
	return x
}

// Returned gives the object to a caller who does not know.
func Returned() *Job {
	j := &Job{}
	j.wg.Add(1)
	go j.work()
	return j // failed
}

// Waiter has two goroutines that take the object for their own.
func Waiter() {
	j := &Job{}
	j.wg.Add(1)
	go j.work()
	go func() { // failed
		j.wg.Wait()
		_ = j.result
	}()
	j.wg.Wait()
	j.n = 3
}

// A Keeper keeps a job for others.
type Keeper struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	last *Job
}

// Put lets others know the job meanwhile.
func (k *Keeper) Put() {
	j := &Job{}
	j.wg.Add(1)
	go j.work()
	k.mu.Lock()
	k.last = j // failed
	k.mu.Unlock()
	j.wg.Wait()
	j.n = 2
}

// Boxed puts it into an interface meanwhile.
func Boxed() any {
	j := &Job{}
	j.wg.Add(1)
	go j.work()
	var x any = j // failed
	j.wg.Wait()
	j.n = 2
	return x
}

// Called passes it on meanwhile.
func Called(f func(*Job)) {
	j := &Job{}
	j.wg.Add(1)
	go j.work()
	f(j) // failed
	j.wg.Wait()
	j.n = 2
}

// Stored stores it in another object.
func Stored() *Job {
	j, k := &Job{}, &Job{}
	j.wg.Add(1)
	go j.work()
	k.next = j // failed
	j.wg.Wait()
	j.n = 2
	return k
}

// Moved has the goroutine use another object than the one that it was given.
func Moved() {
	var wg sync.WaitGroup
	j := &Job{}
	wg.Add(1)
	go func() {
		defer wg.Done()
		j.n = 1 // failed
	}()
	j = &Job{} // failed
	wg.Wait()
}

// Keep has the goroutine let others know it.
func (k *Keeper) Keep() {
	j := &Job{}
	j.wg.Add(1)
	go func() {
		j.n = 1
		k.mu.Lock()
		k.last = j
		k.mu.Unlock()
		j.wg.Done() // failed
	}()
	j.wg.Wait()
	j.n = 2
}
