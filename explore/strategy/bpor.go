package strategy

import "github.com/calvin-go/calvin/explore/rt"

// BPOR is partial-order reduction within a preemption bound (Coons, Musuvathi and McKinley, "Bounded Partial-Order
// Reduction", OOPSLA 2013): it runs one execution for each Mazurkiewicz trace that has one with at most so many
// preemptions, those with none first, then those with one, and so on.
//
// A switch is a preemption if the goroutine that ran could have gone on and had not yielded.
//
// The paper adds conservative backtrack points to those of races, as the reversal of a race may exceed the bound where a
// longer way round does not; that costs it many executions of the same traces. We search the prefixes of traces instead
// (as Musuvathi and Qadeer do in "Partial-Order Reduction for Context-Bounded State Exploration", MSR-TR-2007-12): a
// prefix is known by a fingerprint of its events and their order, and is the beginning of many executions. Where
// their search would run a schedule to reach a prefix, we find it within a trace that has been run already, if there is
// one (prefixes.go): its events, and so what each goroutine does next, are known. Only an operation that comes in no such
// trace is run, and that makes a new trace each time. The price is memory: a fingerprint for each prefix.
type BPOR struct {
	bound    int
	exceeded bool     // some prefixes need more preemptions
	queue    [][]item // what is to be run, by preemptions
	level    int      // preemptions of the execution under way
	schedule schedule
	asks     bool // it is to lead to the prefix asked (the first execution has no schedule)
	asked    uint64
	lost     bool // there was one that its schedule did not lead to

	known  map[uint64]mark
	order  order
	walk   walk
	counts []int
}

// An item is a prefix that no trace begins with that has been run.
type item struct {
	key  uint64
	path []int32 // the code of a schedule
}

// A mark says what is known of a prefix: the fewest preemptions with which it can be reached, so far, and whether it is
// part of a trace that has been run, or waits in the queue.
type mark struct {
	preemptions int32
	run         bool
}

// NewBPOR makes a BPOR for at most bound preemptions.
func NewBPOR(bound int) *BPOR {
	return &BPOR{bound: bound, queue: make([][]item, bound+1), counts: make([]int, 1), known: map[uint64]mark{}}
}

// Counts returns how many executions had no preemption, one, two, ..., up to the bound that is being explored.
func (b *BPOR) Counts() []int { return b.counts }

// Incomplete returns why there may be executions within the bound other than those that have been run, "" if there are none. A schedule is
// put together from parts of an execution; should an operation do something else than foreseen, it would lead elsewhere.
func (b *BPOR) Incomplete() string {
	if b.lost {
		return "an order of operations within the bound was not reached; -strategy=icb runs all schedules within it"
	}
	return ""
}

// Next follows the schedule, then goes on with as few switches as possible.
func (b *BPOR) Next(s *rt.State) int {
	if k := b.schedule.next(s); k >= 0 {
		return k
	}
	return s.Default()
}

// Done queues the prefixes that depart from the execution, and takes the next one that is not known by now.
func (b *BPOR) Done(x *rt.Execution) bool {
	b.counts[b.level]++
	b.order.all(x)
	b.walk.all(b, x)
	if b.asks && !b.known[b.asked].run {
		b.lost = true
	}
	for {
		q := b.queue[b.level]
		if len(q) == 0 {
			if b.level == b.bound {
				return false
			}
			b.level++
			b.counts = append(b.counts, 0)
			continue
		}
		next := q[len(q)-1]
		b.queue[b.level] = q[:len(q)-1]
		if m := b.known[next.key]; !m.run || int(m.preemptions) > b.level {
			b.schedule.set(next.path)
			b.asked, b.asks = next.key, true
			return true
		}
	}
}

// reach notes that a prefix of the execution under way is reached with so many preemptions.
func (b *BPOR) reach(key uint64, preemptions int32) {
	if m, ok := b.known[key]; ok && m.run {
		preemptions = min(preemptions, m.preemptions)
	}
	b.known[key] = mark{preemptions, true}
}

// depart queues a prefix that departs from the execution, unless it is known.
func (b *BPOR) depart(key uint64, preemptions int32, path func() []int32) {
	if m, ok := b.known[key]; ok && m.preemptions <= preemptions {
		return
	}
	b.known[key] = mark{preemptions, false}
	b.queue[preemptions] = append(b.queue[preemptions], item{key, path()})
}
