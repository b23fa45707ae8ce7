package rt

import "runtime"

// A goState says where a goroutine stands.
type goState uint8

const (
	ready     goState = iota // runs to its next operation before the strategy is asked again
	published                // has published an operation
	waiting                  // in the middle of an operation that another goroutine completes
	stopped                  // by a fatal error, which ended the program
	dead
)

// A G is a goroutine of the program in one execution.
type G struct {
	id     GID
	slot   int32 // number in this execution, and entry in vector clocks
	state  goState
	dying  bool // abandoned: its operations do nothing
	op     op
	from   int32 // for Event.From of the next event
	last   int32 // its last event, -1 if none
	clock  vclock
	fn     func()
	site   Site // of the go statement
	exit   Site // of the call of runtime.Goexit
	parent *G
	co     *coro

	creator string // the function with the go statement, where stacks are looked at,
	entry   string // and the one that it starts
	unborn  bool   // a timer is about to start it, where that can be seen

	initialises bool      // is in the initialisation of packages
	within      *G        // who waits for it as long as it runs, for sharing.go
	loan        loan      // what it may take over, see lending.go
	calls       []call    // of functions that say what they do, see performs.go
	passed      []passed  // to functions that it is about to call, see foreigncall.go
	reaches     []*header // what the next of these may reach
	calledAt    Site      // where it has last called one
	bubble      *bubble
	lasting     bool // was started there, or by one that was: it may live as long as the process

	children, regions, touched int32  // for identities
	ordered                    int32  // timers and contexts, see orderOf
	draws                      uint32 // of random values,
	chosen, sampled            int32  // and those where it chose among all, or among some,
	strayed                    bool   // and took another than the first of these

	since     int32 // so many steps of the clock it has published its operation
	signalled int32 // the signal that came before it began to wait

	closed bool // how a wait ended: the channel was closed
	picked int  // how a select that waited ended
	spin   spinState
	guard  func() bool // of Await, for the next operation

	below       []*G   // those that it makes way for, see fair.go
	couldStep   int32  // after so many events it could last have taken a step
	listed      uint32 // the last list of enabled goroutines that it is in
	yielded     int    // how often it has called runtime.Gosched
	patientFrom int32  // since so many events

	readings int    // of the clock since it showed readAt,
	working  int    // and those of them before which memory was written since the last one,
	written  uint32 // when there had been so many writes
	readAt   int64
	stack    string // where it was when the execution ended, if that is replayed
}

// newG makes a goroutine that is ready to run f. What happened before clock happened before it; from is the event that
// started it.
func (s *Scheduler) newG(id GID, parent *G, clock vclock, from int32, site Site, f func()) *G {
	g := s.gs.get()
	*g = G{
		id: id, fn: f, site: site, parent: parent, slot: int32(len(s.all)), from: from, last: -1,
		clock: append(g.clock[:0], clock...), spin: g.spin.cleared(),
		loan: g.loan.none(), calls: g.calls[:0], passed: g.passed[:0], reaches: g.reaches[:0], below: g.below[:0], couldStep: -1, patientFrom: int32(len(s.x.Events)),
	}
	g.fn = s.withEnd(g, f)
	if parent != nil {
		g.bubble, g.lasting = parent.bubble, parent.initialises || parent.lasting
	}
	for len(g.clock) <= int(g.slot) {
		g.clock = append(g.clock, 0)
	}
	g.clock[g.slot] = 1
	s.all = append(s.all, g)
	s.live = append(s.live, g)
	for len(s.byID) <= int(g.id) {
		s.byID = append(s.byID, nil)
	}
	s.byID[g.id] = g
	if s.confirming {
		s.replayed.history.born(g)
	}
	s.ready = append(s.ready, g)
	s.disturb()
	return g
}

// anchor publishes an operation of g, which is about to start a goroutine, if it has been let go on since its last one. What it
// starts comes after that and after the event that let it go on. Who meets in an unbuffered channel is ordered neither way, so
// neither of the two events would do for the From of what comes next.
func (s *Scheduler) anchor(g *G, site Site) {
	if g.last < 0 || g.from < 0 {
		return
	}
	if e := &s.x.Events[g.last]; e.Kind == OpChoice && e.From == g.from {
		return // it comes after both
	}
	s.do(g, OpBegin, site, nil)
}

// origin is the event that what g starts comes after, -1 if there is none.
func (g *G) origin() int32 {
	if g.last < 0 {
		return g.from
	}
	return g.last
}

// spawn makes a goroutine for a go statement of parent.
func (s *Scheduler) spawn(parent *G, site Site, f func()) {
	id := GID(s.gids.number(idKey{idChild, int32(parent.id), uintptr(parent.children)}))
	parent.children++
	s.starts(parent, site, id)
	s.newG(id, parent, parent.clock, parent.origin(), site, f)
	s.lends(parent, s.byID[id])
	parent.tick()
}

// Go starts f in a new goroutine.
func Go(site Site, f func()) {
	s, g := enter()
	switch {
	case g == nil:
		early.start(site, f)
	case !g.dying:
		if f == nil {
			go f() // panics as it should
		}
		entry := f
		if g.bubble != nil {
			f = g.bubble.member(site, f)
		}
		s.publishStart(g, site)
		s.anchor(g, site)
		s.spawn(g, site, f)
		if liveSetRead {
			s.live[len(s.live)-1].startedBy(creatorOf(), entry)
		}
		g.spin.wrote = true
	}
}

// Gosched lets others run.
func Gosched(site Site) {
	s, g := enter()
	switch {
	case g == nil:
		runtime.Gosched()
	case !g.dying:
		s.do(g, OpYield, site, nil)
	}
}

// Goexit ends the calling goroutine.
func Goexit(site Site) {
	if _, g := enter(); g != nil {
		g.exit = site
	}
	runtime.Goexit()
}

// LockOSThread does nothing while exploring: coroutines must be free to run on any thread.
func LockOSThread() {
	if _, g := enter(); g == nil {
		runtime.LockOSThread()
	}
}

// UnlockOSThread is the counterpart of LockOSThread.
func UnlockOSThread() {
	if _, g := enter(); g == nil {
		runtime.UnlockOSThread()
	}
}
