package report

import (
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// A Code is a class of findings: the first two digits are the family, the last two number the class.
type Code struct {
	Code, Title string
}

// The codes of findings that are not about one kind of check.
const (
	CodeUnsupported = "CV0901" // the code uses something that the verifier does not model
	CodeLimit       = "CV0902" // the time or the resources for a goal are used up
	CodeIncomplete  = "CV0903" // the solver gave up within its limits
	CodeSolver      = "CV0904" // a solver died, answered nonsense, or disagrees with another
	CodeInternal    = "CV0905" // a bug in calvin
	CodePutOff      = "CV0906" // the limit of the run left no time for the function
	CodeStaleIgnore = "CV0707" // an ignore directive that matches no finding

	codeUnordered = "CV0512" // an operand that may be read before or after a call that changes it
	codeTwice     = "CV0201" // a lock that the goroutine holds is taken again
	codeNotHeld   = "CV0202" // a lock is released that the goroutine does not hold
	codeStillHeld = "CV0203" // a function may return with a lock held
	codeNoCaller  = "CV0704" // no state satisfies what a function requires
	codeNoReturn  = "CV0705" // a function never returns
	codeAccess    = "CV0101" // an access that is not allowed
	codeRequires  = "CV0401" // what a callee requires does not hold at a call
	codeTakes     = "CV0403" // a goroutine takes over what the one that starts it does not own
	codeClosed    = "CV0612" // a channel that may be closed already, or nil
	codeSent      = "CV0614" // a send on a channel that may be closed, or a close before all is sent
	codeBinding   = "CV0507" // a slice or map that already belongs to another field
	codeCopy      = "CV0511" // a copy that shares memory with the original
	codeRegion    = "CV0513" // an object of one owner is stored where another's belong
	codeLeaves    = "CV0514" // an object with an owner becomes known to others
	codeLeaning   = "CV0515" // a method or field of a concurrent type counts on callers
)

// codes lists every code that is not package annot's own, in order.
var codes = []Code{
	{"CV0101", "access not allowed"},
	{"CV0102", "possible data race"},
	{"CV0201", "lock acquired twice"},
	{"CV0202", "unlock of a lock that is not held"},
	{"CV0203", "lock held at return"},
	{"CV0204", "callee acquires a lock that is held"},
	{"CV0205", "wait for a Done that the goroutine itself must call"},
	{"CV0206", "lock at return differs from the annotation"},
	{"CV0207", "lock copied or overwritten while it may be in use"},
	{codeCircle, "locks acquired in a circle"},
	{codeOrder, "lock acquired against a stated order"},
	{codeWait, "wait with a lock held that the awaited goroutine needs"},
	{"CV0301", "block is not an action of the specification"},
	{"CV0302", "return before the specification ends"},
	{"CV0303", "witness names another action"},
	{"CV0304", "when clause does not hold"},
	{"CV0305", "ensures clause does not hold"},
	{"CV0306", "change outside modifies"},
	{"CV0307", "check, then act"},
	{"CV0308", "change before a documented panic"},
	{"CV0401", "requires clause does not hold at a call"},
	{"CV0402", "requires clause does not hold at a go statement"},
	{"CV0403", "go statement hands over what the goroutine does not own"},
	{"CV0404", "taken-over memory cannot be given back"},
	{"CV0405", "go statement hands out what another goroutine may have"},
	{"CV0501", "assertion does not hold"},
	{"CV0502", "loop invariant does not hold on entry"},
	{"CV0503", "loop invariant is not preserved"},
	{"CV0504", "invariant does not hold where other goroutines may run"},
	{"CV0505", "invariant does not hold where an object is published"},
	{"CV0506", "write breaks a transition"},
	{"CV0507", "slice or map belongs to two fields"},
	{"CV0508", "value that the channel does not carry"},
	{"CV0509", "Cond of another lock"},
	{"CV0510", "object that was handed over is shared"},
	{"CV0511", "copy that shares memory with the original"},
	{codeUnordered, "operand that a call of the same expression changes"},
	{"CV0513", "object of one owner is stored where another's belong"},
	{"CV0514", "object with an owner becomes known to others"},
	{codeLeaning, "concurrent type counts on its callers"},
	{"CV0516", "option that is called with what others know, or that keeps it"},
	{"CV0601", "nil dereference"},
	{"CV0602", "index out of range"},
	{"CV0603", "slice bounds out of range"},
	{"CV0604", "division by zero"},
	{"CV0605", "type assertion fails"},
	{"CV0606", "panic"},
	{"CV0607", "make with a bad length"},
	{"CV0608", "negative shift count"},
	{"CV0609", "slice too short for the array"},
	{"CV0610", "assignment to an entry of a nil map"},
	{"CV0611", "comparison of values without =="},
	{"CV0612", "close of a closed or nil channel"},
	{"CV0613", "negative WaitGroup counter"},
	{"CV0614", "send on a closed channel"},
	{"CV0615", "arguments for which a library function panics"},
	{"CV0616", "a documented panic may be reached"},
	{"CV0701", "access predicate is not stable"},
	{"CV0702", "transition is not reflexive"},
	{"CV0703", "transition is not transitive"},
	{"CV0704", "requires can never hold"},
	{"CV0705", "function can never return"},
	{"CV0706", "loop invariants contradict each other"},
	{CodeStaleIgnore, "ignore directive without a finding"},
	{CodeUnsupported, "unsupported construct"},
	{CodeLimit, "limit reached"},
	{CodeIncomplete, "solver gave up"},
	{CodeSolver, "solver fault"},
	{CodeInternal, "bug in calvin"},
	{CodePutOff, "put off"},
}

// Codes lists every code, sorted.
func Codes() []Code {
	all := slices.Clone(codes)
	for _, c := range annot.Codes {
		all = append(all, Code{c.Code, c.Meaning})
	}
	slices.SortFunc(all, func(a, b Code) int { return strings.Compare(a.Code, b.Code) })
	return all
}
