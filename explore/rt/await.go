package rt

import "unsafe"

// An operation may be guarded by a condition: it is enabled only when that holds, too. A strategy that reverses races
// must know whether it would hold had some writes not been. As a condition is a function of the program, it is evaluated
// for all values that its words have had, when the operation is published to the strategy (verdicts).

// Await is for loops that do nothing but wait for a condition: the next operation of the goroutine is enabled only when
// cond holds, too. The scheduler evaluates cond, which must depend on the word of that operation alone, have no effect
// and not call this package.
func Await(cond func() bool) {
	if _, g := enter(); g != nil && !g.dying {
		g.guard = cond
	}
}

// A Word is a word of memory that a condition depends on.
type Word struct {
	addr  unsafe.Pointer
	size  uint8
	model *word
}

// WordAt makes a Word of a variable of one of the types of sync/atomic.
func WordAt[T any, P interface{ Load() T }](p P) Word {
	var v T
	return Word{addr: address(p), size: wordSize(unsafe.Sizeof(v))}
}

// AwaitAll waits until cond holds, which depends on the given words alone. It is one event, that reads all of them.
func AwaitAll(site Site, cond func() bool, words ...Word) {
	s, g := enter()
	switch {
	case g == nil:
		for !cond() {
			Gosched(site)
		}
	case !g.dying:
		for i := range words {
			words[i].model = s.wordOf(g, words[i].addr)
		}
		g.guard, g.op.words = cond, words
		s.do(g, OpAwait, site, awaitObject)
		for _, w := range words {
			g.acquire(w.model.rel)
		}
		g.op.words = nil
	}
}

// awaiting is the object of AwaitAll; the words are the event's parts.
type awaiting struct{ header }

var awaitObject = &awaiting{header{id: NoObj}}

func (*awaiting) enabled(*G) bool { return true }
func (*awaiting) effect(*G) Class { return ClassNone }

// awaitParts adds the words that g awaits to e.
func (s *Scheduler) awaitParts(g *G, e *Event) {
	e.parts = int32(len(s.x.parts))
	for _, w := range g.op.words {
		s.x.parts = append(s.x.parts, Part{Obj: w.model.id, Class: ClassRead, State: bits(w.addr, w.size)})
	}
	e.nparts = int32(len(s.x.parts)) - e.parts
}

// A verdict says whether the condition of a guarded operation holds when its words have the given values.
type verdict struct {
	states []uint64
	holds  bool
}

// maxVerdicts bounds how many combinations of values are tried.
const maxVerdicts = 256

// judge evaluates the condition of g, whose event e is, for the values that its words have had.
func (s *Scheduler) judge(g *G, e *Event) {
	words := g.op.words
	if w, ok := g.op.obj.(*word); ok && g.op.size > 0 {
		words = []Word{{w.addr, g.op.size, w}}
	}
	if len(words) == 0 {
		return
	}
	e.Need = int32(len(s.x.verdicts))
	s.x.verdicts = append(s.x.verdicts, nil)
	list := &s.x.verdicts[e.Need]
	values := make([][]uint64, len(words))
	now := make([]uint64, len(words))
	for i, w := range words {
		now[i] = bits(w.addr, w.size)
		values[i] = s.x.values(w.model.id, now[i])
	}
	tried := make([]uint64, len(words))
	var try func(i int)
	try = func(i int) {
		if i == len(words) {
			if len(*list) < maxVerdicts {
				*list = append(*list, verdict{append([]uint64(nil), tried...), g.op.when()})
			}
			return
		}
		for _, v := range values[i] {
			tried[i] = v
			poke(words[i].addr, words[i].size, v)
			try(i + 1)
		}
		poke(words[i].addr, words[i].size, now[i])
	}
	try(0)
}

// values returns the values that the word has had, now among them.
func (x *Execution) values(id ObjID, now uint64) []uint64 {
	list := []uint64{now}
	add := func(v uint64) {
		for _, old := range list {
			if old == v {
				return
			}
		}
		list = append(list, v)
	}
	for i := range x.Events {
		for k := range x.PartCount(&x.Events[i]) {
			if p := x.Part(&x.Events[i], k); p.Obj == id {
				add(p.State)
			}
		}
	}
	return list
}

func poke(p unsafe.Pointer, size uint8, v uint64) {
	if size == 4 {
		*(*uint32)(p) = uint32(v)
	} else {
		*(*uint64)(p) = v
	}
}

// guarded reports whether e is an operation with a condition.
func (e *Event) guarded() bool {
	return e.Need >= 0 && (e.Kind == OpAwait || e.Kind >= OpLoad && e.Kind <= OpCAS)
}

// Allows reports whether the condition of e, if it has one, would hold were its words in the given states. It says yes
// where that is not known.
func (x *Execution) Allows(e *Event, states ...uint64) bool {
	if !e.guarded() {
		return true
	}
next:
	for _, v := range x.verdicts[e.Need] {
		for i, state := range states {
			if v.states[i] != state {
				continue next
			}
		}
		return v.holds
	}
	return true
}
