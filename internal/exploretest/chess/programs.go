package chess

import (
	"sync"
	"sync/atomic"

	"github.com/calvin-go/calvin/explore/rt"
)

// The sites of operations, by what they do; the programs are small.
const (
	siteGo rt.Site = 1 + iota
	siteDone
	siteJoin
	siteLoad
	siteStore
	siteAdd
	siteLock
	siteUnlock
	siteCondWait
	siteSignal
	siteRead
	siteWrite
)

type word = *atomic.Int64

func newWord() word                    { return rt.New(new(atomic.Int64)) }
func load(w word) int64                { return rt.Load(siteLoad, w) }
func store(w word, v int64)            { rt.Store(siteStore, w, v) }
func add(w word) int64                 { return rt.Add(siteAdd, w, 1) }
func lock(m *sync.Mutex)               { rt.Lock(siteLock, m) }
func unlock(m *sync.Mutex)             { rt.Unlock(siteUnlock, m) }
func newMutex() *sync.Mutex            { return rt.New(new(sync.Mutex)) }
func read[T any](p *T) T               { return rt.Get(siteRead, p) }
func write[T any](p *T, v T)           { rt.Set(siteWrite, p, v) }
func wait(c *sync.Cond)                { rt.CondWait(siteCondWait, c) }
func signal(c *sync.Cond)              { rt.CondSignal(siteSignal, c) }
func broadcast(c *sync.Cond)           { rt.CondBroadcast(siteSignal, c) }
func newCond(m *sync.Mutex) *sync.Cond { return rt.New(sync.NewCond(m)) }

// together runs the functions in goroutines and waits for them.
func together(fs ...func()) {
	wg := rt.New(new(sync.WaitGroup))
	rt.WaitGroupAdd(siteAdd, wg, len(fs))
	for _, f := range fs {
		rt.Go(siteGo, func() {
			defer rt.WaitGroupDone(siteDone, wg)
			f()
		})
	}
	rt.WaitGroupWait(siteJoin, wg)
}

// A deque is the work-stealing queue of Cilk-5 (Frigo, Leiserson and Randall, PLDI 1998, figure 5).
type deque struct {
	head, tail word
	items      [4]word
	mu         *sync.Mutex

	// The seeded bugs.
	noRecheck bool // take does not look again under the lock when a thief may have been faster
	noLock    bool // steal does without the lock
	lateClaim bool // take reads head before it claims the last element
}

func newDeque() *deque {
	d := &deque{head: newWord(), tail: newWord(), mu: newMutex()}
	for i := range d.items {
		d.items[i] = newWord()
	}
	return d
}

func (d *deque) push(v int64) {
	t := load(d.tail)
	store(d.items[t], v)
	store(d.tail, t+1)
}

// take removes the element that was pushed last; zero stands for none.
func (d *deque) take() int64 {
	t := load(d.tail) - 1
	var h int64
	if d.lateClaim {
		h = load(d.head)
		store(d.tail, t)
	} else {
		store(d.tail, t)
		h = load(d.head)
	}
	if h > t {
		if d.noRecheck {
			if h > t+1 {
				store(d.tail, t+1)
				return 0
			}
			return load(d.items[t])
		}
		store(d.tail, t+1)
		lock(d.mu)
		defer unlock(d.mu)
		if h = load(d.head); h > t {
			return 0
		}
		store(d.tail, t)
	}
	return load(d.items[t])
}

// steal removes the element that was pushed first; zero stands for none.
func (d *deque) steal() int64 {
	if !d.noLock {
		lock(d.mu)
		defer unlock(d.mu)
	}
	h := load(d.head)
	store(d.head, h+1)
	if h+1 > load(d.tail) {
		store(d.head, h)
		return 0
	}
	return load(d.items[h])
}

// useDeque has an owner that pushes and takes two elements, and two thieves. No element may be lost, or be had twice.
func useDeque(seed func(d *deque)) func(t *rt.T) {
	return func(t *rt.T) {
		d := newDeque()
		seed(d)
		var had [3]word
		for i := range had {
			had[i] = newWord()
		}
		get := func(v int64) {
			if v != 0 && had[v].Add(1) > 1 {
				t.Error("an element is had twice")
			}
		}
		d.push(1)
		thief := func() { get(d.steal()) }
		together(func() {
			d.push(2)
			get(d.take())
			get(d.take())
		}, thief, thief)
		for v := int64(1); v <= 2; v++ {
			if had[v].Load() == 0 && d.head.Load() >= d.tail.Load() {
				t.Error("an element is lost")
			}
		}
	}
}

