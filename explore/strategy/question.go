package strategy

import "github.com/calvin-go/calvin/explore/rt"

// An Oracle knows what a program means. It is asked after an execution what is worth running next.
type Oracle interface {
	Ask(Question) Answer
}

// A Trace is an execution, for those who know the program.
type Trace struct {
	Steps      []Step
	Goroutines []rt.Name // by number
}

// A Step is an event of a trace.
type Step struct {
	G     int32
	Kind  rt.Kind
	Obj   int32
	Site  rt.Site
	State uint64 // of a word before an atomic operation: its value
}

// Child returns the goroutine that is the n-th that g started.
func (t *Trace) Child(g int32, n int) (int32, bool) {
	for i, name := range t.Goroutines {
		if name.Child(rt.GID(g), n) {
			return int32(i), true
		}
	}
	return 0, false
}

// A Question is what is to be run next after an execution that failed in no way. Open has, for each decision of the trace, the
// goroutines that have not been tried there and are not known to lead to what has been run before.
type Question struct {
	Trace Trace
	Open  [][]int32
	Races bool // data races are failures
	Tried bool // the question has been asked before, and the answer was an execution that did not fail
}

// An Answer says what is worth running next: what begins as the trace up to decision At, goes on with one of the
// goroutines that are open there, and may fail. Whatever is open at a later decision has been proved not to fail. At is -1
// if nothing is left.
type Answer struct {
	At   int
	Plan []Hint // an execution that may fail, from decision At on; nil if there is none at hand

	// Fails is set if the plan is an execution that does fail, for all that is known. Then nothing is said of what else is
	// open, and the plan may begin with any goroutine.
	Fails bool

	// Unable is why nothing is known; then all else has no meaning.
	Unable string
}

// A Hint is a step of a plan: who goes next, and where that is.
type Hint struct {
	G    int32
	Site rt.Site // 0 for anywhere
}
