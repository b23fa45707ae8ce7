package ir

import "slices"

// A Func is one function to verify, with all it relies on: the product of desugar.
type Func struct {
	Span
	Name    string // as reports write it: F, T.F, (*T).F, F$1 for a function literal
	Package string // import path

	Tid     *Var // the running goroutine: ConstVar of sort Tid, never Free
	Params  []*Var
	Results []*Var // the prophecy of what the function returns: ConstVar, one a result
	Locals  []*Var
	// Heap is the shared state that the function, its contract and their predicates mention, sorted by name.
	Heap []*Var

	// Status and Stored describe ownership, [ref]Status codes and [ref]bool; both are nil in a function that deals
	// with shared objects only. They are not in Heap.
	Status, Stored *Var
	// Base maps a reference to the object that it points into. Ownership is by object.
	Base *Fn

	// Obligations, of sort [ref]integer, is the local that counts the Dones which the goroutine owes each WaitGroup; may be nil.
	Obligations *Var
	// LentSends, of sort [ref]ref, is the local that says until a Done of which WaitGroup goroutines may send on a channel; may be nil.
	LentSends *Var
	// LentObjects, [ref]ref, and LentElements, [ref][integer]ref, say to the goroutines of which WaitGroup an object,
	// or an element of an array, has been lent; nil for those that are not. Both are locals, and may be nil. Lends lists what may be lent.
	LentObjects, LentElements *Var
	Lends                     []Lend
	// Rows lists arrays of other goroutines to which elements refer that this one has taken over: it has elements of
	// theirs as well. They are over locals that are assigned once, before all else.
	Rows []*Expr
	// Bare lists constants and locals that are references to variables in which no reference can be stored: whoever
	// comes to know one comes to know nothing else.
	Bare []*Var

	Given       []*Expr   // known at entry without being written: parameters are not nil, point to shared objects
	Taken       []*Expr   // what the goroutine takes over where it begins; nobody takes it away
	Requires    []*Clause // written
	Returns     []*Clause // hold at each return, where a lock that they speak of may be kept
	Spec        *Spec     // nil: the function has no performs
	Invariants  []*Invariant
	Transitions []*Invariant
	// KeepsLocks: the function must not return with a lock that it did not hold on entry, unless Spec says so.
	KeepsLocks bool
	// Called: other functions call it as a step, and may hold locks then. Of those they only check that the goroutine holds
	// none of Acquires, which lists all that the function may wait for.
	Called   bool
	Acquires []LockSet
	Trusted  bool
	// Outside: the package has no annotations, and only what the function does to those of others is claimed.
	Outside bool
	// AsksPanics: somebody asks whether the function panics.
	AsksPanics bool
	// Initial: it gives the package variables their initial values, before anything else runs.
	Initial bool
	// Exported: it may be called by code that is not checked, which may share what it gets back as it is.
	Exported bool

	Blocks []*Block // Blocks[0] is the entry

	Unsupported []Note // constructs without a translation; any keeps the function from being verified
	// Partial: executions that come to what has no translation end there, and all others are translated. So what is
	// refuted of these is refuted.
	Partial     bool
	Assumptions []Note // what is believed: trusted callees, assume, models
	NoPanics    []Note // what is believed where it is asked whether the function panics
	// Doubts say where new objects count as known to others although nobody need have come to know them: an access to one
	// may be right that seems not to be.
	Doubts []Note
}

// A Lend is an array of which elements are lent, where in it the slice begins by whose indices they are named, and what says to whom.
// If each goroutine gets elements whose indices have one rest when they are divided by Stride, Rest tells the rest; else both are nil.
type Lend struct {
	Array, Offset, To *Expr
	Rest              *Fn
	Stride            *Expr
}

// A LockSet are the locks, or their readers, that Map has at Keys, for any values of Bound, but those of which Except holds.
type LockSet struct {
	Map    *Var
	Bound  []*Var
	Keys   []*Expr
	Except *Expr
}

