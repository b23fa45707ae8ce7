// Package memory takes a program in SSA form and gives names to its memory, for analyses that prove nothing and want to
// know which lock a call is about.
//
//	place.go      memory as the code names it: a variable, a field of what it points to, and so on
//	values.go     the places that the values of go/ssa point to
//	across.go     names of a caller in its callee, and the other way round
//	operation.go  the operations of packages sync and sync/atomic
//
// Where the code does not tell, the names are those of the likely case: two loads of one variable give the same object.
package memory
