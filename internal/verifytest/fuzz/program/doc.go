// Package program generates small annotated Go programs: a struct with locks and the fields that they guard, and one
// to three functions on it. Most programs are nearly right. A sequence of numbers decides everything about a program,
// and 0 is the simplest choice everywhere. So a smaller sequence makes a smaller program.
//
//	choices.go     the sequence
//	program.go     what a program is made of
//	source.go      its text: as it is checked, and as it is run
//	runtime.go     annotations as Go
//	driver.go      the code that runs its functions
//	quantifiers.go quantified annotations as Go
//	watching.go    what is looked at while they run: invariants and transitions
//	generator.go   a program is drawn
//	fields.go      what structs are made of
//	function.go    functions: parameters, contracts, plans of bodies
//	scope.go       variables, and what may be touched where
//	integers.go    expressions
//	statements.go  the table of statements
//	abroad.go      functions in a package that imports the annotated one
//	performing.go  functions with contracts of several steps
//	specified.go   functions with contracts about all elements, and such that panic where they say so
//	smaller.go     statements on variables of their own
//	kits.go        fields that belong together, and statements on them
//	families.go    calls of the library, by what they are passed
//	designs.go     types with functions of their own, right or nearly so
//	states.go      what the objects of such types keep, and what may be done to it
//	confining.go   event loops
//	awaiting.go    futures, promises, objects that a WaitGroup gives back
//	madeonce.go    what constructors set and functions count on
//	boxing.go      objects behind interfaces and in lists
//	optional.go    functions that set up an object
//	swapping.go    buffers that change places, objects that are carried from store to store
//
// The other files draw statements of one kind each.
package program
