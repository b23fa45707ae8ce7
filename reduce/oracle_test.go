package reduce

import "fmt"

// The oracle explores every interleaving of a tiny program, step by step, and says what goes wrong.

// A tinyState is comparable, so that states visited can be remembered.
type tinyState struct {
	v       [numVars]int
	mu, w   int // the holder's index + 1
	readers [2]bool
	t       [2]tinyThread
}

type tinyThread struct {
	pc  int
	reg [numRegs]int
	ok  bool
}

// An outcome is what a complete execution leaves.
type outcome struct {
	v      [numVars]int
	result [2]int
}

// maxTinyValue bounds the values that loops can reach; the generator's programs stay below.
const maxTinyValue = 50

// explore returns a description of some violation, or "".
func (t *tiny) explore() string {
	for bits := range 1 << numVars {
		var s tinyState
		for v := range s.v {
			s.v[v] = bits >> v & 1
		}
		if t.invariant && s.v[varX] != s.v[varY] || t.ordered && s.v[varX] > s.v[varY] {
			continue
		}
		for i := range s.t {
			s.t[i].ok = true
		}
		x := &explorer{tiny: t, seen: map[tinyState]bool{}, allowed: t.specified(s.v)}
		if wrong := x.from(s); wrong != "" {
			return fmt.Sprintf("from %v: %s", s.v, wrong)
		}
	}
	return ""
}

type explorer struct {
	*tiny
	seen    map[tinyState]bool
	allowed map[outcome]bool
}

func (x *explorer) from(s tinyState) string {
	if x.seen[s] {
		return ""
	}
	x.seen[s] = true
	if x.races(s) {
		return fmt.Sprintf("data race in %+v", s)
	}
	done := true
	for i := range s.t {
		if s.t[i].pc == len(x.threads[i].code) {
			continue
		}
		done = false
		next, moved, wrong := x.step(s, i)
		if wrong != "" {
			return fmt.Sprintf("thread %d at %d: %s in %+v", i, s.t[i].pc, wrong, s)
		}
		if moved {
			if wrong := x.from(next); wrong != "" {
				return wrong
			}
		}
	}
	if !done {
		return ""
	}
	return x.ends(s)
}

func (x *explorer) ends(s tinyState) string {
	o := outcome{v: s.v}
	for i, th := range x.threads {
		o.result[i] = s.t[i].reg[th.ret]
	}
	switch {
	case !x.allowed[o]:
		return fmt.Sprintf("outcome %+v is not specified", o)
	case x.invariant && s.v[varX] != s.v[varY]:
		return "the invariant is broken at the end"
	case s.mu != 0 || s.w != 0 || s.readers[0] || s.readers[1]:
		return "a lock is kept"
	}
	return ""
}

// races reports whether two goroutines are about to access ordinary memory in conflict.
func (x *explorer) races(s tinyState) bool {
	var v [2]int
	var writes [2]bool
	for i := range s.t {
		code := x.threads[i].code
		if s.t[i].pc == len(code) {
			return false
		}
		o := code[s.t[i].pc]
		if o.kind != opLoad && o.kind != opStore || o.v == varZ {
			return false
		}
		v[i], writes[i] = o.v, o.kind == opStore
	}
	return v[0] == v[1] && (writes[0] || writes[1])
}

// step runs the next statement of goroutine i, if it can.
func (x *explorer) step(s tinyState, i int) (next tinyState, moved bool, wrong string) {
	th := &s.t[i]
	o := x.threads[i].code[th.pc]
	me := i + 1
	e := o.e.plus
	if o.e.reg >= 0 {
		e += th.reg[o.e.reg]
	}
	before := s.v[varZ]
	th.pc++
	switch o.kind {
	case opLock:
		if s.mu == me {
			return s, false, "locks twice"
		}
		if s.mu != 0 {
			return s, false, ""
		}
		s.mu = me
	case opUnlock:
		if s.mu != me {
			return s, false, "unlocks what it does not hold"
		}
		s.mu = 0
	case opRLock:
		if s.w == me || s.readers[i] {
			return s, false, "locks twice"
		}
		if s.w != 0 {
			return s, false, ""
		}
		s.readers[i] = true
	case opRUnlock:
		if !s.readers[i] {
			return s, false, "unlocks what it does not hold"
		}
		s.readers[i] = false
	case opWLock:
		if s.w == me || s.readers[i] {
			return s, false, "locks twice"
		}
		if s.w != 0 || s.readers[0] || s.readers[1] {
			return s, false, ""
		}
		s.w = me
	case opWUnlock:
		if s.w != me {
			return s, false, "unlocks what it does not hold"
		}
		s.w = 0
	case opAssert:
		if s.v[o.v] != e {
			return s, false, "assertion"
		}
	case opSet:
		th.reg[o.r] = e
	case opUntil:
		if !th.ok {
			th.pc = o.back
		}
	default:
		if !x.may(s, i, o) {
			return s, false, "access not allowed"
		}
		th.access(o, e, &s.v[o.v])
	}
	if x.monotone && s.v[varZ] < before {
		return s, false, "z decreases"
	}
	if x.ordered && s.v[varX] > s.v[varY] {
		return s, false, "x is above y"
	}
	if s.v[varZ] > maxTinyValue {
		return s, false, ""
	}
	return s, true, ""
}

func (th *tinyThread) access(o op, e int, v *int) {
	switch o.kind {
	case opLoad:
		th.reg[o.r] = *v
	case opStore:
		*v = e
	case opAdd:
		*v++
	case opSwap:
		if th.ok = *v == th.reg[o.r]; th.ok {
			*v++
		}
	}
}

// may evaluates the access predicate.
func (x *explorer) may(s tinyState, i int, o op) bool {
	me := i + 1
	reading := s.w == me || s.readers[i]
	reads := o.kind == opLoad
	switch x.guard[o.v] {
	case byMu:
		return s.mu == me
	case freeOrByMu:
		return s.mu == 0 || s.mu == me
	case byRW:
		return s.w == me || reads && s.readers[i]
	case readAllWriteMu:
		return reads || s.mu == me
	case readMuOrRWWriteBoth:
		return s.mu == me && s.w == me || reads && (s.mu == me || reading)
	case readOnly:
		return reads
	case whenOrdered:
		return o.v != varZ || s.v[varX] <= s.v[varY]
	}
	return true
}

// specified returns the outcomes of all interleavings of the goroutines' actions.
func (t *tiny) specified(v [numVars]int) map[outcome]bool {
	all := map[outcome]bool{}
	// A result that is not specified may be anything.
	var run func(v [numVars]int, at [2]int, result [2]int)
	run = func(v [numVars]int, at [2]int, result [2]int) {
		done := true
		for i, th := range t.threads {
			if at[i] == len(th.spec) {
				continue
			}
			done = false
			e, next, a, r := th.spec[at[i]], v, at, result
			for k, c := range e.change {
				if c != nil {
					next[k] = c.of(v)
				}
			}
			if e.result != nil {
				r[i] = e.result.of(v)
			}
			a[i]++
			run(next, a, r)
		}
		if done {
			all[outcome{v, result}] = true
		}
	}
	run(v, [2]int{}, [2]int{})
	return all
}

func (x value) of(v [numVars]int) int {
	if x.v < 0 {
		return x.plus
	}
	return v[x.v] + x.plus
}
