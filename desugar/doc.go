// Package desugar takes annotated, type-checked packages and gives, one function at a time, the core language: an
// ir.Func in which every access to shared memory is an atomic step of its own and every call is replaced, by the
// callee's body or by its contract.
//
// The way in is go/ssa in naive form: locals stay cells that bear their variable's name. The files, in the order in
// which a function passes them:
//
//	program.go     the packages at hand; what is known of them as a whole is for package analysis to find out
//	translator.go  one function under translation
//	sorts.go       Go types as sorts
//	refs.go        references: objects, fields of them, elements of them
//	memory.go      places, and how to read and write them
//	alloc.go       new objects, ownership, publication
//	guards.go      access predicates of heap variables
//	arith.go       operators and conversions
//	strings.go     strings
//	spec.go        annotation expressions
//	contract.go    what a function requires and performs
//	invariant.go   what types promise
//	translate.go   bodies: blocks and instructions (and the files it names)
package desugar
