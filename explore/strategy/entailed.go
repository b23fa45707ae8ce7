package strategy

import (
	"cmp"
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// An operation entails choices: those that its goroutine, and the ones that it wakes, make before their next operations.
// Who chooses first depends on the order of the operations: of a send and a receive that meet, the one that comes last chooses
// first. As choices of two goroutines commute, this makes no other trace. So a choice counts as an event by itself, in a
// prefix as soon as all that happens before it is there, and the order in which the alternatives of several are tried depends
// on the trace alone: what has fewer choices before it comes first.

// orderChoices lists the choices of the execution in that order, and makes their names.
func (w *walk) orderChoices() {
	w.choices = w.choices[:0]
	rank, made := make([]int32, len(w.x.Events)), make([]int32, w.b.order.width) // by event, by goroutine: choices so far
	for i := range w.x.Events {
		e := &w.x.Events[i]
		if e.Kind == rt.OpChoice {
			made[e.G]++
			w.choices = append(w.choices, draw{event: int32(i), nth: made[e.G]})
		}
		rank[i] = made[e.G]
	}
	for k := range w.choices {
		c := &w.choices[k]
		for _, at := range w.b.order.clock(c.event) {
			if at > 0 {
				c.before += rank[at-1]
			}
		}
		c.name = w.nameOf(c)
	}
	slices.SortFunc(w.choices, func(a, b draw) int {
		return cmp.Or(cmp.Compare(a.before, b.before), cmp.Compare(w.x.Events[a.event].G, w.x.Events[b.event].G))
	})
}

// A draw is a choice of the execution that is walked.
type draw struct {
	event  int32
	nth    int32  // of its goroutine
	before int32  // choices that happen before it, and itself
	name   uint64 // what name is to an operation, but for which alternative it is
}

func (w *walk) nameOf(c *draw) uint64 {
	e := &w.x.Events[c.event]
	h := scramble(uint64(e.G)<<40^uint64(e.Kind)<<32^uint64(uint32(c.nth))) + scramble(uint64(e.Site))
	for g, at := range w.b.order.clock(c.event) {
		if at > 0 {
			h += scramble(uint64(g)<<32 ^ uint64(w.ordinal[at-1]+1))
		}
	}
	return h
}

// with returns the name of an alternative.
func (c *draw) with(alternative int32) uint64 {
	return scramble(c.name + scramble(uint64(alternative)+1))
}

// entails reports whether a choice is in the prefix with the given counts.
func (w *walk) entails(counts []int32, c *draw) bool {
	return w.has(counts, c.event) && w.pastIn(counts, c.event)
}

// news lists the choices in the prefix with the given counts that are not in the one without its last operation, if that is
// not nil.
func (w *walk) news(counts, without []int32) []*draw {
	var list []*draw
	for k := range w.choices {
		c := &w.choices[k]
		last := w.ordinal[c.event] == counts[w.x.Events[c.event].G]-1 // others were made before the last operation of their goroutine
		if last && w.entails(counts, c) && (without == nil || !w.entails(without, c)) {
			list = append(list, c)
		}
	}
	return list
}

// choose goes through the choices that the last operation of p entails: the alternatives are departures. It adds the names of those
// that were taken to the hash of p, which has that of the operation.
func (w *walk) choose(p *prefix, news []*draw) {
	for k, c := range news {
		e := &w.x.Events[c.event]
		w.b.reach(key(p.hash, p.running), p.costs)
		for alternative := range e.Need {
			if alternative != e.Seq {
				w.b.depart(key(p.hash+c.with(alternative), p.running), p.costs, func() []int32 {
					return append(w.path(p, news[k:]), ^alternative, int32(e.G))
				})
			}
		}
		p.hash += c.with(e.Seq)
	}
}
