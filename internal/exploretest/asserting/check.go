package asserting

import (
	"fmt"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A Verdict is what a strategy says of a Program.
type Verdict struct {
	Failed     []rt.Site // the assertions that some execution fails
	Stuck      bool      // in some execution goroutines wait for ever
	Panics     bool      // so some executions have no end, and what else they show is a matter of the schedule
	Problem    string
	Executions int
}

// A program with more executions is left out.
const maxExecutions = 20000

const tooMany = "there are too many executions"

// Judge explores the program.
func (p *Program) Judge(s rt.Strategy) Verdict {
	failed := map[rt.Site]bool{}
	o := &observer{Strategy: s}
	r := rt.Explore(rt.Config{
		Strategy: o, VisibleAll: true, NoRaces: true, MaxSteps: 1000, MaxExecutions: maxExecutions,
		Report: func() bool { return false },
	}, func(t *rt.T) { p.Run(t, failed) })
	v := o.seen
	switch {
	case r.Err != nil:
		v.Problem = r.Err.Error()
	case !r.Exhausted:
		v.Problem = tooMany
	}
	v.Failed, v.Executions = slices.Sorted(maps.Keys(failed)), r.Executions
	return v
}

// An observer sees the bugs that another strategy comes upon.
type observer struct {
	rt.Strategy
	seen Verdict
}

func (o *observer) Done(x *rt.Execution) bool {
	for i := range x.Bugs {
		switch x.Bugs[i].Kind {
		case rt.Panic:
			o.seen.Panics = true
		case rt.Deadlock, rt.Leak:
			o.seen.Stuck = true
		}
	}
	return o.Strategy.Done(x)
}

// agrees returns how two verdicts differ, "" if they do not.
func (v *Verdict) agrees(w *Verdict) string {
	switch {
	case v.Problem != "" || w.Problem != "":
		return v.Problem + w.Problem
	case v.Panics != w.Panics:
		return fmt.Sprintf("panics: %v, %v", v.Panics, w.Panics)
	case v.Panics:
		return ""
	case !slices.Equal(v.Failed, w.Failed):
		return fmt.Sprintf("assertions that fail: %v, %v", v.Failed, w.Failed)
	case v.Stuck != w.Stuck:
		return fmt.Sprintf("goroutines wait for ever: %v, %v", v.Stuck, w.Stuck)
	}
	return ""
}

// Combinations are all ways to switch on parts of the reduction.
func Combinations() (list []strategy.Parts) {
	for i := range 8 {
		list = append(list, strategy.Parts{Slice: i&1 != 0, Peek: i&2 != 0, Prune: i&4 != 0})
	}
	return list
}

// A Tally says how many executions strategies ran, how often Pred began anew, with how many programs it ran fewer
// executions than dpor, and how many were left out.
type Tally struct{ DFS, DPOR, Pred, Restarts, Fewer, Skipped int }

// Check explores p with dfs, and with pred and any of its parts, and returns what differs, "" if nothing does. Pred must run no
// more executions than dpor.
func Check(p *Program, t *Tally) string {
	want := p.Judge(strategy.NewDFS())
	if want.Problem == tooMany {
		t.Skipped++
		return ""
	}
	t.DFS += want.Executions
	dpor := p.Judge(strategy.NewDPOR())
	t.DPOR += dpor.Executions
	slice := p.Slice()
	for _, parts := range Combinations() {
		s := strategy.NewPred(slice, parts)
		got := p.Judge(s)
		if difference := want.agrees(&got); difference != "" {
			return fmt.Sprintf("dfs and pred with %+v: %s", parts, difference)
		}
		if got.Executions > dpor.Executions {
			return fmt.Sprintf("dpor runs %d executions, pred with %+v %d", dpor.Executions, parts, got.Executions)
		}
		if parts == strategy.AllParts {
			t.Pred += got.Executions
			t.Restarts += s.Restarts
			if got.Executions < dpor.Executions {
				t.Fewer++
			}
		}
	}
	return ""
}

// Shrink returns the smallest program it finds, by leaving out statements, for which bad still holds.
func Shrink(p *Program, bad func(*Program) bool) *Program {
	for {
		smaller := func() *Program {
			for _, q := range p.variants() {
				if bad(q) {
					return q
				}
			}
			return nil
		}()
		if smaller == nil {
			return p
		}
		p = smaller
	}
}

// variants are the programs that lack one statement, or have what it contains in its place.
func (p *Program) variants() (out []*Program) {
	n := 0
	p.all(func(*Statement, []*Statement, int) { n++ })
	for k := range n {
		for _, unwrap := range []bool{false, true} {
			at := 0
			var copied func(list []*Statement) []*Statement
			copied = func(list []*Statement) (out []*Statement) {
				for _, s := range list {
					c := *s
					drop := at == k
					at++
					c.Body = copied(s.Body)
					switch {
					case !drop:
						out = append(out, &c)
					case unwrap:
						out = append(out, c.Body...)
					}
				}
				return out
			}
			q := &Program{}
			for _, g := range p.Goroutines {
				q.Goroutines = append(q.Goroutines, copied(g))
			}
			q.After = copied(p.After)
			out = append(out, q)
		}
	}
	return out
}
