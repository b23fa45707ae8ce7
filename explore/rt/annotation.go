package rt

import (
	"sync"
	"unsafe"
)

// What the annotations of instrumented packages say is compiled into the test binary: conditions as functions, and for the
// sites of operations what they touch. The files of this package that evaluate it:
//
//	annotation   what packages register; when it is looked at
//	guard        an access against the access predicate of its variable
//	confined     an access against the goroutine that the variable is confined to
//	sharing      which goroutines have reached an object: who is alone with it needs no guard
//	lending      objects that goroutines take over and give back
//	pooled       objects in pools that transfer: nobody may touch them
//	owner        the arrays and maps behind annotated variables
//	regions      the plain objects behind them
//	spec         what conditions speak of: holders of locks, whether a channel is closed
//	ghost        variables that only annotations know
//	contract     conditions that hold where the program comes by
//	performs     what a function does, where no other goroutine goes on meanwhile
//	typespec     invariants and transitions of types and packages
//
// Evaluating is no operation of the program: it is no scheduling point and no access, and a condition that panics holds
// for all we know.

// A Clause is one condition of an annotation.
type Clause struct {
	Site  Site   // where it stands; What is the directive
	Needs string // the condition, written out
	// Holds evaluates it for the object, and the element j of a variable that has some. It may panic; it is nil if the
	// condition cannot be evaluated.
	Holds func(object unsafe.Pointer, j int) bool
}

// Access is what a variable's annotation says of it.
type Access struct {
	// Read and Write are conjunctions. One that is nil says nothing; what may be written may be read.
	Read, Write []Clause
}

// A Variable is an annotated field or package variable, or a field that is immutable as it has no annotation.
type Variable struct {
	Number     int    // of all variables of the program, from 1
	Name       string // for messages, where the source has none
	Where      Site   // its annotation, or declaration
	Immutable  bool
	AtomicOnly bool
	// Published is that the channel is closed before which all writes come, nil if there is none; First: who writes it nothing else says.
	Published  []Clause
	First      bool
	Confined   int // for what is confined to a goroutine: what else has the same number is confined to the same one; 0 for the rest
	Self, Elem Access
	Size       uintptr // of the elements of a slice or array
	Holds      Holding
	TypeSpec   int // the number of the specification of its object's type, or of its package; 0 for none
}

// A Holding says what is behind a variable.
type Holding uint8

// The kinds of what a variable holds.
const (
	HoldsValue Holding = iota // nothing is behind it
	HoldsSlice
	HoldsMap
	HoldsPointer // to a struct
)

// A Use says what the operand of a site is.
type Use struct {
	Site     Site
	Variable int         // its number, 0 if it has no annotation
	Object   bool        // it lies in an object, so far behind its beginning:
	Offset   uintptr     // of the operand
	Type     int         // the object's type, if goroutines take over objects of it; 0 for others
	TypeSpec int         // as that of a variable
	Takes    ObjectTypes // what a goroutine may take over that is started here
	Leads    Lead        // what the operand leads to,
	Entries  Lead        // and what the values of a map lead to, or the elements of a slice
}

// ObjectTypes are types of which goroutines take over objects, by their numbers.
type ObjectTypes []int

// annotated is what packages have registered.
var annotated struct {
	sync.Mutex
	variables []*Variable // by number
	typeSpecs []*TypeSpec // by number
	uses      []Use       // by site
	exempt    siteSet     // sites that are not held to annotations
}

// RegisterAnnotations says what the annotations of a package are, and what its sites use. Sites from one number up to
// another are those of tests, which may do what they like.
func RegisterAnnotations(variables []Variable, promises []TypeSpec, uses []Use, exemptFrom, exemptTo Site) {
	a := &annotated
	a.Lock()
	defer a.Unlock()
	for i := range variables {
		v := &variables[i]
		a.variables = grown(a.variables, v.Number)
		a.variables[v.Number] = v
	}
	for i := range promises {
		p := &promises[i]
		a.typeSpecs = grown(a.typeSpecs, p.Number)
		a.typeSpecs[p.Number] = p
	}
	for _, u := range uses {
		a.uses = grown(a.uses, int(u.Site))
		a.uses[u.Site] = u
	}
	for site := exemptFrom; site < exemptTo; site++ {
		a.exempt.add(site)
	}
}

// grown returns s with an element number i.
func grown[T any](s []T, i int) []T {
	if i < len(s) {
		return s
	}
	return append(s, make([]T, i+1-len(s))...)
}

// annotations evaluates what is registered, in one execution after the other.
type annotations struct {
	s         *Scheduler
	variables []*Variable
	specs     []*TypeSpec
	uses      []Use
	exempt    siteSet

	self    Tid  // the goroutine that a condition is evaluated for
	rounds  int  // of quantifiers in it
	between bool // it is one on states between steps

	ghosts     map[ghostKey]any
	ghostsLost bool // one could not be set
	sharing    sharing
	claims     map[confinement]claim
	pooled     pooled
	owners     []owner // sorted by address
	assigned   []leading
	changed    map[changed]bool
	crowded    bool // no more owners are noted

	effect   *effect   // what the last access has to be looked at for
	suspects []suspect // whose invariants are to be evaluated
	faults   []fault
	turns    int // how often another goroutine has gone on
}

// newAnnotations returns nil if no package has registered any.
func newAnnotations(s *Scheduler) *annotations {
	a := &annotated
	a.Lock()
	defer a.Unlock()
	if a.variables == nil && a.uses == nil {
		return nil
	}
	return &annotations{s: s, ghosts: map[ghostKey]any{}, claims: map[confinement]claim{}, changed: map[changed]bool{}, variables: a.variables, specs: a.typeSpecs, uses: a.uses, exempt: a.exempt}
}

// reset forgets the execution before.
func (a *annotations) reset() {
	a.sharing.reset()
	a.pooled.reset()
	a.owners = a.owners[:0]
	clear(a.ghosts)
	clear(a.claims)
	clear(a.changed)
	a.assigned, a.crowded = a.assigned[:0], false
	a.ghostsLost = false
	a.effect, a.suspects, a.faults = nil, a.suspects[:0], a.faults[:0]
}

// use returns what the operand of a site is.
func (a *annotations) use(site Site) Use {
	if int(site) < len(a.uses) {
		return a.uses[site]
	}
	return Use{}
}

// step looks at an operation that g is about to execute, on an object that is no plain memory.
func (a *annotations) step(g *G, kind Kind, site Site, obj object) {
	a.begins(g)
	a.gives(g, kind)
	if obj == nil || kind == OpRead || kind == OpWrite {
		return
	}
	a.afterwards()
	p := obj.head().addr
	if kind == OpCAS && obj.effect(g) == ClassRead {
		return // one that fails may fail for whatever reason, and so asks for nothing
	}
	if kind >= OpLoad && kind <= OpCAS {
		a.touch(g, touching{site: site, p: p, size: 1, write: obj.effect(g) != ClassRead, atomic: true})
		return
	}
	u := a.use(site)
	if !u.Object || p == nil || u.Type > 0 && kind >= OpWGAdd && kind <= OpWGWait { // who waits for the goroutine that has the object may do so
		return
	}
	a.touches(g, touching{site: site}, u, unsafe.Add(p, -int(u.Offset)))
}
