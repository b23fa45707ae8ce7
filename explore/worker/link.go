package worker

import (
	"encoding/json"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// CommandFile is the file descriptor that a worker reads its commands from, one JSON object each.
const CommandFile = 4

// A Command is what a worker that shares a test with others is told.
type Command struct {
	Share bool        // others would take some of the work
	Run   *Assignment // nil for none

	Answer *strategy.Answer // to the worker's question
}

// An Assignment is a part of the work.
type Assignment struct {
	ID    int // of the task
	Phase int // of the strategy's
	Task  strategy.Task
	Names rt.Names      // of numbers in the task, after those of the assignment before
	Quota int           // most executions, 0 for no limit
	Time  time.Duration // the same for time
}

// A Part is what a worker says that shares a test with others.
type Part struct {
	ID    int
	Phase int
	Names rt.Names // of numbers in what follows, after those said before
	Quota int      // executions of its own that it leaves to others

	Given      []strategy.Branch   // work for others
	Escaped    *rt.ExecutionRecord // an execution that asks for something of others
	Decisions  int                 // of that
	Over       bool                // the task has ended; the message is its result
	Rest       []strategy.Branch   // what is left of it
	Incomplete string              // of the strategy in this task
}

// A link connects a worker with those that it shares a test with, and that answer its questions. It is the strategy's
// [strategy.Exchange].
type link struct {
	send   func(Message)
	runs   chan *Assignment
	answer chan *strategy.Answer
	wanted atomic.Bool

	numbers *rt.Numbering
	words   *rt.Dictionary // translates the numbers of assignments
	told    [2]int         // how many names the others know

	id, phase int
	lent      bool // of the task or phase under way
	since     time.Time
	quota     *quota
}

// minShare is how long a strategy works before it gives something away: what is given should be worth the trouble.
const minShare = 10 * time.Millisecond

// newLink makes a link that reads commands; when there are no more the process ends.
func newLink(in io.Reader, send func(Message)) *link {
	l := &link{send: send, runs: make(chan *Assignment, 1), answer: make(chan *strategy.Answer, 1), numbers: rt.NewNumbering()}
	l.words = rt.NewDictionary(l.numbers)
	go func() {
		for dec := json.NewDecoder(in); ; {
			var c Command
			if dec.Decode(&c) != nil {
				os.Exit(0)
			}
			if c.Share {
				l.wanted.Store(true)
			}
			if c.Run != nil {
				l.runs <- c.Run
			}
			if c.Answer != nil {
				l.answer <- c.Answer
			}
		}
	}()
	return l
}

// begin prepares the link for a task of a phase.
func (l *link) begin(id, phase int, q *quota) {
	l.id, l.phase, l.quota, l.lent, l.since = id, phase, q, false, time.Now()
}

// Wanted reports whether others asked for work and there has been some time to find it.
func (l *link) Wanted() bool { return l.wanted.Load() && time.Since(l.since) >= minShare }

// Give sends work, and leaves half of the executions to it.
func (l *link) Give(branches []strategy.Branch) {
	l.wanted.Store(false)
	l.lent, l.since = true, time.Now()
	l.tell(Message{}, &Part{Given: branches, Quota: l.quota.half()})
}

// Escape sends an execution.
func (l *link) Escape(decisions int, x *rt.Execution) {
	l.tell(Message{}, &Part{Escaped: x.Record(), Decisions: decisions})
}

// Ask sends a question and waits for the answer. The link is the strategy's [strategy.Oracle].
func (l *link) Ask(q strategy.Question) strategy.Answer {
	l.send(Message{Question: &q})
	return *<-l.answer
}

// tell sends a part with the names in it.
func (l *link) tell(m Message, p *Part) {
	p.ID, p.Phase = l.id, l.phase
	p.Names = l.numbers.Names(l.told[0], l.told[1])
	l.told[0] += len(p.Names.Goroutines)
	l.told[1] += len(p.Names.Objects)
	m.Part = p
	l.send(m)
}

// A quota ends a strategy after so many executions. (What is left of it changes on the way.)
type quota struct {
	rt.Strategy
	limited bool
	left    int
	spent   bool // it has ended the strategy
}

// newQuota makes a quota; max is 0 for no limit.
func newQuota(s rt.Strategy, max int) *quota { return &quota{Strategy: s, limited: max > 0, left: max} }

func (q *quota) Done(x *rt.Execution) bool {
	more := q.Strategy.Done(x)
	q.left--
	if q.limited && q.left <= 0 && more {
		q.spent = true
		return false
	}
	return more
}

// Err is the strategy's.
func (q *quota) Err() error {
	if e, ok := q.Strategy.(interface{ Err() error }); ok {
		return e.Err()
	}
	return nil
}

// half gives away half of what is left; the execution under way is not counted yet.
func (q *quota) half() int {
	if !q.limited {
		return 0
	}
	half := max(q.left-1, 0) / 2
	q.left -= half
	return half
}
