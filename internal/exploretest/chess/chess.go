// Package chess has programs like those on which iterative context bounding was evaluated (Musuvathi and Qadeer, PLDI
// 2007, section 4.1): a work-stealing queue, a bounded queue, a thread pool and a model of a file system, correct and
// with seeded bugs. It takes a program and gives what icb finds with 0, 1, 2, ... preemptions: bugs, and states
// covered.
package chess

import (
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A Program is one of them, with or without a seeded bug.
type Program struct {
	Name string
	Bug  string // what is wrong with it, empty if nothing is
	Run  func(t *rt.T)
}

// Programs lists them.
func Programs() []Program {
	var list []Program
	list = append(list, stealing...)
	list = append(list, boundedQueue...)
	list = append(list, pool...)
	return append(list, fileSystem...)
}

// A Coverage is what icb has covered up to a bound.
type Coverage struct {
	Bound      int
	Executions int // up to the bound
	States     int // different states up to the bound
}

// A Finding is the result of exploring a program.
type Finding struct {
	Bugs        []rt.Bug
	Preemptions int // of the first schedule with a bug
	Coverage    []Coverage
	Exhausted   bool
}

// Explore runs p under icb with up to bound preemptions, and up to limit executions.
func Explore(p Program, bound, limit int) Finding {
	var f Finding
	c := &coverage{states: map[uint64]bool{}, finding: &f}
	c.ICB = strategy.NewICB(bound, func(bound, executions int) {
		c.executions += executions
		f.Coverage = append(f.Coverage, Coverage{bound, c.executions, len(c.states)})
	})
	r := rt.Explore(rt.Config{Strategy: c, MaxExecutions: limit}, p.Run)
	f.Bugs, f.Exhausted = r.Bugs, r.Exhausted
	f.Preemptions = -1
	for i, b := range r.Bugs {
		if i == 0 || b.Preemptions < f.Preemptions {
			f.Preemptions = b.Preemptions
		}
	}
	return f
}

// coverage counts the states that icb visits. As a state stands what has happened in what order: the happens-before
// relation of the events so far (section 4.3 of the paper: CHESS, which has no states either, does so).
type coverage struct {
	*strategy.ICB
	states     map[uint64]bool
	executions int
	finding    *Finding
	prints     strategy.Fingerprints
}

func (c *coverage) Done(x *rt.Execution) bool {
	for _, h := range c.prints.Of(x) {
		c.states[h] = true
	}
	return c.ICB.Done(x)
}
