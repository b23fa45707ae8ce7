// Package heap represents the values and the memory of Go as terms of the core language. It takes types, places and
// the guards of annotations. It gives sorts, expressions, the heap variables that hold the places, the facts that
// come with values, and for each heap variable its access predicates. A Memory belongs to one function and knows
// nothing of that function's instructions.
//
// Package eval, which builds on this one, gives annotations their meaning. The heap asks it through an Evaluator.
//
// The files, each using those before it:
//
//	place.go         lvalues
//	memory.go        the heap of one function: what it keeps
//	sorts.go         Go types as sorts, constants as terms
//	sequences.go     mathematical sequences, sets and maps
//	names.go         the names of heap variables, in queries and in messages
//	refs.go          references: objects, fields of them, elements of them
//	questions.go     what is asked about a heap variable: who may read it, who may write it
//	slices.go        slices as values
//	places.go        the places that pointers, fields, indices lead to
//	access.go        reading and writing a place
//	equal.go         comparisons of values
//	clauses.go       clauses of annotations, and where they stand
//	owners.go        which owners of memory the function names
//	guards.go        access predicates of heap variables
//	locks.go         the state of locks
//	madelocks.go     for which field a lock was made
//	unused.go        locks and the like as values
//	alloc.go         new objects, and whose they are
//	publication.go   what becomes known to other goroutines with a value
//	mapkeys.go       the keys of maps
//	arith.go         operators and conversions
//	bits.go          bit operations on mathematical integers
//	strings.go       strings
//	channels.go      the state of channels
//	groups.go        the state of WaitGroups that guard something
//	mapstore.go      maps
//	regions.go       the region that an object without synchronisation of its own is in
//	regionaccess.go  who may access what is in a region
//	regionfacts.go   what is known, and asked, of the region of a value
//	handover.go      regions of which permission is transferred
//	slots.go         elements of slices and maps that are such regions, each by itself
//	within.go        what is moved about within a structure
//	joining.go       how objects come into a region, and who may learn of them
//	httpmessages.go  headers of requests and responses, and who has them
//	making.go        objects that code which is not at hand has made for the goroutine
//	lending.go       what is lent to a function that is not known
//	binding.go       arrays, maps and channels that belong to a variable
//	families.go      the heap variables of fields, variables, elements
//	modifies.go      what may change when a place does
//	frames.go        what may change when what a lock guards does
//	zero.go          zeroed memory
//	known.go         what is known of a value by its type and by where it was found
//	interfaces.go    interface values and their dynamic types
//	sentinels.go     the errors that package variables hold
package heap
