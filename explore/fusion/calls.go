package fusion

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/explore/rt"
)

// intrinsicName names the function that a call calls, if that has no body here; "" if it has one, or is not known.
func intrinsicName(c *ssa.CallCommon) string {
	if fn := c.StaticCallee(); fn != nil && fn.Blocks == nil {
		return functionName(fn)
	}
	return ""
}

// functionName is the name of a function, without type arguments.
func functionName(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return obj.FullName()
	}
	return fn.String()
}

// An intrinsic does what a function of the standard library does. It reports false if that is a visible operation that is
// not yet to be executed.
type intrinsic func(m *machine, t *thread, i ssa.Instruction, args []value) (value, bool)

// intrinsics are the functions of the standard library that are followed, beside those of sync/atomic.
var intrinsics = map[string]intrinsic{
	lockName:   lock,
	unlockName: unlock,
	"(*sync.WaitGroup).Add": func(m *machine, t *thread, i ssa.Instruction, args []value) (value, bool) {
		return count(m, t, i, args[0], args[1])
	},
	"(*sync.WaitGroup).Done": func(m *machine, t *thread, i ssa.Instruction, args []value) (value, bool) {
		return count(m, t, i, args[0], num(kind{64, true}, -1))
	},
	"(*sync.WaitGroup).Wait":  wait,
	"(*sync.RWMutex).Lock":    rwLock,
	"(*sync.RWMutex).Unlock":  rwUnlock,
	"(*sync.RWMutex).RLock":   rLock,
	"(*sync.RWMutex).RUnlock": rUnlock,
	"runtime.Gosched":         yield,
}

// harmless are functions that do nothing to what is shared.
var harmless = map[string]bool{
	"(*testing.common).Helper": true, "(*testing.common).Log": true, "(*testing.common).Logf": true, "(*testing.common).Name": true,
	"fmt.Print": true, "fmt.Printf": true, "fmt.Println": true,
}

// failures are functions that fail or end a test.
var failures = map[string]bool{
	"(*testing.common).Error": true, "(*testing.common).Errorf": true, "(*testing.common).Fatal": true, "(*testing.common).Fatalf": true,
	"(*testing.common).Fail": true, "(*testing.common).FailNow": true, "os.Exit": true,
}

// target is what a pointer argument points to.
func (m *machine) target(i ssa.Instruction, v value) *cell {
	p, ok := v.(pointer)
	if !ok || p.to == nil {
		m.unable("the pointer at %v is not known", m.prog.position(i))
	}
	return p.to
}

func lock(m *machine, t *thread, i ssa.Instruction, args []value) (value, bool) {
	s := m.visible(t, i, rt.OpLock)
	if s == nil {
		return nil, false
	}
	c := m.target(i, args[0])
	m.bind(m.models, s.Obj, c)
	m.add(t, &item{event: m.now, do: actLock, cell: c})
	t.held = append(t.held, c)
	return nil, true
}

// unlock ends a critical section of the same goroutine.
func unlock(m *machine, t *thread, i ssa.Instruction, args []value) (value, bool) {
	it := m.unlocks(t, i, args[0], rt.OpUnlock, actUnlock, actLock)
	if it == nil {
		return nil, false
	}
	t.letGo(it.cell)
	return nil, true
}

