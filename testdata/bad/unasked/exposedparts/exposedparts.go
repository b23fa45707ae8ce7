// Package exposedparts has no annotations. It returns addresses of what a lock guards, or something that leads there, to callers in other packages.
package exposedparts

import (
	"bytes"
	"io"
	"iter"
	"maps"
	"slices"
	"sync"
)

// A Stock counts.
type Stock struct {
	mu     sync.Mutex
	n      int
	parts  [4]int
	sizes  []int
	names  map[string]int
	data   []byte
	buffer bytes.Buffer
	log    []int
	tail   []int
	more   []int
}

// New returns a stock.
func New() *Stock {
	return &Stock{names: map[string]int{}, sizes: make([]int, 4), data: make([]byte, 8)}
}

// Count counts.
func (s *Stock) Count(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	s.parts[0]++
	s.sizes[0]++
	s.names[name]++
	s.data[0]++
	s.buffer.WriteString(name)
	s.log = append(s.log, s.n)
	s.tail = append(s.tail, s.n)
	more := &s.more
	*more = append(*more, s.n)
	(*more)[0]++
}

// N is wrong: it returns the address of a field.
func (s *Stock) N() *int { return &s.n } // failed

// Size is wrong: it returns the address of an element.
func (s *Stock) Size(i int) *int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &s.sizes[i] // failed
}

// Parts is wrong: the slice is the array.
func (s *Stock) Parts() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.parts[:] // failed
}

// Any is wrong: the interface holds the slice.
func (s *Stock) Any() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sizes // failed
}

// A Pair leads to a size.
type Pair struct {
	Name string
	Size *int
}

// Pair is wrong: a struct has the address.
func (s *Stock) Pair() Pair {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Pair{Size: &s.sizes[0]} // failed
}

// All is wrong: the slice is in another one.
func (s *Stock) All() [][]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return [][]int{s.sizes} // failed
}

// Names is wrong: the iterator goes through the map later.
func (s *Stock) Names() iter.Seq[string] {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Keys(s.names) // failed
}

// Reader is wrong: it reads the bytes later.
func (s *Stock) Reader() io.Reader {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.NewReader(s.data) // failed
}

// Text is wrong: the bytes are those of the buffer.
func (s *Stock) Text() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buffer.Bytes() // failed
}

// Log returns what is only added to: nobody writes over it.
func (s *Stock) Log() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log
}

// With is wrong: others add to the same array, where it has added.
func (s *Stock) With(n int) []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append(s.tail, n) // failed
}

// More is wrong: elements are written by way of a pointer.
func (s *Stock) More() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.more // failed
}

// A Loop has a map to itself.
type Loop struct {
	in   chan int
	out  chan map[int]int
	seen map[int]int
}

// NewLoop starts a loop.
func NewLoop() *Loop {
	l := &Loop{in: make(chan int), out: make(chan map[int]int), seen: map[int]int{}}
	go l.run()
	return l
}

func (l *Loop) run() {
	for x := range l.in {
		l.seen[x]++
		l.out <- l.seen
	}
}

// Put is wrong: it returns the map that the loop goes on to write.
func (l *Loop) Put(x int) map[int]int {
	l.in <- x
	return <-l.out // failed
}

// Copies returns copies.
func (s *Stock) Copies() (*int, []int, any, iter.Seq[string], io.Reader) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.n
	names := slices.Collect(maps.Keys(s.names))
	return &n, slices.Clone(s.sizes), maps.Clone(s.names), slices.Values(names), bytes.NewReader(bytes.Clone(s.data))
}
