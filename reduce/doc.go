// Package reduce takes a concurrent function (ir.Func) and gives sequential acyclic programs (ir.Program) that go
// wrong if the function does. Havocs stand for other goroutines. A phase and a position in the specification express
// atomicity. Loops are cut.
//
//	Access       check 1: access predicates and data races, under full preemption (the paper's =acc, figure 5)
//	Abstraction  check 2: everything else, on reducible blocks (the paper's =abs, figures 6 to 9)
//	Predicates   the annotations' own checks: exclusive access is stable, transitions are reflexive and transitive
//
// The paper is Freund and Qadeer, Checking Concise Specifications for Multithreaded Software. The package keeps its
// names. If you start here, read the files in this order:
//
//	world.go            the function's state, and the rules by which each heap variable is shared
//	exclusive.go        A and E: access and exclusive access, the other goroutines eliminated
//	simplify.go         what is statically true of them
//	validate.go         refuses input on which the reduction would be unsound
//	environment.go      E_A, what other goroutines may do
//	ownership.go        whose objects are whose
//	stored.go           which objects may be stored in others before they are shared
//	locks.go            what is known of locks on entry, and checked of them at return
//	builder.go          makes the sequential program
//	live.go             which locals may be read later
//	flow.go             control flow of the function: order, loops, which locals have a value
//	translate.go        what both checks share: a walk over blocks, steps, panics, marks
//	access.go           check 1
//	abstraction.go      check 2: entry, steps, return
//	mover.go            right and left movers
//	fork.go             steps that go one way or the other: compare-and-swap, select
//	latch.go            flags that stay set: a Once that has run, a channel that is closed
//	certain.go          what is known of locks and ownership without a solver
//	phase.go            where the phase is known without a solver
//	yield.go            the end of a reducible block
//	action.go           what it means that a block is skip, or an action
//	positions.go        the positions in the specification that the execution may be at
//	purity.go           which blocks may stand apart where the body is to be one
//	invariants.go       object invariants and transitions
//	panics.go           panics that a contract allows
//	handover.go         local objects that change hands at calls and returns
//	publish.go          objects that become shared
//	spawn.go            go statements
//	loops.go            cutting loops
//	candidates.go       invariants that the tool proposes to itself
//	proposals.go        those about the reducible block
//	localinvariants.go  those about what types promise of local objects
//	obligations.go      those about the Dones that goroutines still have to call
//	transfers.go        those about memory that goroutines have taken over
//	tracepoints.go      what traces show
//	messages.go         predicates in words
//	predicates.go       the annotations' own checks
package reduce
