// Package prover takes verification conditions and gives verdicts. If a goal fails, it also gives the values of a
// counterexample. It writes what it asks solvers in SMT-LIB 2, and reads their values in the same format.
//
//	Prover    asks for all goals of a VC; the way in
//	backend   a solver: libz3 in this process, z3 or cvc5 in a process of its own
//	session   one context of a solver; a script of commands for a process, calls for the library
//	dialect   what differs between solvers: options, and what to try when one gives up
//	dialogue  the talk with a session; starts another one when it breaks
//	Node      an s-expression of an answer
//	Examine   asks a solver what some versions got wrong; New refuses those that do
//
// Package prover accepts only a proof that it can trust. A goal is Proved only by an unsat that arrived whole, in
// time and without an error beside it. If a solver dies, hangs, prints something else or disagrees with another, the
// goal stays Unknown.
package prover
