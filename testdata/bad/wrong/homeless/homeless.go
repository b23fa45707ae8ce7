// Package homeless has guarded fields of types whose values may be elsewhere too, in one way each: of those nothing is said, so that
// nobody may write them.
package homeless

import (
	"encoding/json"
	"reflect"
	"sync"
	"unique"
)

type box[T any] struct{ value T }

// A typedGauge's part may be a type parameter of code that is not at hand, which may make one.
//
// +checklocksalias:part.g.mu=mu
type typedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part typedPart
}

type typedPart struct {
	g *typedGauge
	n int
}

// +checklocks:p.g.mu
func (p *typedPart) set(n int) {
	p.n = n // failed
}

func typedKind() reflect.Type { return reflect.TypeFor[typedPart]() }

// A paramGauge's part may be an element of a slice that only a parameter has.
//
// +checklocksalias:part.g.mu=mu
type paramGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part paramPart
}

type paramPart struct {
	g *paramGauge
	n int
}

// +checklocks:p.g.mu
func (p *paramPart) set(n int) {
	p.n = n // failed
}

func paramFirst(all []paramPart) *paramPart {
	if len(all) == 0 {
		return nil
	}
	return &all[0]
}

// A grownGauge's part may be an element of a slice that is made.
//
// +checklocksalias:part.g.mu=mu
type grownGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part grownPart
}

type grownPart struct {
	g *grownGauge
	n int
}

// +checklocks:p.g.mu
func (p *grownPart) set(n int) {
	p.n = n // failed
}

func grownFirst(n int) *grownPart {
	if n < 1 || n > 100 {
		return nil
	}
	return &make([]grownPart, n)[0]
}

// A rowedGauge's part may be an element of an array on the heap.
//
// +checklocksalias:part.g.mu=mu
type rowedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part rowedPart
}

type rowedPart struct {
	g *rowedGauge
	n int
}

// +checklocks:p.g.mu
func (p *rowedPart) set(n int) {
	p.n = n // failed
}

func rowedLast() *rowedPart {
	var all [2]rowedPart
	return &all[1]
}

// A nestedGauge's part may be in a struct without a name.
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

func nestedNew() *nestedPart {
	return &new(struct{ part nestedPart }).part
}

// A uniqueGauge's part may be a type argument of a type that is not at hand.
//
// +checklocksalias:part.g.mu=mu
type uniqueGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part uniquePart
}

type uniquePart struct {
	g *uniqueGauge
	n int
}

// +checklocks:p.g.mu
func (p *uniquePart) set(n int) {
	p.n = n // failed
}

var uniqueHandle unique.Handle[uniquePart]

// A slicedGauge's part may be something to which an exported field of an element leads.
//
// +checklocksalias:part.g.mu=mu
type slicedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part slicedPart
}

type slicedPart struct {
	g *slicedGauge
	n int
}

// +checklocks:p.g.mu
func (p *slicedPart) set(n int) {
	p.n = n // failed
}

var slicedAny []struct{ P *slicedPart }

// A arrayedGauge's part may be something to which an exported field of an element of an array leads.
//
// +checklocksalias:part.g.mu=mu
type arrayedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part arrayedPart
}

type arrayedPart struct {
	g *arrayedGauge
	n int
}

// +checklocks:p.g.mu
func (p *arrayedPart) set(n int) {
	p.n = n // failed
}

var arrayedAny [2]struct{ P *arrayedPart }

// A keyedGauge's part may be something to which an exported field of a key leads.
//
// +checklocksalias:part.g.mu=mu
type keyedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part keyedPart
}

type keyedPart struct {
	g *keyedGauge
	n int
}

// +checklocks:p.g.mu
func (p *keyedPart) set(n int) {
	p.n = n // failed
}

var keyedAny map[struct{ P *keyedPart }]int

// A mappedGauge's part may be something to which an exported field of a value in a map leads.
//
// +checklocksalias:part.g.mu=mu
type mappedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part mappedPart
}

type mappedPart struct {
	g *mappedGauge
	n int
}

// +checklocks:p.g.mu
func (p *mappedPart) set(n int) {
	p.n = n // failed
}

var mappedAny map[int]struct{ P *mappedPart }

