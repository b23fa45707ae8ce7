// Package prover takes verification conditions and gives verdicts, with the values of a counterexample where a goal
// fails. SMT-LIB 2 text is the only language it speaks to solvers.
//
//	Prover    asks for all goals of a VC; the way in
//	Backend   a solver: libz3 in this process, z3 or cvc5 in a process of its own
//	Session   one solver context that commands are sent to
//	dialect   what differs between solvers: options, and what to try when one gives up
//	dialogue  the stack of assertions that a session holds; starts another session when one breaks
//	Node      an s-expression of an answer
//
// What cannot be trusted is never a proof: a goal is Proved only by an unsat that arrived whole, in time and without
// an error beside it. A solver that dies, hangs, prints something else or disagrees with another leaves the goal
// Unknown.
package prover
