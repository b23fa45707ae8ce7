package rt

// A Kind says what a visible operation is.
type Kind uint8

// The kinds of operations, by the file of this package that defines them.
const (
	OpNone Kind = iota

	OpLock // mutex.go
	OpUnlock
	OpTryLock

	OpRWLock    // rwmutex.go: a writer bars new readers,
	OpRWAcquire // then waits for the readers there are
	OpRWUnlock
	OpRWTryLock
	OpRLock
	OpRUnlock
	OpTryRLock

	OpSend // chan.go
	OpRecv
	OpClose
	OpLen
	OpSelect // select.go
	OpSelectWait

	OpWGAdd // waitgroup.go
	OpWGDone
	OpWGWait

	OpOnce // once.go
	OpOnceDone

	OpCondWait // cond.go
	OpCondSignal
	OpCondBroadcast

	OpLoad // atomic.go
	OpStore
	OpSwap
	OpAdd
	OpAddOnly
	OpCAS

	OpMapLoad // syncmap.go
	OpMapStore
	OpPoolGet // pool.go
	OpPoolPut

	OpRead // memory.go
	OpWrite
	OpCall // foreigncall.go
	OpCallRead

	OpTimerStart // timer.go
	OpTimerStop
	OpTimerReset
	OpFire
	OpNow
	OpSleep

	OpYield // goroutine.go
	OpBegin // liveset.go
	OpEnd
	OpCount
	OpAwait  // spin.go
	OpChoice // choice.go

	OpSection // view.go: a critical section taken as one operation

	numKinds
)

var kindNames = [numKinds]string{
	OpNone: "none",
	OpLock: "lock", OpUnlock: "unlock", OpTryLock: "trylock",
	OpRWLock: "lock (bars readers)", OpRWAcquire: "lock (readers gone)", OpRWUnlock: "unlock", OpRWTryLock: "trylock",
	OpRLock: "rlock", OpRUnlock: "runlock", OpTryRLock: "tryrlock",
	OpSend: "send", OpRecv: "receive", OpClose: "close", OpLen: "len", OpSelect: "select", OpSelectWait: "select (waiting)",
	OpWGAdd: "add", OpWGDone: "done", OpWGWait: "wait",
	OpOnce: "once", OpOnceDone: "once (done)",
	OpCondWait: "cond wait", OpCondSignal: "signal", OpCondBroadcast: "broadcast",
	OpLoad: "load", OpStore: "store", OpSwap: "swap", OpAdd: "add", OpAddOnly: "add (result unused)", OpCAS: "compare-and-swap",
	OpMapLoad: "map load", OpMapStore: "map store", OpPoolGet: "pool get", OpPoolPut: "pool put",
	OpRead: "read", OpWrite: "write", OpCall: "call", OpCallRead: "call (reads)",
	OpTimerStart: "start timer", OpTimerStop: "stop timer", OpTimerReset: "reset timer", OpFire: "timer fires", OpNow: "now", OpSleep: "sleep",
	OpYield: "yield", OpBegin: "go", OpEnd: "end", OpCount: "count goroutines", OpAwait: "await", OpChoice: "choice", OpSection: "critical section",
}

func (k Kind) String() string { return kindNames[k] }

// An op is a published operation: what its goroutine does when it is next chosen.
type op struct {
	kind Kind
	site Site
	obj  object // nil for operations on no object

	// Operands, where enabledness or effect depend on them.
	size  uint8       // of the word that an atomic operation works on
	old   uint64      // what a compare-and-swap expects there
	after int64       // how long a timer that is started takes
	n     int         // the argument of WaitGroup.Add
	sel   []Case      // of select
	dflt  bool        // select has a default case
	when  func() bool // further condition, set by Await
	words []Word      // of AwaitAll
}

// An Event is an operation that has been executed.
type Event struct {
	G      GID
	Kind   Kind
	Class  Class // what it did to Obj, see Relation
	Obj    ObjID // NoObj if it has none, or several (Parts)
	Site   Site
	From   int32  // the event of another goroutine that G waited for, or that started it, before this event; -1 if none
	Seq    int32  // number of a send among the sends on its channel, of a receive among the receives; value of a choice; which of its parts a select executed, -1 for none
	Need   int32  // number of the receive that made room for the send, of the send received, -1 if none; alternatives of a choice
	State  uint64 // of Obj before the event, see predict.go; of the start of a ticker, its period
	Arg    uint64 // what the operation needs besides to tell its effect; of a choice, 1 if it completes the event before; of the start of a timer, its deadline plus one
	parts  int32  // further objects: Execution.parts[parts:parts+nparts]
	nparts int32
}

// A Part is one of the objects of an operation that has several, with what it does to it.
type Part struct {
	Obj   ObjID
	Class Class
	own   bool  // it is that of a case of a select,
	sends bool  // which is a send
	cap   int32 // of its channel
	State uint64
}
