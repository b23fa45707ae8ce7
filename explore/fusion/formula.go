package fusion

import (
	"fmt"
	"strings"
)

// A formula is what is satisfiable if and only if some execution that begins as the trace does, and then goes on as its
// abstraction allows, fails (section 5.4): it holds the concurrent trace abstraction from the cut on, as what comes before is
// what it was in the trace.
//
// An item has a time o<id>, a symbol is r<number>. The paper asks for all events of the program; here an execution
// ends at the time "end", and what comes later is not bound to anything. So a goroutine that waits, for ever or not,
// keeps no other from failing, and to wait for ever is a failure too.
type formula struct {
	c     *ctp
	cut   int     // so many events of the trace are as they were
	rest  []*item // what is not
	races bool    // a race is a failure
	allow []int32 // the goroutines that may go on first, nil for all

	decls  []string
	hyps   []string
	fails  []failure
	known  map[*term]string // terms as text
	reads  map[*term]*reading
	limits *limits
	times  int
	err    error

	places  map[*item]tally  // of sends and receives
	instead map[*item]string // failures: something else is done than an item, at the same place
}

// A failure is a way to fail.
type failure struct {
	name   string     // a truth value of the formula
	g      *goroutine // who fails, nil for a race or a deadlock
	branch *branch    // the one that is left, nil if there is none
	why    string
}

// maxSize bounds a formula.
const maxSize = 4 << 20

// build writes the formula.
func (f *formula) build() {
	f.known, f.reads = map[*term]string{}, map[*term]*reading{}
	f.places, f.instead = map[*item]tally{}, map[*item]string{}
	for _, it := range f.c.items {
		if f.suffix(it) {
			f.rest = append(f.rest, it)
		}
	}
	for _, it := range f.rest {
		if it.sym != nil {
			f.reads[it.sym] = &reading{item: it, resolved: it.open != nil}
		}
		if it.open != nil {
			f.reads[it.open] = &reading{item: it, resolved: true}
		}
	}
	f.limits = newLimits(f)
	f.declare("end", "Int")
	f.order()
	for _, it := range f.rest {
		if it.sym != nil && it.open == nil {
			f.read(it)
		}
	}
	f.locks()
	f.rwLocks()
	f.passages()
	f.failures()
	f.first()
	if len(f.fails) == 0 {
		f.assert("false")
		return
	}
	var names []string
	for _, x := range f.fails {
		names = append(names, x.name)
	}
	f.assert(anyOf(names))
}

func (f *formula) declare(name, sort string) {
	f.decls = append(f.decls, fmt.Sprintf("(declare-const %s %s)", name, sort))
}

func (f *formula) assert(text string) {
	if text != "true" {
		f.hyps = append(f.hyps, text)
	}
}

// suffix reports whether an item is not fixed.
func (f *formula) suffix(it *item) bool { return it.at >= f.cut }

// time is when an item happens: at 0 if it is fixed.
func (f *formula) time(it *item) string {
	if it == nil || !f.suffix(it) {
		return "0"
	}
	return fmt.Sprintf("o%d", it.id)
}

// order declares the times, and says what comes before what in every execution.
func (f *formula) order() {
	for _, it := range f.rest {
		f.declare(f.time(it), "Int")
		f.assert(less(f.time(it.g.before(it)), f.time(it)))
		for _, other := range f.c.awaits(it) {
			if f.suffix(other) {
				f.assert(less(f.time(other), f.time(it)))
			}
		}
	}
}

// guard is the condition under which control comes to something at all (the path conditions of section 4.2).
func (f *formula) guard(guards []guard) string {
	var all []string
	for _, g := range guards {
		switch {
		case g.bail && g.other: // the execution has ended before
			return "false"
		case g.bail:
		case g.other:
			all = append(all, negate(f.text(g.cond)))
		default:
			all = append(all, f.text(g.cond))
		}
	}
	return allOf(all)
}

