// Package access has variables of all kinds of guards, accesses that they allow, and some that they do not.
package access

import (
	"sync"
	"sync/atomic"
)

// An Account has a field for each kind of guard.
type Account struct {
	id int

	mu sync.Mutex
	//calvin:guarded_by mu
	balance int
	//calvin:guarded_by mu
	history []int
	//calvin:guarded_by mu
	names map[string]int
	//calvin:guarded_by mu
	limits struct{ low, high int }
	//calvin:guarded_by mu
	days [7]int

	rw sync.RWMutex
	//calvin:guarded_by rw
	title string

	//calvin:readable_if true
	//calvin:writable_if mu == tid
	state atomic.Int32

	//calvin:atomic_only
	hits int64

	//calvin:atomic_only
	//calvin:writable_if mu == tid
	fees int64

	once sync.Once
	//calvin:guarded_by once
	table []string

	done chan struct{}
	//calvin:writable_if held(once) && !closed(done)
	//calvin:readable_if closed(done)
	reason int

	locks [4]sync.Mutex
	//calvin:accessible_if[i] locks[i] == tid
	slots [4]int
}

// New makes an account.
func New(id int) *Account {
	a := &Account{id: id, done: make(chan struct{}), names: map[string]int{}}
	a.balance = 1 // nobody else knows the account yet
	a.history = append(a.history, 0)
	a.names["new"] = 1
	a.slots[2] = 1
	a.state.Store(1)
	return a
}

// Deposit adds to the balance.
func (a *Account) Deposit(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
	a.history = append(a.history, n)
	a.history[0]++
	a.names["deposit"]++
	a.limits.high = n
	a.days[n%7]++
	a.state.Store(int32(n))
}

// Balance forgets the lock.
func (a *Account) Balance() int {
	return a.balance // want TestBalance: guarded_by mu
}

// First reads behind the slice after it has given the lock back.
func (a *Account) First() int {
	a.mu.Lock()
	h := a.history
	a.mu.Unlock()
	return h[0] // want TestFirst: guarded_by mu
}

// Name reads the map after it has given the lock back.
func (a *Account) Name() int {
	a.mu.Lock()
	m := a.names
	a.mu.Unlock()
	return m["new"] // want TestName: guarded_by mu
}

// Limit writes a part of a guarded struct.
func (a *Account) Limit(n int) {
	a.limits.low = n // want TestLimit: guarded_by mu
}

// Day writes an element of a guarded array.
func (a *Account) Day(i int) {
	a.days[i] = 1 // want TestDay: guarded_by mu
}

// Title needs the lock for reading only.
func (a *Account) Title() string {
	a.rw.RLock()
	defer a.rw.RUnlock()
	return a.title
}

// Rename writes with the lock for writing.
func (a *Account) Rename(s string) {
	a.rw.Lock()
	a.title = s
	a.rw.Unlock()
}

// Retitle writes with the lock for reading.
func (a *Account) Retitle(s string) {
	a.rw.RLock()
	a.title = s // want TestRetitle: guarded_by rw
	a.rw.RUnlock()
}

// State needs no lock.
func (a *Account) State() int32 { return a.state.Load() }

// Bump writes without the lock.
func (a *Account) Bump() {
	a.state.Add(1) // want TestBump: writable_if mu == tid
}

// Try fails to write, which is reading.
func (a *Account) Try() bool { return a.state.CompareAndSwap(-1, 0) }

// Hit counts.
func (a *Account) Hit() { atomic.AddInt64(&a.hits, 1) }

// Hits reads without package atomic.
func (a *Account) Hits() int64 {
	return a.hits // want TestHits: atomic_only
}

// Charge writes through package atomic under the lock, where reading needs no package.
func (a *Account) Charge() {
	a.mu.Lock()
	defer a.mu.Unlock()
	atomic.StoreInt64(&a.fees, a.fees+1)
}

// Fees needs no lock.
func (a *Account) Fees() int64 { return atomic.LoadInt64(&a.fees) }

// Overcharge writes without the lock.
func (a *Account) Overcharge() {
	atomic.AddInt64(&a.fees, 1) // want TestOvercharge: writable_if mu == tid
}

// Waive writes without package atomic.
func (a *Account) Waive() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.fees = 0 // want TestWaive: atomic_only
}

// Table is made once.
func (a *Account) Table() []string {
	a.once.Do(func() { a.table = []string{"x"} })
	return a.table
}

// Reset writes what was made once.
func (a *Account) Reset() {
	a.table = nil // want TestReset: guarded_by once
}

// Stop says why.
func (a *Account) Stop(reason int) {
	a.once.Do(func() {
		a.reason = reason
		close(a.done)
	})
}

// Reason waits.
func (a *Account) Reason() int {
	<-a.done
	return a.reason
}

// Now does not wait.
func (a *Account) Now() int {
	return a.reason // want TestNow: readable_if closed(done)
}

// Put needs the lock of the slot.
func (a *Account) Put(i, v int) {
	a.locks[i].Lock()
	a.slots[i] = v
	a.locks[i].Unlock()
}

// Misput takes the lock of another slot.
func (a *Account) Misput(i, v int) {
	a.locks[0].Lock()
	a.slots[i] = v // want TestMisput: accessible_if[i] locks[i] == tid
	a.locks[0].Unlock()
}

// ID never changes.
func (a *Account) ID() int { return a.id }

// Renumber changes what has no annotation.
func (a *Account) Renumber(id int) {
	a.mu.Lock()
	a.id = id // want TestRenumber: id is immutable
	a.mu.Unlock()
}

var mu sync.Mutex

//calvin:guarded_by mu
var total int

// Total reads a package variable.
func Total() int {
	mu.Lock()
	defer mu.Unlock()
	total++
	return total
}

// Cheat reads it without the lock, which even who is alone must not.
func Cheat() int {
	return total // want TestCheat: guarded_by mu
}

// A Parcel is handed over.
type Parcel struct {
	//calvin:immutable
	weight int
	label  struct{ to string }
}

// A Belt carries parcels.
type Belt struct {
	//calvin:transfers
	parcels chan *Parcel
	taken   chan bool
}

// NewBelt makes a belt.
func NewBelt() *Belt { return &Belt{parcels: make(chan *Parcel, 1), taken: make(chan bool)} }

// Send makes a parcel and gives it away.
func (b *Belt) Send() {
	p := &Parcel{weight: 1}
	p.weight++
	p.label.to = "x"
	b.parcels <- p
}

// Receive has the parcel to itself.
func (b *Belt) Receive() int {
	p := <-b.parcels
	p.weight++
	p.label.to = "y"
	return p.weight
}

// Keep gives a parcel away and keeps it.
func (b *Belt) Keep() {
	p := &Parcel{}
	b.parcels <- p
	<-b.taken
	p.weight++ // want TestKeep: immutable
}

// Take has the parcel to itself, and says so.
func (b *Belt) Take() {
	p := <-b.parcels
	p.weight++
	close(b.taken)
}
