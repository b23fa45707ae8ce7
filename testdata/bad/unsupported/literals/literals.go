// Package literals begins with guarded maps that may be other variables' too.
package literals

import "sync"

var common = map[string]int{}

// Shared has a map that is another variable's too.
type Shared struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int // unknown
}

var vShared = Shared{m: common}

// Get looks into it.
func (t *Shared) Get(k string) int { // unfounded
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[k]
}

// Copied has a copy of another variable.
type Copied struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int
}

var vCopied = first // unknown

// Get looks into it.
func (t *Copied) Get(k string) int { // unfounded
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[k]
}

// Made has what a function returns.
type Made struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int
}

var vMade = make1() // unknown

// Get looks into it.
func (t *Made) Get(k string) int { // unfounded
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[k]
}

// Pointed has behind a pointer.
type Pointed struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int // unknown
}

var vPointed = &Pointed{m: common}

// Get looks into it.
func (t *Pointed) Get(k string) int { // unfounded
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[k]
}

// Listed has in a slice.
type Listed struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int // unknown
}

var vListed = []Listed{{m: common}}

// Get looks into it.
func (t *Listed) Get(k string) int { // unfounded
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[k]
}

// Inner has in another struct, copied.
type Inner struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int
}

var vInner = struct{ t Inner }{inner} // unknown

// Get looks into it.
func (t *Inner) Get(k string) int { // unfounded
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[k]
}

var first = Copied{m: map[string]int{}}

var inner = Inner{m: map[string]int{}}

func make1() Made { return Made{m: common} } // unfounded