// A pipedGauge's part may be something to which an exported field of what comes by a channel leads.
//
// +checklocksalias:part.g.mu=mu
type pipedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part pipedPart
}

type pipedPart struct {
	g *pipedGauge
	n int
}

// +checklocks:p.g.mu
func (p *pipedPart) set(n int) {
	p.n = n // failed
}

var pipedAny chan struct{ P *pipedPart }

// A askedGauge's part may be something to which an exported field of what a function takes leads.
//
// +checklocksalias:part.g.mu=mu
type askedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part askedPart
}

type askedPart struct {
	g *askedGauge
	n int
}

// +checklocks:p.g.mu
func (p *askedPart) set(n int) {
	p.n = n // failed
}

var askedAny func(struct{ P *askedPart })

// A givenGauge's part may be something to which an exported field of what a function returns leads.
//
// +checklocksalias:part.g.mu=mu
type givenGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part givenPart
}

type givenPart struct {
	g *givenGauge
	n int
}

// +checklocks:p.g.mu
func (p *givenPart) set(n int) {
	p.n = n // failed
}

var givenAny func() struct{ P *givenPart }

// A starredGauge's part may be something to which an exported field leads, by a pointer.
//
// +checklocksalias:part.g.mu=mu
type starredGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part starredPart
}

type starredPart struct {
	g *starredGauge
	n int
}

// +checklocks:p.g.mu
func (p *starredPart) set(n int) {
	p.n = n // failed
}

var starredAny *struct{ P *starredPart }

// A deepGauge's part may be something to which an exported field within a field leads.
//
// +checklocksalias:part.g.mu=mu
type deepGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part deepPart
}

type deepPart struct {
	g *deepGauge
	n int
}

// +checklocks:p.g.mu
func (p *deepPart) set(n int) {
	p.n = n // failed
}

var deepAny box[struct{ P *deepPart }]

// A boxedGauge's part may be in a field of a generic type.
//
// +checklocksalias:part.g.mu=mu
type boxedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part boxedPart
}

type boxedPart struct {
	g *boxedGauge
	n int
}

// +checklocks:p.g.mu
func (p *boxedPart) set(n int) {
	p.n = n // failed
}

var boxedAny []box[boxedPart]

// A severalGauge's part may be in a slice to which an exported field leads.
//
// +checklocksalias:part.g.mu=mu
type severalGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part severalPart
}

type severalPart struct {
	g *severalGauge
	n int
}

// +checklocks:p.g.mu
func (p *severalPart) set(n int) {
	p.n = n // failed
}

var severalAny struct{ P []*severalPart }

// A fixedGauge's part may be in an array to which an exported field leads.
//
// +checklocksalias:part.g.mu=mu
type fixedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part fixedPart
}

type fixedPart struct {
	g *fixedGauge
	n int
}

// +checklocks:p.g.mu
func (p *fixedPart) set(n int) {
	p.n = n // failed
}

var fixedAny struct{ P [2]*fixedPart }

// A namedGauge's part may be in a map to which an exported field leads.
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

var namedAny struct{ P map[string]*namedPart }

// A strayGauge's part may be an element of an array, a pointer to which comes as a parameter.
//
// +checklocksalias:part.g.mu=mu
type strayGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part strayPart
}

type strayPart struct {
	g *strayGauge
	n int
}

// +checklocks:p.g.mu
func (p *strayPart) set(n int) {
	p.n = n // failed
}

func strayFirst(all *[2]strayPart) *strayPart { return &all[0] }

// A doubleGauge has two parts, each with a lock of its own.
//
// +checklocksalias:first.g.mu=mu
// +checklocksalias:second.g.other=other
type doubleGauge struct {
	mu, other sync.RWMutex
	// +checklocks:mu
	first doublePart
	// +checklocks:other
	second doublePart
}

type doublePart struct {
	g *doubleGauge
	n int
}

// +checklocks:p.g.mu
func (p *doublePart) setFirst(n int) {
	p.n = n // failed
}

// +checklocks:p.g.other
func (p *doublePart) setSecond(n int) {
	p.n = n // failed
}

