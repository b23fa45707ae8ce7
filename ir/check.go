package ir

// HeaderOf begins the subject of a check about the maps of a message of HTTP.
const HeaderOf = "the header of "

// A Check says what an assertion checks: all that a message about its failure needs.
type Check struct {
	Kind    CheckKind
	Subject string  // the location, lock, callee or action concerned, in Go syntax
	Detail  string  // completes the message where the kind has variants
	Clause  *Clause // the written condition that fails, if there is one
	Needed  string  // what would have to hold, in Go syntax
	Lock    string  // the one lock that it needs, as a field of a type or a package variable; empty if there is none, or several
	Shows   []Show  // values that matter
	After   string  // the call after which Go may read what it is about, though the source has that before the call
	// Ends marks a conjecture instead of a property: that no block ends before this step. It is no finding if it fails.
	Ends    *Step
	Related []Note
	Copied  string // the parameter that is passed by value, if that copies a lock
	// Documented: the source at hand says that the callee panics there. Who says so asks of all callers.
	Documented bool
	Caller     *Caller // who answers for it, if not the function that has the statement
}

// OnlyAtomic is the detail of a check that a plain access fails since other accesses to the variable are by sync/atomic.
const OnlyAtomic = "only through sync/atomic"

// CheckKind is the property that an assertion checks. Package report has a code and a message for each.
type CheckKind uint8

const (
	NoCheck CheckKind = iota

	// Check 1.

	ReadDenied  // the access predicate does not allow the read
	WriteDenied // likewise the write
	ReadRace    // another goroutine may write the location
	WriteRace   // another goroutine may access the location

	// Locks.

	SelfDeadlock   // Lock or RLock of a lock that the goroutine holds
	ReadTwice      // TryRLock of a lock that the goroutine holds for reading
	NotHeld        // Unlock or RUnlock without holding
	HeldAtReturn   // returns with a lock that it did not hold on entry
	LockAtReturn   // returns without a lock that it is to take, or with one that it is to release
	CalleeDeadlock // the callee may acquire a lock that the caller holds
	LockCopied     // copies or overwrites a lock that others may be using, or that may be held
	WaitsForItself // waits for a WaitGroup whose counter only the goroutine itself can bring down

	// Specification.

	NotAtomic       // an atomic block is neither skip nor an action of the specification
	ReturnTooSoon   // the function may return before the specification ends
	WrongWitness    // a witness names an action that the block does not perform
	SecondBlock     // a function that is to reduce to one block is two
	ActsBeforePanic // a call that panics as its contract says has changed something

	// A specification of one action, at a return before which nothing else can have been that action: clause by clause.

	WhenAtCommit    // a when clause does not hold where the atomic block begins
	EnsuresAtReturn // an ensures clause does not hold of the atomic block
	FrameAtReturn   // the atomic block changes a location that the action does not modify

	// Contracts and assertions.

	RequiresAtCall
	RequiresAtGo
	NotOwed      // less than nothing is added to a WaitGroup, and the goroutine does not know to owe as many Dones
	ToCome       // a channel is closed on which goroutines are still to send
	NotGiven     // a goroutine takes over what the one that starts it does not have
	HandedOut    // what is confined to a goroutine may be another's already
	OtherLock    // a Cond of another lock is assigned to a variable
	NotCarried   // a value is sent that the channel does not carry
	NotGivenBack // what a goroutine took over is shared, or part of something else, when it should be given back
	GivenAway    // others, or a local object, get a way to an object that was handed to another goroutine
	GivenHeld    // an object is handed to another goroutine with a lock in it held
	SharedCopy   // a value is copied that refers to memory which only code that is not at hand sees
	UserAssert
	LoopEntry
	LoopPreserved
	InvariantAtYield
	InvariantAtPublish
	TransitionAtWrite
	Unordered    // an operand may be read before or after a call of the same expression, which changes it
	Binding      // a slice that already belongs to one field is stored into another
	OtherRegion  // what is stored in a place belongs to another region than the place
	LentApart    // a callee that is not looked at may write what it is lent, and that has several owners
	NotOwn       // what a call lends to an option is not the goroutine's own
	Kept         // a function may keep some of what its caller has lent it
	LeavesRegion // what is in a region becomes known to others, who need not keep to its guard
	Exposed      // callers that are not checked get a slice or map that a guard owns

	// Panics.

	NilDereference
	IndexRange
	SliceBounds
	DivideByZero
	TypeAssertion
	ExplicitPanic
	MakeLength
	NegativeShift
	ArrayLength
	NilMapWrite
	Uncomparable
	Unhashable // a key of a sync.Map, or a value that it or an atomic.Value compares
	SendOnClosed
	CloseOfClosed
	CloseOfNil
	NegativeCounter // of a WaitGroup that has the value zero
	LibraryPanic    // a function of the standard library panics for its arguments
	PanicAtCall     // the callee may panic, as its contract says

	// Annotations checked by themselves.

	Unstable
	NotReflexive
	NotTransitive
	VacuousEntry  // no state satisfies what the function requires
	VacuousReturn // no execution returns although the code has a return
	VacuousLoop   // the invariants of a loop contradict each other or what is known there
)

// Panics reports whether k is the absence of a run-time panic.
func (k CheckKind) Panics() bool { return NilDereference <= k && k <= PanicAtCall }

// Locks reports whether k is about the state of a lock.
func (k CheckKind) Locks() bool { return SelfDeadlock <= k && k <= WaitsForItself }
