// Package letknow has no annotations. Goroutines read slices and maps that they get, in a program that has others of these types under locks.
package letknow

import (
	"strings"
	"sync"
)

type Index struct {
	mu    sync.Mutex
	words map[string][]string
}

func (x *Index) Add(k, v string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.words[k] = append(x.words[k], v)
}

func NewIndex() *Index { return &Index{words: map[string][]string{}} }

type Log struct {
	mu  sync.Mutex
	ids []int
}

func (l *Log) Add(id int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ids = append(l.ids, id)
}

// Lengths has goroutines read the elements.
func Lengths(words []string) []int {
	out := make([]int, len(words))
	var wg sync.WaitGroup
	for i, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = len(w) + len(words[(i+1)%len(words)])
		}()
	}
	wg.Wait()
	return out
}

func use(words []string) []int { return Lengths(words) }

// Totals has a goroutine for each slice of a map.
func Totals(files map[string][]string) int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for _, lines := range files {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for _, l := range lines {
				mu.Lock()
				n += len(l)
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return n
}

// Rows starts goroutines with a function that has a name.
func Rows(rows [][]string) {
	for _, row := range rows {
		go show(row)
	}
}

func show(row []string) {
	for _, s := range row {
		println(s)
	}
}

// Nested has the goroutine started by a literal that is called where it stands.
func Nested(ids []int) {
	func() {
		go func() { println(len(ids), ids[0]) }()
	}()
}

// Fields makes what the goroutine reads.
func Fields(s string) {
	words := strings.Fields(s)
	ids := []int{len(s), len(words)}
	go func() { println(words[0], ids[0]) }()
	go func(ids []int) { println(ids[1]) }(ids)
}

// Written writes what the goroutine reads.
func Written(words []string) {
	go func() { println(words[0]) }()
	words[0] = "" // failed
}

// Later writes what goroutines of another function read.
func Later() {
	words := []string{"a"}
	Rows([][]string{words})
	words[0] = "b" // failed
}

// Changed writes a slice that a goroutine has.
func Changed() {
	ids := []int{1}
	go func() { println(ids[0]) }()
	ids[0] = 2 // failed
}

// Guarded passes what the lock guards.
func (l *Log) Guarded() {
	run := func(ids []int) {
		go func() { println(len(ids), ids[0]) }() // failed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	run(l.ids)
}

// Started starts a goroutine with it.
func (l *Log) Started() {
	l.mu.Lock()
	defer l.mu.Unlock()
	go func(ids []int) { println(ids[0]) }(l.ids) // failed
}

// Copied has a goroutine read it by way of a variable.
func (l *Log) Copied() {
	l.mu.Lock()
	ids := l.ids
	l.mu.Unlock()
	go func() { println(ids[0]) }() // failed
}

// Cut has it by way of a call.
func (l *Log) Cut() {
	l.mu.Lock()
	ids := l.tail()
	l.mu.Unlock()
	go func() { println(ids[0]) }() // failed
}

func (l *Log) tail() []int { return l.ids[1:] }

// GuardedEntry passes an entry of what the lock guards.
func (x *Index) GuardedEntry(k string) {
	run := func(rows [][]string) {
		for _, row := range rows {
			go show(row) // failed
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	run([][]string{x.words[k]})
}

// GuardedMap passes all of it.
func (x *Index) GuardedMap() {
	run := func(files map[string][]string) {
		go func() { println(len(files)) }() // failed
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	run(x.words)
}

// Kept starts a goroutine with it, and leaves it to the lock then.
func (l *Log) Kept(ids []int) {
	go func() { println(ids[0]) }()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ids = ids // failed
}

// Shown holds a function, which so may be called with anything.
var Shown = shown

func shown(ids []int) { println(ids[0]) } // failed

func Shows(ids []int) {
	go shown(ids)
}
