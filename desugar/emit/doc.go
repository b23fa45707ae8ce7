// Package emit holds the function of the core language that is under construction. It takes what a Go function does,
// one step at a time: reads, writes, conditions, and calls that have been evaluated. It gives blocks of ir, with the
// checks that every access needs and with the values of the SSA registers, as far as they are known. It does not know
// instructions, operations of the library, contracts or goroutines. Those belong to package desugar, which uses it.
//
// The files, each using those before it:
//
//	builder.go     what is emitted, and where; what has no translation, or is believed
//	effects.go     what a piece of it may change
//	frame.go       one activation: the function itself, or a call that is inlined
//	text.go        source text of statements and expressions
//	values.go      what is known of an SSA value
//	loops.go       the loops of an activation
//	uses.go        what is used again after a step
//	settled.go     what holds of fields from the moment when others may know their object
//	registers.go   values of SSA registers
//	blocks.go      blocks and the edges between them
//	panics.go      where a panic leads
//	cells.go       variables that belong to the function alone
//	locks.go       locks inside of conditions
//	answers.go     which function answers for an access or a store
//	access.go      reads and writes of memory, and the checks that come with them
//	plainaccess.go plain accesses to what others access by sync/atomic
//	replaced.go    copies of structs of which fields are replaced at once
//	beforeclose.go fields that are written for the last time before a channel is closed
//	arrays.go      arrays as values
//	copies.go      copies of what must not be copied
//	body.go        annotations inside bodies
//	ghosts.go      assignments to ghosts, made part of a step
//	points.go      where annotations inside bodies stand
//	defers.go      deferred calls of an activation
package emit