var stealing = []Program{
	{"work stealing", "", useDeque(func(*deque) {})},
	{"work stealing", "take does not look again under the lock", useDeque(func(d *deque) { d.noRecheck = true })},
	{"work stealing", "steal does without the lock", useDeque(func(d *deque) { d.noLock = true })},
	{"work stealing", "take reads head too early", useDeque(func(d *deque) { d.lateClaim = true })},
}

// A queue is a bounded queue with two conditions.
type queue struct {
	mu                *sync.Mutex
	notFull, notEmpty *sync.Cond
	n                 *int // elements
	once              bool // bug: a condition is not tested again after waiting
}

func newQueue(oneCond bool) *queue {
	q := &queue{mu: newMutex(), n: rt.New(new(int))}
	q.notFull = newCond(q.mu)
	q.notEmpty = q.notFull
	if !oneCond {
		q.notEmpty = newCond(q.mu)
	}
	return q
}

func (q *queue) until(c *sync.Cond, ok func() bool) {
	for !ok() {
		wait(c)
		if q.once {
			return
		}
	}
}

func (q *queue) put() {
	lock(q.mu)
	q.until(q.notFull, func() bool { return read(q.n) < 1 })
	write(q.n, read(q.n)+1)
	signal(q.notEmpty)
	unlock(q.mu)
}

func (q *queue) get(t *rt.T) {
	lock(q.mu)
	q.until(q.notEmpty, func() bool { return read(q.n) > 0 })
	if read(q.n) == 0 {
		t.Error("get from an empty queue")
	}
	write(q.n, read(q.n)-1)
	signal(q.notFull)
	unlock(q.mu)
}

// useQueue has two producers and two consumers of a queue with one place.
func useQueue(oneCond, once bool) func(t *rt.T) {
	return func(t *rt.T) {
		q := newQueue(oneCond)
		q.once = once
		get := func() { q.get(t) }
		together(get, get, q.put, q.put)
	}
}

var boundedQueue = []Program{
	{"bounded queue", "", useQueue(false, false)},
	{"bounded queue", "the condition is not tested again", useQueue(false, true)},
	{"bounded queue", "a signal may wake the wrong side", useQueue(true, false)},
}

// usePool has two workers that wait for tasks until the pool is stopped.
func usePool(early bool) func(t *rt.T) {
	return func(t *rt.T) {
		mu := newMutex()
		work := newCond(mu)
		tasks, ran := rt.New(new(int)), newWord()
		stopped := newWord()
		worker := func() {
			for {
				lock(mu)
				for read(tasks) == 0 {
					if load(stopped) == 1 {
						unlock(mu)
						return
					}
					wait(work)
				}
				write(tasks, read(tasks)-1)
				unlock(mu)
				add(ran)
			}
		}
		together(worker, worker, func() {
			for range 2 {
				lock(mu)
				write(tasks, read(tasks)+1)
				signal(work)
				unlock(mu)
			}
			if early { // bug: a worker may have seen the flag unset, and not wait yet
				store(stopped, 1)
				broadcast(work)
				return
			}
			lock(mu)
			store(stopped, 1)
			broadcast(work)
			unlock(mu)
		})
		if ran.Load() != 2 {
			t.Error("a task has not run")
		}
	}
}

var pool = []Program{
	{"thread pool", "", usePool(false)},
	{"thread pool", "stopped without the lock", usePool(true)},
}

// useFiles is the model of a file system of Flanagan and Godefroid (POPL 2005, figure 11), made small: threads create
// files, each in an inode of its own, and all look for a free block from the same place on.
func useFiles(apart bool) func(t *rt.T) {
	return func(t *rt.T) {
		const files, blocks = 3, 3
		var lockI [files]*sync.Mutex
		var lockB [blocks]*sync.Mutex
		var inode [files]*int
		var busy [blocks]*bool
		for i := range files {
			lockI[i], inode[i] = newMutex(), rt.New(new(int))
		}
		for b := range blocks {
			lockB[b], busy[b] = newMutex(), rt.New(new(bool))
		}
		create := func(i int) func() {
			return func() {
				lock(lockI[i])
				defer unlock(lockI[i])
				for b := 0; ; b = (b + 1) % blocks {
					lock(lockB[b])
					free := !read(busy[b])
					if apart { // bug: another may find the block free as well
						unlock(lockB[b])
						lock(lockB[b])
					}
					if free {
						write(busy[b], true)
						write(inode[i], b+1)
						unlock(lockB[b])
						return
					}
					unlock(lockB[b])
				}
			}
		}
		together(create(0), create(1), create(2))
		for i := range files {
			for j := range i {
				if *inode[i] == *inode[j] {
					t.Error("two files share a block")
				}
			}
		}
	}
}

var fileSystem = []Program{
	{"file system", "", useFiles(false)},
	{"file system", "a block is tested and taken apart", useFiles(true)},
}
