// Package evaluate takes what annotations say, resolved and typed, and gives Go source that evaluates it in an instrumented
// program, by the runtime of package explore/rt.
//
//	writer    expressions
//	quantify  quantifiers over a range of integers
//
// The source reads memory as it is: evaluating is no access of the program. What has no meaning at run time is an
// *Unsupported with the reason.
package evaluate
