// Package summary takes a listing of packages and says of each of their functions, and of those of all that they import, what a caller
// has to know: which arguments it writes, keeps, gives back and calls, whether it waits, and whether it returns. It reads the source
// of one package at a time, in SSA form, with the summaries of what that imports. There is no solver. The results are in the cache.
//
// A summary has the clauses of a row of package library, and may take the place of one. A clause says what may happen: a function
// without clauses writes nothing that was there before the call, keeps nothing, and so on. docs/soundness.md says what is claimed,
// and why it holds. Command check uses the summaries of functions that have no row.
//
// The analysis divides the objects that a function meets into classes: what may be the same object is in one class. A summary is the
// part of the classes that can be reached from parameters, results and global variables. At a call they become classes of the caller.
//
// The files:
//
//	graph.go         classes, what leads from one to another, and how two become one
//	labels.go        the types of cells, by which contents of a class are told apart
//	unit.go          one package: its functions, and in which order they are looked at
//	solver.go        the functions that call each other: their values, and what they find
//	instruction.go   what one instruction means for the classes
//	calls.go         calls: of known functions, of what is behind interfaces and function values, of the caller's code
//	parts.go         the types of parts of a value, whose methods package fmt may call
//	constants.go     package variables such as io.EOF, which are as good as constants
//	intrinsics.go    functions whose source does not tell (intrinsics.txt), and those without a body
//	reflect.go       the functions of package reflect
//	held.go          where a lock is held, and what is written where none is
//	typeuse.go       the methods of a type that only one goroutine at a time may call
//	flow.go          whether a function returns, and when its results are nil
//	extract.go       the shape of a summary: the classes that callers see
//	summary.go       a summary, and the clauses that follow from its shape
//	row.go           a summary as a row of package library, and as text
//	build.go         packages that the cache does not have, several at a time
//	store.go         the summaries of a listing, and the cache
//	embedded.go       the summaries of the standard library that are part of the program (standard.zip)
//	silent.go        functions of which the source tells nothing (silent.txt)
package summary