// A Note is a remark about a place in the source.
type Note struct {
	Span
	Text string
}

// Ownership of objects, the values of Func.Status. Sort Int.
const (
	Unallocated = 0 // does not exist yet
	Shared      = 1
	Mine        = 2 // local to the goroutine under check
	Theirs      = 3 // local to another goroutine
)

// A Block is a basic block. It ends in a choice among Succs, each of which usually begins with an Assume, or, if
// Return is set, in a return.
type Block struct {
	Name   string // unique within the function
	Stmts  []Stmt
	Succs  []*Block
	Return *Return
	Loop   *Loop // set at the head of a natural loop
}

// Return ends the function with the given results.
type Return struct {
	Span
	Text   string
	Values []*Expr
	// Panics: it ends in a panic that the contract allows, or with its goroutine. There are no values then.
	Panics bool
}

// A Loop describes the natural loop whose head carries it.
type Loop struct {
	Span
	Text string
	// Body holds the loop's blocks, the head and inner loops included.
	Body       []*Block
	Invariants []*Clause
	// Bounded: the loop ends by construction (range over an integer, array or slice).
	Bounded bool
	// Contract: these are steps of a callee, which counts on object invariants before each of them.
	Contract bool
	// Hints are terms to propose invariants from: comparisons between locals and loop limits.
	Hints []*Expr
	// Regions may hold at the head: in which region an object is.
	Regions []*Expr
}

// A Clause is one written condition.
type Clause struct {
	Span
	Text string // as written
	Cond *Expr
	// Parts are what of the condition is worth showing where it fails. Nothing depends on them.
	Parts []Part
}

// A Part is a part of a written condition: one of several conjuncts, or a value that the condition compares.
type Part struct {
	Span
	Text     string // as written
	Value    *Expr
	Conjunct bool
}

// Shows has the parts, each read as a function reads the condition.
func (c *Clause) Shows(read func(*Expr) *Expr) []Show {
	var shows []Show
	for _, p := range c.Parts {
		shows = append(shows, Show{p.Text, read(p.Value)})
	}
	return shows
}

// ShowsNow has the parts that speak of the present state alone.
func (c *Clause) ShowsNow() []Show {
	shows := c.Shows(func(e *Expr) *Expr { return e })
	return slices.DeleteFunc(shows, func(s Show) bool {
		old := false
		Walk(s.Value, func(e *Expr) bool { old = old || e.Op == OpOld; return !old })
		return old
	})
}

// An Invariant is a condition on every object of a type. As a transition its condition uses OpOld.
type Invariant struct {
	Clause
	Type string // the type's name
	This *Var   // BoundVar of sort Ref; nil for a condition on package variables
	// Is tells the references that point to such objects.
	Is *Expr
	// On lists the heap variables that Cond reads at This.
	On []*Var
	// Always: a transition that speaks of one state. It holds after every step, and of every object once it is shared.
	Always bool
}

// A Spec is the flow graph of a performs clause: its nodes are the occurrences of actions in it (Glushkov's
// automaton), so that Follows of the paper is Follow.
type Spec struct {
	Clause           // Cond is nil
	Nodes  []*Action // an action that occurs twice has two nodes
	First  []int     // nodes that may come first
	Follow [][]int   // Follow[i]: nodes that may come after node i
	Final  []bool    // whether the specification may end after node i
	Empty  bool      // whether it may end before any action
	// Reducible: the specification is that the body reduces to one block with all its accesses. A block that changes nothing
	// is skip only if what it has read is dead at its end.
	Reducible bool
	// ResultBinding holds of the results as soon as the last action has happened: callers count on it. May be nil.
	ResultBinding *Expr
}

// An Action is an atomic action of a specification. OpOld in Ensures means the state before it.
type Action struct {
	Span
	Name     string
	When     []*Clause // read in the state before
	Ensures  []*Clause
	Modifies []*Modify
	// ModifiesAll: the action may change anything (an atomic clause without further lines).
	ModifiesAll bool
}

