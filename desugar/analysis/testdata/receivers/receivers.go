// Package receivers has types with methods that decode into their receivers. Those of types whose names begin with kept let others know where that is.
package receivers

import (
	"encoding/json"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

var (
	mu       sync.Mutex
	last     any
	place    *int
	all      []*keptAppended
	byName   = map[string]*keptEntry{}
	address  uintptr
	at       atomic.Pointer[keptAtomic]
	pool     sync.Pool
	onDecode func(*keptPassed)
)

// A goodNumber sets itself.
type goodNumber int

func (x *goodNumber) UnmarshalText(b []byte) error {
	*x = goodNumber(len(b))
	return nil
}

// A goodStruct sets fields, by a helper and under a lock.
type goodStruct struct {
	mu    sync.Mutex
	names []string
	n     int
	seen  map[string]bool
}

func (x *goodStruct) UnmarshalJSON(b []byte) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.names = strings.Split(string(b), ",")
	for i := range x.names {
		x.names[i] = strings.TrimSpace(x.names[i])
		x.seen[x.names[i]] = true
	}
	return x.count()
}

func (x *goodStruct) count() error {
	p := &x.n
	*p = len(x.names)
	return nil
}

// A goodAlias has a decoder do it.
type goodAlias struct{ A, B int }

func (x *goodAlias) UnmarshalJSON(b []byte) error {
	type plain goodAlias
	return json.Unmarshal(b, (*plain)(x))
}

// A goodArray has elements in place.
type goodArray [4]int

func (x *goodArray) UnmarshalJSON(b []byte) error {
	for i := range x {
		x[i] = len(b)
	}
	part := x[1:]
	part[0] = 1
	return nil
}

// A goodMap is passed on.
type goodMap map[string]int

func (x *goodMap) UnmarshalJSON(b []byte) error {
	*x = goodMap{}
	x.add(string(b))
	return nil
}

func (x *goodMap) add(k string) { (*x)[k]++ }

// A keptHere is stored in a variable.
type keptHere int

func (x *keptHere) UnmarshalJSON(b []byte) error {
	mu.Lock()
	last = x
	mu.Unlock()
	return nil
}

// A keptPart is stored in part.
type keptPart struct{ n int }

func (x *keptPart) UnmarshalJSON(b []byte) error {
	mu.Lock()
	place = &x.n
	mu.Unlock()
	return nil
}

// A keptAppended is appended.
type keptAppended int

func (x *keptAppended) UnmarshalJSON(b []byte) error {
	mu.Lock()
	all = append(all, x)
	mu.Unlock()
	return nil
}

// A keptEntry becomes an entry.
type keptEntry int

func (x *keptEntry) UnmarshalJSON(b []byte) error {
	mu.Lock()
	byName[string(b)] = x
	mu.Unlock()
	return nil
}

// A keptSent is sent.
type keptSent int

func (x *keptSent) UnmarshalJSON(b []byte) error {
	ch := make(chan *keptSent, 1)
	ch <- x
	return nil
}

// A keptStarted is what a goroutine has.
type keptStarted int

func (x *keptStarted) UnmarshalJSON(b []byte) error {
	go x.set()
	return nil
}

func (x *keptStarted) set() { *x = 1 }

// A keptCaptured is captured.
type keptCaptured int

func (x *keptCaptured) UnmarshalJSON(b []byte) error {
	last = func() { *x = 1 }
	return nil
}

// A keptHelped is stored by a helper.
type keptHelped int

func (x *keptHelped) UnmarshalJSON(b []byte) error { return x.keep() }

func (x *keptHelped) keep() error {
	y := x
	last = y
	return nil
}

// A keptReturned is stored by who gets it back.
type keptReturned int

func (x *keptReturned) UnmarshalJSON(b []byte) error {
	last = x.self()
	return nil
}

func (x *keptReturned) self() *keptReturned { return x }

// A keptInside stores itself in itself.
type keptInside struct{ self *keptInside }

func (x *keptInside) UnmarshalJSON(b []byte) error {
	x.self = x
	last = x.self
	return nil
}

// A keptSlice is sliced.
type keptSlice [4]int

func (x *keptSlice) UnmarshalJSON(b []byte) error {
	last = x[:]
	return nil
}

// A keptNumber becomes a number.
type keptNumber int

func (x *keptNumber) UnmarshalJSON(b []byte) error {
	address = uintptr(unsafe.Pointer(x))
	return nil
}

// A keptAtomic is stored atomically.
type keptAtomic int

func (x *keptAtomic) UnmarshalJSON(b []byte) error {
	at.Store(x)
	return nil
}

// A keptPooled is put in a pool.
type keptPooled int

func (x *keptPooled) UnmarshalJSON(b []byte) error {
	pool.Put(x)
	return nil
}

// A keptPassed is passed to a function value.
type keptPassed int

func (x *keptPassed) UnmarshalJSON(b []byte) error {
	onDecode(x)
	return nil
}

// A keptBound has a method value.
type keptBound int

func (x *keptBound) UnmarshalJSON(b []byte) error {
	last = x.String
	return nil
}

func (x *keptBound) String() string { return "" }

// A keptCell is held by a variable that a literal has.
type keptCell int

func (x *keptCell) UnmarshalJSON(b []byte) error {
	y := x
	get := func() *keptCell { return y }
	last = get
	return nil
}
