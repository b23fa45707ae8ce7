package report

import (
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// A property has the words for a failure of one kind of check.
//
// Its sentences contain placeholders: {subject} is what the check names, {callee} the function that is called, {clause}
// the condition as written, {needed} the condition in words, and {detail} what else the check says. A part in brackets
// is left out if one of its placeholders is empty.
type property struct {
	code      string
	refuted   string
	undecided string // completes "could not prove that ..."
	subject   string // stands for the subject where the check names none
	fault     string // what a trace says of the failing statement where the check does not say what was needed
}

// properties has an entry for every kind of check.
var properties = [...]property{
	ir.ReadDenied: {"CV0101", "{subject} may not be read here[: it needs {needed}]",
		"{subject} may be read here", "the location", "read not allowed"},
	ir.WriteDenied: {"CV0101", "{subject} may not be written here[: it needs {needed}]",
		"{subject} may be written here", "the location", "write not allowed"},
	ir.ReadRace: {"CV0102", "possible data race: another goroutine may write {subject} here",
		"no other goroutine may write {subject} here", "the location", "others may write"},
	ir.WriteRace: {"CV0102", "possible data race: another goroutine may read or write {subject} here",
		"no other goroutine may read or write {subject} here", "the location", "others may access"},

	ir.SelfDeadlock: {"CV0201", "deadlock: this goroutine already holds {subject}",
		"this goroutine does not hold {subject} already", "the lock", "waits for itself"},
	ir.ReadTwice: {"CV0201", "this goroutine already holds {subject} for reading",
		"this goroutine does not hold {subject} for reading already", "the lock", "held already"},
	ir.NotHeld: {"CV0202", "{subject} is unlocked here, but is not held",
		"this goroutine holds {subject} here", "the lock", "not held"},
	ir.HeldAtReturn: {"CV0203", "the function may return with {subject} held",
		"{subject} is released before the function returns", "a lock", "still held"},
	ir.LockAtReturn: {"CV0206", "the function may return without what its annotation promises[: {needed}]",
		"{needed} where the function returns", "the annotation", "not so"},
	ir.CalleeDeadlock: {"CV0204", "deadlock: the callee may lock {subject}, which this goroutine holds",
		"this goroutine does not hold {subject}, which the callee may lock", "a lock", "held by the caller"},

	ir.LockCopied: {"CV0207", "{subject} is copied or overwritten here: {detail}",
		"nobody uses {subject}, which is copied or overwritten here", "a lock", "in use"},

	ir.WaitsForItself: {"CV0205", "deadlock: {subject} waits for a Done that this goroutine itself must call",
		"this goroutine has no Done left to call when {subject} waits", "Wait", "waits for itself"},

	ir.NotAtomic: {"CV0301", "atomic block is not an action of the specification[ ({subject})]",
		"this atomic block is an action of the specification[ ({subject})]", "", "not an action"},
	ir.ReturnTooSoon: {"CV0302", "the function may return before the specification[ ({subject})] ends",
		"the specification[ ({subject})] ends when the function returns here", "", "not ended"},
	ir.WrongWitness: {"CV0303", "atomic block does not perform the action[ {subject}] that the witness names",
		"the atomic block of this witness performs the action that it names", "", "another action"},
	ir.SecondBlock: {"CV0307", "the function is not one atomic step[: others may run between what it read and this change of {subject}]",
		"the function is one atomic step[, and this change of {subject} is part of it]", "", "a second block"},
	ir.ActsBeforePanic: {"CV0308", "the call may have changed something before this panic, and a call that panics must change nothing",
		"the call has changed nothing before this panic", "", "changed"},
	ir.WhenAtCommit: {"CV0304", "when {clause}[ ({subject})] does not hold where the atomic block begins",
		"when {clause}[ ({subject})] holds where the atomic block begins", "", "does not hold"},
	ir.EnsuresAtReturn: {"CV0305", "ensures {clause}[ ({subject})] does not hold",
		"ensures {clause}[ ({subject})] holds", "", "does not hold"},
	ir.FrameAtReturn: {"CV0306", "{subject} may change but is not in the modifies clause[ of {detail}]",
		"{subject}, which is not in the modifies clause[ of {detail}], does not change", "a location", "changed"},

	ir.RequiresAtCall: {"CV0401", "{subject} requires {clause}, which does not hold at this call",
		"{clause} holds at this call, as {subject} requires", "the callee", "does not hold"},
	ir.RequiresAtGo: {"CV0402", "{subject} requires {clause}, which may not hold when the new goroutine runs",
		"{clause} holds when the new goroutine runs, as {subject} requires", "the function", "may not hold"},
	ir.NotGiven: {"CV0403", "{subject} takes over {detail}, which another goroutine may be using",
		"no other goroutine is using {detail}, which {subject} takes over", "the new goroutine", "not its own"},
	ir.HandedOut: {"CV0405", "{detail} may be known to other goroutines here: what is confined to {subject} may be another's already",
		"only this goroutine knows {detail}, of which a part is confined to {subject}", "the object", "known to others"},
	ir.OtherLock: {"CV0509", "the Cond assigned to {subject} may belong to another lock",
		"the Cond assigned to {subject} belongs to the lock that the annotation names", "the variable", "another lock"},
	ir.NotCarried: {"CV0508", "{subject} is sent, but the channel {detail}[: it needs {needed}]",
		"{subject} is what the channel carries", "the value", "not carried"},
	ir.NotGivenBack: {"CV0404", "{subject} cannot be given back here: others may reach it, or it may be part of something else",
		"only this goroutine can reach {subject} where it is given back", "what was taken over", "not exclusive"},
	ir.GivenAway: {"CV0510", "what is stored or shared here may belong to another goroutine by now",
		"what is stored or shared here was not handed to another goroutine before", "an object", "handed over before"},
	ir.GivenHeld: {"CV0510", "{subject} may be held when its object is handed to another goroutine",
		"{subject} is not held when its object is handed to another goroutine", "a lock", "still held"},
	ir.SharedCopy: {"CV0511", "{subject} is copied here[, and shares {detail} with the copy]",
		"{subject}, which is copied here, shares nothing with the copy", "a value", "shared"},
	ir.UserAssert: {"CV0501", "assertion {clause} does not hold", "assertion {clause} holds", "", "does not hold"},
	ir.LoopEntry: {"CV0502", "loop invariant {clause} does not hold where the loop begins",
		"loop invariant {clause} holds where the loop begins", "", "does not hold"},
	ir.LoopPreserved: {"CV0503", "loop invariant {clause} does not hold after another iteration",
		"loop invariant {clause} holds after another iteration", "", "does not hold"},
	ir.InvariantAtYield: {"CV0504", "invariant {clause}[ of {subject}] does not hold here, where other goroutines may run",
		"invariant {clause}[ of {subject}] holds here, where other goroutines may run", "", "does not hold"},
	ir.InvariantAtPublish: {"CV0505", "invariant {clause} does not hold of the {subject} that is published here",
		"invariant {clause} holds of the {subject} that is published here", "object", "does not hold"},
	ir.TransitionAtWrite: {"CV0506", "this step breaks transition {clause}[ of {subject}]",
		"this step satisfies transition {clause}[ of {subject}]", "", "not allowed"},
	ir.Unordered: {codeUnordered, "Go may read {subject} before or after {detail}, which may change it: read it into a variable of its own first",
		"{subject} is the same before and after {detail}: Go may read it at either time", "an operand", "may have changed"},
	ir.OtherRegion: {"CV0513", "what is stored[ into {subject}] may have an owner already: another lock, or the caller", "what is stored[ into {subject}] has no other owner",
		"", "another owner"},
	ir.LentApart: {"CV0513", "what {subject} leads to may have several owners, or another one than the rest of what the call passes",
		"what {subject} leads to has one owner, as the rest of what the call passes", "an argument", "another owner"},
	ir.NotOwn: {"CV0516", "{subject} may write what it is passed, which has to be this goroutine's own",
		"what {subject} is passed is this goroutine's own", "the function", "not own"},
	ir.Kept: {"CV0516", "{subject}, which the caller lends, may be known to others afterwards", "nobody else knows {subject}, which the caller lends, afterwards",
		"the caller", "kept"},
	ir.LeavesRegion: {"CV0514", "other goroutines get {subject} here, and need not keep to its guard: pass a copy",
		"no guard owns {subject}, which other goroutines get here", "something", "has an owner"},
	ir.Exposed: {"CV0514", "callers get what {subject} holds, and need not keep to its guard: return a copy",
		"callers get nothing that {subject} holds, as they need not keep to its guard", "the variable", "has an owner"},
	ir.Binding: {"CV0507", "what is stored into {subject} may already belong to another field",
		"what is stored into {subject} belongs to no other field", "the field", "already owned"},

	ir.NilDereference: {"CV0601", "possible nil dereference: {subject} may be nil here",
		"{subject} is not nil here", "the pointer", "nil"},
	ir.IndexRange: {"CV0602", "{subject} may be out of range here", "{subject} is in range here", "the index",
		"out of range"},
	ir.SliceBounds: {"CV0603", "the bounds of {subject} may be out of range here",
		"the bounds of {subject} are in range here", "the slice expression", "out of range"},
	ir.DivideByZero: {"CV0604", "possible division by zero: {subject} may be 0 here", "{subject} is not 0 here",
		"the divisor", "0"},
	ir.TypeAssertion: {"CV0605", "type assertion may fail: {subject} may have another type here",
		"type assertion on {subject} succeeds", "the value", "another type"},
	ir.ExplicitPanic: {"CV0606", "{subject} may be reached", "{subject} is never reached", "this panic", "reached"},
	ir.MakeLength: {"CV0607", "{subject} may be negative or too large for make here",
		"{subject} is neither negative nor too large for make here", "the length", "bad length"},
	ir.NegativeShift: {"CV0608", "{subject} may be negative here", "{subject} is not negative here",
		"the shift count", "negative"},
	ir.ArrayLength: {"CV0609", "{subject} may be shorter than the array that it is converted to",
		"{subject} is as long as the array that it is converted to", "the slice", "too short"},
	ir.NilMapWrite: {"CV0610", "possible assignment to an entry of a nil map: {subject} may be nil here",
		"{subject} is not nil here", "the map", "nil"},
	ir.Uncomparable: {"CV0611", "{subject} may both hold a slice, map or function here, which cannot be compared",
		"{subject} hold what can be compared", "the values", "cannot be compared"},
	ir.Unhashable: {"CV0611", "{subject} may hold a slice, map or function here, which cannot be compared",
		"{subject} holds what can be compared", "the value", "cannot be compared"},
	ir.SendOnClosed: {"CV0614", "possible send on a closed channel: {subject} may be closed here",
		"{subject} is not closed here", "the channel", "closed"},
	ir.ToCome: {"CV0614", "{subject} may be closed here too soon[: it needs {needed}]",
		"{subject} is not closed here too soon", "the channel", "too soon"},
	ir.CloseOfClosed: {"CV0612", "{subject} may be closed already", "{subject} is not closed already", "the channel",
		"closed"},
	ir.CloseOfNil: {"CV0612", "{subject}, which is closed here, may be nil", "{subject} is not nil where it is closed",
		"the channel", "nil"},
	ir.NegativeCounter: {"CV0613", "the counter of {subject} may become negative here",
		"the counter of {subject} does not become negative here", "the WaitGroup", "negative"},
	ir.NotOwed: {"CV0613", "the counter of {subject} may become negative here",
		"the counter of {subject} does not become negative here", "the WaitGroup", "negative"},
	ir.LibraryPanic: {"CV0615", "{subject} may panic here: it needs {needed}", "{subject} does not panic here",
		"the function", "a panic"},
	ir.PanicAtCall: {"CV0616", "{subject} panics if {clause}, which may hold at this call",
		"{clause}, for which {subject} panics, does not hold at this call", "the callee", "may hold"},

	ir.Unstable: {"CV0701", "another goroutine can take away exclusive access to {subject}[ for {detail}]",
		"no other goroutine can take away exclusive access to {subject}[ for {detail}]", "the location",
		"taken away"},
	ir.NotReflexive: {"CV0702", "transition {clause}[ of {subject}] does not allow a step that changes nothing",
		"transition {clause}[ of {subject}] allows a step that changes nothing", "", "not reflexive"},
	ir.NotTransitive: {"CV0703", "transition {clause}[ of {subject}] allows two steps one after the other, but not in one step",
		"transition {clause}[ of {subject}] allows in one step what it allows in two", "", "not transitive"},
	ir.VacuousEntry: {"CV0704", "no state satisfies what {subject} requires, so any body would be verified",
		"some state satisfies what {subject} requires", "the function", "unreachable"},
	ir.VacuousReturn: {"CV0705", "no execution of {subject} reaches a return: what it assumes or waits for is contradictory",
		"some execution of {subject} reaches a return", "the function", "unreachable"},
	ir.VacuousLoop: {"CV0706", "no state satisfies the invariants of this loop, so any body would be verified",
		"some state satisfies the invariants of this loop", "", "unreachable"},
}

// atCalls has the sentences of accesses that a callee makes which counts on its callers, in place of those above.
var atCalls = map[ir.CheckKind]struct{ refuted, undecided string }{
	ir.ReadDenied:  {"{callee} may not read {subject} here[: it needs {needed}]", "{callee} may read {subject} here"},
	ir.WriteDenied: {"{callee} may not write {subject} here[: it needs {needed}]", "{callee} may write {subject} here"},
	ir.ReadRace: {"possible data race: another goroutine may write {subject} while {callee} reads it here",
		"no other goroutine may write {subject} while {callee} reads it here"},
	ir.WriteRace: {"possible data race: another goroutine may read or write {subject} while {callee} writes it here",
		"no other goroutine may read or write {subject} while {callee} writes it here"},
}

// of is the property for one check: where a caller answers for it, where a channel is closed, where a goroutine takes
// over a right or a Done, and where a lock is passed by value, it says so. The subject of the check is the channel from
// then on, or its detail the WaitGroup.
func (p property) of(c *ir.Check) property {
	if say, ok := atCalls[c.Kind]; ok && c.Caller != nil {
		p.refuted, p.undecided = say.refuted, say.undecided
	}
	if ch, ok := strings.CutPrefix(c.Subject, "closed("); ok && c.Kind == ir.WriteDenied && c.Caller == nil {
		c.Subject = strings.TrimSuffix(ch, ")")
		p.refuted, p.undecided = "{subject} may not be closed here[: it needs {needed}]", "{subject} may be closed here"
	}
	if c.Kind == ir.NotGiven && (strings.HasPrefix(c.Detail, "the right ") || strings.HasPrefix(c.Detail, "that it may ")) {
		p.refuted, p.undecided = "{subject} takes over {detail}, which this goroutine may not have", "this goroutine has {detail}, which {subject} takes over"
	}
	if c.Copied != "" {
		p.refuted, p.undecided = c.Copied+" is passed by value, which copies {subject}: {detail}", "nobody uses {subject} in "+c.Copied+", which is passed by value"
	}
	if c.Kind == ir.NotOwed && c.Detail != "" {
		p.refuted, p.undecided = "others may have {subject} already, which guards something: {detail}", "nobody else has {subject}, which guards something, before this Add"
		p.fault = "known to others"
	}
	if strings.HasPrefix(c.Detail, "a Done of ") && c.Kind == ir.NotGiven {
		c.Detail = strings.TrimPrefix(c.Detail, "a Done of ")
		p.refuted, p.undecided = "{subject} calls {detail}.Done, but no {detail}.Add counts it before it starts", "{detail}.Add counts {subject}, which calls {detail}.Done, before it starts"
		p.fault = "not counted"
	}
	return p
}

// noProperty is for a check without a kind, of which there should be none.
var noProperty = property{CodeInternal, "a check without a kind fails", "a check without a kind holds", "", "fails"}

func propertyOf(k ir.CheckKind) property {
	if int(k) < len(properties) && properties[k].code != "" {
		return properties[k]
	}
	return noProperty
}

// IsPanic reports whether findings with the code are about run-time panics.
func IsPanic(code string) bool {
	for k, p := range properties {
		if p.code == code && ir.CheckKind(k).Panics() {
			return true
		}
	}
	return false
}

// CodeOf returns the code of findings of kind k.
func CodeOf(k ir.CheckKind) string { return propertyOf(k).code }

// say fills in a sentence of the property.
func (p property) say(sentence string, c ir.Check) string {
	names := map[string]string{"subject": c.Subject, "detail": c.Detail, "needed": inWords(c.Needed)}
	if c.Subject == "" {
		names["subject"] = p.subject
	}
	if c.Caller != nil {
		names["callee"] = c.Caller.Callee
	}
	if c.Clause != nil {
		names["clause"] = c.Clause.Text
	} else if !strings.Contains(sentence, "{subject}") {
		names["clause"] = c.Subject
	}
	s := fill(sentence, names)
	if c.Detail != "" && !strings.Contains(sentence, "{detail}") {
		s += ": " + c.Detail
	}
	return s
}

// fill replaces the placeholders in braces. It drops a part in brackets if one of its placeholders is empty. Sentences are
// constants; fill does not look at the inserted text again.
func fill(sentence string, names map[string]string) string {
	var b strings.Builder
	for {
		plain, rest, found := strings.Cut(sentence, "[")
		b.WriteString(substitute(plain, names, new(bool)))
		if !found {
			return b.String()
		}
		optional, rest, _ := strings.Cut(rest, "]")
		missing := false
		if part := substitute(optional, names, &missing); !missing {
			b.WriteString(part)
		}
		sentence = rest
	}
}

func substitute(part string, names map[string]string, missing *bool) string {
	var b strings.Builder
	for {
		plain, rest, found := strings.Cut(part, "{")
		b.WriteString(plain)
		if !found {
			return b.String()
		}
		name, rest, _ := strings.Cut(rest, "}")
		if names[name] == "" {
			*missing = true
		}
		b.WriteString(names[name])
		part = rest
	}
}
