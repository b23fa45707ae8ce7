package random

import (
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/internal/exploretest/trace"
)

// A Run is what one strategy found in a program.
type Run struct {
	Result    *rt.Result
	States    map[uint64]string // by trace
	Preempted map[uint64]int    // the fewest preemptions of an execution, by trace
	Kinds     string            // of bugs
	Racy      string            // plain variables that are accessed in no order

	ByPreemptions []int  // executions
	Duplicates    int    // executions whose trace had been seen
	Problem       string // what is wrong with the run by itself
	Unstable      string // executions of one trace that end differently
	Races         bool   // something is accessed in no order: what the accesses are worth is not decided by the trace
	Negative      bool   // the counter of the WaitGroup, or of readers, would have become negative
}

// Explore runs the program under a strategy. Runs with the same numbering have the same traces.
func Explore(p *Program, s rt.Strategy, n *rt.Numbering) *Run {
	run := &Run{States: map[uint64]string{}, Preempted: map[uint64]int{}}
	var w *world
	o := &observer{Strategy: s, done: func(x *rt.Execution) {
		if x.Outcome == rt.Redundant {
			return
		}
		for i := range x.Events {
			c := x.Events[i].Class
			run.Negative = run.Negative || c == rt.ClassWGMisuse || c == rt.ClassRMisuse
		}
		for len(run.ByPreemptions) <= x.Preemptions {
			run.ByPreemptions = append(run.ByPreemptions, 0)
		}
		run.ByPreemptions[x.Preemptions]++
		t, state := trace.Of(x), fmt.Sprint(x.Outcome, " ", w.State())
		old, seen := run.States[t]
		switch {
		case !seen:
			run.States[t], run.Preempted[t] = state, x.Preemptions
			return
		case old != state:
			run.Unstable = fmt.Sprintf("two executions of one trace end in %q and %q", old, state)
		}
		run.Duplicates++
		run.Preempted[t] = min(run.Preempted[t], x.Preemptions)
	}}
	run.Result = rt.Explore(rt.Config{
		Strategy: o, VisibleAll: p.VisibleAll, NoRaces: p.VisibleAll, MaxSteps: 1000, MaxExecutions: maxExecutions, Numbering: n, ClockAny: p.ClockAny,
	}, func(*rt.T) { w = p.Run() })
	switch {
	case run.Result.Err != nil:
		run.Problem = run.Result.Err.Error()
	case !run.Result.Exhausted:
		run.Problem = notExhausted
	}
	run.Kinds, run.Racy = kinds(run.Result), racy(p, run.Result)
	run.Races = slices.ContainsFunc(run.Result.Bugs, func(b rt.Bug) bool { return b.Kind == rt.Race })
	return run
}

// An observer sees the executions of another strategy.
type observer struct {
	rt.Strategy
	done func(*rt.Execution)
}

func (o *observer) Done(x *rt.Execution) bool {
	o.done(x)
	return o.Strategy.Done(x)
}

// kinds lists the kinds of bugs. A panic ends the program: whether a race shows before it, in an execution of the same
// trace, is a matter of the schedule.
func kinds(r *rt.Result) string {
	fails := slices.ContainsFunc(r.Bugs, func(b rt.Bug) bool { return b.Kind == rt.Panic })
	seen := map[rt.BugKind]bool{}
	var list []string
	for _, b := range r.Bugs {
		if !seen[b.Kind] && !(fails && b.Kind == rt.Race) {
			seen[b.Kind] = true
			list = append(list, string(b.Kind))
		}
	}
	sort.Strings(list)
	return fmt.Sprint(list)
}

// racy lists the variables with races, under the same reservation.
func racy(p *Program, r *rt.Result) string {
	set := map[int]bool{}
	for _, b := range r.Bugs {
		switch b.Kind {
		case rt.Panic:
			return ""
		case rt.Race:
			set[p.at(b.Site).Obj] = true
		}
	}
	return fmt.Sprint(slices.Sorted(maps.Keys(set)))
}

// InDoubt begins a difference that dpor warns of itself.
const InDoubt = "in doubt, "

// TooLarge is what is said of a program that has more schedules than dfs is given executions. Nothing is known of the other strategies
// then.
const TooLarge = "dfs: " + notExhausted

const notExhausted = "not exhausted"

// maxExecutions is how many executions a strategy is given for one program.
const maxExecutions = 200_000

// Check explores p with dfs and with the other strategies, and returns what differs, "" if nothing does. It also returns
// the number of executions of dfs and of dpor.
func Check(p *Program) (difference string, dfs, dpor int) {
	n := rt.NewNumbering()
	want := Explore(p, strategy.NewDFS(), n)
	s := strategy.NewDPOR()
	reduced := strategy.NewReduced(s)
	got := Explore(p, reduced, n)
	difference = compare(p, want, got, s)
	if difference == "" {
		difference = compareBounded(p, want, n)
	}
	if difference != "" && reduced.Incomplete() != "" {
		difference = InDoubt + difference
	}
	return difference, want.Result.Executions, got.Result.Executions
}

