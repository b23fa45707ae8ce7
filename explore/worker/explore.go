package worker

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// explore explores body, and claims nothing where there may be executions that no strategy has seen: what was truncated
// might have gone on, and what is not under control might have gone another way.
func (w *worker) explore(body func(*rt.T)) (Message, error) {
	total := Message{Done: true, Bound: -1}
	if w.job.Helps {
		return total, w.serve(body)
	}
	err := w.search(body, &total)
	total.Settle()
	return total, err
}

// Settle takes back what the message claims if there may be executions that no strategy has seen.
func (m *Message) Settle() {
	if m.Truncated > 0 || len(m.OutOfControl) > 0 {
		m.Exhausted, m.Bound = false, -1
	}
}

// search runs the phases of the job's strategy one after the other until one finds a bug, everything that the job asks for
// has been explored, or the budget is spent.
func (w *worker) search(body func(*rt.T), total *Message) error {
	phases, err := w.phases()
	if err != nil {
		return err
	}
	asked := phases[len(phases)-1].bound
	for k, p := range phases {
		cfg, ok := w.config(p, total)
		if !ok {
			return nil // the budget is spent
		}
		r := w.within(k, p, cfg, strategy.Task{}, body)
		first := total.Executions+r.Executions-r.Outcomes[rt.Redundant]-r.Outcomes[rt.Truncated] <= 1
		w.finish(body, r, total, first)
		if w.link != nil && w.link.lent { // what comes next is not for us to say
			w.over(total, r, cfg.Strategy)
			return w.serve(body)
		}
		switch {
		case w.interrupted():
			return nil
		case total.Err != "":
			return nil
		case len(total.Bugs) > 0 && len(total.Bugs) >= w.job.Findings:
			return nil
		case r.Single:
			total.Exhausted, total.Bound = true, -1
			return nil
		case p.exhaustive && r.Exhausted:
			total.Incomplete = incomplete(cfg.Strategy)
			switch {
			case total.Incomplete != "":
			case strategy.Complete(cfg.Strategy):
				total.Exhausted, total.Bound = true, -1
				return nil
			case p.bound == asked:
				total.Exhausted, total.Bound = true, p.bound
				return nil
			}
		}
	}
	return nil
}

// finish adds the result of an exploration to m. A bug of the first execution of all may be one of every execution.
func (w *worker) finish(body func(*rt.T), r *rt.Result, m *Message, first bool) {
	bugs, always := len(m.Bugs), 0
	if len(r.Bugs) > 0 && first && w.job.Replay == nil {
		always = w.always(body, r)
	}
	r.Bugs = r.Bugs[:min(len(r.Bugs), max(w.job.Findings-bugs, 1))]
	if len(r.Bugs) > 0 && w.job.Minimize {
		w.found(r, m)
		for i := range r.Bugs {
			r.Bugs[i] = w.minimize(body, r.Bugs[i])
		}
	}
	for i := range r.Bugs {
		w.job.Ignored = append(slices.Clip(w.job.Ignored), r.Bugs[i].Cause())
	}
	if m.add(r); len(r.Bugs) > 0 {
		m.Bugs[bugs].Always = always
	}
	if r.Err != nil {
		m.Err = r.Err.Error()
	}
}

// found tells of a bug before its schedule is made smaller: that takes a while, and may not come to its end.
func (w *worker) found(r *rt.Result, total *Message) {
	m := *total
	m.Done = false
	m.add(r)
	w.send(m)
}

// incomplete returns why a strategy that has nothing left to run may have missed something, "" if it has not.
func incomplete(s rt.Strategy) string {
	if d, ok := s.(interface{ Incomplete() string }); ok {
		return d.Incomplete()
	}
	return ""
}

