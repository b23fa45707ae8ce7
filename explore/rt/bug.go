package rt

import (
	"fmt"
	"runtime"
	"strings"
)

// A BugKind says what went wrong.
type BugKind string

// The kinds of bugs.
const (
	Race     BugKind = "race"
	Deadlock BugKind = "deadlock" // the test function, or a cycle of goroutines, waits for ever
	Leak     BugKind = "leak"     // goroutines wait for ever after the test function has returned
	Failure  BugKind = "failure"  // the test says so
	Panic    BugKind = "panic"    // also what the Go runtime calls a fatal error
	Livelock BugKind = "livelock" // goroutines run for ever under a fair schedule

	Annotation BugKind = "annotation" // the program does not keep to what it says of itself
)

// A Bug is something wrong in an execution.
type Bug struct {
	Kind        BugKind
	Message     string
	Site, Other Site     // where it shows; for a race, Other is the earlier access, for an annotation where that stands
	Shows       SiteInfo // where it shows, if not at Site
	G           GID      // who was running
	OtherG      GID      // for a race, whose access was the earlier
	At          int      // how many events there were before
	Stack       string
	OtherStack  string  // of the earlier access, once the bug has been replayed
	Stuck       []Stuck // goroutines that have not ended
	Ignored     []Cause // of bugs that did not count

	// The execution: its decisions reproduce it.
	Decisions   []int32
	Events      []Event
	Preemptions int
	Execution   int  // its number
	Confirmed   bool // replayed with the same result

	// Once the bug has been replayed:
	Invisible []InvisibleStep // what else was done; a race ends with its two accesses
	Links     []Link          // how the events are ordered
	Statuses  [][]Status      // what objects are after each event

	Portable []int32 // Decisions for another process
	Numbers  []int   // what goroutines are called there, by GID

	did, does Kind   // of a race, the accesses, of an annotation the access that it forbids
	first     access // and where the earlier was, once the bug has been replayed
}

// A Stuck is a goroutine that had not ended when the execution did.
type Stuck struct {
	G       GID
	Op      Kind
	Obj     ObjID // NoObj if it waits for several, or none
	Site    Site
	Started Site   // the go statement
	Detail  string // what it waits for
	Stack   string // once the bug has been replayed
}

// key tells bugs apart.
type bugKey struct {
	kind        BugKind
	site, other Site
	message     string
}

func (b *Bug) key() bugKey {
	k := bugKey{b.Kind, b.Site, b.Other, ""}
	if b.Kind == Race { // whichever came first
		k.site, k.other = min(b.Site, b.Other), max(b.Site, b.Other)
	}
	if b.Site == 0 || b.Kind == Deadlock || b.Kind == Leak {
		k.message = b.Message
	}
	return k
}

// Same reports whether b and c are the same bug, perhaps of two schedules.
func (b *Bug) Same(c *Bug) bool {
	k, l := b.key(), c.key()
	if b.Site != 0 {
		k.message, l.message = "", ""
	}
	return k == l
}

// report records a bug of the execution under way, unless it has been reported before.
func (s *Scheduler) report(b Bug) {
	if s.failed {
		return
	}
	if s.isIgnored(&b) {
		return
	}
	b.At, b.Ignored = len(s.x.Events), s.ignored
	k := b.key()
	for i := range s.x.Bugs {
		if s.x.Bugs[i].key() == k {
			return
		}
	}
	s.x.Bugs = append(s.x.Bugs, b)
}

// race reports that what g does at site races with what was done earlier, in the step e.
func (s *Scheduler) race(g *G, earlier Site, e epoch, did Kind, site Site, does Kind) {
	if s.atomics.has(site) && s.atomics.has(earlier) {
		return
	}
	k := bugKey{Race, min(site, earlier), max(site, earlier), ""}
	if s.failed || s.seen[k] && !s.everyTime() {
		return
	}
	s.seen[k] = true
	other := s.all[e>>32]
	before := s.replayed.accesses[other.id]
	s.report(Bug{
		Kind: Race, Site: site, Other: earlier, G: g.id, OtherG: other.id, Stack: stack(),
		did: did, does: does, first: before, Message: raceMessage(site, s.passing.has(site), g, does, other, did),
	})
}

// everyTime reports whether a bug is to be described every time it is seen, not only the first time.
func (s *Scheduler) everyTime() bool { return s.confirming || s.cfg.Report != nil }

// panicked reports a panic that reached the end of its goroutine: it ends the program.
func (s *Scheduler) panicked(g *G, value any) {
	if g.dying || value == errFatal {
		return
	}
	s.report(Bug{Kind: Panic, Message: panicMessage(value), Site: g.op.site, G: g.id, Stack: s.stackAt(g.op.site)})
	s.fail()
}

func panicMessage(value any) string {
	switch v := value.(type) {
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	}
	return fmt.Sprint(value)
}

// errFatal unwinds a goroutine after a fatal error.
var errFatal = fmt.Errorf("fatal error")

// fatal reports what the Go runtime calls a fatal error, which no program can recover from.
func (s *Scheduler) fatal(g *G, message string) {
	s.report(Bug{Kind: Panic, Message: "fatal error: " + message, Site: g.op.site, G: g.id, Stack: stack()})
	s.fail()
	s.halt(g)
}

// halt parks g until the execution is over.
func (s *Scheduler) halt(g *G) {
	g.state = stopped
	s.transfer(g, s.advance())
}

// fail notes that the program has ended by a panic or fatal error. The other goroutines go on nevertheless, and nothing
// that they do is reported: a strategy that reverses races must know what could have come before the end instead.
func (s *Scheduler) fail() {
	if !s.failed {
		s.failed, s.endEvents, s.endDecisions = true, len(s.x.Events), len(s.x.Decisions)
	}
}

// stackAt returns the stack of the calling goroutine, which failed at site, if it is the first there or is replayed: to
// take a stack costs as much as an execution.
func (s *Scheduler) stackAt(site Site) string {
	k := bugKey{kind: Failure, site: site}
	if s.seen[k] && !s.confirming {
		return ""
	}
	s.seen[k] = true
	return stack()
}

// stack returns the stack of the calling goroutine, without the frames of this package.
func stack() string {
	buf := make([]byte, 8192)
	buf = buf[:runtime.Stack(buf, false)]
	lines := strings.Split(string(buf), "\n")
	kept := []string{}
	for i := 1; i+1 < len(lines); i += 2 {
		if !strings.Contains(lines[i], "explore/rt.") && !strings.HasPrefix(lines[i], "runtime.") && !strings.HasPrefix(lines[i], "panic(") && !strings.HasPrefix(lines[i], "iter.Pull") {
			kept = append(kept, lines[i], lines[i+1])
		}
	}
	return strings.Join(kept, "\n")
}

// outOfControl records that something happened that the scheduler did not decide.
func (s *Scheduler) outOfControl(site Site, what string) {
	s.x.OutOfControl = append(s.x.OutOfControl, fmt.Sprintf("%v: %s", site, what))
}
