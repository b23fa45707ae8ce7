// Package reduce takes a concurrent function (ir.Func) and gives sequential acyclic programs (ir.Program) that go
// wrong if the function does. Havocs stand for other goroutines. A phase and a position in the specification express
// atomicity. Loops are cut.
//
//	Access       check 1: access predicates and data races, under full preemption (the paper's =acc, figure 5)
//	Abstraction  check 2: everything else, on reducible blocks (the paper's =abs, figures 6 to 9)
//	Predicates   the annotations' own checks: exclusive access is stable, transitions are reflexive and transitive
//
// The paper is Freund and Qadeer, Checking Concise Specifications for Multithreaded Software. The package keeps its
// names. If you start here, read world.go, exclusive.go, access.go, abstraction.go and yield.go first.
//
// The files, each mostly using those before it. The program and what is known of the function:
//
//	world.go            the function's state, and the rules by which each heap variable is shared
//	validate.go         refuses input on which the reduction would be unsound
//	builder.go          makes the sequential program
//	translate.go        what both checks share: a walk over blocks, steps, panics, marks
//	flow.go             control flow of the function: order, loops, which locals have a value
//	localset.go         sets of locals
//	live.go             which locals may be read later
//	tracepoints.go      what traces show
//	messages.go         predicates in words
//	stop.go             ends a reduction that takes too long
//
// Loops and invariants:
//
//	invariants.go       object invariants and transitions
//	loops.go            cutting loops
//	candidates.go       invariants that the tool proposes to itself
//	intext.go           what the text of a function names, found once
//	published.go        those about loops that publish objects
//	locksets.go         which locks are held at a loop, by the text
//	localinvariants.go  those about what types promise of local objects
//	obligations.go      those about the Dones that goroutines still have to call
//	transfers.go        those about memory that goroutines have taken over
//
// What other goroutines may do:
//
//	simplify.go         simplifies access predicates, each conjunct by the others
//	exclusive.go        A and E: access and exclusive access, the other goroutines eliminated
//	environment.go      E_A, what other goroutines may do
//	locks.go            what is known of locks on entry, and checked of them at return
//	ownership.go        whose objects are whose
//
// Check 2, reducible blocks:
//
//	phase.go            where the phase is known without a solver
//	abstraction.go      check 2: entry, steps, return
//	latch.go            flags that stay set: a Once that has run, a channel that is closed
//	certain.go          what is known of locks and ownership without a solver
//	mover.go            right and left movers
//	action.go           what it means that a block is skip, or an action
//	positions.go        the positions in the specification that the execution may be at
//	purity.go           which blocks may stand apart where the body is to be one
//	yield.go            the end of a reducible block
//	proposals.go        candidates about the reducible block
//	fork.go             steps that go one way or the other: compare-and-swap, select
//
// Steps of their own:
//
//	publish.go          objects that become shared
//	spawn.go            go statements
//	handover.go         local objects that change hands at calls and returns
//	panics.go           panics that a contract allows
//	stored.go           which objects may be stored in others before they are shared
//
// The other checks:
//
//	access.go           check 1
//	predicates.go       the annotations' own checks
package reduce
