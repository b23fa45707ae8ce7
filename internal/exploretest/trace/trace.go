// Package trace names the Mazurkiewicz trace of an execution. It takes an execution and gives a number. Two
// executions have the same number if they have the same events in the same happens-before order, and otherwise only
// by accident, once in 2^64. It follows the definition instead of package strategy, because it tests that package.
package trace

import (
	"hash/maphash"

	"github.com/calvin-go/calvin/explore/rt"
)

var seed = maphash.MakeSeed()

// Of returns the trace of x.
func Of(x *rt.Execution) uint64 {
	n := len(x.Events)
	pasts := make([]map[rt.GID]int, n) // how many events of each goroutine happen before or are the event
	last := map[rt.GID]int{}
	wall := -1
	var sum uint64
	for j := range x.Events {
		e := &x.Events[j]
		past := map[rt.GID]int{}
		join := func(i int) {
			for g, k := range pasts[i] {
				past[g] = max(past[g], k)
			}
		}
		if i, ok := last[e.G]; ok {
			join(i)
		}
		if e.From >= 0 {
			join(int(e.From))
		}
		if wall >= 0 {
			join(wall)
		}
		for i := range j {
			r := x.Relation(&x.Events[i], e)
			if e.Barrier() || r == rt.Conflict || r == rt.Enables {
				join(i)
			}
		}
		if e.Barrier() {
			wall = j
		}
		past[e.G]++
		pasts[j] = past
		last[e.G] = j
		sum += name(e, past)
	}
	return sum
}

// name is the hash of an event and its past.
func name(e *rt.Event, past map[rt.GID]int) uint64 {
	type id struct {
		g, k, obj, choice int
		kind              rt.Kind
		site              rt.Site
	}
	choice := 0
	if e.Kind == rt.OpChoice {
		choice = int(e.Seq)
	}
	h := maphash.Comparable(seed, id{int(e.G), past[e.G], int(e.Obj), choice, e.Kind, e.Site})
	sum := h
	for g, k := range past { // in any order
		sum += maphash.Comparable(seed, [3]uint64{h, uint64(g), uint64(k)})
	}
	return sum
}
