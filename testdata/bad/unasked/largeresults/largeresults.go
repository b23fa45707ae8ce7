// Package largeresults has no annotations. Functions that are too large to take the place of their calls make an object and return it, or return one that others know.
package largeresults

import (
	"fmt"
	"sync"
)

// A Request is used by one goroutine at a time.
type Request struct {
	method, url string
	header      map[string]string
	body        []byte
	tries       int
}

// A shape counts what it is asked for.
type shape struct{ a, b, c, d, e int }

func (s *shape) count(x int) {
	switch {
	case x > 10:
		s.a++
	case x > 9:
		s.b++
	case x > 8:
		s.c++
	case x > 7:
		s.d++
	case x > 6:
		s.e++
	}
}

func (s *shape) countAll(x int) {
	s.count(x)
	s.count(x + 1)
	s.count(x + 2)
	s.count(x + 3)
	s.count(x + 4)
	s.count(x + 5)
}

func measure(x, y int) int {
	var s shape
	s.countAll(x)
	s.countAll(y)
	return s.a + s.b + s.c + s.d + s.e
}

// NewRequest makes a request without a body.
func NewRequest(method, url string) (*Request, error) { return build(method, url, nil, nil) }

// NewPost makes one with a body.
func NewPost(url string, body []byte) (*Request, error) { return build("POST", url, nil, body) }

// Again makes one like another.
func Again(old *Request) (*Request, error) { return build(old.method, old.url, old.header, nil) }

// Tried makes one, and counts a try.
func Tried(url string) (*Request, error) {
	r, err := build("GET", url, nil, nil)
	if err != nil {
		return nil, err
	}
	r.tries++
	return r, nil
}

func build(method, url string, header map[string]string, body []byte) (*Request, error) {
	if measure(len(method), len(url)) > 9 {
		return nil, fmt.Errorf("%s %s is no request", method, url)
	}
	r := &Request{method: method, url: url, header: map[string]string{}}
	for k, v := range header {
		r.header[k] = v
	}
	r.body = append(r.body, body...)
	r.tries = measure(len(body), len(header))
	return r, nil
}

// A Job is used by one goroutine at a time, too.
type Job struct {
	name string
	runs int
}

var idle = &Job{name: "idle"}

// Pick returns the job of a name, and counts that.
func Pick(name string) *Job {
	j := pick(name, nil)
	j.runs++
	return j
}

func pick(name string, old *Job) *Job {
	if measure(len(name), 3) > 9 {
		return idle // failed
	}
	if old != nil {
		old.runs = measure(len(name), 4)
		return old
	}
	return &Job{name: name, runs: measure(len(name), 5)}
}

// A Table hands out rows.
type Table struct {
	mu   sync.Mutex
	rows map[string]*Row
}

// A Row is guarded by the lock of its table.
type Row struct {
	cells []int
	seen  int
}

// NewTable makes one.
func NewTable() *Table { return &Table{rows: map[string]*Row{}} }

// Bump counts at a row.
func (t *Table) Bump(name string) {
	t.mu.Lock()
	t.row(name).seen++
	t.mu.Unlock()
}

// Leak counts at a row when the lock is free again.
func (t *Table) Leak(name string) {
	t.mu.Lock()
	r := t.row(name)
	t.mu.Unlock()
	r.seen++ // failed
}

func (t *Table) row(name string) *Row {
	r := t.rows[name]
	if r == nil {
		r = &Row{cells: make([]int, 4), seen: measure(len(name), 4)}
		r.cells[0] = measure(len(name), 5)
		t.rows[name] = r
	}
	return r
}

// A Part is used by one goroutine at a time.
type Part struct{ size int }

// A maker makes parts.
type maker interface{ part(n int) *Part }

// A mould is a maker which no two goroutines know.
type mould struct{ last, made int }

var spare = &Part{}

func (m *mould) part(n int) *Part {
	m.made++
	m.last = measure(n, m.made)
	if m.last > 3 {
		return spare
	}
	return &Part{size: measure(n, n)}
}

// Cast makes some parts.
func Cast(n int) int {
	var by maker = &mould{}
	return by.part(n).size
}

// Grow writes a part that a mould of its own returns, which may be the spare one.
func Grow(n int) int {
	m := &mould{}
	p := m.part(n)
	p.size++ // failed
	return p.size
}
