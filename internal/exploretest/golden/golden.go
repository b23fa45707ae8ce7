// Package golden has programs whose numbers of executions are known. It takes a name and its parameters. It gives a
// program for package rt and the numbers of its Mazurkiewicz traces, in all and with few preemptions. At least two
// other tools computed every number, or it is a closed form.
//
// Two operations are dependent if they are on the same object and one of them writes. A failed compare-and-swap is a
// read. Acquisitions of one mutex are ordered. All goroutines start together. Only complete executions count.
package golden

import (
	"sync"
	"sync/atomic"

	"github.com/calvin-go/calvin/explore/rt"
)

// A Row is a program with parameters.
type Row struct {
	Name    string
	N       []int  // parameters
	Traces  int    // complete ones, zero if not known
	Blocked int    // traces that end in a deadlock
	Bounds  []int  // complete traces with at most 0, 1, 2, ... preemptions, if known
	Program func() // one execution
}

// Rows lists the programs.
func Rows() []Row {
	var rows []Row
	for _, f := range families {
		for _, c := range f.cases {
			rows = append(rows, Row{f.name, c.n, c.traces, c.blocked, c.bounds, func() { f.program(c.n) }})
		}
	}
	return rows
}

// A family is a program that has parameters.
type family struct {
	name    string
	program func(n []int)
	cases   []numbers
}

type numbers struct {
	n       []int
	traces  int
	blocked int
	bounds  []int
}

// of makes a numbers; bounds are optional.
func of(n, traces int, bounds ...int) numbers {
	return numbers{n: []int{n}, traces: traces, bounds: bounds}
}

// word is what most programs share.
type word = *atomic.Int64

func newWord(v int64) word {
	w := rt.New(new(atomic.Int64))
	w.Store(v)
	return w
}

func newWords(n int) []word {
	ws := make([]word, n)
	for i := range ws {
		ws[i] = newWord(0)
	}
	return ws
}

// The sites tell kinds of operations apart.
const (
	siteLoad rt.Site = 1 + iota
	siteStore
	siteAdd
	siteCAS
	siteSwap
	siteGo
	siteLock
	siteUnlock
	siteSend
	siteRecv
	siteWait
)

func load(w word) int64             { return rt.Load(siteLoad, w) }
func store(w word, v int64)         { rt.Store(siteStore, w, v) }
func add(w word) int64              { return rt.Add(siteAdd, w, 1) }
func cas(w word, old, v int64) bool { return rt.CompareAndSwap(siteCAS, w, old, v) }

// await blocks until cond, which depends on w alone, holds: one event that reads w.
func await(w word, cond func(v int64) bool) {
	rt.Await(func() bool { return cond(w.Load()) })
	load(w)
}

func is(want int64) func(int64) bool { return func(v int64) bool { return v == want } }

// start starts n goroutines.
func start(n int, f func(i int)) {
	for i := range n {
		rt.Go(siteGo, func() { f(i) })
	}
}

// together starts each function in a goroutine.
func together(fs ...func()) { start(len(fs), func(i int) { fs[i]() }) }

func newMutex() *sync.Mutex { return rt.New(new(sync.Mutex)) }

func lock(m *sync.Mutex)   { rt.Lock(siteLock, m) }
func unlock(m *sync.Mutex) { rt.Unlock(siteUnlock, m) }
