package ir

import "go/token"

// A Span is a stretch of source text. End is the position just after it.
type Span struct{ Start, End token.Position }

// A Stmt is one of Assume, Assert, Assign, Havoc, Witness, Set, Step, Spawn, Mark, Cover.
type Stmt interface{ stmt() }

// Assume lets only those executions continue in which Cond holds.
type Assume struct {
	Cond *Expr
	// Candidate, if not nil, makes this the hypothesis of a candidate invariant: it counts only while the candidate
	// is believed.
	Candidate *Candidate
	// Ends: the program ends here, which is why nothing follows.
	Ends bool
}

// Assert goes wrong where Cond does not hold; what follows may rely on Cond.
type Assert struct {
	Span
	Cond  *Expr
	Check Check
	// Candidate, if not nil, makes this an obligation of a candidate invariant: its failure refutes the candidate
	// and is no finding.
	Candidate *Candidate
}

// A Candidate is an invariant that the tool proposes to itself. It is kept if, together with the others that are
// kept, it holds on entry to its loop and is preserved by it (Houdini).
type Candidate struct {
	Name string // for dumps and statistics
	// Nest numbers the outermost loops in the order in which control comes to them. What holds in a loop does not depend on
	// the candidates of later nests.
	Nest int
	// Sharpens: it is for findings, and hardly any proof needs it.
	Sharpens bool
	// Position: it is about where in a specification the function may be. Of such candidates of one loop some exclude others.
	Position bool
}

// Assign gives a variable a value. Dst may be a heap variable only inside Step.Do and in sequential programs.
type Assign struct {
	Dst *Var
	Src *Expr
}

// Havoc gives variables arbitrary values of their sorts.
type Havoc struct {
	Vars []*Var
	// Uses lists locals that the values may come of.
	Uses []*Var
}

// Witness restricts the atomic block that holds it to the action of that name.
type Witness struct {
	Span
	Action string
}

// Mark is a point of the source that a trace shows if the execution passes it. It has no effect.
type Mark struct {
	Span
	Kind  MarkKind
	Text  string // the statement, as the source has it
	Mover *Expr  // MarkStep: an unbounded integer, the Mover that the step turned out to be; nil if it touches nothing
	Reads bool   // MarkStep: it reads shared memory, and keeps what it has read
	Shows []Show // state worth showing after the point
}

// MarkKind says what happens at a Mark.
type MarkKind uint8

const (
	MarkStep  MarkKind = iota // the goroutine under check executes Text
	MarkEnv                   // other goroutines run
	MarkLoop                  // some iterations of a loop have passed
	MarkEntry                 // the function begins
)

// A Show names a value for a trace or a counterexample.
type Show struct {
	Label string // in Go syntax
	Value *Expr
}

// Cover asks that some execution reaches it: one that none can reach is reported as vacuous.
type Cover struct {
	Span
	Check Check
}

// A Step is an atomic step "when When do Do": the only statement that touches shared state.
type Step struct {
	Span
	Text string // the statement, as the source has it
	// When blocks the step until it holds; nil if the step never blocks.
	When *Expr
	// Pre holds in every state in which the step may run, or the program goes wrong.
	Pre []*Assert
	// Do runs at once: Assign, Havoc and Assume over locals and heap variables. OpOld in it means the state before.
	Do []Stmt
	// Access is the set V of locations that the step reads and writes.
	Access []Access
	// Mover is how the step commutes where that does not depend on access predicates, else ByPredicate.
	Mover Mover
	// Publish lists references whose objects are shared from this step on.
	Publish []*Expr
	// Apart lists references to objects that are not shared with those of Publish, though they may be stored in local ones: nothing
	// that becomes known leads to them.
	Apart []*Expr
	// Give lists references, nil or to local objects, that the step hands to whoever takes them: after it the objects
	// are another goroutine's. Publish lists them as well, for what is stored in them.
	Give []*Expr
	// MayStall is set for a step that may wait for ever although When holds, or may have no outcome at all: a call by
	// contract whose callee is not known to end, or whose clauses are not known to be satisfiable in every state.
	// Such a step is no left mover.
	MayStall bool
	// Shares is set for a step in which objects that are not the goroutine's own may come to be shared.
	Shares bool
	// Contract is set for a step of a called function's contract: that its accesses are allowed is that function's
	// own check, and is not asserted again.
	Contract bool
	// Transfers: local objects may change hands by such a step. What comes with them satisfies its invariants.
	Transfers bool
	// Foreign is set for a call of code that is not at hand: what it does to memory is believed to be allowed.
	Foreign bool
	// Sends: others can tell that the step has happened, though no heap variable says so.
	Sends bool
	// Uses lists locals that what the step does may come of, where no term says so.
	Uses []*Var
	// Relies: that code may run functions that count on what the goroutine holds. Invariants hold when it is called, and
	// when it returns.
	Relies bool
}

// Mover classifies a step by the directions in which it commutes with steps of other goroutines (Lipton).
type Mover uint8

const (
	ByPredicate Mover = iota // by the exclusive-access predicates of its locations
	BothMover
	RightMover
	LeftMover
	NonMover
)

// String returns the letter that traces use.
func (m Mover) String() string { return [...]string{"?", "B", "R", "L", "N"}[m] }

// An Access is one location that a step touches.
type Access struct {
	Span
	Map   *Var    // a heap variable
	Index []*Expr // one expression a key of Map; locals only, evaluated in the state before the step's Do
	Write bool
	Text  string // the location, as the source has it
	// Does says who accesses the location, if that is not the code under check, or when, if Go leaves that open, and Guards
	// what is written of it, if that is not said of the heap variable.
	Does   string
	Guards []*Clause
	// After is the call after which Go may read the location, if that is when.
	After string
	// Caller is set where it is up to a caller of the function that accesses the location that it may.
	Caller *Caller
	// Atomic is set for what sync/atomic does.
	Atomic bool
	// Alone is set where no other goroutine accesses the location in a way that matters: none runs yet, or all that may
	// write it has happened.
	Alone bool
	// Ghost is set for what a set statement touches as part of the step: it counts for how the step commutes even where
	// Mover says the rest, and is not covered by a callee's contract.
	Ghost bool
}

// A Caller answers for what a function does that counts on its callers. A finding stands at the call.
type Caller struct {
	Span           // of the call
	Callee  string // the function that is called, as reports write it
	Renamed bool   // what the finding names has the caller's names, not those of some callee
	Calls   []Note // the further calls by which the statement is reached, innermost first
}

// Spawn is a go statement: it publishes the arguments and starts another goroutine.
type Spawn struct {
	Span
	Text    string
	Func    string
	Publish []*Expr
	// Requires is what the new goroutine relies on, over the arguments and Goroutine. It is asserted after other
	// goroutines may have run.
	Requires  []*Assert
	Goroutine *Var // the new goroutine's identity: ConstVar of sort Tid
}

func (*Assume) stmt()  {}
func (*Assert) stmt()  {}
func (*Assign) stmt()  {}
func (*Havoc) stmt()   {}
func (*Witness) stmt() {}
func (*Mark) stmt()    {}
func (*Cover) stmt()   {}
func (*Step) stmt()    {}
func (*Spawn) stmt()   {}
