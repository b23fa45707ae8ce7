package worker

import (
	"cmp"
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A PhaseInfo is a phase of a search, for those who divide it.
type PhaseInfo struct {
	Exhaustive bool // when it ends, everything within the bound has been explored
	Bound      int  // -1 for none
}

// Phases are the phases of the search that a job asks for.
func (j *Job) Phases() ([]PhaseInfo, error) {
	w := &worker{job: *j}
	list, err := w.phases()
	var out []PhaseInfo
	for _, p := range list {
		out = append(out, PhaseInfo{p.exhaustive, p.bound})
	}
	return out, err
}

// within explores in phase number k. Others may take part of it, if it is not one with a small share of the budget.
func (w *worker) within(k int, p phase, cfg rt.Config, t strategy.Task, body func(*rt.T)) *rt.Result {
	if w.link == nil {
		return rt.Explore(cfg, body)
	}
	q := newQuota(cfg.Strategy, cfg.MaxExecutions)
	w.link.begin(w.link.id, k, q)
	if d := strategy.AsDivisible(cfg.Strategy); d != nil && p.max == 0 && p.time == 0 {
		d.Resume(t, w.link)
	}
	cfg.Strategy, cfg.MaxExecutions, cfg.Numbering = q, 0, w.link.numbers
	r := rt.Explore(cfg, body)
	r.Exhausted = r.Exhausted && !q.spent
	return r
}

// over says how the task ended that m is the result of.
func (w *worker) over(m *Message, r *rt.Result, s rt.Strategy) {
	p := &Part{Over: true, Quota: max(w.link.quota.left, 0), Incomplete: incomplete(s)}
	m.Exhausted = r.Exhausted
	if d := strategy.AsDivisible(s); d != nil && !r.Exhausted && r.Err == nil && len(r.Bugs)+len(r.Unconfirmed) == 0 {
		p.Rest = d.Rest()
	}
	m.Done = false
	w.link.tell(*m, p)
	w.link.wanted.Store(false)
}

// serve runs what it is told to until the process ends.
func (w *worker) serve(body func(*rt.T)) error {
	phases, err := w.phases()
	if err != nil {
		return err
	}
	for a := range w.link.runs {
		w.link.words.Learn(a.Names)
		a.Task.Translate(w.link.words)
		w.link.id = a.ID
		m := Message{Bound: -1}
		s := phases[a.Phase].strategy(func(bound int) { m.Bound = bound })
		cfg := w.settings(s)
		cfg.StopAtBug, cfg.MaxExecutions, cfg.Time = true, a.Quota, a.Time
		cfg.Progress = func(r *rt.Result) bool {
			w.report(&m, r, s)
			return !w.interrupted()
		}
		r := w.within(a.Phase, phases[a.Phase], cfg, a.Task, body)
		w.finish(body, r, &m, false)
		w.over(&m, r, s)
		if w.interrupted() {
			break
		}
	}
	return nil
}

// union adds what is new to a sorted list.
func union(list, more []string) []string {
	if len(more) == 0 {
		return list
	}
	list = slices.Concat(list, more)
	slices.Sort(list)
	return slices.Compact(list)
}

// Merge adds the result of a task.
func (m *Message) Merge(part *Message) {
	m.Executions += part.Executions
	m.Events += part.Events
	m.Complete += part.Complete
	m.Blocked += part.Blocked
	m.Failed += part.Failed
	m.Redundant += part.Redundant
	m.Truncated += part.Truncated
	m.Timed, m.Bubbled = m.Timed || part.Timed, m.Bubbled || part.Bubbled
	m.Kept, m.Believed, m.Called = union(m.Kept, part.Kept), union(m.Believed, part.Believed), union(m.Called, part.Called)
	for _, w := range part.Sampled {
		m.sampled(w)
	}
	m.Skipped, m.Skip = m.Skipped+part.Skipped, cmp.Or(m.Skip, part.Skip)
	m.Bound = max(m.Bound, part.Bound)
	m.Incomplete = cmp.Or(m.Incomplete, part.Incomplete)
	m.Err = cmp.Or(m.Err, part.Err)
	m.Bugs = append(m.Bugs, part.Bugs...)
	m.Observed = append(m.Observed, part.Observed...)
	for _, s := range part.OutOfControl {
		if !slices.Contains(m.OutOfControl, s) {
			m.OutOfControl = append(m.OutOfControl, s)
		}
	}
}