// config is what the runtime is asked for in a phase: its share of what is left of the budget, if anything is.
func (w *worker) config(p phase, total *Message) (cfg rt.Config, ok bool) {
	cfg = w.settings(p.strategy(func(bound int) { total.Bound = bound }))
	cfg.StopAtBug, cfg.Findings, cfg.MaxExecutions, cfg.Time = true, w.job.Findings-len(total.Bugs), p.max, p.time
	cfg.Progress = func(r *rt.Result) bool {
		w.report(total, r, cfg.Strategy)
		return !w.interrupted()
	}
	if w.job.Replay != nil {
		cfg.Visible = w.job.Replay.Visible
	}
	if w.job.Max > 0 {
		left := w.job.Max - total.Executions
		if left <= 0 {
			return cfg, false
		}
		if cfg.MaxExecutions == 0 || cfg.MaxExecutions > left {
			cfg.MaxExecutions = left
		}
	}
	if w.job.Time > 0 {
		left := w.job.Time - time.Since(w.began)
		if left <= 0 {
			return cfg, false
		}
		if cfg.Time == 0 || cfg.Time > left {
			cfg.Time = left
		}
	}
	return cfg, true
}

// settings are what the job says of all explorations.
func (w *worker) settings(s rt.Strategy) rt.Config {
	return rt.Config{
		Strategy: s, MaxSteps: w.job.MaxSteps, Ignored: w.job.Ignored, ClockAny: w.job.ClockAny, VisibleAll: w.job.VisibleAll,
		IgnoreLeaks: w.job.IgnoreLeaks, PassingOnly: w.job.PassingOnly, NoRaces: w.job.IgnoreRaces, Observe: w.job.Observe, Samples: w.job.Samples, HangAfter: w.job.hang(), ComputesFor: w.job.computes(), Hang: w.hung,
		Progress: func(*rt.Result) bool { return !w.interrupted() },
	}
}

// report sends how far the exploration has come.
func (w *worker) report(total *Message, r *rt.Result, s rt.Strategy) {
	if time.Since(w.reported) < 200*time.Millisecond {
		return
	}
	w.reported = time.Now()
	m := *total
	m.Done = false
	m.add(r)
	m.Share, _ = strategy.Share(s)
	m.Settle()
	w.send(m)
}

// addresses are what differs in the stack traces of one place.
var addresses = regexp.MustCompile(`\(0x[^()]*\)| \+0x[0-9a-f]+|\{0x[^{}]*\}|( in )?goroutine \d+ ?`)

// add adds the result of a phase.
func (m *Message) add(r *rt.Result) {
	m.Executions += r.Executions
	m.Events += r.Events
	m.Complete += r.Outcomes[rt.Complete]
	m.Blocked += r.Outcomes[rt.Blocked]
	m.Failed += r.Outcomes[rt.Failed]
	m.Redundant += r.Outcomes[rt.Redundant]
	m.Truncated += r.Outcomes[rt.Truncated]
	m.Timed, m.Bubbled = m.Timed || r.Timed, m.Bubbled || r.Bubbled
	m.Kept, m.Believed, m.Called = union(m.Kept, r.Kept), union(m.Believed, r.Believed), union(m.Called, r.Called)
	for _, w := range r.Sampled {
		m.sampled(Sampling{w.Function, place(w.Map)})
	}
	m.Skipped, m.Skip = m.Skipped+r.Skipped, cmp.Or(m.Skip, r.Reason)
	for _, s := range r.OutOfControl {
		if s = addresses.ReplaceAllString(s, ""); !slices.Contains(m.OutOfControl, s) {
			m.OutOfControl = append(m.OutOfControl, s)
		}
	}
	for _, b := range r.Bugs {
		m.Bugs = append(m.Bugs, bugOf(&b))
	}
	for _, o := range r.Observed {
		m.Observed = append(m.Observed, observationOf(o))
	}
}

// sampled adds what is new.
func (m *Message) sampled(w Sampling) {
	if !slices.Contains(m.Sampled, w) {
		m.Sampled = append(m.Sampled, w)
	}
}

