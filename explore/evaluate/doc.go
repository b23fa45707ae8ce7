// Package evaluate takes what annotations say, resolved and typed, and gives Go source that evaluates it in an instrumented
// program, by the runtime of package explore/rt.
//
//	writer    expressions
//	state     what they read of the program's memory, and who may change it
//	before    the state before a step
//	quantify  quantifiers over a range of integers
//	ghost     variables that only annotations know, and their types
//
// The source reads memory as it is: evaluating is no access of the program. What has no meaning at run time is an
// *Unsupported with the reason.
package evaluate
