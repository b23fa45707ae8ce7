// Package lockorder takes type-checked packages and gives the order in which their functions take locks, and the circles
// in it: goroutines that go round one may wait for each other for ever.
//
//	place.go     which lock a call is about, and which locks may be one and the same
//	relation.go  how two objects of one type are related: parent and child, any two, two that are compared
//	state.go     what is known at a point: the locks that are held
//	summary.go   what callers need to know of a function
//	flow.go      one function, from its entry to its returns
//	calls.go     what a call does
//	wait.go      waits for goroutines
//	targets.go   which functions a call may be of
//	inverse.go   fields that lead to each other's objects
//	program.go   all functions, callees before their callers
//	stated.go    orders that annotations state
//	outline.go   what the analysis reads of a package
//	cycle.go     circles
//	lockorder.go what goes in and comes out
//
// An edge of the order says that a lock is acquired while another is held. Functions are analysed from callees to callers:
// an edge is named as the function can at which both locks meet, and its callers name it again with what they pass. So
// transfer(a, b) tells nothing yet of a and b if all its callers pass a parent and its child. What functions that anybody
// may call leave is the order of the program.
//
// Locks are told apart by the variable that they are in: a field of a type, or a package variable. Two locks of one
// variable are in two objects, of which the code may tell how they are related.
package lockorder