// compareBounded compares icb and bpor with dfs at every bound.
func compareBounded(p *Program, dfs *Run, n *rt.Numbering) string {
	most := len(dfs.ByPreemptions) - 1
	icb := Explore(p, strategy.NewICB(-1, nil), n)
	if fmt.Sprint(icb.ByPreemptions) != fmt.Sprint(dfs.ByPreemptions) {
		return fmt.Sprintf("dfs runs %v executions with 0, 1, 2, ... preemptions, icb %v", dfs.ByPreemptions, icb.ByPreemptions)
	}
	if dfs.Negative || dfs.Races && p.branches() {
		return ""
	}
	for bound := range most + 1 {
		search := strategy.NewBPOR(bound)
		bpor := Explore(p, search, n)
		within := 0
		for t, preemptions := range dfs.Preempted { // in any order
			if preemptions > bound {
				continue
			}
			within++
			if _, ok := bpor.States[t]; !ok {
				return fmt.Sprintf("bpor misses a trace with %d preemptions that ends in %s", preemptions, dfs.States[t])
			}
		}
		if search.Incomplete() != "" {
			return "bpor: " + search.Incomplete()
		}
		if bpor.Result.Executions != within {
			return fmt.Sprintf("bpor runs %d executions for %d traces with at most %d preemptions", bpor.Result.Executions, within, bound)
		}
	}
	return ""
}

// branches reports whether some operation is executed under a condition only.
func (p *Program) branches() bool {
	for _, ops := range p.Goroutines {
		if slices.ContainsFunc(ops, func(o Op) bool { return o.If != Always }) {
			return true
		}
	}
	return false
}

func compare(p *Program, want, got *Run, s *strategy.DPOR) string {
	switch {
	case want.Problem != "":
		return "dfs: " + want.Problem
	case got.Problem != "":
		return "dpor: " + got.Problem
	}
	if (want.Negative || got.Negative) && !(want.Races && got.Races && p.branches()) {
		// Which Done or RUnlock is one too many depends on all that were before: this is no matter of pairs of events, and
		// strategies promise only to find one.
		if !want.Negative || !got.Negative {
			return fmt.Sprintf("a negative counter: dfs finds one: %t, dpor: %t", want.Negative, got.Negative)
		}
		return ""
	}
	if want.Races || got.Races {
		// Where there are races, what they lead to is not decided by the order of operations.
		want.forgetStates()
		got.forgetStates()
	}
	if want.Races && p.branches() { // what goroutines do depends on what they read, and the search ends at the race
		if !got.Races && want.Kinds != got.Kinds {
			return fmt.Sprintf("dfs finds %s, dpor %s", want.Kinds, got.Kinds)
		}
		return ""
	}
	switch {
	case want.Unstable != "":
		return "dfs: " + want.Unstable
	case got.Unstable != "":
		return "dpor: " + got.Unstable
	}
	wantStates, gotStates := states(want), states(got)
	for s := range wantStates {
		if !gotStates[s] {
			return "dpor misses the state " + s
		}
	}
	for s := range gotStates {
		if !wantStates[s] {
			return "dpor has the state that dfs has not " + s
		}
	}
	for t, s := range want.States { // in any order
		if _, ok := got.States[t]; !ok {
			return "dpor misses a trace that ends in " + s
		}
	}
	switch {
	case len(got.States) > len(want.States):
		return "dpor has more traces than dfs"
	case want.Kinds != got.Kinds:
		return fmt.Sprintf("dfs finds %s, dpor %s", want.Kinds, got.Kinds)
	case want.Racy != got.Racy:
		return fmt.Sprintf("dfs finds races of the variables %s, dpor of %s", want.Racy, got.Racy)
	case got.Duplicates > 0:
		return fmt.Sprintf("dpor runs %d executions for %d traces", got.Result.Executions, len(got.States))
	case got.Result.Outcomes[rt.Redundant] > 0:
		return fmt.Sprintf("dpor begins %d redundant executions", got.Result.Outcomes[rt.Redundant])
	case s.Derailed > 0:
		return fmt.Sprintf("dpor derails %d times", s.Derailed)
	}
	return ""
}

// forgetStates keeps the traces only.
func (r *Run) forgetStates() {
	r.Unstable = ""
	for t := range r.States {
		r.States[t] = "a race"
	}
}

func states(r *Run) map[string]bool {
	set := map[string]bool{}
	for _, s := range r.States {
		set[s] = true
	}
	return set
}
