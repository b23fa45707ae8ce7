// Package awaitedobjects starts goroutines that write objects, and waits for them with a WaitGroup.
package awaitedobjects

import "sync"

// A job is done by one goroutine. It has the WaitGroup of its own.
type job struct {
	wg       sync.WaitGroup
	from, to int
	sum      int
	err      error
}

func (j *job) run() {
	defer j.wg.Done()
	for i := j.from; i < j.to; i++ {
		j.sum += i
	}
}

// Sum adds up the numbers up to n while it counts its calls.
func Sum(n int) (sum int, err error) {
	j := &job{to: n}
	j.wg.Add(1)
	go j.run()
	j.wg.Wait()
	return j.sum, j.err
}

// Rounds has one goroutine after the other go on with what there is.
func Rounds(n int) int {
	j := &job{to: n}
	for range 3 {
		j.wg.Add(1)
		go j.run()
		j.wg.Wait()
		j.from++ // it is this goroutine's again
	}
	return j.sum
}

// A meter counts, and has a mutex for its log.
type meter struct {
	count int
	mu    sync.Mutex
	//calvin:guarded_by mu
	log []string
}

// Note keeps a line.
func (m *meter) Note(line string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.log = append(m.log, line)
}

// Pair has two goroutines count at the same time.
func Pair(xs, ys []int) int {
	a, b := &meter{}, &meter{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		for _, x := range xs {
			a.count += x
		}
	}()
	go func() {
		defer wg.Done()
		for _, y := range ys {
			b.count += y
		}
	}()
	wg.Wait()
	return a.count + b.count
}

// Go has the goroutine end instead of calling Done.
func Go(x int) int {
	m := &meter{}
	var wg sync.WaitGroup
	wg.Go(func() { m.count = x })
	wg.Wait()
	m.count++
	return m.count
}

// Written says what the goroutine takes over.
func Written(x int) int {
	m := &meter{}
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes *m
		m.add(x)
	})
	wg.Wait()
	return m.count
}

//calvin:requires local(m)
func (m *meter) add(x int) { m.count += x }
