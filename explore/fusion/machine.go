package fusion

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A machine follows a trace: it executes the SSA form of the program in the order of the trace, and makes a concurrent trace
// program of what it sees. Everything is executed concretely; what was read from shared memory is a symbol besides, so that
// what is computed from it becomes a term.
//
// The machine trusts itself as far as the trace agrees: the kind, the place and the object of every visible operation, and
// the value of every word before an atomic operation. Where it does not, or where the program does something that the
// machine cannot do, it is unable to follow, and nothing is concluded from the trace.
type machine struct {
	prog    *Program
	trace   *strategy.Trace
	ctp     *ctp
	threads map[int32]*thread
	all     []*thread
	fresh   []*thread // started and not yet run
	globals map[*ssa.Global]*cell
	objects map[int32]*cell // of the trace, of accesses to memory; those of other operations are models
	models  map[int32]*cell
	codes   []value // of values that are no numbers, as numbers
	cells   int
	syms    int
	now     int // the event under way, -1 before the first
	steps   int
	setup   bool // package variables are being initialised
}

// A thread is a goroutine with where it stands.
type thread struct {
	*goroutine
	top      *frame
	events   []int // its own, not yet executed
	granted  bool  // the first of them is to be executed
	started  bool  // one of them has been
	children int
	entries  []*entry // branches that it is in, with what to do where they end

	meeting *meeting // a send or receive that is under way
	bar     *item    // of a RWMutex whose readers it waits for
	reading int      // how many RWMutexes it has locked as a reader

	last  *cell   // a WaitGroup to be told when the goroutine ends
	other []guard // of the way not taken that is being followed
}

// guards are the branches that t is in.
func (t *thread) guards() []guard {
	var out []guard
	for _, e := range t.entries {
		if !e.passed {
			out = append(out, guard{e.branch, false})
		}
	}
	return append(out, t.other...)
}

// A frame is a call under way.
type frame struct {
	fn      *ssa.Function
	env     map[ssa.Value]value
	block   *ssa.BasicBlock
	pc      int
	defers  []deferred
	caller  *frame
	call    *ssa.Call // where the result goes, nil if nowhere
	once    *cell     // a Once to be told when it ends, nil for none
	results value
}

// A deferred is a call that is made when its function returns.
type deferred struct {
	fn   value
	args []value
}

// An UnableError says why a trace cannot be followed.
type UnableError struct{ Reason string }

func (e *UnableError) Error() string { return e.Reason }

func (m *machine) unable(format string, args ...any) {
	panic(&UnableError{fmt.Sprintf(format, args...)})
}

// maxSteps bounds how many instructions of a trace are followed.
const maxSteps = 5_000_000

// follow makes the concurrent trace program of a trace of a test.
func (p *Program) follow(test *ssa.Function, trace *strategy.Trace) (c *ctp, err error) {
	m := &machine{
		prog: p, trace: trace, ctp: &ctp{initial: map[*cell]*term{}, onces: map[*cell]*onceOnly{}, events: len(trace.Steps)}, threads: map[int32]*thread{},
		globals: map[*ssa.Global]*cell{}, objects: map[int32]*cell{}, models: map[int32]*cell{}, now: -1,
	}
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(*UnableError)
			if !ok {
				u = &UnableError{fmt.Sprintf("this is a bug in calvin: %v", r)}
			}
			c, err = nil, u
		}
	}()
	m.initialise()
	main := m.newThread(int32(rt.Main), nil)
	t := m.newCell("t", test.Signature.Params().At(0).Type(), true)
	main.top = newFrame(test, []value{pointer{t}}, nil, nil)
	m.fresh = append(m.fresh, main)
	m.run()
	m.end()
	return m.ctp, nil
}

// initialise runs the initialisation of packages.
func (m *machine) initialise() {
	m.setup = true
	t := &thread{goroutine: &goroutine{}}
	for _, pkg := range m.prog.packages {
		if init := pkg.Func("init"); init != nil && init.Blocks != nil {
			t.top = newFrame(init, nil, nil, nil)
			m.advance(t)
		}
	}
	m.setup = false
}

func (m *machine) newThread(gid int32, parent *thread) *thread {
	t := &thread{goroutine: &goroutine{index: len(m.all), gid: gid}}
	if parent != nil {
		t.parent, t.after = parent.goroutine, len(parent.items)
	}
	for i := range m.trace.Steps {
		if m.trace.Steps[i].G == gid {
			t.events = append(t.events, i)
		}
	}
	m.threads[gid] = t
	m.all = append(m.all, t)
	m.ctp.goroutines = append(m.ctp.goroutines, t.goroutine)
	return t
}

// run executes the trace.
func (m *machine) run() {
	m.settle()
	for i := range m.trace.Steps {
		s := &m.trace.Steps[i]
		t := m.threads[s.G]
		if t == nil {
			m.unable("the start of goroutine %d is not in the trace", s.G)
		}
		m.now = i
		t.granted = true
		m.advance(t)
		if t.granted {
			m.unable("%v at %v happens unseen", s.Kind, m.prog.site(s.Site))
		}
		m.settle()
	}
}

// settle lets goroutines that have been started run to their first visible operation.
func (m *machine) settle() {
	for len(m.fresh) > 0 {
		t := m.fresh[0]
		m.fresh = m.fresh[1:]
		m.advance(t)
	}
}

// end checks that the trace has been followed to its end, and closes what is open.
func (m *machine) end() {
	for _, t := range m.all {
		if t.top != nil {
			m.unable("goroutine %d has not ended", t.gid)
		}
		for _, e := range t.entries {
			e.branch.bail = true
		}
	}
	m.ctp.order()
	m.check()
}

