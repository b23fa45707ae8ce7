// Package regions has plain objects that guards own, what is taken out of them, and code that uses what it has not taken out.
package regions

import (
	"container/heap"
	"sync"
)

// An entry has no lock.
type entry struct {
	hits int
	tags []string
	by   map[string]int
	next *entry
	prev *entry
	in   struct{ n int }
}

// A limit is never written once others know it.
type limit struct{ most int }

// A Table owns entries.
type Table struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	entries map[string]*entry
	//calvin:guarded_by mu
	recent []*entry
	//calvin:guarded_by mu
	head *entry
	//calvin:guarded_by mu
	limits map[string]*limit
	//calvin:guarded_by mu
	both struct {
		first *entry
		names []string
	}

	rw sync.RWMutex
	//calvin:guarded_by rw
	byName map[string]*entry

	other sync.Mutex
}

// New makes a table that nobody else knows yet.
func New() *Table {
	e := &entry{by: map[string]int{}, tags: []string{""}}
	t := &Table{entries: map[string]*entry{"a": e}, recent: []*entry{e}, byName: map[string]*entry{"a": {}}, limits: map[string]*limit{"a": {most: 1}}}
	t.head = e
	t.both.first, t.both.names = e, []string{""}
	e.next = &entry{prev: e}
	e.hits, e.next.hits = 1, 1
	return t
}

// Hit has the lock.
func (t *Table) Hit(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.entries[key]
	if e == nil {
		e = &entry{}
		e.hits = 1
		t.entries[key] = e
		t.recent = append(t.recent, e)
	}
	e.inc()
	for _, r := range t.recent {
		r.hits++
		r.in.n++
		r.tags = append(r.tags, key)
		r.tags[0] = key
	}
	for e := t.head; e != nil; e = e.next {
		e.hits++
		if e.prev != nil {
			e.prev.hits++
		}
	}
	if e.by != nil {
		e.by[key]++
	}
	t.both.first.hits++
	t.both.names[0] = key
}

func (e *entry) inc() { e.hits++ }

// Named reads with the lock for reading.
func (t *Table) Named(key string) int {
	t.rw.RLock()
	defer t.rw.RUnlock()
	if e := t.byName[key]; e != nil {
		return e.hits
	}
	return 0
}

// Name writes with the lock for writing.
func (t *Table) Name(key string) {
	t.rw.Lock()
	defer t.rw.Unlock()
	if e := t.byName[key]; e != nil {
		e.hits++
	}
}

// Limit reads without the lock what nobody writes.
func (t *Table) Limit(key string) int {
	t.mu.Lock()
	l := t.limits[key]
	t.mu.Unlock()
	return l.most
}

// Copy takes a copy.
func (t *Table) Copy(key string) int {
	t.mu.Lock()
	e := *t.entries[key]
	t.mu.Unlock()
	e.hits++
	return e.hits
}

// Remove takes an entry out of the map; it is in no other place.
func (t *Table) Remove(key string) *entry {
	t.rw.Lock()
	e := t.byName[key]
	delete(t.byName, key)
	t.rw.Unlock()
	if e != nil {
		e.hits = 0
	}
	return e
}

// Late keeps the entry when it has given the lock back.
func (t *Table) Late() {
	t.mu.Lock()
	e := t.entries["a"]
	t.mu.Unlock()
	e.hits++ // want TestRegionLate: guarded_by mu
}

// LateInc does so by a method.
func (t *Table) LateInc() {
	t.mu.Lock()
	e := t.recent[0]
	t.mu.Unlock()
	e.late()
}

func (e *entry) late() {
	e.hits++ // want TestLateInc: guarded_by mu
}

// LateRead reads what others write.
func (t *Table) LateRead() int {
	t.mu.Lock()
	e := t.head
	t.mu.Unlock()
	return e.hits // want TestLateRead: guarded_by mu
}

// LateNext follows the list.
func (t *Table) LateNext() {
	t.mu.Lock()
	e := t.head.next
	t.mu.Unlock()
	e.hits = 7 // want TestLateNext: guarded_by mu
}

