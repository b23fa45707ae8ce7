package fusion

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/explore/rt"
)

// A channel is a channel of the trace: who sent, received and closed, in the order of the trace. Elements leave a channel in
// the order in which they came, so the nth send is received by the nth receive, in every schedule.
//
// On an unbuffered channel both wait until the other has come, as in package rt: one event says that a goroutine has come,
// and an item that is no event says that it goes on.
type channel struct {
	cell         *cell
	cap          int
	elem         types.Type
	none         *term // what is received when it is closed and empty
	sends, recvs []*item
	closing      *item

	// While the trace is followed:
	sent               []value    // buffered, and not received
	senders, receivers []*meeting // who waits, unbuffered
}

// A meeting is a send or receive on an unbuffered channel that is under way.
type meeting struct {
	t    *thread
	come *item
	v    value
	sent bool // v was sent, not made up
	over bool // the partner has come
}

// channel is the channel that an operand denotes.
func (m *machine) channel(t *thread, f *frame, v ssa.Value, at ssa.Instruction) *channel {
	c := m.deref(t, f, v, at).channel
	if c == nil {
		m.unable("the channel at %v is not known", m.prog.position(at))
	}
	return c
}

func (m *machine) makeChan(t *thread, f *frame, i *ssa.MakeChan) value {
	n := m.index(t, f, i.Size, i)
	if n < 0 {
		m.unable("the size of the channel at %v", m.prog.position(i))
	}
	c := m.newCell("channel", i.Type(), false)
	elem := i.Type().Underlying().(*types.Chan).Elem()
	c.channel = &channel{cell: c, cap: n, elem: elem, none: m.termOf(zero(elem))}
	m.ctp.channels = append(m.ctp.channels, c.channel)
	return pointer{c}
}

// operation makes an item of the next event of t, which does something to a channel: nil if that is not yet to be executed.
// The branches that t is in bail out, so that every send and receive happens in every execution that is long enough.
func (m *machine) operation(t *thread, i ssa.Instruction, c *channel, kind rt.Kind, do action, val *term) *item {
	s := m.visible(t, i, kind)
	if s == nil {
		return nil
	}
	m.abandon(t, "a channel")
	m.bind(m.models, s.Obj, c.cell)
	return m.add(t, &item{event: m.now, do: do, cell: c.cell, val: val})
}

// send executes a send. It reports false if that is not over.
func (m *machine) send(t *thread, i ssa.Instruction, c *channel, v value) bool {
	if t.meeting != nil {
		return m.goesOn(t) != nil
	}
	if !isNumber(v) {
		v = m.fix(t, v)
	}
	it := m.operation(t, i, c, rt.OpSend, actSend, m.termOf(v))
	if it == nil {
		return false
	}
	if c.closing != nil || c.cap > 0 && len(c.sent) == c.cap {
		m.unable("the send at %v", m.prog.position(i))
	}
	c.sends = append(c.sends, it)
	if c.cap > 0 {
		c.sent = append(c.sent, v)
		return true
	}
	t.meeting = &meeting{t: t, come: it, v: v}
	if len(c.receivers) == 0 {
		c.senders = append(c.senders, t.meeting)
		return false
	}
	r := c.receivers[0]
	c.receivers = c.receivers[1:]
	r.v, r.sent = v, true
	m.finish(r)
	t.meeting.over = true
	m.goesOn(t)
	return true
}

// receive executes a receive. It reports false if that is not over.
func (m *machine) receive(t *thread, i *ssa.UnOp, c *channel) (value, bool) {
	if t.meeting != nil {
		return m.received(t, i, c)
	}
	it := m.operation(t, i, c, rt.OpRecv, actRecv, nil)
	if it == nil {
		return nil, false
	}
	c.recvs = append(c.recvs, it)
	r := &meeting{t: t, come: it}
	t.meeting = r
	switch {
	case len(c.sent) > 0:
		r.v, r.sent, r.over = c.sent[0], true, true
		c.sent = c.sent[1:]
	case len(c.senders) > 0:
		s := c.senders[0]
		c.senders = c.senders[1:]
		r.v, r.sent, r.over = s.v, true, true
		m.finish(s)
	case c.closing != nil:
		r.v, r.over = zero(c.elem), true
	case c.cap > 0:
		m.unable("the receive at %v", m.prog.position(i))
	default:
		c.receivers = append(c.receivers, r)
	}
	return m.received(t, i, c)
}

