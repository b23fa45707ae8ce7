package report

import (
	"fmt"
	"time"
)

// PutOff is what a run had no time for.
type PutOff struct {
	Functions int
	Limit     time.Duration // of the run
	Kept      bool          // the next run finds what this one has found
}

// String says it in a sentence; empty if there is nothing.
func (p PutOff) String() string {
	if p.Functions == 0 {
		return ""
	}
	were, one, all := "were", ", -run NAME one of them", "them"
	if p.Functions == 1 {
		were, one, all = "was", "", "it"
	}
	text := fmt.Sprintf("%d function%s %s put off: the run's limit of %v was over; calvin check -thorough checks %s%s", p.Functions, plural(p.Functions), were, p.Limit, all, one)
	if p.Kept {
		text += "; what has been checked is kept, so the next run goes on"
	}
	return text
}