// LateTag writes an element of a slice in the entry.
func (t *Table) LateTag() {
	t.mu.Lock()
	tags := t.head.tags
	t.mu.Unlock()
	tags[0] = "x" // want TestLateTag: guarded_by mu
}

// LateBy writes a map in the entry.
func (t *Table) LateBy() {
	t.mu.Lock()
	by := t.head.by
	t.mu.Unlock()
	by["x"] = 1 // want TestLateBy: guarded_by mu
}

// LatePart writes a struct in the entry.
func (t *Table) LatePart() {
	t.mu.Lock()
	e := t.head
	t.mu.Unlock()
	e.in.n = 1 // want TestLatePart: guarded_by mu
}

// LatePointer writes a field by its address.
func (t *Table) LatePointer() {
	t.mu.Lock()
	p := &t.head.hits
	t.mu.Unlock()
	*p = 1 // want TestLatePointer: guarded_by mu
}

// LateRange writes what a loop has found.
func (t *Table) LateRange() {
	var found *entry
	t.mu.Lock()
	for _, e := range t.entries {
		found = e
	}
	t.mu.Unlock()
	found.hits = 1 // want TestLateRange: guarded_by mu
}

// LateBoth writes what a part of a guarded struct leads to.
func (t *Table) LateBoth() {
	t.mu.Lock()
	names := t.both.names
	t.mu.Unlock()
	names[0] = "x" // want TestLateBoth: guarded_by mu
}

// ReadLock writes with the lock for reading.
func (t *Table) ReadLock() {
	t.rw.RLock()
	t.byName["a"].hits++ // want TestReadLock: guarded_by rw
	t.rw.RUnlock()
}

// OtherLock has another lock.
func (t *Table) OtherLock() {
	t.mu.Lock()
	e := t.entries["a"]
	t.mu.Unlock()
	t.other.Lock()
	e.hits++ // want TestRegionOtherLock: guarded_by mu
	t.other.Unlock()
}

// OtherTable has the lock of another table.
func (t *Table) OtherTable(u *Table) {
	t.mu.Lock()
	e := t.entries["a"]
	t.mu.Unlock()
	u.mu.Lock()
	e.hits++ // want TestOtherTable: guarded_by mu
	u.mu.Unlock()
}

// Started has another goroutine write the entry, which has no lock.
func (t *Table) Started() {
	t.mu.Lock()
	e := t.entries["a"]
	var wg sync.WaitGroup
	wg.Go(func() {
		e.hits++ // want TestStarted: guarded_by mu
	})
	wg.Wait()
	t.mu.Unlock()
}

// Raise writes a limit under the lock, so that it can be changed.
func (t *Table) Raise() {
	t.mu.Lock()
	t.limits["a"].most++
	t.mu.Unlock()
}

// LateLimit reads what Raise writes.
func (t *Table) LateLimit() int {
	t.mu.Lock()
	l := t.limits["a"]
	t.mu.Unlock()
	return l.most // want TestLateLimit: guarded_by mu
}

// A task is taken out of a queue.
type task struct {
	tries int
	parts []int
}

// Tasks is a queue.
type Tasks struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	queue []*task
	//calvin:guarded_by mu
	stack []*task
	//calvin:guarded_by mu
	waiting map[int]*task
	//calvin:guarded_by mu
	one *task
	//calvin:guarded_by mu
	batch []task
	//calvin:guarded_by mu
	jobs jobs
}

type jobs []*task

func (j jobs) Len() int           { return len(j) }
func (j jobs) Less(a, b int) bool { return j[a].tries < j[b].tries }
func (j jobs) Swap(a, b int)      { j[a], j[b] = j[b], j[a] }
func (j *jobs) Push(x any)        { *j = append(*j, x.(*task)) }
func (j *jobs) Pop() any {
	old := *j
	n := len(old)
	x := old[n-1]
	*j = old[:n-1]
	return x
}