// A typedArrayGauge's part may be an element of an array that is a type argument of code that is not at hand.
//
// +checklocksalias:part.g.mu=mu
type typedArrayGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part typedArrayPart
}

type typedArrayPart struct {
	g *typedArrayGauge
	n int
}

// +checklocks:p.g.mu
func (p *typedArrayPart) set(n int) {
	p.n = n // failed
}

func typedArrayKind() reflect.Type { return reflect.TypeFor[[2]typedArrayPart]() }

// A typedStructGauge's part may be in a struct without a name that is a type argument of code that is not at hand.
//
// +checklocksalias:part.g.mu=mu
type typedStructGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part typedStructPart
}

type typedStructPart struct {
	g *typedStructGauge
	n int
}

// +checklocks:p.g.mu
func (p *typedStructPart) set(n int) {
	p.n = n // failed
}

func typedStructKind() reflect.Type { return reflect.TypeFor[struct{ P typedStructPart }]() }

// A twiceGauge's part may be something to which an exported field leads by way of two pointers.
//
// +checklocksalias:part.g.mu=mu
type twiceGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part twicePart
}

type twicePart struct {
	g *twiceGauge
	n int
}

// +checklocks:p.g.mu
func (p *twicePart) set(n int) {
	p.n = n // failed
}

var twiceAny struct{ P **twicePart }

// An entryGauge's part may be in a map to which an exported field leads: who fills it makes one.
//
// +checklocksalias:part.g.mu=mu
type entryGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part entryPart
}

type entryPart struct {
	g *entryGauge
	n int
}

// +checklocks:p.g.mu
func (p *entryPart) set(n int) {
	p.n = n // failed
}

var entryAny struct{ P map[string]entryPart }

// A calledGauge's part may be in a slice with a name to which an exported field leads.
//
// +checklocksalias:part.g.mu=mu
type calledGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part calledPart
}

type calledPart struct {
	g *calledGauge
	n int
}

// +checklocks:p.g.mu
func (p *calledPart) set(n int) {
	p.n = n // failed
}

type calledParts []*calledPart

var calledAny struct{ P calledParts }

// A decodedGauge's part may be what code that is not at hand makes, to put it into a variable.
//
// +checklocksalias:part.g.mu=mu
type decodedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part decodedPart
}

type decodedPart struct {
	g *decodedGauge
	n int
}

// +checklocks:p.g.mu
func (p *decodedPart) set(n int) {
	p.n = n // failed
}

func decodedNew(b []byte) (*decodedPart, error) {
	var p *decodedPart
	err := json.Unmarshal(b, &p)
	return p, err
}

// A listedGauge's part may be what code that is not at hand makes, to put it into a slice.
//
// +checklocksalias:part.g.mu=mu
type listedGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part listedPart
}

type listedPart struct {
	g *listedGauge
	n int
}

// +checklocks:p.g.mu
func (p *listedPart) set(n int) {
	p.n = n // failed
}

func listedNew(b []byte) ([]*listedPart, error) {
	var all []*listedPart
	err := json.Unmarshal(b, &all)
	return all, err
}

// A methodGauge's part may be an element of an array that a method behind an interface takes.
//
// +checklocksalias:part.g.mu=mu
type methodGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part methodPart
}

type methodPart struct {
	g *methodGauge
	n int
}

// +checklocks:p.g.mu
func (p *methodPart) set(n int) {
	p.n = n // failed
}

type methodTaker interface{ take([2]methodPart) }

// A resultGauge's part may be an element of an array that a function returns.
//
// +checklocksalias:part.g.mu=mu
type resultGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part resultPart
}

type resultPart struct {
	g *resultGauge
	n int
}

// +checklocks:p.g.mu
func (p *resultPart) set(n int) {
	p.n = n // failed
}

func resultMade() [2]resultPart {
	for {
	}
}

// An indexGauge's part may be what the keys of a map lead to, to which an exported field leads.
//
// +checklocksalias:part.g.mu=mu
type indexGauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part indexPart
}

type indexPart struct {
	g *indexGauge
	n int
}

// +checklocks:p.g.mu
func (p *indexPart) set(n int) {
	p.n = n // failed
}

var indexAny struct{ P map[*indexPart]int }
