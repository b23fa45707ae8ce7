package fusion

// A ctp is a concurrent trace program (Fusion, section 2.3): what the goroutines of a trace did to what they share, each in
// its own order; with what else they might have done at their branches, it is the concurrent trace abstraction
// (section 5.1).
type ctp struct {
	items      []*item      // in the order of the trace
	goroutines []*goroutine // by the order in which they started
	branches   []*branch    // in the order of the trace
	channels   []*channel   // in the order in which they were made
	onces      map[*cell]*onceOnly
	initial    map[*cell]*term // what shared cells hold in the beginning
	events     int             // of the trace
}

// An action is what an item does.
type action uint8

const (
	actRead action = iota
	actWrite
	actUpdate // an atomic read and write
	actLock
	actUnlock
	actAdd  // to a WaitGroup, of a positive number
	actDone // the same of a negative one
	actWait
	actSend // channel.go
	actRecv
	actMet // a partner has come
	actClose
	actBar // rwmutex.go
	actAcquire
	actRelease
	actRLock
	actRUnlock
	actOnce // once.go
	actOnceDone
	actOnceSeen
	actEvent // some other visible operation, which does nothing to what is shared
)

// An item is an event of a concurrent trace program.
type item struct {
	id     int
	g      *goroutine
	pos    int // in ctp.items
	seq    int // in g.items
	at     int // the event that it belongs to (machine.at)
	event  int // the event that it is, -1 if it is none
	do     action
	cell   *cell
	sym    *term // what it reads
	open   *term // of what has been received: whether it was sent
	val    *term // what it writes, adds or sends
	plain  bool  // it is an access to memory that nothing makes atomic
	atomic bool  // it is an operation of sync/atomic
	guards []guard
	held   []*cell // mutexes
	clock  []int   // by goroutine: so many of its items come before this one, or are it, in every schedule
	pair   *item   // of a lock: the unlock; of an unlock: the lock; of actMet: the send or receive
	met    *item   // of an operation on an unbuffered channel: the actMet; of actBar: the actAcquire
}

// A guard is a branch with the way that control must have gone for something to happen: that of the trace, or the other.
type guard struct {
	*branch
	other bool
}

// imagined reports whether an item is none of the trace, but of a way that it did not take.
func (it *item) imagined() bool {
	for _, g := range it.guards {
		if g.other {
			return true
		}
	}
	return false
}

// A branch is a place where a goroutine could have gone another way: a branch of the program (section 5.1), or a place from
// which on the trace tells nothing unless a value is the one that it was.
type branch struct {
	g      *goroutine
	at     int
	after  int   // so many items of g came before
	cond   *term // holds in the trace
	guards []guard
	held   []*cell

	// What happens elsewhere: bail means that it is unknown, or a failure (the safe bail-out of section 5.4). If not, some
	// of the cells may be written until the goroutine goes on with its item number until.
	bail   bool
	fails  bool // it is a failure
	why    string
	writes []*cell
	plain  []access // accesses to memory that nothing makes atomic
	until  int
	exact  bool // what happens elsewhere are items, and all of it
	closed bool
}

// An access is one to a cell that happens elsewhere.
type access struct {
	cell  *cell
	write bool
	held  *cell // a mutex that is locked for it, nil if none
}

// A goroutine of the trace.
type goroutine struct {
	index  int // in ctp.goroutines
	gid    int32
	items  []*item
	parent *goroutine
	after  int // so many items of the parent came before it
	held   []*cell
}

// before reports whether a comes before b in every schedule.
func before(a, b *item) bool { return a != b && b != nil && b.clock[a.g.index] > a.seq }

// order computes the clocks: the order of each goroutine, what started it, and what it waits for in every schedule.
func (c *ctp) order() {
	for _, it := range c.items {
		it.clock = make([]int, len(c.goroutines))
		join := func(other []int) {
			for g, n := range other {
				it.clock[g] = max(it.clock[g], n)
			}
		}
		if prev := it.g.before(it); prev != nil {
			join(prev.clock)
		}
		for _, other := range c.awaits(it) {
			join(other.clock)
		}
		it.clock[it.g.index] = it.seq + 1
	}
}

// awaits are the items that one waits for, whatever the schedule: they come before it in the trace.
func (c *ctp) awaits(it *item) (out []*item) {
	switch it.do {
	case actWait:
		for _, d := range c.items[:it.pos] {
			if d.do == actDone && d.cell == it.cell {
				out = append(out, d)
			}
		}
	case actSend, actRecv, actMet:
		out = it.cell.channel.awaits(it)
	case actOnceSeen:
		out = []*item{c.onces[it.cell].done}
	}
	return out
}

// before is the last item of g, or of what started it, before one of its own; nil if there is none.
func (g *goroutine) before(it *item) *item {
	if it.seq > 0 {
		return g.items[it.seq-1]
	}
	return g.starter()
}

// starter is the last item before g in every schedule, nil if there is none.
func (g *goroutine) starter() *item {
	for g.parent != nil {
		if g.after > 0 {
			return g.parent.items[g.after-1]
		}
		g = g.parent
	}
	return nil
}
