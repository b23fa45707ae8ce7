// Package evaluate takes annotations, resolved and typed, and gives Go source that evaluates them in an instrumented
// program, with the runtime of package explore/rt.
//
//	writer    expressions
//	state     what they read of the program's memory, and who may change it
//	before    the state before a step
//	quantify  quantifiers over a range of integers
//	ghost     variables that only annotations know, and their types
//
// The source reads memory directly, so evaluation does not count as an access of the program. If an annotation has no
// meaning at run time, the result is an *Unsupported with the reason.
package evaluate