// check refuses what the encoding does not cover.
func (m *machine) check() {
	m.checkChannels()
	counters := map[*cell]bool{}
	for _, it := range m.ctp.items {
		switch it.do {
		case actLock, actUnlock, actBar, actRLock:
			if it.pair == nil {
				m.unable("a mutex stays locked")
			}
		case actAdd, actDone:
			if !counters[it.cell] {
				counters[it.cell] = true
				m.checkCounter(it.cell)
			}
		}
	}
}

// checkCounter checks that a WaitGroup never counts below zero, as what each Done takes was added before it, and that a Wait
// waits for all of it.
func (m *machine) checkCounter(wg *cell) {
	var adds, dones []*item
	left := map[*item]int64{}
	for _, it := range m.ctp.items {
		switch {
		case it.cell != wg:
		case it.do == actAdd:
			adds, left[it] = append(adds, it), it.val.val
		case it.do == actDone:
			dones = append(dones, it)
		}
	}
	for _, it := range m.ctp.items {
		if it.cell != wg || it.do != actWait {
			continue
		}
		for _, other := range slices.Concat(adds, dones) {
			if !before(other, it) {
				m.unable("a WaitGroup is used after it has been waited for")
			}
		}
	}
	for _, d := range dones {
		need := -d.val.val
		for _, a := range slices.Backward(adds) { // earlier ones are before more of what is left
			if before(a, d) {
				n := min(need, left[a])
				need, left[a] = need-n, left[a]-n
			}
		}
		if need > 0 {
			m.unable("a WaitGroup may count below zero")
		}
	}
	for _, n := range left {
		if n > 0 {
			m.unable("a WaitGroup is left with a count")
		}
	}
}

// advance runs t up to its next visible operation, or its end.
func (m *machine) advance(t *thread) {
	for t.top != nil {
		if m.steps++; m.steps > maxSteps {
			m.unable("the trace takes too long to follow")
		}
		if !m.step(t, t.top) {
			return
		}
		if t.top == nil && t.last != nil {
			return
		}
	}
	if t.last != nil && m.tell(t) {
		t.last = nil
	}
}

// newFrame makes a call of fn.
func newFrame(fn *ssa.Function, args []value, free []value, caller *frame) *frame {
	f := &frame{fn: fn, env: map[ssa.Value]value{}, block: fn.Blocks[0], caller: caller}
	for i, p := range fn.Params {
		f.env[p] = args[i]
	}
	for i, v := range fn.FreeVars {
		f.env[v] = free[i]
	}
	return f
}

// next returns the next event of t, nil if the trace has no more.
func (m *machine) next(t *thread) *strategy.Step {
	if m.setup || len(t.events) == 0 {
		return nil
	}
	return &m.trace.Steps[t.events[0]]
}

// take executes the next event of t if that has been granted.
func (m *machine) take(t *thread) bool {
	if !t.granted {
		return false
	}
	t.granted, t.started = false, true
	t.events = t.events[1:]
	return true
}

// visible is called by an operation that is always visible. It returns the event that it is, nil if that is not yet to be
// executed.
func (m *machine) visible(t *thread, i ssa.Instruction, kinds ...rt.Kind) *strategy.Step {
	if m.setup {
		m.unable("there are operations while packages are initialised")
	}
	s := m.next(t)
	if s == nil {
		return nil
	}
	for _, k := range kinds {
		if s.Kind == k {
			if !m.take(t) {
				return nil
			}
			return s
		}
	}
	m.unable("%v at %v is not what the source has at %v", s.Kind, m.prog.site(s.Site), m.prog.position(i))
	return nil
}

// bind checks that c is the object of a visible operation.
func (m *machine) bind(objects map[int32]*cell, obj int32, c *cell) {
	if old, ok := objects[obj]; ok && old != c || c.known && c.obj != obj && objects[c.obj] == c {
		m.unable("%s is not the object that the trace has", c.name)
	}
	objects[obj], c.obj, c.known = c, obj, true
}

// add adds an item.
func (m *machine) add(t *thread, it *item) *item {
	it.id, it.pos, it.seq, it.at, it.g = len(m.ctp.items), len(m.ctp.items), len(t.items), m.at(t, it.event), t.goroutine
	it.guards = t.guards()
	it.held = append([]*cell(nil), t.held...)
	m.ctp.items = append(m.ctp.items, it)
	t.items = append(t.items, it)
	return it
}

// symbol makes a symbol for what is read now.
func (m *machine) symbol(t *thread, k kind, val int64, event int) *term {
	m.syms++
	return &term{op: opSymbol, kind: k, val: val, sym: m.syms, last: m.at(t, event)}
}

// havoc makes a value that nothing is known of; in the trace, it is val.
func (m *machine) havoc(k kind, val int64, at int) *term {
	m.syms++
	return &term{op: opHavoc, kind: k, val: val, sym: m.syms, last: at}
}

// at is the event that something belongs to: the one that it is, or else, if that is -1, the next one of its goroutine.
// A goroutine does it after its last event, but nothing shows when, and it may race with what others do until the next one.
func (m *machine) at(t *thread, event int) int {
	switch {
	case event >= 0:
		return event
	case !t.started && t.gid == int32(rt.Main): // there is nobody else
		return -1
	case len(t.events) > 0:
		return t.events[0]
	}
	return len(m.trace.Steps)
}

// code is the number of a value that is none.
func (m *machine) code(v value) int64 {
	for i, known := range m.codes {
		if same(known, v) {
			return int64(i)
		}
	}
	m.codes = append(m.codes, v)
	return int64(len(m.codes) - 1)
}