// Add gives a task away in each way.
func (q *Tasks) Add(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = append(q.queue, &task{parts: []int{n}})
	q.stack = append(q.stack, &task{parts: []int{n}})
	if q.waiting == nil {
		q.waiting = map[int]*task{}
	}
	q.waiting[n] = &task{}
	q.one = &task{}
	q.batch = append(q.batch, task{parts: []int{n}})
	heap.Push(&q.jobs, &task{tries: n})
	for _, t := range q.queue {
		t.tries++
		t.parts[0]++
	}
	for _, t := range q.stack {
		t.tries++
	}
	for _, t := range q.waiting {
		t.tries++
	}
	q.one.tries++
	for i := range q.batch {
		q.batch[i].tries++
	}
}

// Take has what it takes out to itself.
func (q *Tasks) Take(n int) {
	q.mu.Lock()
	var list []*task
	if len(q.queue) > 0 {
		list = append(list, q.queue[0])
		q.queue = q.queue[1:]
	}
	if n := len(q.stack); n > 0 {
		list = append(list, q.stack[n-1])
		q.stack = q.stack[:n-1]
	}
	if t := q.waiting[n]; t != nil {
		list = append(list, t)
		delete(q.waiting, n)
	}
	if q.one != nil {
		list = append(list, q.one)
		q.one = nil
	}
	if len(q.jobs) > 0 {
		list = append(list, heap.Pop(&q.jobs).(*task))
	}
	batch := q.batch
	q.batch = nil
	q.mu.Unlock()
	for _, t := range list {
		t.tries++
		for i := range t.parts {
			t.parts[i]++
		}
	}
	for i := range batch {
		batch[i].tries++
		batch[i].parts[0]++
	}
}

// Shared takes a task out of one place and not of the other.
func (q *Tasks) Shared() {
	t := &task{}
	q.mu.Lock()
	q.queue, q.one = []*task{t}, t
	q.queue = q.queue[1:]
	q.one.tries++
	q.mu.Unlock()
	t.tries++ // want TestShared: guarded_by mu
}

// Kept leaves the task in the queue.
func (q *Tasks) Kept() {
	q.mu.Lock()
	t := q.queue[0]
	q.mu.Unlock()
	t.tries++ // want TestKeptTask: guarded_by mu
}

// KeptBatch leaves the batch where it is.
func (q *Tasks) KeptBatch() {
	q.mu.Lock()
	b := q.batch
	q.mu.Unlock()
	b[0].parts[0]++ // want TestKeptBatch: guarded_by mu
}

// Submit goes on with a task that it has given away.
func (q *Tasks) Submit(t *task) {
	q.mu.Lock()
	q.one = t
	q.mu.Unlock()
	t.tries = 1 // want TestSubmit: guarded_by mu
}

// SubmitLast goes on with a task that it has put at the end.
func (q *Tasks) SubmitLast(t *task) {
	q.mu.Lock()
	q.queue = append(q.queue, t)
	q.mu.Unlock()
	t.tries = 1 // want TestSubmitLast: guarded_by mu
}

// SubmitWaiting goes on with a task that waits.
func (q *Tasks) SubmitWaiting(t *task) {
	q.mu.Lock()
	q.waiting[7] = t
	q.mu.Unlock()
	t.tries = 1 // want TestSubmitWaiting: guarded_by mu
}

// Cells have a lock each.
type Cells struct {
	mu    sync.Mutex
	locks [2]sync.Mutex
	//calvin:guarded_by mu
	//calvin:accessible_if[i] locks[i] == tid
	cells []*entry
}

// NewCells makes cells.
func NewCells() *Cells { return &Cells{cells: []*entry{{}, {}}} }

// Hit has the lock of the cell alone when it writes.
func (c *Cells) Hit(i int) {
	c.mu.Lock()
	cells := c.cells
	c.mu.Unlock()
	c.locks[i].Lock()
	defer c.locks[i].Unlock()
	cells[i].hits++
}

// A loop has entries to itself.
type loop struct {
	//calvin:closable_if false
	c chan string
	//calvin:confined_to run
	seen map[string]*entry
}

func (l *loop) run() {
	for name := range l.c {
		if l.seen[name] == nil {
			l.seen[name] = &entry{}
		}
		l.seen[name].hits++
	}
}

// Peek writes an entry of the loop's.
func (l *loop) Peek(e *entry) {
	l.c <- "b"
	e.hits = 5 // want TestPeekEntry: confined_to run
}
