package fusion

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/explore/rt"
)

// atomicFunction reports whether a function is one of sync/atomic that is followed: of numbers and of pointers.
func atomicFunction(name string) bool { return atomicOperation(name) != "" }

// atomicOperation is what a function of sync/atomic does: Load, Store, Swap, Add or CompareAndSwap; "" for others.
func atomicOperation(name string) string {
	if !strings.Contains(name, "sync/atomic.") || strings.Contains(name, "atomic.Value)") {
		return ""
	}
	if k := strings.LastIndex(name, ")."); k >= 0 {
		name = name[k+2:]
	} else {
		name = strings.TrimPrefix(name, "sync/atomic.")
	}
	for _, op := range []string{"Load", "Store", "Swap", "Add", "CompareAndSwap"} {
		if strings.HasPrefix(name, op) {
			return op
		}
	}
	return ""
}

func atomicLoads(name string) bool { return atomicOperation(name) == "Load" }

// atomicEvents are the kinds of event of an operation.
var atomicEvents = map[string][]rt.Kind{
	"Load": {rt.OpLoad}, "Store": {rt.OpStore}, "Swap": {rt.OpSwap}, "Add": {rt.OpAdd, rt.OpAddOnly}, "CompareAndSwap": {rt.OpCAS},
}

// atomic executes an operation of sync/atomic.
func (m *machine) atomic(t *thread, i ssa.Instruction, name string, fn *ssa.Function, args []value) (value, bool) {
	c := m.target(i, args[0])
	op := atomicOperation(name)
	if m.setup {
		m.unable("there are operations while packages are initialised")
	}
	s := m.visible(t, i, atomicEvents[op]...)
	if s == nil {
		return nil, false
	}
	m.bind(m.models, s.Obj, c)
	k, val, old := m.word(c)
	if _, isNumber := old.(number); isNumber && k.wrap(int64(s.State)) != val {
		m.unable("%s is %d here and %d in the trace", c.name, val, int64(s.State))
	}
	return m.operate(t, op, c, args, m.now), true
}

// operate makes an item of an operation, and does it.
func (m *machine) operate(t *thread, op string, c *cell, args []value, event int) value {
	k, val, old := m.word(c)
	m.touch(c)
	switch op {
	case "Load":
		it := m.add(t, &item{event: event, do: actRead, cell: c, sym: m.symbol(t, k, val, event), atomic: true})
		return m.loaded(t, c, old, it.sym)
	case "Store":
		m.add(t, &item{event: event, do: actWrite, cell: c, val: m.termOf(args[1]), atomic: true})
		c.val = args[1]
		return nil
	}
	it := m.add(t, &item{event: event, do: actUpdate, cell: c, atomic: true})
	it.sym = m.symbol(t, k, val, event)
	return m.update(t, op, c, old, it, args)
}

// word is what an atomic variable holds.
func (m *machine) word(c *cell) (k kind, val int64, v value) {
	if n, ok := c.val.(number); ok {
		return n.kind, n.val, c.val
	}
	return codes, m.code(c.val), c.val
}

// loaded is what has been read: a symbol, or a value that is no number and taken to be what it is in the trace.
func (m *machine) loaded(t *thread, c *cell, v value, sym *term) value {
	if n, ok := v.(number); ok {
		sym.kind = n.kind
		return number{sym}
	}
	m.pin(t, sym, "another value of "+c.name)
	return v
}

// update executes an atomic read and write.
func (m *machine) update(t *thread, op string, c *cell, old value, it *item, args []value) value {
	switch op {
	case "Swap":
		it.val, c.val = m.termOf(args[1]), args[1]
		return m.loaded(t, c, old, it.sym)
	case "Add":
		n, d := old.(number), args[1].(number)
		it.val = apply(opAdd, n.kind, n.kind.wrap(n.val+d.val), it.sym, d.term)
		c.val = number{it.val}
		return c.val
	}
	want, next := m.termOf(args[1]), m.termOf(args[2])
	swaps := it.sym.val == want.val
	cond := apply("=", truth, boolean(swaps).val, it.sym, want)
	val := it.sym.val
	if swaps {
		val = next.val
	}
	it.val = apply("ite", it.sym.kind, val, cond, next, it.sym)
	switch {
	case it.sym.kind != codes || isNumber(old):
		c.val = number{it.val}
	case swaps:
		c.val = args[2]
	}
	return number{cond}
}

func isNumber(v value) bool {
	_, ok := v.(number)
	return ok
}
