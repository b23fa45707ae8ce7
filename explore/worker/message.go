package worker

import (
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// EnvJob is the environment variable that names a file with a Job. A test binary that runs without it runs its tests as usual.
const EnvJob = rt.EnvJob

// ResultFile is the file descriptor that a worker writes its messages to, one JSON object a line.
const ResultFile = 3

// A Job is one test to explore.
type Job struct {
	Test     string
	Strategy string // see Strategies
	Bound    int    // of preemptions, for the strategies that have one; negative for none
	Max      int    // executions, 0 for no limit
	Time     time.Duration
	Memory   uint64     // bytes that the process may have, 0 for no limit
	Findings int        // bugs of different causes to look for, 0 for one
	Ignored  []rt.Cause `json:",omitempty"` // bugs of these causes do not count
	MaxSteps int        // events of an execution, 0 for the default
	Seed     uint64     // of randomised strategies
	Samples  uint64     // which random values are tried where there are many; all processes of a test have the same

	Parts strategy.Parts  // of pred that are switched on
	Slice *strategy.Slice `json:",omitempty"` // what is known of the test, nil for nothing

	ClockAny    bool // timers may fire at any time
	VisibleAll  bool // all accesses to memory are scheduling points
	IgnoreLeaks bool
	PassingOnly bool      // bugs of executions in which the test fails do not count
	IgnoreRaces bool      // data races are not looked for
	Observe     bool      // which locks are held at accesses to memory is to be told
	Minimize    bool      // make the schedule of a bug smaller
	Replay      *Schedule // run this once instead

	Alone  bool // nothing takes over where the strategy has nothing to offer
	Staged bool // of auto: other strategies come after it, so that it has a part of the budget

	Shares bool // others may take part of the work; commands come by CommandFile
	Asks   bool // strategies may ask questions; answers come by CommandFile
	Helps  bool // there is nothing to do but what commands say

	asking *link // who answers questions
}

// A Schedule is enough to run an execution again.
type Schedule struct {
	Decisions []int32    `json:"decisions"`
	Events    []rt.Event `json:"events"` // to tell whether the execution is the same; may be empty
	Visible   []rt.Site  `json:"visible,omitempty"`
}

// A Message is what a worker says: how far it has come, or the result.
type Message struct {
	Executions int
	Events     int
	Share      float64 // of the executions that there are, by estimate, with the strategy under way; 0 if that cannot be told
	Done       bool    // this is the result; what follows is part of it

	Complete, Blocked, Failed, Redundant, Truncated int // executions by their outcome

	Timed   bool       // executions depend on when timers fire
	Sampled []Sampling `json:",omitempty"` // of what not all random values, or orders, have been tried
	Bubbled bool       // there are bubbles of package synctest
	Skipped int        // executions in which the test has skipped itself
	Skip    string     // why it has

	Exhausted    bool   // there is no other execution within the strategy's bound
	Bound        int    // the bound of preemptions that has been explored, also where not exhausted; -1 for none
	Incomplete   string // why it is not exhausted, other than for its budget: the strategy has nothing left, but may have missed executions
	Err          string // the exploration cannot go on
	OutOfControl []string
	Kept         []string // package variables that executions may have seen as others have left them
	Believed     []string // functions of which it is believed that they touch no memory that is shared
	Called       []string // packages whose functions were called, and are not instrumented
	Bugs         []Bug
	Seconds      float64

	Observed []Observation `json:",omitempty"` // with the result, if the job asks for it

	Part *Part `json:",omitempty"` // of a worker that shares the test with others

	Question *strategy.Question `json:",omitempty"` // of a strategy, which waits for the answer
}

// A Bug is a rt.Bug with the names of its places.
type Bug struct {
	Kind            rt.BugKind
	Message         string
	Position, Other Place
	Goroutine       int
	Stack           string
	Stuck           []Stuck
	Preemptions     int
	Goroutines      int // how many take part
	Confirmed       bool
	Died            bool // of it the process died, which cannot say under which schedule
	Always          int  // so many executions have been run that all have a bug that looks like this; 0 if some have none
	Steps           []Step
	Links           []Link `json:",omitempty"`
	Schedule        Schedule
	Cause           rt.Cause
	Ignored         []rt.Cause // of bugs that did not count, which a replay has to leave out, too
}

// A Sampling is a rt.Sampling with the name of its place.
type Sampling struct {
	Function string // "" for the order of a map
	Map      Place
}

// A Place is a position in the source and what happens there.
type Place struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"col,omitempty"`
	What string `json:"what,omitempty"`
}

// An Observation is a rt.Observation with the names of its places.
type Observation struct {
	Place         Place
	Write         bool
	Alone, Shared int
	Locks         []ObservedLock
}

// An ObservedLock is a rt.ObservedLock with the name of its place.
type ObservedLock struct {
	Place   Place
	Offset  uintptr
	Reading bool
	Count   int
}

// A Stuck is a goroutine that waits for ever.
type Stuck struct {
	Goroutine      int
	Place, Started Place
	Op, Detail     string
	Object         int // as in a Step
}

// A Step is a visible operation of an execution.
type Step struct {
	Goroutine int
	Op        string
	Object    int // operations on one object have the same number; -1 for none
	Place     Place
	Starts    []int    `json:",omitempty"` // goroutines
	After     []Status `json:",omitempty"` // what objects are after the step
}

// A Link says that a step of one goroutine happened before what another does after a step of its own, see [rt.Link].
type Link struct{ From, To int } // numbers of steps, from 0

// A Status is what an object is, in words.
type Status struct {
	Object int
	Kind   string // mutex, channel, ...
	Text   string
}
