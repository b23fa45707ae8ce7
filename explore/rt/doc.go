// Package rt is the runtime of instrumented code. It takes over every scheduling decision of a Go program and runs
// the program under the schedules that a Strategy asks for. It takes a function (a test) and a strategy. It gives a
// Result: how many executions there were, of what kind, and the bugs, each with the decisions that reproduce it.
//
// # Execution
//
// Every goroutine of the program is a coroutine, and one runs at a time (coro.go). Before a visible operation a
// goroutine publishes it (kind, object, site: an [Op]) and reaches a scheduling point. There the scheduler, inside
// the running goroutine, lists the goroutines whose published operation is enabled. It asks the strategy which of
// them goes next (sched.go). Whatever a goroutine does up to its next visible operation belongs to the operation
// before it. A goroutine that starts or wakes up runs to its next published operation before the scheduler asks the
// strategy again. So a strategy always knows the next operation of every goroutine, and starting and waking are not
// events.
//
// # Objects
//
// The types of the program stay what they are. The runtime keeps a model of each object that operations touch, and
// finds it by the object's address (object.go). It performs the real operation only when the model says that the
// operation cannot block. Each object has a file: mutex.go, rwmutex.go, chan.go, select.go, waitgroup.go, once.go,
// cond.go, atomic.go, timer.go, pipe.go, pull.go, ... The file says what enables an operation, what the operation does, and which
// operations on the object depend on each other.
//
// Goroutines and objects have numbers with the same meaning in every execution (identity.go), so a strategy can
// compare the events of two executions.
//
// # Memory
//
// The runtime finds data races with vector clocks, like FastTrack (fasttrack.go), on the memory that instrumented
// code reads and writes. An access is a scheduling point only if its site has turned out racy, or if all accesses are
// to be scheduling points.
//
// # Rules for this package
//
// The runtime is compiled into the program under test, as part of its module, so it imports only the standard
// library. The path of an operation allocates nothing and uses no map. The scheduler is the only global variable,
// because instrumented code has no other way to find it.
package rt
