package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// Reduced is a partial-order reduction that knows its limits. When it has nothing left to run, every order of the
// operations has been run, or Incomplete says why not: the counter of a WaitGroup became negative, and the program survived
// that, or a goroutine gives back what others have taken of an RWMutex. Which Done, or which RUnlock, is one too many depends on all that
// were before; this is no matter of pairs of events.
type Reduced struct {
	inner      rt.Strategy
	incomplete string
}

// NewReduced makes a Reduced of a strategy.
func NewReduced(inner rt.Strategy) *Reduced { return &Reduced{inner: inner} }

// Incomplete returns why there may be executions other than those that have been run, "" if there are none.
func (r *Reduced) Incomplete() string {
	if d, ok := r.inner.(interface{ Incomplete() string }); ok && r.incomplete == "" {
		return d.Incomplete()
	}
	return r.incomplete
}

// reachesLimits reports whether the counter of a WaitGroup became negative, and whether an RWMutex was unlocked for reading. It is
// asked of every execution, so it goes over the events once and copies none.
func reachesLimits(events []rt.Event) (negative, unlocksForReading bool) {
	for i := range events {
		switch events[i].Class {
		case rt.ClassWGMisuse:
			negative = true
		case rt.ClassRUnlock:
			unlocksForReading = true
		}
	}
	return negative, unlocksForReading
}

// Next is the inner strategy's.
func (r *Reduced) Next(s *rt.State) int { return r.inner.Next(s) }

// Done is the inner strategy's.
func (r *Reduced) Done(x *rt.Execution) bool {
	negative, unlocksForReading := false, false
	if r.incomplete == "" {
		negative, unlocksForReading = reachesLimits(x.Events)
	}
	if negative {
		r.incomplete = "a WaitGroup whose counter becomes negative: a partial-order reduction may miss orders of the operations after that; -strategy=dfs covers them all"
	}
	if r.incomplete == "" && unlocksForReading && returned(x) {
		r.incomplete = "a goroutine calls RUnlock for an RLock of another one: a partial-order reduction may miss orders in which it comes too early; -strategy=dfs covers them all"
	}
	return r.inner.Done(x)
}

// A reader is a goroutine that locks and unlocks an RWMutex for reading.
type reader struct {
	g   rt.GID
	obj rt.ObjID
}

// returned reports whether a goroutine unlocks an RWMutex for reading more often than it has locked it, and it is not certain that
// as many have been locked before it was started, by those who led to it, as are returned so at all.
func returned(x *rt.Execution) bool {
	held := map[reader][]int32{} // the events
	var back []reader
	started := map[rt.GID]int32{} // the event of another that started it
	for i := range x.Events {
		e := &x.Events[i]
		if _, ok := started[e.G]; !ok {
			started[e.G] = e.From
		}
		k := reader{e.G, e.Obj}
		switch {
		case e.Class == rt.ClassRLock:
			held[k] = append(held[k], int32(i))
		case e.Class == rt.ClassRUnlock && len(held[k]) > 0:
			held[k] = held[k][:len(held[k])-1]
		case e.Class == rt.ClassRUnlock:
			back = append(back, k)
		}
	}
	return slices.ContainsFunc(back, func(k reader) bool {
		taken, all := 0, 0
		for _, o := range back {
			if o.obj == k.obj {
				all++
			}
		}
		for at := started[k.g]; at >= 0; at = started[x.Events[at].G] {
			for _, i := range held[reader{x.Events[at].G, k.obj}] {
				if i <= at {
					taken++
				}
			}
		}
		return taken < all
	})
}

// Err returns an error of the inner strategy.
func (r *Reduced) Err() error {
	if e, ok := r.inner.(interface{ Err() error }); ok {
		return e.Err()
	}
	return nil
}