// A Modify is one location, or one family of locations, of a modifies clause.
type Modify struct {
	Span
	Text  string
	Map   *Var
	Index []*Expr // evaluated in the state before; shorter than Map's keys: everything below
	// In, if not nil, takes the place of Index: a condition on Map's Keys, evaluated in the state before.
	In *Expr
	// MayBeEmpty: maybe no location satisfies In.
	MayBeEmpty bool
}

// A Heap describes a heap variable: an array from the keys of a location to its value, one such variable a field.
type Heap struct {
	Span         // the declaration
	Class Class  //
	Keys  []*Var // BoundVars that stand for the keys in Read, Write and Object
	Who   *Var   // BoundVar of sort Tid that stands for the goroutine in Read and Write
	Is    *Expr  // holds of the Keys of every location, e.g. that the reference is to such a struct; may be nil
	Read  *Expr  // a goroutine may read the location in states where this holds, if the object is shared
	Write *Expr  // likewise write; implies Read
	// Claimed holds of the Keys of the locations of which it is claimed that accesses are allowed; nil if it is of all.
	Claimed *Expr
	Always  *Expr // holds of the Keys of every location at any time; may be nil
	Mixed   bool  // in Class Atomic: accesses that are not atomic are allowed too, where they are free of data races
	// Away and Borrowed hold of the Keys of locations that the goroutine has lent, although the object is its own, and that
	// it has borrowed, although it is not; either may be nil.
	Away, Borrowed *Expr
	Object         *Expr               // the object that the location belongs to, a Ref; nil for package variables
	Open           bool                // it says of channels that nobody ever closes them, by the program's text
	Nil            bool                // the nil object has locations too, which nobody may write: those of the nil map
	Ghost          bool                // only annotations know it: its value is that of the rearranged execution
	Runs           string              // it remembers the goroutine to which something is confined: what that runs, for messages; begins with . if it is a method
	Guards         []*Clause           // what was written about the location, for messages; Cond nil
	Said           []Note              // likewise, about the type of the object
	Values         func(*Expr) []*Expr // what is known of any value stored, beyond its sort's bounds; may be nil
	Points         func(*Expr) []*Expr // the references in a value stored; may be nil
	// Writer is, in Class Readers, the Holder variable of the same lock; in Class Latch the Holder variable of who is on
	// the way to setting it, free for good once it is set. Nil: there is none.
	Writer *Var
}

// Class says by what rules a heap variable is shared.
type Class uint8

const (
	Plain     Class = iota // ordinary memory: every access must be free of data races
	Atomic                 // accessed with sync/atomic only
	Holder                 // [..]Tid: who holds a Mutex, or writes under an RWMutex
	Readers                // [..][Tid]bool: who reads under an RWMutex; Keys has the Tid last
	Immutable              // bookkeeping that never changes for an object that exists (what array a field owns)
	Latch                  // [..]bool: once set it stays set (a Once is done, a channel closed); Write says who may set it
	// Token is [..]Tid: the goroutine that has a right which it alone can hand over (to close a channel, to use what was
	// lent to it), or Free: nobody has it any more.
	Token
	// Permission is bookkeeping of who may touch a part of memory. Read and Write say who keeps it as it is, and who may transfer it.
	Permission
)

// IsBookkeeping reports whether variables of the class are no part of the program's state: steps use them without listing it, and
// specifications do not speak of them.
func (c Class) IsBookkeeping() bool { return c == Immutable || c == Permission }

// A Program is a sequential program, acyclic: the product of reduce. Its statements are Assume, Assert, Assign, Havoc,
// Mark and Cover.
type Program struct {
	Name   string // the function's name and the check's
	Func   *Func
	Consts []*Var // arbitrary, fixed
	Vars   []*Var
	Blocks []*Block // in topological order; Blocks[0] is the entry
	Facts  []*Expr  // hold throughout
}
