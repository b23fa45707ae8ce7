// Package divide explores a program in parts, one after the other, as several processes would do at the same time. It
// takes a program and a divisible strategy, and gives what all parts found together. It divides at random.
package divide

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A Config says what to explore.
type Config struct {
	RT        rt.Config                            // its strategy is wrapped around the divisible ones
	New       func() strategy.Divisible            // makes one for each part
	Wrap      func(rt.Strategy) rt.Strategy        // may be nil
	Each      func(strategy.Divisible, *rt.Result) // called after each part, may be nil
	Saw       func(*rt.Execution)                  // called after each execution, may be nil
	Numbering *rt.Numbering                        // that of what Saw is called with, may be nil
	Seed      uint64
}

// A Result is what the parts found.
type Result struct {
	Executions, Tasks, Escapes int
	Outcomes                   [rt.Truncated + 1]int
	Bugs                       []rt.Bug
}

// Explore runs f.
func Explore(c Config, f func(*rt.T)) (*Result, error) {
	d := &division{Config: c, rand: rand.New(rand.NewPCG(c.Seed, 1)), frontier: strategy.NewFrontier(), own: c.Numbering}
	if d.own == nil {
		d.own = rt.NewNumbering()
	}
	for d.frontier.Waiting() {
		if err := d.part(f); err != nil {
			return nil, err
		}
	}
	if !d.frontier.Done() {
		return nil, fmt.Errorf("parts are missing")
	}
	return &d.result, nil
}

type division struct {
	Config
	rand     *rand.Rand
	frontier *strategy.Frontier
	own      *rt.Numbering // of the frontier
	result   Result
}

// A part is one task, run by a process of its own.
type part struct {
	*division
	id       int
	numbers  *rt.Numbering  // of the part
	words    *rt.Dictionary // translates them into the frontier's
	said     rt.Names       // how many names have been told
	left     int            // calls of Wanted until work is given away
	problems error
}

// part runs a task.
func (d *division) part(f func(*rt.T)) error {
	id, task := d.frontier.Take()
	d.result.Tasks++
	p := &part{division: d, id: id, numbers: rt.NewNumbering(), words: rt.NewDictionary(d.own), left: d.rand.IntN(8)}
	send(&task, &task)
	in := rt.NewDictionary(p.numbers)
	in.Learn(d.own.Names(0, 0))
	task.Translate(in)

	s := d.New()
	s.Resume(task, p)
	cfg := d.RT
	cfg.Strategy, cfg.Numbering, cfg.MaxExecutions = s, p.numbers, 1+d.rand.IntN(20)
	if d.Wrap != nil {
		cfg.Strategy = d.Wrap(s)
	}
	if d.Saw != nil {
		cfg.Strategy = &observer{cfg.Strategy, p}
	}
	r := rt.Explore(cfg, f)
	d.result.Executions += r.Executions
	for o, n := range r.Outcomes {
		d.result.Outcomes[o] += n
	}
	d.result.Bugs = append(d.result.Bugs, r.Bugs...)
	if d.Each != nil {
		d.Each(s, r)
	}
	switch {
	case r.Err != nil:
		return r.Err
	case r.Exhausted:
		d.frontier.Finish(id)
	default:
		d.frontier.Rest(id, p.branches(s.Rest()))
	}
	return p.problems
}

// Wanted is true now and then.
func (p *part) Wanted() bool {
	p.left--
	return p.left < 0
}

func (p *part) Give(branches []strategy.Branch) {
	p.frontier.Give(p.id, p.branches(branches))
	p.left = p.rand.IntN(8)
}

func (p *part) Escape(decisions int, x *rt.Execution) {
	p.result.Escapes++
	p.frontier.Escape(p.id, decisions, p.execution(x))
}

// execution is what the frontier gets.
func (p *part) execution(x *rt.Execution) *rt.Execution {
	var r rt.ExecutionRecord
	send(x.Record(), &r)
	p.learn()
	r.Translate(p.words)
	return r.Execution()
}

// An observer sees the executions of another strategy.
type observer struct {
	rt.Strategy
	*part
}

func (o *observer) Done(x *rt.Execution) bool {
	if x.Outcome != rt.Redundant {
		o.Saw(o.execution(x))
	}
	return o.Strategy.Done(x)
}

// branches are what the frontier gets.
func (p *part) branches(own []strategy.Branch) []strategy.Branch {
	var out []strategy.Branch
	send(&own, &out)
	p.learn()
	strategy.TranslateBranches(out, p.words)
	return out
}

// learn tells the frontier the names it does not know.
func (p *part) learn() {
	n := p.numbers.Names(len(p.said.Goroutines), len(p.said.Objects))
	p.said.Goroutines = append(p.said.Goroutines, n.Goroutines...)
	p.said.Objects = append(p.said.Objects, n.Objects...)
	p.words.Learn(n)
}

// send copies a value as if it went to another process.
func send[T any](from, to *T) {
	data, err := json.Marshal(from)
	if err == nil {
		var fresh T
		if err = json.Unmarshal(data, &fresh); err == nil {
			*to = fresh
		}
	}
	if err != nil {
		panic(err) // all of these are plain values
	}
}