func observationOf(o rt.Observation) Observation {
	out := Observation{Place: place(o.Site), Write: o.Write, Alone: o.Alone, Shared: o.Shared}
	for _, l := range o.Locks {
		out.Locks = append(out.Locks, ObservedLock{place(l.Site), l.Offset, l.Reading, l.Count})
	}
	return out
}

func place(s rt.Site) Place {
	i := s.Info()
	return Place{i.File, i.Line, i.Col, i.What}
}

// bugOf names the places and goroutines of a bug.
func bugOf(b *rt.Bug) Bug {
	number := func(g rt.GID) int {
		if int(g) < len(b.Numbers) {
			return b.Numbers[g]
		}
		return int(g)
	}
	out := Bug{
		Kind: b.Kind, Message: b.Message, Position: place(b.Site), Other: place(b.Other), Goroutine: number(b.G), Stack: b.Stack,
		Preemptions: b.Preemptions, Confirmed: b.Confirmed, Cause: b.Cause(), Ignored: b.Ignored, Schedule: Schedule{Decisions: b.Portable},
	}
	if b.Shows.File != "" {
		out.Position = Place{File: b.Shows.File, Line: b.Shows.Line, Col: b.Shows.Col}
	}
	for _, s := range b.Stuck {
		out.Stuck = append(out.Stuck, Stuck{number(s.G), place(s.Site), place(s.Started), s.Op.String(), s.Detail, int(s.Obj)})
	}
	out.Steps, out.Links = steps(b, number)
	part := map[int]bool{}
	for _, s := range out.Steps {
		part[s.Goroutine] = true
	}
	delete(part, number(rt.Clock))
	out.Goroutines = len(part)
	return out
}

// steps are the events of a bug's execution, up to the race or what an annotation forbids, with what was done between them;
// and how they are ordered.
func steps(b *rt.Bug, number func(rt.GID) int) (out []Step, links []Link) {
	events := b.Events
	if b.Kind == rt.Race || b.Kind == rt.Annotation {
		events = events[:b.At]
	}
	between := make([][]rt.InvisibleStep, len(events)+1)
	for _, a := range b.Invisible {
		if a.At < len(between) {
			between[a.At] = append(between[a.At], a)
		}
	}
	aside := func(a rt.InvisibleStep) {
		if !a.Step {
			out = append(out, Step{Goroutine: number(a.G), Op: a.Kind.String(), Object: int(rt.NoObj), Place: place(a.Site)})
		}
		if last := &out[len(out)-1]; a.Started != 0 {
			last.Starts = append(last.Starts, number(a.Started))
		}
	}
	at := make([]int, len(events)) // the number of an event's step
	for i := 0; ; i++ {
		for _, a := range between[i] {
			aside(a)
		}
		if i == len(events) {
			break
		}
		e := &events[i]
		s := Step{Goroutine: number(e.G), Op: e.Kind.String(), Object: int(e.Obj), Place: place(e.Site)}
		if i < len(b.Statuses) {
			for _, c := range b.Statuses[i] {
				s.After = append(s.After, Status{int(c.Obj), c.Kind, c.Text})
			}
		}
		at[i] = len(out)
		out = append(out, s)
	}
	for _, l := range b.Links {
		if int(max(l.From, l.To)) < len(events) {
			links = append(links, Link{at[l.From], at[l.To]})
		}
	}
	return out, links
}

// phases are the phases of the job's strategy.
func (w *worker) phases() ([]phase, error) {
	if w.job.Replay != nil {
		return []phase{once(w.job.Replay)}, nil
	}
	f, ok := Strategies[w.job.Strategy]
	if !ok {
		names := slices.Sorted(maps.Keys(Strategies))
		return nil, fmt.Errorf("there is no strategy %q, but %s", w.job.Strategy, strings.Join(names, ", "))
	}
	return f(&w.job), nil
}
