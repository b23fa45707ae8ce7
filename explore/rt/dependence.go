package rt

import (
	"fmt"
	"slices"
)

// A Class says what an operation does to an object as far as dependence goes. Every kind of object has classes of its
// own; the rules for them stand with the object.
type Class uint8

// The classes. Read, Write and AddOnly serve every object that is like a word of memory.
const (
	ClassNone Class = iota
	ClassRead
	ClassWrite
	ClassAdd  // a change that commutes with its like
	ClassPeek // a look at what such changes do not concern

	ClassLock // mutex.go
	ClassUnlock
	ClassTry // a TryLock that succeeds
	ClassTryFail
	ClassMisuse // an unlock of what is not locked, as also below

	ClassRWLock // rwmutex.go
	ClassRWAcquire
	ClassRWUnlock
	ClassRWTry
	ClassRWTryFail
	ClassRLock
	ClassRUnlock
	ClassRWMisuse
	ClassRMisuse

	ClassSend // chan.go
	ClassRecv
	ClassRecvSync // from an unbuffered channel: it may begin to wait, which Close ends
	ClassRecvClosed
	ClassClose
	ClassSendClosed // a send on a closed channel, which panics
	ClassCloseClosed
	ClassPoll

	ClassWGAdd // waitgroup.go
	ClassWGDone
	ClassWGWait
	ClassWGMisuse // a Done too many

	ClassOnceRun // once.go
	ClassOnceDone
	ClassOnceSeen

	ClassTimerStart // clock.go
	ClassTimerStop
	ClassTimerFire
	ClassClockRead  // clock.go, too: a look at the clock, also to start a timer
	ClassClockStart // the start of a timer that is due at once
	ClassClockDue   // a timer fires for which the clock need not advance
	ClassClockAdvance

	numClasses
)

// A Relation says how two events a and b, a first, depend on each other.
type Relation uint8

const (
	// Independent: neither enables or disables the other, and they commute.
	Independent Relation = iota
	// Conflict: they are dependent, and the other order may be possible.
	Conflict
	// Enables: a had to come first.
	Enables
	// Supplies: independent, unless b would lack what a gave it (an unlock without its lock, a Done without its Add).
	Supplies
	// matched: Enables if b received what a sent, or sent to where a made room; else Independent.
	matched
)

func (r Relation) String() string {
	return [...]string{"independent", "conflict", "enables", "supplies", "matched"}[r]
}

// A rule gives the relation of class first to class second on one object, in this order.
type rule struct {
	first, second Class
	relation      Relation
}

// both returns the rules that a and b conflict whatever their order.
func both(pairs ...[2]Class) []rule {
	var rs []rule
	for _, p := range pairs {
		rs = append(rs, rule{p[0], p[1], Conflict})
		if p[0] != p[1] {
			rs = append(rs, rule{p[1], p[0], Conflict})
		}
	}
	return rs
}

// wordRules are the rules of objects that are like a word of memory.
var wordRules = both(
	[2]Class{ClassRead, ClassWrite}, [2]Class{ClassWrite, ClassWrite},
	[2]Class{ClassRead, ClassAdd}, [2]Class{ClassWrite, ClassAdd}, [2]Class{ClassPeek, ClassWrite},
)

// relations is the table of all rules; what no rule mentions is independent.
var relations = relationTable()

// ruleSets are the rules, a set for each kind of object.
var ruleSets = [][]rule{wordRules, mutexRules, rwmutexRules, chanRules, waitGroupRules, onceRules, timerRules, clockRules}

func relationTable() (t [numClasses][numClasses]Relation) {
	for _, set := range ruleSets {
		for _, r := range set {
			if t[r.first][r.second] != Independent && t[r.first][r.second] != r.relation {
				panic(fmt.Sprintf("two rules for classes %d, %d", r.first, r.second))
			}
			t[r.first][r.second] = r.relation
		}
	}
	return t
}

// Relation returns the relation of a to b, events or pending operations of one execution, a first. Events of one
// goroutine, and From, are not its business.
func (x *Execution) Relation(a, b *Event) Relation {
	if a.nparts == 0 && b.nparts == 0 {
		if a.Obj != b.Obj || a.Obj == NoObj {
			return Independent
		}
		return related(a, b, relations[a.Class][b.Class])
	}
	return x.partsRelation(a, b)
}

