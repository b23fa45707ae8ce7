package strategy

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
)

// Minimize makes the schedule of a bug smaller: fewer preemptions, then fewer steps, then fewer switches. It takes parts
// out of the schedule, larger ones first (as Zeller and Hildebrandt do, "Simplifying and Isolating Failure-Inducing
// Input", TSE 2002), moves what a goroutine does in two parts together, and runs what remains. A smaller schedule that
// leads to the bug takes the place of the old one. The last execution is that of the smallest schedule (Final).
type Minimize struct {
	bug  *rt.Bug
	next func() ([]int32, bool)
	stop func()

	try   []int32 // the schedule of the execution under way
	at    int
	best  []int32
	size  size
	took  bool // the execution that has ended is the best so far
	final bool // the execution under way is the last one,
	ended bool // and has ended

	left  int // executions
	until time.Time
}

// A size tells which of two schedules of a bug is the better one to read.
type size struct{ preemptions, steps, switches int }

func (s size) compare(t size) int {
	return cmp.Or(cmp.Compare(s.preemptions, t.preemptions), cmp.Compare(s.steps, t.steps), cmp.Compare(s.switches, t.switches))
}

// NewMinimize makes a Minimize of the decisions that lead to a bug. It runs no more than so many schedules before the
// final one, and begins none when the time is over.
func NewMinimize(bug *rt.Bug, decisions []int32, most int, d time.Duration) *Minimize {
	m := &Minimize{bug: bug, left: most, until: time.Now().Add(d)}
	m.next, m.stop = iter.Pull(func(yield func([]int32) bool) { m.candidates(decisions, yield) })
	m.try, _ = m.next()
	return m
}

// Final reports whether the execution that has ended is the one of the smallest schedule.
func (m *Minimize) Final() bool { return m.ended }

// Next follows the schedule. What is not possible is left out; when nothing remains, the goroutine that runs goes on.
func (m *Minimize) Next(s *rt.State) int {
	for m.at < len(m.try) {
		d := m.try[m.at]
		if s.Choices > 0 && d >= 0 {
			break
		}
		m.at++
		if k := s.Decision(d); k >= 0 {
			return k
		}
	}
	return s.Default()
}

// Done takes the schedule if it is better, and has another one to run, unless that was the final one.
func (m *Minimize) Done(x *rt.Execution) bool {
	m.took = false
	if n, ok := m.sizeOf(x); ok && (m.best == nil || n.compare(m.size) < 0) {
		m.took, m.best, m.size = true, append([]int32(nil), x.Decisions...), n
	}
	m.at, m.left = 0, m.left-1
	if m.final {
		m.ended = true
		return false
	}
	more := false
	if m.left > 0 && time.Now().Before(m.until) {
		m.try, more = m.next()
	}
	if !more {
		m.stop()
		m.try, m.final = m.best, m.best != nil
	}
	return more || m.final
}

// sizeOf returns the size of x up to the bug, if it has it.
func (m *Minimize) sizeOf(x *rt.Execution) (size, bool) {
	i := slices.IndexFunc(x.Bugs, func(b rt.Bug) bool { return b.Same(m.bug) })
	if i < 0 {
		return size{}, false
	}
	events := x.Events[:x.Bugs[i].At]
	n := size{preemptions: x.Preemptions, steps: len(events)}
	for k := range events {
		if k > 0 && events[k].G != events[k-1].G {
			n.switches++
		}
	}
	return n, true
}

// candidates yields schedules to try, beginning with the one that is known to lead to the bug.
func (m *Minimize) candidates(known []int32, yield func([]int32) bool) {
	better := func(decisions []int32) (took, ok bool) {
		ok = yield(decisions)
		return m.took, ok
	}
	if took, ok := better(known); !took || !ok {
		return
	}
	for progress := true; progress; {
		progress = false
		for _, shrink := range []func(func([]int32) (bool, bool)) (bool, bool){m.join, m.cut} {
			took, ok := shrink(better)
			if !ok {
				return
			}
			progress = progress || took
		}
	}
}

// cut takes out parts of the schedule, of half its length first.
func (m *Minimize) cut(better func([]int32) (bool, bool)) (progress, ok bool) {
	for n := max(1, len(m.best)/2); n > 0; n /= 2 {
		for end := len(m.best); end > 0; end -= n {
			begin := max(0, end-n)
			took, ok := better(slices.Concat(m.best[:begin], m.best[end:]))
			if !ok {
				return progress, false
			}
			progress = progress || took
			end = min(end, len(m.best)+n)
		}
	}
	return progress, true
}

// join takes out what a goroutine does in one go, or moves it to where it did something before, or will do next.
func (m *Minimize) join(better func([]int32) (bool, bool)) (progress, ok bool) {
	for i := 0; i < len(m.best); {
		end := runEnd(m.best, i)
		for _, decisions := range without(m.best, i, end) {
			took, ok := better(decisions)
			if !ok {
				return progress, false
			}
			if took {
				progress = true
				break
			}
		}
		i = end
	}
	return progress, true
}

// without returns the decisions without those from i to end, or with these elsewhere.
func without(decisions []int32, i, end int) [][]int32 {
	before, run, after := decisions[:i], decisions[i:end], decisions[end:]
	list := [][]int32{slices.Concat(before, after)}
	if to := runBefore(decisions, i); to >= 0 {
		list = append(list, slices.Concat(before[:to], run, before[to:], after))
	}
	if to := runAfter(decisions, end); to >= 0 {
		list = append(list, slices.Concat(before, decisions[end:to], run, decisions[to:]))
	}
	return list
}

// runEnd returns where the decisions for one goroutine, and choices among them, that begin at i end.
func runEnd(decisions []int32, i int) int {
	end := i + 1
	for end < len(decisions) && (decisions[end] < 0 || decisions[end] == decisions[i]) {
		end++
	}
	return end
}

// runBefore returns the end of what the goroutine of the decision at i did before, -1 if there is nothing.
func runBefore(decisions []int32, i int) int {
	for k := i - 1; k >= 0 && decisions[i] >= 0; k-- {
		if decisions[k] == decisions[i] {
			return min(runEnd(decisions, k), i)
		}
	}
	return -1
}

// runAfter returns the beginning of what the goroutine of the decision before end does next, -1 if there is nothing.
func runAfter(decisions []int32, end int) int {
	g := end - 1
	for g > 0 && decisions[g] < 0 {
		g--
	}
	if next := slices.Index(decisions[end:], decisions[g]); next >= 0 {
		return end + next
	}
	return -1
}
