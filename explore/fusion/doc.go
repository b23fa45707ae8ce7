// Package fusion proves that executions need not run. It takes the trace of an execution and gives the executions
// that are worth running next (strategy.Answer). It has proved that all others cannot fail. This is the symbolic part
// of Wang, Chaudhuri, Gupta and Yang, "Symbolic Pruning of Concurrent Program Executions" (ESEC/FSE 2009). The search
// is strategy.Fusion.
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
// The abstraction has every execution of the program that begins as the trace does, up to the point where the machine
// no longer knows what the program does. From there on it assumes a failure (the bail-out of section 5.4). The
// machine follows integers and truth values exactly, with their bounds. It assumes that other values are what they
// were in the trace; an execution in which one differs departs from the trace. So lack of knowledge prunes nothing.
// It only costs executions.
//
// The proof says that no execution fails a test, panics or waits for ever, and on request that none has a data race.
// It does not cover executions that do not end: an execution that is too long makes the search incomplete, under
// every strategy.
package fusion