// finish ends the wait of a goroutine.
func (m *machine) finish(w *meeting) {
	w.over = true
	m.fresh = append(m.fresh, w.t)
}

// goesOn ends the meeting of t, if its partner has come, and returns the item that says so; nil if it has not. On a buffered
// channel there is nothing between coming and going on.
func (m *machine) goesOn(t *thread) *item {
	w := t.meeting
	if !w.over {
		return nil
	}
	t.meeting = nil
	if w.come.cell.channel.cap > 0 {
		return w.come
	}
	w.come.met = m.add(t, &item{event: -1, do: actMet, cell: w.come.cell, pair: w.come})
	return w.come.met
}

// received is what a receive gives, if it is over.
func (m *machine) received(t *thread, i *ssa.UnOp, c *channel) (value, bool) {
	w := t.meeting
	it := m.goesOn(t)
	if it == nil {
		return nil, false
	}
	k, val, n := codes, int64(0), false
	if number, ok := w.v.(number); ok {
		k, val, n = number.kind, number.val, true
	} else {
		val = m.code(w.v)
	}
	it.sym = m.symbol(t, k, val, it.event)
	it.open = m.symbol(t, truth, boolean(w.sent).val, it.event)
	v := w.v
	if n {
		v = number{it.sym}
	} else {
		m.pin(t, it.sym, "another value of a channel")
	}
	if i.CommaOk {
		return aggregate{v, number{it.open}}, true
	}
	return v, true
}

// closeChannel executes a close. It reports false if that is not yet to be executed.
func (m *machine) closeChannel(t *thread, i ssa.Instruction, c *channel) bool {
	if c == nil || c.closing != nil || len(c.senders) > 0 {
		m.unable("the close at %v", m.prog.position(i))
	}
	it := m.operation(t, i, c, rt.OpClose, actClose, nil)
	if it == nil {
		return false
	}
	c.closing = it
	for _, r := range c.receivers {
		r.v = zero(c.elem)
		m.finish(r)
	}
	c.receivers = nil
	return true
}

// maxOrders bounds the pairs of a send and a receive of a channel whose order is not known: formulas are larger than that by
// the number of operations.
const maxOrders = 1024

// checkChannels refuses channels that are used too often.
func (m *machine) checkChannels() {
	for _, c := range m.ctp.channels {
		if n := len(c.sends) * len(c.recvs); n > maxOrders && !(oneGoroutine(c.sends) && oneGoroutine(c.recvs)) {
			m.unable("many goroutines use a channel for %d elements", len(c.sends))
		}
	}
}

// awaits are the items that one waits for in every schedule, of those that do something to a channel. (Where an element is
// sent after the channel has been closed that is a failure; what would come then does not matter.) If there is more than one
// sender, all is sent that will ever be when the last element is received.
func (c *channel) awaits(it *item) []*item {
	come := it
	switch {
	case it.do == actMet:
		come = it.pair
	case c.cap == 0: // it need not wait to come
		return nil
	}
	if come.do == actSend {
		k := slices.Index(c.sends, come) - c.cap
		if k >= 0 && oneGoroutine(c.sends) && oneGoroutine(c.recvs) && k < len(c.recvs) {
			return c.recvs[k : k+1]
		}
		return nil
	}
	switch k := slices.Index(c.recvs, come); {
	case !oneGoroutine(c.recvs):
		return nil
	case k >= len(c.sends):
		return []*item{c.closing}
	case oneGoroutine(c.sends):
		return c.sends[k : k+1]
	case k == len(c.sends)-1:
		return c.sends
	}
	return nil
}

// oneGoroutine reports whether all items are of one goroutine.
func oneGoroutine(list []*item) bool {
	return !slices.ContainsFunc(list, func(it *item) bool { return it.g != list[0].g })
}
