// Package lockaway hands objects to other goroutines with their locks held, or takes the locks afterwards. Whoever has the
// object for itself may overwrite the lock meanwhile: then the unlock is one of an unlocked lock.
package lockaway

import "sync"

// A box has a lock.
type box struct {
	mu sync.Mutex
	n  int
}

// A book has a lock for readers.
type book struct {
	mu sync.RWMutex
	n  int
}

// A Queue hands boxes on.
type Queue struct {
	//calvin:transfers
	//calvin:closable_if false
	in chan *box
	//calvin:transfers
	//calvin:closable_if false
	books chan *book
}

// Overwrite is what a receiver may do.
func (q *Queue) Overwrite() {
	if b := <-q.in; b != nil {
		b.mu.Lock()
		b.mu.Unlock()
		*b = box{}
	}
}

// Held sends it with the lock held.
func (q *Queue) Held() {
	b := &box{}
	b.mu.Lock()
	q.in <- b     // failed
	b.mu.Unlock() // failed
}

// kept sends it with the lock held, and leaves it so.
func (q *Queue) kept() {
	b := &box{}
	b.mu.Lock()
	q.in <- b // failed
}

// Later takes the lock when it has been sent.
func (q *Queue) Later() {
	b := &box{}
	q.in <- b
	b.mu.Lock() // failed
	b.mu.Unlock()
}

// Tried takes it if it is free.
func (q *Queue) Tried() {
	b := &box{}
	q.in <- b
	if b.mu.TryLock() { // failed
		b.mu.Unlock()
	}
}

// Passed sends on what it has received, with the lock held.
func (q *Queue) Passed() {
	b := <-q.in
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock() // failed
	q.in <- b           // failed
}

// Selected sends it if somebody receives.
func (q *Queue) Selected() {
	b := &box{}
	b.mu.Lock()
	select { // failed
	case q.in <- b:
	default:
		b.mu.Unlock()
	}
}

// Read sends a book that it reads.
func (q *Queue) Read() {
	b := &book{}
	b.mu.RLock()
	q.books <- b   // failed
	b.mu.RUnlock() // failed
}

// ReadLater begins to read it later.
func (q *Queue) ReadLater() {
	b := &book{}
	q.books <- b
	b.mu.RLock() // failed
	b.mu.RUnlock()
}

// Lent holds the lock of a variable that a goroutine overwrites.
func Lent() int {
	var b box
	var wg sync.WaitGroup
	wg.Add(1)
	b.mu.Lock()
	go func() { // failed
		b = box{}
		wg.Done()
	}()
	b.mu.Unlock() // failed
	wg.Wait()
	return b.n
}

// LentLater takes it meanwhile.
func LentLater() int {
	var b box
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		b = box{}
		wg.Done()
	}()
	b.mu.Lock() // failed
	b.mu.Unlock()
	wg.Wait()
	return b.n
}

// Back has a goroutine that gives the variable back with the lock held.
func Back() int {
	var b box
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		b.mu.Lock()
		b.n = 1
		wg.Done()     // failed
		b.mu.Unlock() // failed
	}()
	wg.Wait()
	b.mu.Lock()
	b.mu.Unlock()
	b = box{}
	return b.n
}

// BackLater has one that takes it afterwards.
func BackLater() int {
	var b box
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		b.n = 1
		wg.Done()
		b.mu.Lock() // failed
		b.mu.Unlock()
	}()
	wg.Wait()
	b.mu.Lock()
	b.mu.Unlock()
	b = box{}
	return b.n
}

// pool keeps boxes.
//
//calvin:transfers
var pool = sync.Pool{New: func() any { return &box{} }}

// Put puts one back with the lock held.
func Put() {
	b := pool.Get().(*box)
	b.mu.Lock()
	pool.Put(b)   // failed
	b.mu.Unlock() // failed
}

// A one has a Once.
type one struct {
	once sync.Once
	n    int
}

// A Row hands them on.
type Row struct {
	//calvin:transfers
	//calvin:closable_if false
	in chan *one
}

// Midst sends one in the midst of its Once.
func (r *Row) Midst() {
	o := &one{}
	o.once.Do(func() { // failed
		r.in <- o // failed
	})
}

// After runs it when it has been sent.
func (r *Row) After() {
	o := &one{}
	r.in <- o
	o.once.Do(func() {}) // failed
}
