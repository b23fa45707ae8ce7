package rt

import (
	"fmt"
	"slices"
)

// A Link says that what the goroutine of event From did up to there happened before what the goroutine of event To does
// after that: an unlock and the lock that follows it, a send and its receive. To comes first in the execution if its
// goroutine waited there for From.
type Link struct{ From, To int32 }

// A Status is what an object is after an event, in words.
type Status struct {
	Obj  ObjID
	Kind string // mutex, channel, ...
	Text string
}

// maxHistory is how many events, the last before a bug, are recorded.
const maxHistory = 5000

// A history is what is recorded of the order of events while a bug is being replayed. Links are not derived from rules
// about objects, but read off the vector clocks: whatever lets a goroutine know more of another than it did makes one.
type history struct {
	from     int        // events before are not recorded: an execution may have a million
	noted    int        // so many events have been
	seen     []vclock   // by slot: the goroutine's clock when it was last looked at
	after    []vclock   // by event: the clock of its goroutine at its end
	own      []uint32   // by event: the own entry of that clock when it began
	bySlot   [][]int32  // the events of each goroutine, without choices
	woken    []*G       // since the last event
	objects  []object   // of the last event
	size     uint8      // if it is atomic, of the word that it works on, as far as that is known
	links    []Link     // in the order of the later of their events
	statuses [][]Status // by event
}

// born notes that g begins, knowing what its parent knows.
func (c *history) born(g *G) {
	for len(c.seen) <= int(g.slot) {
		c.seen, c.bySlot = append(c.seen, nil), append(c.bySlot, nil)
	}
	c.seen[g.slot] = slices.Clone(g.clock)
}

// note takes down what the last event has led to: it is over, as the next is about to begin or the execution has ended.
func (c *history) note(s *Scheduler) {
	events := s.x.Events
	if c.noted == len(events) {
		return
	}
	first := int32(c.noted)
	var g *G
	if e := &events[first]; int(e.G) < len(s.byID) {
		g = s.byID[e.G]
	}
	for ; c.noted < len(events); c.noted++ { // the choices after the event belong to it
		c.after, c.statuses = append(c.after, nil), append(c.statuses, nil)
		c.own = append(c.own, 0)
	}
	if int(first) < c.from {
		c.pass(g)
		return
	}
	if g != nil {
		c.own[first], c.after[first] = c.seen[g.slot].at(g.slot), slices.Clone(g.clock)
		c.bySlot[g.slot] = append(c.bySlot[g.slot], first)
		c.learn(g, first)
		c.seen[g.slot].set(g.clock)
	}
	for _, h := range c.woken {
		if at := c.last(h); at >= 0 && h != g {
			c.add(Link{first, at})
			c.learn(h, at)
		}
		c.seen[h.slot].set(h.clock)
	}
	c.woken = c.woken[:0]
	for _, o := range c.objects {
		if kind, text := c.statusOf(o); text != "" {
			c.statuses[first] = append(c.statuses[first], Status{o.head().id, kind, text})
		}
	}
}

// pass keeps up with what goroutines know after an event of g that is not recorded.
func (c *history) pass(g *G) {
	if g != nil {
		c.seen[g.slot].set(g.clock)
	}
	for _, h := range c.woken {
		c.seen[h.slot].set(h.clock)
	}
	c.woken = c.woken[:0]
}

// begins notes that g is about to execute its operation.
func (c *history) begins(g *G) {
	c.objects, c.size = c.objects[:0], 0
	if OpLoad <= g.op.kind && g.op.kind <= OpCAS {
		c.size = g.op.size
	}
	if g.op.obj != nil {
		c.objects = append(c.objects, g.op.obj)
	}
	for _, k := range g.op.sel {
		if m := k.channel(); m != nil {
			c.objects = append(c.objects, m)
		}
	}
}

// last is the last event of g, -1 if there is none.
func (c *history) last(g *G) int32 {
	if list := c.bySlot[g.slot]; len(list) > 0 {
		return list[len(list)-1]
	}
	return -1
}

