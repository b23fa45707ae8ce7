package rt

// A strategy that reverses a race wants to know what an operation would do at a point that no execution has reached:
// whether it would be enabled there, and with which effect. Events carry what that takes: the state of the object before
// the event, and the operand. By these the state after other events can be computed, as each changes it by a difference,
// except for words, which are overwritten.

// States of objects that are more than a number.
const (
	rwBarred   = 1 << 32 // a writer holds an RWMutex or waits for readers; the rest is the number of readers
	rwHeld     = 1 << 33 // a writer holds it
	onceRuns   = 1
	onceIsDone = 2
	chanClosed = 1 << 63 // the rest is the number of sends, shifted by 32 bits, and of receives
)

// Overwrites reports whether the class sets the state of its object to something that does not depend on it.
func (c Class) Overwrites() bool { return c == ClassWrite }

// Predict returns what the operation of e would do to its object in the given state, and whether it would be enabled.
func (e *Event) Predict(state uint64) (c Class, enabled bool) {
	if f := predictions[e.Kind]; f != nil {
		return f(e, state)
	}
	return e.Class, true
}

// StateDependent reports whether the effect or enabledness of the operation depends on the state of its objects, if it has one
// by Predict, else by Ready of its parts.
func (e *Event) StateDependent() bool {
	return predictions[e.Kind] != nil || e.guarded() || e.Kind == OpSelectWait || e.Kind == OpSelect && e.Arg == 0
}

// Ready reports whether the select e can execute its case p with the channel in the given state.
func (p Part) Ready(e *Event, state uint64) bool {
	switch n := chanLen(state); {
	case p.cap == 0: // it can at least queue up
		return e.Kind == OpSelect
	case state&chanClosed != 0:
		return true
	case p.sends:
		return n < int64(p.cap)
	default:
		return n > 0
	}
}

// Decision returns the decision of the strategy that led to e.
func (e *Event) Decision() int32 {
	if e.Kind == OpChoice {
		return ^e.Seq
	}
	return int32(e.G)
}

// predictions has the operations whose effect or enabledness depends on the state.
var predictions = [numKinds]func(e *Event, state uint64) (Class, bool){
	OpLock:   func(_ *Event, s uint64) (Class, bool) { return ClassLock, s == 0 },
	OpUnlock: func(_ *Event, s uint64) (Class, bool) { return either(s != 0, ClassUnlock, ClassMisuse), true },
	OpRWUnlock: func(_ *Event, s uint64) (Class, bool) {
		return either(s&rwHeld != 0, ClassRWUnlock, ClassRWMisuse), true
	},
	OpRUnlock: func(_ *Event, s uint64) (Class, bool) {
		return either(uint32(s) != 0, ClassRUnlock, ClassRMisuse), true
	},
	OpWGDone:    predictDone,
	OpTryLock:   func(_ *Event, s uint64) (Class, bool) { return either(s == 0, ClassTry, ClassTryFail), true },
	OpRWLock:    func(_ *Event, s uint64) (Class, bool) { return ClassRWLock, s&rwBarred == 0 },
	OpRWAcquire: func(_ *Event, s uint64) (Class, bool) { return ClassRWAcquire, uint32(s) == 0 },
	OpRWTryLock: func(_ *Event, s uint64) (Class, bool) { return either(s == 0, ClassRWTry, ClassRWTryFail), true },
	OpRLock:     func(_ *Event, s uint64) (Class, bool) { return ClassRLock, s&rwBarred == 0 },
	OpTryRLock: func(_ *Event, s uint64) (Class, bool) {
		return either(s&rwBarred == 0, ClassRLock, ClassRWTryFail), true
	},
	OpSend:   predictSend,
	OpRecv:   predictRecv,
	OpClose:  predictClose,
	OpWGWait: func(e *Event, s uint64) (Class, bool) { return ClassWGWait, s == 0 },
	OpOnce: func(_ *Event, s uint64) (Class, bool) {
		return either(s == 0, ClassOnceRun, ClassOnceSeen), s != onceRuns
	},
	OpCondSignal:    predictSignal,
	OpCondBroadcast: predictSignal,
	OpCAS:           predictCAS,
}

func either(cond bool, yes, no Class) Class {
	if cond {
		return yes
	}
	return no
}

func chanLen(state uint64) int64 { return int64(state&^chanClosed>>32) - int64(uint32(state)) }

func predictSend(e *Event, state uint64) (Class, bool) {
	if state&chanClosed != 0 {
		return ClassSendClosed, true
	}
	return ClassSend, e.Arg == 0 || chanLen(state) < int64(e.Arg)
}

func predictClose(_ *Event, state uint64) (Class, bool) {
	return either(state&chanClosed != 0, ClassCloseClosed, ClassClose), true
}

func predictRecv(e *Event, state uint64) (Class, bool) {
	n := chanLen(state)
	if state&chanClosed != 0 && n <= 0 {
		return ClassRecvClosed, true
	}
	return either(e.Arg == 0, ClassRecvSync, ClassRecv), e.Arg == 0 || n > 0
}

func predictDone(e *Event, state uint64) (Class, bool) {
	return either(int64(state+e.Arg) < 0, ClassWGMisuse, ClassWGDone), true
}

func predictSignal(_ *Event, state uint64) (Class, bool) {
	return either(state == 0, ClassRead, ClassWrite), true
}

// predictCAS: a compare-and-swap whose word is not of a size that can be compared (Seq) counts as a write.
func predictCAS(e *Event, state uint64) (Class, bool) {
	return either(e.Seq > 0 && state != e.Arg, ClassRead, ClassWrite), true
}

// Final returns p with the state of its object at the end of x. It reports false if that is not known, as it is for
// channels only.
func (x *Execution) Final(p Part) (Part, bool) {
	for _, f := range x.finals {
		if f.Obj == p.Obj {
			p.State = f.State
			return p, true
		}
	}
	return p, false
}

// Completes reports whether e is a choice that is part of what the event before does.
func (e *Event) Completes() bool { return e.Kind == OpChoice && e.Arg == 1 }

// Supplies reports whether c gives to its object what others take back: without it, they would have another effect.
func (c Class) Supplies() bool { return c == ClassRLock || c == ClassWGAdd }

// Change returns by how much an operation of class c changes the state of its object. It is defined for the classes that
// commute with others that change or look at it.
func (e *Event) Change(c Class) uint64 {
	switch c {
	case ClassRLock:
		return 1
	case ClassRUnlock:
		return ^uint64(0)
	case ClassRWLock:
		return rwBarred
	case ClassRWAcquire:
		return rwHeld
	case ClassSend:
		if e.Arg == 0 {
			return 0 // that of an unbuffered channel does not count them
		}
		return 1 << 32
	case ClassRecv:
		return 1
	case ClassWGAdd, ClassWGDone:
		return e.Arg
	case ClassClose:
		return chanClosed
	}
	return 0
}

// In returns e as the operation would be recorded if it were executed with its object in the given state.
func (e *Event) In(state uint64) Event {
	f := *e
	f.State = state
	f.Class, _ = e.Predict(state)
	if e.Arg > 0 {
		sent, rcvd := int32(state&^chanClosed>>32), int32(state)
		switch e.Kind {
		case OpSend:
			f.Seq, f.Need = sent, sent-int32(e.Arg)
		case OpRecv:
			f.Seq, f.Need = rcvd, rcvd
		}
	}
	return f
}
