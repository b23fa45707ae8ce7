// Package prover takes verification conditions and gives verdicts, with the values of a counterexample where a goal
// fails. What it tells solvers is written in SMT-LIB 2, as are the values that they give.
//
//	Prover    asks for all goals of a VC; the way in
//	backend   a solver: libz3 in this process, z3 or cvc5 in a process of its own
//	session   one context of a solver; a script of commands for a process, calls for the library
//	dialect   what differs between solvers: options, and what to try when one gives up
//	dialogue  the talk with a session; starts another one when it breaks
//	Node      an s-expression of an answer
//
// What cannot be trusted is never a proof: a goal is Proved only by an unsat that arrived whole, in time and without
// an error beside it. A solver that dies, hangs, prints something else or disagrees with another leaves the goal
// Unknown.
package prover