// sameGuards reports whether two items happen in the same cases. One that is only guarded by branches that bail out is not
// guarded.
func sameGuards(a, b []guard) bool {
	live := func(list []guard) (out []guard) {
		for _, g := range list {
			if !g.bail {
				out = append(out, g)
			}
		}
		return out
	}
	a, b = live(a), live(b)
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// count is Add and Done of a WaitGroup.
func count(m *machine, t *thread, i ssa.Instruction, wg, n value) (value, bool) {
	s := m.visible(t, i, rt.OpWGAdd, rt.OpWGDone)
	if s == nil {
		return nil, false
	}
	d, ok := n.(number)
	if !ok {
		m.unable("the number at %v is not known", m.prog.position(i))
	}
	m.abandon(t, "a WaitGroup")
	m.pin(t, d.term, "another count")
	c := m.target(i, wg)
	m.bind(m.models, s.Obj, c)
	do := actAdd
	if d.val < 0 {
		do = actDone
	}
	m.add(t, &item{event: m.now, do: do, cell: c, val: fixedTerm(d.kind, d.val)})
	return nil, true
}

func wait(m *machine, t *thread, i ssa.Instruction, args []value) (value, bool) {
	s := m.visible(t, i, rt.OpWGWait)
	if s == nil {
		return nil, false
	}
	m.abandon(t, "a WaitGroup")
	c := m.target(i, args[0])
	m.bind(m.models, s.Obj, c)
	m.add(t, &item{event: m.now, do: actWait, cell: c})
	return nil, true
}

func yield(m *machine, t *thread, i ssa.Instruction, _ []value) (value, bool) {
	if m.visible(t, i, rt.OpYield) == nil {
		return nil, false
	}
	m.add(t, &item{event: m.now, do: actEvent})
	return nil, true
}

// call executes a call.
func (m *machine) call(t *thread, f *frame, i *ssa.Call) bool {
	fn, args := m.callee(t, f, &i.Call)
	v, pushed, ok := m.invoke(t, f, i, i, fn, args)
	if !ok {
		return false
	}
	f.pc++
	if !pushed {
		f.env[i] = v
	}
	return true
}

// runDeferred makes the deferred call number n, the last one.
func (m *machine) runDeferred(t *thread, f *frame, n int) bool {
	d := f.defers[n]
	i := f.block.Instrs[f.pc]
	_, _, ok := m.invoke(t, f, i, nil, d.fn, d.args)
	if ok {
		f.defers = f.defers[:n]
	}
	return ok
}

// invoke calls fn: a function with a body gets a frame, whose result goes to dest. It reports ok=false if that is a
// visible operation that is not yet to be executed.
func (m *machine) invoke(t *thread, f *frame, i ssa.Instruction, dest *ssa.Call, fn value, args []value) (v value, pushed, ok bool) {
	var body *ssa.Function
	var free []value
	switch fn := fn.(type) {
	case closure:
		body = fn.fn
	case *closure:
		body, free = fn.fn, fn.free
	case *opaque:
		v, ok := m.builtin(t, i, fn.what, args)
		return v, false, ok
	}
	if body == nil {
		m.unable("the function that is called at %v is not known", m.prog.position(i))
	}
	if body.Blocks != nil {
		if m.setup && strings.HasPrefix(body.Name(), "init#") {
			m.unable("init functions are not followed")
		}
		n := newFrame(body, args, free, f)
		n.call = dest
		t.top = n
		return nil, true, true
	}
	name := functionName(body)
	switch do := intrinsics[name]; {
	case do != nil:
		v, ok := do(m, t, i, args)
		return v, false, ok
	case atomicFunction(name):
		v, ok := m.atomic(t, i, name, body, args)
		return v, false, ok
	case name == "(*sync.WaitGroup).Go":
		return nil, false, m.goGroup(t, i, args)
	case name == onceName:
		return m.once(t, f, i, args)
	case harmless[name]:
		for _, a := range args {
			m.checkShown(a)
		}
		return m.unknown(body), false, true
	case m.setup, plainArguments(args):
		for _, a := range args {
			m.fix(t, a)
		}
		return m.unknown(body), false, true
	}
	m.unable("%s at %v is not followed", name, m.prog.position(i))
	return nil, false, false
}

// checkShown refuses to show values that may have methods for that.
func (m *machine) checkShown(a value) {
	s, ok := a.(slice)
	if !ok || s.array == nil {
		return
	}
	for _, c := range s.array.parts {
		if b, ok := c.val.(boxed); ok && b.typ != nil && !isBasic(b.typ) {
			m.unable("a value of type %v is shown", b.typ)
		}
	}
}

func isBasic(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Basic)
	return ok
}

