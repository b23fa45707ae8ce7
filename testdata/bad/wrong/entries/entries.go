// Package entries has maps in which there may be a nil.
package entries

import (
	"encoding/json"
	"maps"
	"sync"
)

// Registry guards a map that code elsewhere may fill, through an interface.
type Registry struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[int]*boxed
}

type boxed struct{ mu sync.Mutex }

// NewRegistry returns a registry with one entry, and the map.
func NewRegistry() (*Registry, any) {
	m := map[int]*boxed{1: {}}
	r := &Registry{m: map[int]*boxed{}}
	return r, m
}

// Lock locks what is there.
func (r *Registry) Lock() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, b := range r.m {
		b.mu.Lock() // failed
		b.mu.Unlock()
	}
}

// assigned is assigned nil in one place.
type assigned struct{ n int }

func addAssigned() map[string]*assigned {
	m := map[string]*assigned{}
	m["a"] = &assigned{}
	m["b"] = nil
	return m
}

func useAssigned(m map[string]*assigned) int {
	if a, ok := m["b"]; ok {
		return a.n // failed
	}
	return 0
}

// missing is looked up without asking whether it is there.
type missing struct{ n int }

func addMissing() map[string]*missing {
	m := map[string]*missing{}
	m["a"] = &missing{}
	return m
}

func useMissing(m map[string]*missing) int {
	x := m["b"]
	return x.n // failed
}

// ignored is looked up, and the answer is ignored.
type ignored struct{ n int }

func addIgnored() map[string]*ignored {
	m := map[string]*ignored{}
	m["a"] = &ignored{}
	return m
}

func useIgnored(m map[string]*ignored) int {
	x, ok := m["b"]
	if !ok {
		return x.n // failed
	}
	return x.n
}

// maybe is put in as it comes.
type maybe struct{ n int }

func addMaybe(x *maybe) map[string]*maybe {
	m := map[string]*maybe{}
	if x == nil {
		println("no value")
	}
	m["a"] = x
	return m
}

func useMaybe(m map[string]*maybe) (n int) {
	for _, x := range m {
		n += x.n // failed
	}
	return n
}

// generic is put in by a function that does not know it.
type generic struct{ n int }

func put[V any](m map[string]V, v V) {
	if m != nil {
		m["c"] = v
	}
}

func addGeneric() map[string]*generic {
	m := map[string]*generic{}
	m["a"] = &generic{}
	put(m, nil)
	return m
}

func useGeneric(m map[string]*generic) int {
	if x, ok := m["b"]; ok {
		return x.n // failed
	}
	return 0
}

// zero gets the zero value of a generic function.
type zero struct{ n int }

func reset[V any](m map[string]V) {
	var none V
	if m != nil {
		m["a"] = none
	}
}

func addZero() map[string]*zero {
	m := map[string]*zero{}
	m["b"] = &zero{}
	reset(m)
	return m
}

func useZero(m map[string]*zero) int {
	if x, ok := m["a"]; ok {
		return x.n // failed
	}
	return 0
}

// decoded is filled by a decoder.
type decoded struct{ N int }

func addDecoded(text []byte) map[string]*decoded {
	m := map[string]*decoded{"a": {}}
	if json.Unmarshal(text, &m) != nil {
		return nil
	}
	return m
}

func useDecoded(m map[string]*decoded) (n int) {
	for _, x := range m {
		n += x.N // failed
	}
	return n
}

// Public may be put into such a map by others.
type Public struct{ n int }

// Table is a map that others can make.
type Table map[string]*Public

// Add puts something in.
func (t Table) Add() {
	if t != nil {
		t["a"] = &Public{}
	}
}

// Sum adds up what is there.
func (t Table) Sum() (n int) {
	for _, x := range t {
		n += x.n // failed
	}
	return n
}

// inserted comes from a sequence.
type inserted struct{ n int }

func addInserted() map[string]*inserted {
	m := map[string]*inserted{}
	m["a"] = &inserted{}
	maps.Insert(m, func(yield func(string, *inserted) bool) { yield("b", nil) })
	return m
}

func useInserted(m map[string]*inserted) int {
	if x, ok := m["b"]; ok {
		return x.n // failed
	}
	return 0
}

// named is written by way of another type with the same maps.
type named struct{ n int }

type table map[string]*named

func addNamed() table {
	m := table{}
	m["a"] = &named{}
	return m
}

func addUnnamed() map[string]*named {
	m := map[string]*named{}
	m["b"] = nil
	return m
}

func useNamed(m table) int {
	if x, ok := m["b"]; ok {
		return x.n // failed
	}
	return 0
}

// function is nil where nobody wants to be called.
func addFunction(f func()) map[int]func() {
	m := map[int]func(){}
	if f == nil {
		println("nothing to call")
	}
	m[1] = f
	return m
}

func useFunctions(m map[int]func()) {
	for _, f := range m {
		f() // failed
	}
}

// Use uses all of it.
func Use(text []byte) int { // unfounded
	return useAssigned(addAssigned()) + useMissing(addMissing()) + useIgnored(addIgnored()) + useMaybe(addMaybe(nil)) + useDecoded(addDecoded(text))
}

// More uses the rest.
func More() int { // unfounded
	useFunctions(addFunction(nil))
	return useGeneric(addGeneric()) + useZero(addZero()) + useInserted(addInserted()) + useNamed(addNamed()) + useNamed(addUnnamed())
}
