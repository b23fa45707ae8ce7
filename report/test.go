package report

import (
	"fmt"
	"go/token"
	"strings"
)

// A TestVerdict is what became of a test whose schedules were explored.
type TestVerdict string

// The verdicts of tests.
const (
	TestOK         TestVerdict = "ok"         // no bug in any schedule within the bound
	TestBug        TestVerdict = "bug"        // there is a schedule with a bug
	TestIncomplete TestVerdict = "incomplete" // no bug was found before the budget was spent
	TestError      TestVerdict = "error"      // the test cannot be explored
	TestSkipped    TestVerdict = "skipped"    // the test skips itself
)

// A TestResult is what became of a test.
type TestResult struct {
	Package, Test string
	Verdict       TestVerdict
	Bug           *Bug   // of TestBug
	More          []*Bug // further ones, of other causes
	Strategy      string
	ClockAny      bool // timers could fire at any time, not only when nothing else could happen
	Timed         bool // that made a difference: there were some
	AnyTime       *AnyTime
	Executions    int // all; the redundant and truncated ones among them
	Redundant     int
	Truncated     int
	Events        int
	Complete      bool // there is no other schedule within the bound
	Bound         int  // of preemptions, -1 for none
	NoFailure     bool // of TestIncomplete: no schedule has a failure, panic, deadlock or leak; data races and livelocks may be left
	FailuresOnly  bool // the strategy looks for failures, and comes upon other bugs by chance
	Seconds       float64
	Reason        string   // of TestError, TestSkipped, and of TestIncomplete if it is not the budget
	Kept          []string // package variables that executions may have seen as others have left them
	Believed      []string // functions that are not instrumented, of which nothing is known
	RealClock     []string // packages that are not instrumented and look at the real clock, which the test may have called
	OutOfControl  []string // what happened that the scheduler did not decide
	Values        []string // functions that return random values of which not all have been tried, sorted
	Maps          []string // where loops over maps are of which not all orders have been tried, sorted
}

// AnyTime is what became of executions in which timers could fire at any time, where the verdict is not about these. The test may fail
// there.
type AnyTime struct {
	Executions int
	Complete   bool // there is no other
}

// A Bug is something that goes wrong under some schedule.
type Bug struct {
	Kind        string
	Cause       string   // the same for bugs of one cause
	First       string   // the test that is the first to have one of this cause, if that is another
	Tests       []string // that have one of this cause, this one first; nil if First is not empty
	ClockAny    bool     // timers could fire at any time
	Message     string
	Position    token.Position
	Related     []BugNote
	Goroutines  int // how many take part
	Preemptions int
	Trace       string // the file that has the schedule, "" if there is none
	Untraced    string // why there is none, though there should be
	Died        bool   // of it the process died, which cannot say under which schedule
	Steps       []BugStep
	Links       []BugLink
	Stack       string
	Goroutine   int // who was running
}

// bugs are all bugs of the test.
func (t *TestResult) bugs() []*Bug {
	if t.Bug == nil {
		return nil
	}
	return append([]*Bug{t.Bug}, t.More...)
}

// In lists the tests that have a bug: in TestA, TestB and 3 more.
func (b *Bug) In() string {
	const shown = 2
	if len(b.Tests) <= shown+1 {
		last := len(b.Tests) - 1
		if last < 1 {
			return "in " + strings.Join(b.Tests, "")
		}
		return "in " + strings.Join(b.Tests[:last], ", ") + " and " + b.Tests[last]
	}
	return fmt.Sprintf("in %s and %d more", strings.Join(b.Tests[:shown], ", "), len(b.Tests)-shown)
}

// A BugNote is a further place that a bug involves.
type BugNote struct {
	Position  token.Position
	Text      string
	Goroutine int    // the one that waits there for ever, 0 if that is not what the note says
	Object    int    // that it waits for, as in a BugStep
	Why       string // what keeps it from going on, which the text ends in; may be empty
}

// A BugStep is a visible operation of the schedule. Goroutine 0 is the clock.
type BugStep struct {
	Goroutine int
	Position  token.Position
	Text      string
	Object    int         // operations on one object have the same number; negative for none
	Starts    []int       // goroutines that it starts
	After     []BugStatus // what objects are after it
}

// A BugLink says that what a goroutine did up to one step happened before what another does after a step of its own, which
// comes first if it waits there. Steps are numbered from 0.
type BugLink struct{ From, To int }

// A BugStatus says what an object is after a step.
type BugStatus struct {
	Object int
	Kind   string // Mutex, channel, ...
	Text   string
}

// isPlain reports whether there is nothing to say of the test but that its one schedule has no bug.
func (t *TestResult) isPlain() bool {
	return t.Verdict == TestOK && t.Executions == 1 && t.Reason == "" && len(t.OutOfControl) == 0 && t.Meaning() == "no bug in any schedule"
}

// unbegun reports whether the search was over before the test had its turn.
func (t *TestResult) unbegun() bool {
	return t.Verdict == TestIncomplete && t.Executions == 0 && t.Seconds == 0 && t.Reason == "" && len(t.OutOfControl) == 0
}

