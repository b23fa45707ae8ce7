// Package fusion proves that executions need not be run. In goes the trace of an execution, out comes what is worth running
// after it ([strategy.Answer]): whatever is left out has been proved to fail in no way. It is the symbolic part of Wang,
// Chaudhuri, Gupta and Yang, "Symbolic Pruning of Concurrent Program Executions" (ESEC/FSE 2009); the search is
// strategy.Fusion.
//
//	Program  the packages under test in SSA form: what statements mean; where branches meet again
//	machine  follows a trace through the program, goroutine by goroutine
//	region   what the way may write that a branch did not take
//	ctp      what comes of it: a concurrent trace program, and its abstraction
//	formula  is satisfiable if an execution fails that begins as the trace does
//	Solver   finds how long that beginning must be for none to fail
//
// # Soundness
//
// The abstraction has every execution of the program that begins as the trace does, up to the point where it does
// something that the machine knows nothing of: there a failure is assumed (the bail-out of section 5.4). What the program
// computes is followed exactly for integers and truth values, with their bounds; other values are taken to be what they
// were in the trace, and to be another is a departure like any other. So nothing is pruned for lack of knowledge; what is
// beyond the machine costs executions, and no more.
//
// What is proved is that no execution fails a test, panics, waits for ever or, if asked for, has a data race. What does not
// end is not covered: an execution that is too long ends the search as incomplete, whatever the strategy.
package fusion
