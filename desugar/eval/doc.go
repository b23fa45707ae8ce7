// Package eval gives annotations their meaning. It takes the expressions, clauses and contracts of package annot, and
// a heap with the context in which they stand. It gives expressions, clauses and specifications of the core language.
//
// The files:
//
//	eval.go        values and places of expressions (and, by kind, the next five)
//	maps.go        Go's maps
//	maths.go       mathematical sequences, sets and maps
//	pure.go        calls of pure functions
//	locks.go       what is said of locks
//	builtins.go    done, closed, len and others
//	modifies.go    the places that a contract says may change
//	parts.go       what of a condition is shown where it fails
//	automaton.go   what a contract says is performed, as an automaton
package eval