// plainArguments reports whether a function that gets the arguments can reach no memory of the program.
func plainArguments(args []value) bool {
	for _, a := range args {
		switch a.(type) {
		case number, text:
		default:
			return false
		}
	}
	return true
}

// unknown is the result of a function that is not followed.
func (m *machine) unknown(fn *ssa.Function) value {
	switch r := fn.Signature.Results(); r.Len() {
	case 0:
		return nil
	case 1:
		return &opaque{fn.Name()}
	default:
		out := make(aggregate, r.Len())
		for i := range out {
			out[i] = &opaque{fn.Name()}
		}
		return out
	}
}

// callee evaluates what is called, and the arguments.
func (m *machine) callee(t *thread, f *frame, c *ssa.CallCommon) (fn value, args []value) {
	if c.IsInvoke() {
		b, ok := m.eval(t, f, c.Value).(boxed)
		if !ok || b.typ == nil {
			m.unable("the method %s is called on an unknown value", c.Method.Name())
		}
		method := f.fn.Prog.LookupMethod(b.typ, c.Method.Pkg(), c.Method.Name())
		if method == nil {
			m.unable("the method %s is not known", c.Method.Name())
		}
		fn, args = closure{fn: method}, []value{b.v}
	} else {
		fn = m.eval(t, f, c.Value)
	}
	for _, a := range c.Args {
		args = append(args, m.eval(t, f, a))
	}
	return fn, args
}

// builtin executes a function of the language.
func (m *machine) builtin(t *thread, i ssa.Instruction, name string, args []value) (value, bool) {
	switch name {
	case "len", "cap":
		switch x := args[0].(type) {
		case slice:
			n := x.len
			if name == "cap" {
				n = x.cap
			}
			return num(kind{64, true}, int64(n)), true
		case text:
			return num(kind{64, true}, int64(len(x))), true
		}
	case "ssa:wrapnilchk":
		return args[0], true
	case "close":
		return nil, m.closeChannel(t, i, m.target(i, args[0]).channel)
	}
	if m.setup {
		return &opaque{name}, true
	}
	m.unable("%s at %v is not followed", name, m.prog.position(i))
	return nil, false
}

// spawn starts a goroutine.
func (m *machine) spawn(t *thread, f *frame, i *ssa.Go) {
	fn, args := m.callee(t, f, &i.Call)
	m.start(t, i, fn, args)
}

// start starts a goroutine that calls fn.
func (m *machine) start(t *thread, i ssa.Instruction, fn value, args []value) *thread {
	if m.setup {
		m.unable("goroutines are started while packages are initialised")
	}
	m.abandon(t, "a goroutine is started")
	gid, ok := m.trace.Child(t.gid, t.children)
	t.children++
	if !ok {
		m.unable("the goroutine started at %v is not in the trace", m.prog.position(i))
	}
	n := m.newThread(gid, t)
	_, pushed, ok := m.invoke(n, nil, i, nil, fn, args)
	if !pushed || !ok {
		m.unable("the goroutine started at %v does nothing that the solver can follow", m.prog.position(i))
	}
	m.fresh = append(m.fresh, n)
	return n
}

// goGroup is wg.Go(f).
func (m *machine) goGroup(t *thread, i ssa.Instruction, args []value) bool {
	if _, ok := count(m, t, i, args[0], num(kind{64, true}, 1)); !ok {
		return false
	}
	n := m.start(t, i, args[1], nil)
	n.last = m.target(i, args[0])
	return true
}

// tell tells the WaitGroup that a goroutine started by its method Go has ended. It reports false if that is not yet to be
// executed.
func (m *machine) tell(t *thread) bool {
	s := m.next(t)
	if s == nil || s.Kind != rt.OpWGDone {
		m.unable("a goroutine does not end as it should")
	}
	if !m.take(t) {
		return false
	}
	m.bind(m.models, s.Obj, t.last)
	m.add(t, &item{event: m.now, do: actDone, cell: t.last, val: fixedTerm(kind{64, true}, -1)})
	return true
}
