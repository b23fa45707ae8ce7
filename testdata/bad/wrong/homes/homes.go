// Package homes has values of types that are elsewhere than in the guarded field that leads back to its lock: nothing is said of
// those, so that they may not be written. Only of the first type are there no such values.
package homes

import "sync"

// A gauge's part is nowhere else.
//
// +checklocksalias:part.g.mu=mu
type gauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part part
}

type part struct {
	g *gauge
	n int
}

// +checklocks:p.g.mu
func (p *part) set(n int) { p.n = n }

// Set holds the lock.
func (e *gauge) Set(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.part.g == e {
		e.part.set(n)
	}
}

// A aloneGauge's part stands alone once.
//
// +checklocksalias:part.g.mu=mu
type aloneGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part alonePart
	last *alonePart
}

type alonePart struct {
	g *aloneGauge
	n int
}

// +checklocks:p.g.mu
func (p *alonePart) set(n int) {
	p.n = n // failed
}

func newAlone() *aloneGauge {
	e := &aloneGauge{}
	e.last = &alonePart{g: e}
	return e
}

// A listedGauge's part is an element of a slice.
//
// +checklocksalias:part.g.mu=mu
type listedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part listedPart
	// +checklocks:mu
	all []listedPart
}

type listedPart struct {
	g *listedGauge
	n int
}

// +checklocks:p.g.mu
func (p *listedPart) set(n int) {
	p.n = n // failed
}

func (e *listedGauge) add() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all = append(e.all, listedPart{g: e})
}

// A copiedGauge's part is copied, and the copy's address taken.
//
// +checklocksalias:part.g.mu=mu
type copiedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part copiedPart
}

type copiedPart struct {
	g *copiedGauge
	n int
}

// +checklocks:p.g.mu
func (p *copiedPart) set(n int) {
	p.n = n // failed
}

func (e *copiedGauge) copied() *copiedPart {
	e.mu.RLock()
	defer e.mu.RUnlock()
	p := e.part
	return &p
}

// A genericGauge's part is made by a generic function.
//
// +checklocksalias:part.g.mu=mu
type genericGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part genericPart
}

type genericPart struct {
	g *genericGauge
	n int
}

// +checklocks:p.g.mu
func (p *genericPart) set(n int) {
	p.n = n // failed
}

func make1[T any]() *T { return new(T) }

func (e *genericGauge) fresh() *genericPart { return make1[genericPart]() }

// A pointedGauge's part may be made by reflection.
//
// +checklocksalias:part.g.mu=mu
type pointedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part pointedPart
}

type pointedPart struct {
	g *pointedGauge
	n int
}

// +checklocks:p.g.mu
func (p *pointedPart) set(n int) {
	p.n = n // failed
}

// A Config leads to a part.
type Config struct {
	Part *pointedPart
}

// A namedGauge's part has an exported alias.
//
// +checklocksalias:part.g.mu=mu
type namedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part namedPart
}

type namedPart struct {
	g *namedGauge
	n int
}

// +checklocks:p.g.mu
func (p *namedPart) set(n int) {
	p.n = n // failed
}

// Named is the part's other name.
type Named = namedPart

// A nestedGauge's part is in a struct type without a name.
//
// +checklocksalias:part.g.mu=mu
type nestedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part nestedPart
}

type nestedPart struct {
	g *nestedGauge
	n int
}

// +checklocks:p.g.mu
func (p *nestedPart) set(n int) {
	p.n = n // failed
}

func nest(e *nestedGauge) *nestedPart {
	x := &struct{ in nestedPart }{}
	x.in.g = e
	return &x.in
}
