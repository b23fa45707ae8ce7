// Package entrykeys has maps in which there may be a nil key, a nil map, or a nil pointer to what the standard library declares.
package entrykeys

import (
	"bytes"
	"encoding/json"
	"net/http"
	"sync"
)

// A set of pointers in which there is a nil.
type stored struct{ n int }

func addStored() map[*stored]bool {
	m := map[*stored]bool{}
	m[&stored{}] = true
	m[nil] = true
	return m
}

func sumStored(m map[*stored]bool) (n int) {
	for s := range m {
		n += s.n // failed
	}
	return n
}

// A set of pointers that come as they are.
type comes struct{ n int }

func addComes(c *comes) map[*comes]bool {
	m := map[*comes]bool{}
	if c == nil {
		println("none")
	}
	m[c] = true
	return m
}

func sumComes(m map[*comes]bool) (n int) {
	for c := range m {
		n += c.n // failed
	}
	return n
}

// A set that others may fill, by an interface.
type boxed struct{ n int }

func addBoxed() (map[*boxed]bool, any) {
	m := map[*boxed]bool{}
	m[&boxed{}] = true
	return m, map[*boxed]bool{}
}

func sumBoxed(m map[*boxed]bool) (n int) {
	for b := range m {
		n += b.n // failed
	}
	return n
}

// A set that begins with a nil key, in a package variable.
type initial struct{ n int }

var (
	initialMu sync.Mutex
	//calvin:guarded_by initialMu
	initials = map[*initial]bool{nil: true}
)

func sumInitials() (n int) {
	initialMu.Lock()
	defer initialMu.Unlock()
	if initials != nil {
		initials[&initial{}] = true
	}
	for i := range initials {
		n += i.n // failed
	}
	return n
}

// A set that a helper adds to by a pointer that it did not look at.
type looked struct {
	n    int
	next *looked
}

func addLooked(l *looked) map[*looked]bool {
	m := map[*looked]bool{}
	if l != nil {
		m[l] = true
		m[l.next] = true
	}
	return m
}

func sumLooked(m map[*looked]bool) (n int) {
	for l := range m {
		n += l.n // failed
	}
	return n
}

// Inner maps of which one is nil.
func addInner() map[string]map[string]int {
	m := map[string]map[string]int{}
	m["a"] = map[string]int{}
	m["b"] = nil
	return m
}

func writeInner(m map[string]map[string]int) {
	if in, ok := m["b"]; ok {
		in["x"] = 1 // failed
	}
}

// Inner maps that are looked up without asking.
func addMissing() map[int]map[string]int {
	m := map[int]map[string]int{}
	m[1] = map[string]int{}
	return m
}

func writeMissing(m map[int]map[string]int) {
	m[2]["x"] = 1 // failed
}

// Buffers that a decoder may put in.
type Buffers struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]*bytes.Buffer
}

func addBuffer() map[string]*bytes.Buffer {
	m := map[string]*bytes.Buffer{}
	m["a"] = new(bytes.Buffer)
	return m
}

func decode(data []byte) (map[string]*bytes.Buffer, error) {
	var m map[string]*bytes.Buffer
	err := json.Unmarshal(data, &m)
	return m, err
}

func writeBuffer(m map[string]*bytes.Buffer) {
	if b, ok := m["a"]; ok {
		b.WriteByte(1) // failed
	}
}

// A map of a type that a struct of the standard library has as well.
func addHeader() map[string]func(http.ResponseWriter) {
	m := map[string]func(http.ResponseWriter){}
	m["a"] = func(http.ResponseWriter) {}
	return m
}

// Filter is given maps by whoever calls it.
func Filter(m map[string]func(http.ResponseWriter), w http.ResponseWriter) {
	if f, ok := m["a"]; ok {
		f(w) // failed
	}
}

// What follows is right, and goes on without the lock.
type good struct{ n int }

type Set struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[*good]bool
	//calvin:guarded_by mu
	total int
}

func (s *Set) Add() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m == nil {
		s.m = make(map[*good]bool)
	}
	s.m[&good{}] = true
}

func (s *Set) Count() {
	s.mu.Lock()
	for g := range s.m {
		g.n++
	}
	s.mu.Unlock()
	s.total++ // failed
}
