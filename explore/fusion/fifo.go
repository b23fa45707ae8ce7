package fusion

import (
	"fmt"
	"slices"
	"strings"
)

// This file encodes channels: guarded actions as critical sections are (section 4.2), with a number for each send and
// receive, which is how many came before. What the nth receive gives is what the nth send gave.

// A tally is a number that depends on the schedule: so many, and those of the conditions that hold.
type tally struct {
	least int
	conds []string
}

func (c *tally) add(cond string) {
	switch cond {
	case "true":
		c.least++
	case "false":
	default:
		c.conds = append(c.conds, cond)
	}
}

func (c *tally) most() int { return c.least + len(c.conds) }

func (c *tally) text() string {
	if len(c.conds) == 0 {
		return fmt.Sprint(c.least)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(+ %d", c.least)
	for _, cond := range c.conds {
		b.WriteString(" (ite " + cond + " 1 0)")
	}
	return b.String() + ")"
}

// equalTallies says that a is b and so many more.
func equalTallies(a, b tally, more int) string {
	b.least += more
	switch {
	case a.most() < b.least || b.most() < a.least:
		return "false"
	case len(a.conds) == 0 && len(b.conds) == 0:
		return "true"
	}
	return "(= " + a.text() + " " + b.text() + ")"
}

// lessTallies says that a is less than b and so many more.
func lessTallies(a, b tally, more int) string {
	b.least += more
	switch {
	case a.most() < b.least:
		return "true"
	case a.least >= b.most():
		return "false"
	}
	return "(< " + a.text() + " " + b.text() + ")"
}

// place is the number of a send among the sends on its channel, or of a receive among the receives.
func (f *formula) place(it *item, list []*item) tally {
	c, known := f.places[it]
	if known {
		return c
	}
	for _, other := range list {
		if other != it {
			c.add(f.sooner(other, it))
		}
	}
	f.places[it] = c
	return c
}

// soFar is how many of the items are part of the execution.
func (f *formula) soFar(list []*item) (c tally) {
	for _, it := range list {
		c.add(atMost(f.time(it)))
	}
	return c
}

// sooner is earlier for items that may both be fixed.
func (f *formula) sooner(a, b *item) string {
	if f.suffix(a) || f.suffix(b) {
		return f.earlier(a, b)
	}
	if a.pos < b.pos {
		return "true"
	}
	return "false"
}

// goesOn is the item with which a goroutine goes on after a send or receive.
func (it *item) goesOn() *item {
	if it.met != nil {
		return it.met
	}
	return it
}

// passages says when sends and receives go on, and with what.
func (f *formula) passages() {
	for _, c := range f.c.channels {
		for _, s := range c.sends {
			if f.suffix(s.goesOn()) {
				f.sends(c, s)
			}
		}
		for _, r := range c.recvs {
			if f.suffix(r.goesOn()) {
				f.receives(c, r)
			}
		}
	}
}

// sends says that a send goes on when there is room, or when who receives has come.
func (f *formula) sends(c *channel, s *item) {
	on, n := s.goesOn(), f.place(s, c.sends)
	var ways []string
	if c.cap > 0 {
		ways = append(ways, lessTallies(n, tally{}, c.cap))
	}
	for _, r := range c.recvs {
		ways = append(ways, allOf([]string{equalTallies(n, f.place(r, c.recvs), c.cap), f.sooner(r, on)}))
	}
	f.assert(implies(f.done(on), anyOf(ways)))
}

// receives says what is received.
func (f *formula) receives(c *channel, r *item) {
	on, n := r.goesOn(), f.place(r, c.recvs)
	f.symbol(on.sym)
	f.symbol(on.open)
	var ways []string
	for _, s := range c.sends {
		ways = append(ways, allOf([]string{
			equalTallies(f.place(s, c.sends), n, 0), f.sooner(s, on), f.equal(on.sym, s.val), symbolName(on.open),
		}))
	}
	if c.closing != nil {
		ways = append(ways, allOf([]string{
			lessTallies(tally{least: len(c.sends)}, n, 1), f.sooner(c.closing, on), f.equal(on.sym, c.none), negate(symbolName(on.open)),
		}))
	}
	f.assert(implies(f.done(on), anyOf(ways)))
}

// closings adds the executions in which a channel is closed before all that is sent has been: who sends then panics.
func (f *formula) closings() {
	for _, c := range f.c.channels {
		if c.closing == nil {
			continue
		}
		for _, s := range c.sends {
			if on := s.goesOn(); f.suffix(on) && !f.ordered(on, c.closing) {
				f.fail(allOf([]string{atMost(f.time(c.closing)), "(< end " + f.time(on) + ")"}), s.g, nil, "a send on a closed channel")
			}
		}
	}
}

// blocked is the condition that a goroutine that stands before an item waits for others to send or receive.
func (f *formula) blocked(it *item) string {
	c := it.cell.channel
	sent, received := f.soFar(c.sends), f.soFar(c.recvs)
	come := it
	if it.do == actMet {
		come = it.pair
	}
	if come.do == actSend {
		n := sent
		if c.cap == 0 {
			n = f.place(come, c.sends)
		}
		return lessTallies(received, n, 1-c.cap)
	}
	n := received
	if c.cap == 0 {
		n = f.place(come, c.recvs)
	}
	empty := lessTallies(sent, n, 1)
	if c.closing == nil {
		return empty
	}
	return allOf([]string{empty, negate(atMost(f.time(c.closing)))})
}

// manyReceive reports whether several goroutines receive from one channel. What one of them gets then depends on whether
// another has received, and yet that does not come before: what they do to memory may race without ever being about to happen
// at the same time.
func (c *ctp) manyReceive() bool {
	return slices.ContainsFunc(c.channels, func(c *channel) bool { return !oneGoroutine(c.recvs) })
}