// done is the condition that an item is part of the execution.
func (f *formula) done(it *item) string {
	if !f.suffix(it) {
		return "true"
	}
	return allOf([]string{f.guard(it.guards), "(<= " + f.time(it) + " end)"})
}

// ordered reports whether a comes before b in every execution that begins as the trace does.
func (f *formula) ordered(a, b *item) bool {
	return before(a, b) || !f.suffix(a) && f.suffix(b)
}

// unguarded reports whether an item happens in every execution that is long enough.
func (f *formula) unguarded(it *item) bool { return f.guard(it.guards) == "true" }

// locks says that critical sections of one mutex exclude each other.
func (f *formula) locks() {
	byMutex := map[*cell][]*item{}
	for _, it := range f.c.items {
		if it.do != actLock || !f.suffix(it.pair) {
			continue
		}
		for _, other := range byMutex[it.cell] {
			if other.g != it.g && !f.ordered(other.pair, it) && !f.ordered(it.pair, other) {
				f.assert(implies(allOf([]string{f.done(other), f.done(it)}), anyOf([]string{
					f.sequel(other, it), f.sequel(it, other),
				})))
			}
		}
		byMutex[it.cell] = append(byMutex[it.cell], it)
	}
}

// sequel says that the critical section that begins with a ends before that which begins with b.
func (f *formula) sequel(a, b *item) string {
	if !f.suffix(b) {
		return "false"
	}
	return f.earlier(a.pair, b)
}

// earlier says that a comes before b. Of two orders one is the negation of the other: at the same time, the one with the
// greater number comes first.
func (f *formula) earlier(a, b *item) string {
	switch {
	case f.ordered(a, b):
		return "true"
	case f.ordered(b, a):
		return "false"
	case a.id > b.id:
		return negate(less(f.time(b), f.time(a)))
	}
	return less(f.time(a), f.time(b))
}

// first says which goroutines may go on first.
func (f *formula) first() {
	if f.allow == nil {
		return
	}
	var allowed, others []*item
	for _, g := range f.c.goroutines {
		for _, it := range g.items {
			if it.event < f.cut {
				continue
			}
			if contains(f.allow, g.gid) {
				allowed = append(allowed, it)
			} else {
				others = append(others, it)
			}
			break
		}
	}
	var ways []string
	for _, a := range allowed {
		all := []string{"(<= " + f.time(a) + " end)"}
		var departs []string
		for _, b := range others {
			all = append(all, f.earlier(a, b))
			departs = append(departs, "(< end "+f.time(b)+")")
		}
		ways = append(ways, allOf(all))
		if name := f.instead[a]; name != "" {
			ways = append(ways, allOf(append(departs, name)))
		}
	}
	f.assert(anyOf(ways))
}

func contains(list []int32, g int32) bool {
	for _, x := range list {
		if x == g {
			return true
		}
	}
	return false
}

func less(a, b string) string {
	if a == b {
		return "false"
	}
	return "(< " + a + " " + b + ")"
}

func implies(a, b string) string {
	switch {
	case a == "true":
		return b
	case a == "false" || b == "true":
		return "true"
	}
	return "(=> " + a + " " + b + ")"
}

func allOf(list []string) string { return connect("and", "true", "false", list) }
func anyOf(list []string) string { return connect("or", "false", "true", list) }

// connect joins formulas; neutral ones are left out, one that absorbs the others is all that is left.
func connect(op, neutral, absorbing string, list []string) string {
	var kept []string
	for _, x := range list {
		switch x {
		case neutral:
		case absorbing:
			return absorbing
		default:
			kept = append(kept, x)
		}
	}
	switch len(kept) {
	case 0:
		return neutral
	case 1:
		return kept[0]
	}
	return "(" + op + " " + strings.Join(kept, " ") + ")"
}

func negate(x string) string {
	switch x {
	case "true":
		return "false"
	case "false":
		return "true"
	}
	if inner, ok := strings.CutPrefix(x, "(not "); ok {
		return inner[:len(inner)-1]
	}
	return "(not " + x + ")"
}
