// Package rt is the runtime of instrumented code: it takes over every scheduling decision of a Go program and runs it
// under the schedules that a [Strategy] asks for. In goes a function (a test) and a strategy; out comes a [Result]: how
// many executions there were, of what kind, and the bugs found, each with the decisions that reproduce it.
//
// # Execution
//
// Every goroutine of the program is a coroutine; one runs at a time (coro.go). Before a visible operation a goroutine
// publishes it (kind, object, site: an [Op]) and reaches a scheduling point, where the scheduler, inside the running
// goroutine, lists the goroutines whose published operation is enabled and asks the strategy which goes next (sched.go).
// What a goroutine does up to its next visible operation belongs to the operation before: a goroutine that starts or is
// woken runs to its next published operation before the strategy is asked again. So a strategy always knows the next
// operation of every goroutine, and starting and waking are no events.
//
// # Objects
//
// The types of the program stay what they are. For each object that operations touch (found by its address, object.go)
// the runtime keeps a model, and performs the real operation only when the model says that it cannot block. One file an
// object: mutex.go, rwmutex.go, chan.go, select.go, waitgroup.go, once.go, cond.go, atomic.go, timer.go, ...; each says
// what enables an operation, what the operation does, and which operations on the object depend on each other.
//
// Goroutines and objects have numbers that mean the same in every execution (identity.go), so that a strategy can
// compare the events of two executions.
//
// # Memory
//
// Data races are found by vector clocks in the manner of FastTrack (fasttrack.go) on the memory that instrumented code
// reads and writes. An access is a scheduling point only where its site was found racy or all are asked for.
//
// # Rules for this package
//
// It is compiled into the program under test, with that program's module: it imports the standard library only. The
// path of an operation allocates nothing and uses no map. The scheduler is the only global variable: instrumented code
// has no other way to find it.
package rt