// Meaning says in words what the verdict on a test means.
func (t *TestResult) Meaning() string {
	within, bug := "in any schedule", "bug"
	if t.FailuresOnly {
		bug = "failure, panic, deadlock or leak"
	}
	if t.Bound >= 0 {
		within = fmt.Sprintf("with at most %s", counted(t.Bound, "preemption"))
	}
	switch t.Verdict {
	case TestOK:
		return "no " + bug + " " + within + t.clock() + t.sampled() + t.kept() + t.beliefs() + t.clocks()
	case TestIncomplete:
		s := fmt.Sprintf("no bug found in %s (incomplete)", counted(t.Executions, "execution"))
		if t.Bound >= 0 && t.Complete {
			s += ", none " + within
		}
		if t.NoFailure {
			s += ", no failure, panic, deadlock or leak in any schedule"
		}
		return s + t.clock() + t.sampled() + t.kept() + t.beliefs() + t.clocks()
	case TestError:
		return "cannot be explored"
	case TestSkipped:
		return "skipped"
	}
	return t.Bug.Kind
}

// clock says of which schedules the verdict speaks, if the test has timers.
func (t *TestResult) clock() string {
	switch {
	case !t.Timed:
		return ""
	case t.ClockAny:
		return ", if timers fire at any time"
	}
	s := ", if timers fire when nothing else can run"
	switch {
	case t.AnyTime == nil:
	case t.AnyTime.Complete:
		s += ", and no bug except test failures if they fire at any time"
	default:
		s += fmt.Sprintf(", and no bug except test failures in %s if they fire at any time", counted(t.AnyTime.Executions, "execution"))
	}
	return s
}

// kept says what executions may have seen of those before.
func (t *TestResult) kept() string {
	if len(t.Kept) == 0 {
		return ""
	}
	return ", with what earlier executions left in " + strings.Join(t.Kept, ", ")
}

// maxSampled is how many names of one kind the verdict has.
const maxSampled = 5

// sampled says of what not all has been tried.
func (t *TestResult) sampled() string {
	s := ""
	if len(t.Values) > 0 {
		s = ", values of " + few(t.Values, maxSampled) + " sampled"
	}
	if n := len(t.Maps); n > 0 {
		s += ", order of the map" + plural(n) + " at " + few(t.Maps, maxSampled) + " sampled"
	}
	return s
}

// few lists names, if there are too many the first ones.
func few(names []string, most int) string {
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}

// maxBeliefs is how many functions a verdict names that it depends on.
const maxBeliefs = 3

// beliefs says on which functions the verdict depends.
func (t *TestResult) beliefs() string {
	if len(t.Believed) == 0 {
		return ""
	}
	var names []string
	for _, name := range t.Believed {
		names = append(names, withoutPath(name))
	}
	verb := " do not"
	if len(names) == 1 {
		verb = " does not"
	}
	return ", assuming that " + few(names, maxBeliefs) + verb + " touch shared memory"
}

// clocks says which packages have had another clock.
func (t *TestResult) clocks() string {
	if len(t.RealClock) == 0 {
		return ""
	}
	return ", assuming that neither the real clock nor the set of goroutines matters to " + few(t.RealClock, maxBeliefs)
}

// withoutPath names a function by the last element of its package's path, as (*list.List).PushBack.
func withoutPath(name string) string {
	bare := strings.TrimLeft(name, "(*")
	return name[:len(name)-len(bare)] + bare[strings.LastIndexByte(bare, '/')+1:]
}

// Clock is the clock under which the test was explored, as an option.
func (t *TestResult) Clock() string { return clockName(t.ClockAny) }

func clockName(anyTime bool) string {
	if anyTime {
		return "any"
	}
	return "idle"
}

// Spent says how much was done.
func (t *TestResult) Spent() string {
	s := t.Strategy + ", " + counted(t.Executions, "execution")
	if t.Redundant > 0 {
		s += fmt.Sprintf(", %s redundant", Thousands(t.Redundant))
	}
	if t.Truncated > 0 {
		s += fmt.Sprintf(", %s truncated", Thousands(t.Truncated))
	}
	return s + fmt.Sprintf(", %.1f s", t.Seconds)
}

// counted writes a number with its thousands set apart, and a noun.
func counted(n int, noun string) string {
	return Thousands(n) + " " + noun + plural(n)
}

// Thousands writes a number with its thousands set apart.
func Thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// TestSummary counts tests.
type TestSummary struct {
	OK, Bugs, Incomplete, Errors, Skipped int
	Seconds                               float64
}

// Counts says how many tests there are of which verdict.
func (s *TestSummary) Counts() string {
	text := fmt.Sprintf("%d ok, %d with a bug, %d incomplete, %d not explored", s.OK, s.Bugs, s.Incomplete, s.Errors)
	if s.Skipped > 0 {
		text += fmt.Sprintf(", %d skipped", s.Skipped)
	}
	return text
}

// Add counts one test.
func (s *TestSummary) Add(t *TestResult) {
	switch t.Verdict {
	case TestOK:
		s.OK++
	case TestBug:
		s.Bugs++
	case TestIncomplete:
		s.Incomplete++
	case TestError:
		s.Errors++
	case TestSkipped:
		s.Skipped++
	}
}

// A TestRenderer is an output form of the results of exploration.
type TestRenderer interface {
	Test(*TestResult) error
	TestSummary(TestSummary) error
}
