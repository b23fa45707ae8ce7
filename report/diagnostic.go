package report

import (
	"go/token"
	"strings"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// Verdict says how sure a Diagnostic is.
type Verdict string

const (
	Refuted   Verdict = "refuted"    // there is an execution, or a proof that there is none, that shows it
	Undecided Verdict = "undecided"  // it may be right, but was not proved
	IllFormed Verdict = "ill-formed" // an annotation that means nothing
)

// A Diagnostic is one finding.
type Diagnostic struct {
	Code    string
	Verdict Verdict
	ir.Span // the statement that fails, or the annotation
	Message string

	Package, Function string // import path and name as reports write it; the function is empty for a finding about a package

	Subject string // what it is about, as the source has it; may be empty
	// Copied is the parameter that is passed by value, if it is about the lock in it.
	Copied string

	Declared ir.Span // where the function begins; zero if that is not known

	Clause *ir.Note // the written condition that is violated
	Whole  string   // the same with all its conjuncts, if Clause is one of several
	Needed string   // what would have to hold there
	Known  string   // what is known there instead

	// InCallee: it stands at a call, and names what is accessed as the callee does.
	InCallee bool
	// After is the call after which Go may read what the finding is about, though the source has that before the call.
	After string

	Trace  []Step
	Entry  []vcgen.Value // what is known before the trace begins
	Values []vcgen.Value
	// Unguarded is where the variable is declared that is accessed, if nothing guards it and it is known. For a field
	// that nobody ever accesses under a lock, or atomically, it is where its type is.
	Unguarded token.Position
	// Lock is the one lock that an access lacks, as a field of its type or a package variable: "Cache.mu"; empty if it is not known which.
	Lock string
	// Missing is what the function calls the lock under which most others access what nothing guards: "c.mu".
	Missing string
	// Everywhere: the access is a callee's, and none of its callers holds the lock.
	Everywhere bool
	// Conflict is the access with which the one that the finding is about makes a data race, if one is known.
	Conflict *ir.Note
	Related  []ir.Note
	Fixes    []Fix

	Goal  Goal   // which goal of the verifier this is
	Limit string // undecided: what was spent
	Next  string // undecided: the cheapest thing to try

	// Interrupted: the run was ended before it was looked at.
	Interrupted bool
	// PutOff: the limit of the run left no time for it. It tells why a function is unknown and is no finding of a run.
	PutOff bool

	// Also holds further findings with the same cause, which are counted but not shown (see Group).
	Also []*Diagnostic
}

// A Step is one line of a trace: an execution that ends in the failing statement.
type Step struct {
	ir.Span          // zero for steps of other goroutines
	Goroutine string // G1 is the one under check
	Text      string // the statement, as the source has it
	Mover     string // R, L, B, N as in ir.Mover, or E for the statement that fails
	State     string // what changed, or what is wrong
	Others    bool   // other goroutines run
	Initial   bool   // of these: before the first step of G1; the state is that in which the execution begins

	Changes []vcgen.Value // the values after the step that are not what they were before
	Words   []string      // the same, each as State has it; empty for what it leaves out
}

// A Fix is a suggestion.
type Fix struct {
	Message string
	Edits   []Edit // may be empty: the message alone says what to do
}

// An Edit replaces a stretch of source text.
type Edit struct {
	ir.Span
	NewText string
}

// A Goal identifies a goal across runs on the same source.
type Goal struct {
	Check    string // access, abstraction or predicates; empty for findings that are not about a goal
	Property string // the code of the property that was to be proved
	Number   int    // position among the goals of that check, from 1
}

// A FunctionVerdict is what became of a function.
type FunctionVerdict string

const (
	Verified FunctionVerdict = "verified" // every goal is proved
	Failed   FunctionVerdict = "failed"   // some goal is refuted
	Unknown  FunctionVerdict = "unknown"  // neither
	Trusted  FunctionVerdict = "trusted"  // not checked, by the programmer's word
)

// A FunctionResult is what became of one function.
type FunctionResult struct {
	Package, Function string
	ir.Span           // of the func keyword
	Verdict           FunctionVerdict
	Goals             int
	Seconds           float64
	Cached            bool
	Reason            string    // why it is not verified, in one sentence; empty if it is
	Code              string    // the class of the reason, where no finding has it
	Assumptions       []ir.Note // what the verdict relies on without proof
	CountsOn          []string  // what the function counts on its callers for, beyond its contract
}

// A Summary is what became of a run.
type Summary struct {
	Verified, Failed, Unknown, Trusted int
	Findings                           int // diagnostics, those in Also included
	Ignored                            int // diagnostics accepted by an ignore directive
	Assumptions                        int
	Inferred                           int // annotations that no source has
	Types                              TypeCounts
	PutOff                             PutOff
	Seconds                            float64
}

// Add counts one function.
func (s *Summary) Add(r FunctionResult) {
	switch r.Verdict {
	case Verified:
		s.Verified++
	case Failed:
		s.Failed++
	case Trusted:
		s.Trusted++
	default:
		s.Unknown++
	}
	s.Assumptions += len(r.Assumptions)
}

// A Renderer is an output form. Diagnostics of a function come before its result, then the types, and the summary comes last.
type Renderer interface {
	Diagnostic(*Diagnostic) error
	Function(FunctionResult) error
	Type(TypeResult) error
	Summary(Summary) error
}

// Relative is file as a user in directory dir would write it: relative to dir where file lies below it.
func Relative(dir, file string) string {
	if rest, ok := strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/"); ok && dir != "" {
		return rest
	}
	return file
}