// learn adds the links that explain what g knows of others at the end of its event, and has not known before. What follows
// from another of them is left out.
func (c *history) learn(g *G, to int32) {
	type news struct {
		slot, from int32
		clock      uint32
	}
	var all []news
	for slot, n := range g.clock {
		if int32(slot) == g.slot || n <= c.seen[g.slot].at(int32(slot)) {
			continue
		}
		if from := c.eventAt(int32(slot), n); from >= 0 {
			all = append(all, news{int32(slot), from, n})
		}
	}
	for _, a := range all {
		implied := slices.ContainsFunc(all, func(b news) bool {
			return b.slot != a.slot && b.from > a.from && c.after[b.from].at(a.slot) >= a.clock
		})
		if !implied {
			c.add(Link{a.from, to})
		}
	}
}

// eventAt returns the event that ended the step of that number of a goroutine: the last one that began in it.
func (c *history) eventAt(slot int32, n uint32) int32 {
	list := c.bySlot[slot]
	for k := len(list) - 1; k >= 0; k-- {
		if c.own[list[k]] <= n {
			return list[k]
		}
	}
	return -1
}

func (c *history) add(l Link) {
	if !slices.Contains(c.links, l) {
		c.links = append(c.links, l)
	}
}

// linksOf returns the links between the events. Who meets in an unbuffered channel knows of each other; that a receiver
// waited for the send is not shown as if the receiver had sent something.
func (c *history) linksOf(events []Event) (out []Link) {
	for _, l := range c.links {
		received := events[l.To].Kind == OpSend && l.From < l.To && slices.Contains(c.links, Link{l.To, l.From})
		if !received {
			out = append(out, l)
		}
	}
	return out
}

// statusOf says what an object is, and in what state, "" if there is nothing to say: of a lock who holds it, of a channel what
// is in it.
func (c *history) statusOf(o object) (kind, text string) {
	switch o := o.(type) {
	case *mutex:
		return "Mutex", holder(o.locked, o.owner)
	case *rwmutex:
		return "RWMutex", o.status()
	case *channel:
		return "channel", o.status()
	case *waitGroup:
		return "WaitGroup", fmt.Sprint(o.n)
	case *once:
		switch {
		case o.done:
			return "Once", "done"
		case o.runner != nil:
			return "Once", fmt.Sprintf("run by G%d", o.runner.name())
		}
	case *cond:
		return "Cond", fmt.Sprintf("%d waiting", len(o.queue))
	case *word:
		return "atomic", o.small(c.size)
	}
	return "", ""
}

func (m *rwmutex) status() string {
	switch {
	case m.held:
		return holder(true, m.owner)
	case m.barred && m.owner != nil:
		return fmt.Sprintf("G%d waits to lock it, %d reading", m.owner.name(), m.readers)
	case m.readers > 0:
		return fmt.Sprintf("%d reading", m.readers)
	}
	return holder(false, nil)
}

func (c *channel) status() string {
	switch {
	case c.closed && c.len() > 0:
		return fmt.Sprintf("closed with %d of %d", c.len(), c.cap)
	case c.closed:
		return "closed"
	case c.cap > 0:
		return fmt.Sprintf("%d of %d", c.len(), c.cap)
	case len(c.recvq) > 0:
		return fmt.Sprintf("%d waiting to receive", len(c.recvq))
	case len(c.sendq) > 0:
		return fmt.Sprintf("%d waiting to send", len(c.sendq))
	}
	return "empty"
}

func holder(locked bool, owner *G) string {
	switch {
	case !locked:
		return "free"
	case owner == nil:
		return "held"
	}
	return fmt.Sprintf("held by G%d", owner.name())
}

// small is the value of a word of the given size, zero if that is not known, provided that it is the same number whether the
// word is signed or not, and too small to be an address.
func (w *word) small(size uint8) string {
	if size == 0 {
		return ""
	}
	if v := w.value(size); v < 1<<31 {
		return fmt.Sprint(v)
	}
	return ""
}
