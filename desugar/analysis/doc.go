// Package analysis takes annotated, type-checked packages and finds out what is known of the program as a whole, before any function is
// translated: Facts, which are read-only from then on. Of the core language it knows spans only.
//
// The files, each after those that it uses most:
//
//	program.go       the packages at hand, their functions, what is written on them
//	types.go         types, and which variables hold which
//	twins.go         struct types without a name that are the same
//	functions.go     functions in SSA form and their calls
//	callees.go       functions that are used as values
//	escape.go        whose address is used as a value
//	aliases.go       parts of an object that types promise to be others
//	address.go       what annotations take the address of
//	oncefunc.go      functions that variables hold
//	usage.go         what becomes of a local variable or a function literal
//	locksets.go      which locks are held at a call
//	contents.go      what a sync.Map, sync.Pool or atomic.Value holds; pool.go
//	contracts.go     what contracts say of parameters and results
//	refines.go       the contracts of interfaces' methods, and who is behind them; implementers.go
//	locks.go         locks, and what is taken for one
//	apart.go         which calls are translated as steps of their own
//	unnamed.go       which functions may be called without their names
//	later.go         functions that are called later
//	guards.go        which variables say who may access them, and what may be part of them
//	homes.go         where all values of a type are
//	atomicplaces.go  variables that are accessed atomically and plainly
//	touches.go       which functions touch annotated variables
//	initial.go       what package variables hold at first; settled.go, sentinels.go
//	arith.go         which integer types need bits
//	open.go          channels that nobody closes
//	invariant.go     what invariants speak of
//	instances.go     instances of generic types
//	publication.go   which functions may publish an object
//	outcome.go       which calls end
//	nonnil.go        which variables are never nil
//	lingers.go       which functions may not come to an end
//	hidden.go        what memory code that is not at hand may hide
//	external.go      what a call of code that is not at hand may expose
//	conditions.go    which conditions relate objects
package analysis
