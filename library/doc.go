// Package library says what Calvin assumes of the functions of the standard library. It is a table with one row for
// each function. The text is in directory tables, with one file for each package. Calvin assumes nothing of a
// function without a row.
//
//	package strings
//	Repeat(s, count); requires 0 <= count; requires len(s)*count <= maxLen; ensures len(result) == len(s)*count
//	(*Builder).Grow(b, n); requires 0 <= n; requires n <= maxLen; writes b
//
// A row without clauses describes a plain function. It reads what its arguments lead to, writes nothing, keeps
// nothing, calls nothing back, does not wait, and returns without a panic for all arguments of its types. No row
// covers a nil receiver. Clauses say where a function differs from a plain one:
//
//	requires C   it panics unless C holds, and where C holds it does not
//	asks C       it may panic unless C holds: C may say more than is needed
//	believed T   it may panic unless what the text T says is so, which no condition can say: that is an assumption
//	ensures C    C holds of the results, which are named after the parameters, or result if there is only one
//	writes P     it writes the memory that the argument P refers to: the elements of a slice up to its capacity, the
//	             entries of a map, the variable behind a pointer, and what code behind an interface does
//	keeps P      what P refers to can be reached after the return: through the receiver, a global, a goroutine
//	aliases P    the results lead to memory that P refers to
//	copies P     the results, or what is written, hold copies of what P refers to: elements or entries, with what these
//	             refer to
//	calls P      it calls the function P, or methods of P, before it returns
//	later P      it calls the function P after it has returned, or in another goroutine
//	prints P     it may call methods of P that print: Error, String, GoString, Format
//	waits        it may wait for what others do, or for a time
//	ends         it does not return, as the program ends
//	panics       it does not return, as it panics
//	fresh R      the result R leads only to memory that the call has made, and to values that nobody can write
//	unknown T    it may run code of which nothing is known, as the text T says: only in rows that are derived from source
//	changes      it changes variables of its own package, which calls of other functions may show
//
// Conditions are in Go's syntax, over integers without bounds. They may use parameters and results, len and cap,
// integer literals, maxInt and maxLen, nil, comparisons and arithmetic, and the predicates of package library
// (predicates.go).
//
// Besides it lists types with what is known of their use by several goroutines: for whom callers synchronise (types.go, types.txt).
//
// Package desugar relies on the table. The tests of this package check it: they call each function with edge cases as
// arguments and compare what it does with its row.
package library
