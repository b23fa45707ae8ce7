// Package operands has no annotations. Operands stand to the left of calls that only read, and of calls that change them.
package operands

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"sync"
)

// A Request has a request of net/http in it.
type Request struct {
	body    func() ([]byte, error)
	retries int
	*http.Request
}

// WithContext returns a copy with another context.
func (r *Request) WithContext(ctx context.Context) *Request {
	return &Request{
		body:    r.body,
		retries: r.retries,
		Request: r.Request.WithContext(ctx),
	}
}

// Retry counts.
func (r *Request) Retry() { r.retries++ }

// A Table has rows, with a lock.
type Table struct {
	mu   sync.Mutex
	N    int
	name string
	rows []string
}

type row struct {
	n    int
	text string
	err  error
}

// Row reads the number to the left of calls that only read.
func (t *Table) Row(re *regexp.Regexp) row {
	t.mu.Lock()
	defer t.mu.Unlock()
	return row{n: t.N, text: re.String() + t.name, err: os.Remove(t.name)}
}

// Add changes the number.
func (t *Table) Add() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.N++
	t.rows = append(t.rows, t.name)
	return t.N
}

// Decode has a number that the call may change.
func (t *Table) Decode(text []byte) row {
	t.mu.Lock()
	defer t.mu.Unlock()
	return row{n: t.N, err: json.Unmarshal(text, &t.N)} // failed
}

func (t *Table) next() int {
	t.N++
	return t.N
}

// Own calls a method that changes it.
func (t *Table) Own() [2]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return [2]int{t.N, t.next()} // failed
}

// Anything calls what may be anything, as Add is.
func Anything(t *Table, f func() int) [2]int {
	t.mu.Lock()
	n := t.N
	t.mu.Unlock()
	return [2]int{n, f()}
}

type box struct{ N int }

// Local has an object of its own that the call may change.
func Local(text []byte) row {
	b := &box{}
	return row{n: b.N, err: json.Unmarshal(text, b)} // failed
}