// RelationOn returns the relation of a to b, a first, on an object to which they do what the classes say.
func RelationOn(a *Event, ca Class, b *Event, cb Class) Relation {
	return related(a, b, relations[ca][cb])
}

// Total reports whether an event of class c comes after everything that happened to its object before, whatever that is.
func (c Class) Total() bool { return total[c] }

// total is derived from the table: a class is total if it is related to all that have to do with the same kind of
// object.
var total = func() (t [numClasses]bool) {
	for _, rules := range ruleSets {
		kind := map[Class]bool{}
		for _, r := range rules {
			kind[r.first], kind[r.second] = true, true
		}
		for b := range kind {
			t[b] = true
			for a := range kind {
				if r := relations[a][b]; r != Conflict && r != Enables {
					t[b] = false
				}
			}
		}
	}
	return t
}()

// After returns the classes that an event of class c may depend on.
func (c Class) After() []Class { return after[c] }

// Ordered reports whether events of class c depend on each other.
func (c Class) Ordered() bool { return relations[c][c] == Conflict || relations[c][c] == Enables }

// Matched reports whether an event of class c depends on the one of class before with a certain number only.
func (c Class) Matched(before Class) bool { return relations[before][c] == matched }

// after is derived from the table.
var after = func() (t [numClasses][]Class) {
	for a := range numClasses {
		for b := range numClasses {
			if r := relations[a][b]; r == Conflict || r == Enables || r == matched {
				t[b] = append(t[b], a)
			}
		}
	}
	return t
}()

// Kin returns the classes that have to do with objects of the same kind as c.
func (c Class) Kin() []Class { return kin[c] }

// kin is derived from the sets of rules.
var kin = func() (t [numClasses][]Class) {
	for _, rules := range ruleSets {
		var list []Class
		for _, r := range rules {
			for _, c := range []Class{r.first, r.second} {
				if !slices.Contains(list, c) {
					list = append(list, c)
				}
			}
		}
		for _, c := range list {
			t[c] = append(t[c], list...)
		}
	}
	return t
}()

// NumClasses is how many classes there are.
const NumClasses = int(numClasses)

func related(a, b *Event, r Relation) Relation {
	if r == matched {
		if a.Seq == b.Need {
			return Enables
		}
		return Independent
	}
	return r
}

// partsRelation is the strongest relation of the objects that a and b share.
func (x *Execution) partsRelation(a, b *Event) Relation {
	result := Independent
	var oneA, oneB [1]Part
	for _, p := range x.partsOf(a, &oneA) {
		for _, q := range x.partsOf(b, &oneB) {
			if p.Obj != q.Obj || p.Obj == NoObj {
				continue
			}
			switch r := related(a, b, relations[p.Class][q.Class]); r {
			case Conflict:
				return Conflict
			case Enables:
				result = Enables
			}
		}
	}
	return result
}

// partsOf returns the objects of e, which it may store in one.
func (x *Execution) partsOf(e *Event, one *[1]Part) []Part {
	if e.nparts > 0 {
		return x.parts[e.parts : e.parts+e.nparts]
	}
	one[0] = Part{Obj: e.Obj, Class: e.Class, State: e.State}
	return one[:]
}

// Parts returns the objects of e.
func (x *Execution) Parts(e *Event) []Part {
	var one [1]Part
	return append([]Part(nil), x.partsOf(e, &one)...)
}

// Compound reports whether e is an operation on any number of objects, the parts, rather than on Obj.
func (e *Event) Compound() bool { return e.nparts > 0 }

// PartCount returns how many objects e has, and Part the k-th of them. (An iteration over Parts would allocate.)
func (x *Execution) PartCount(e *Event) int { return max(1, int(e.nparts)) }

// Part returns the k-th object of e.
func (x *Execution) Part(e *Event, k int) Part {
	if e.nparts > 0 {
		return x.parts[e.parts+int32(k)]
	}
	return Part{Obj: e.Obj, Class: e.Class, State: e.State}
}
