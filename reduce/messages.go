package reduce

import (
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// guardCheck describes the failure of an access: what was written about the location, what would have to hold, and
// who holds the locks that this speaks of.
func (t *translation) guardCheck(k ir.CheckKind, x *ir.Access) ir.Check {
	h, r := x.Map.Heap, t.rules[x.Map]
	c := ir.Check{Kind: k, Subject: x.Text, Detail: x.Does, After: x.After, Caller: x.Caller}
	if c.Subject == "" {
		c.Subject = label(x.Map)
	}
	guards := h.Guards
	if len(guards) == 0 {
		guards = x.Guards
	}
	if len(guards) > 0 {
		c.Clause = guards[0]
		for _, g := range guards[1:] {
			c.Related = append(c.Related, ir.Note{Span: g.Span, Text: g.Text})
		}
	}
	c.Related = append(c.Related, h.Said...)
	demand := r.demands[kindOf(x)]
	if k == ir.ReadRace || k == ir.WriteRace {
		demand = r.sole[kindOf(x)]
	}
	words := t.wording(x)
	if c.Needed = words.needed(demand, guards); len(guards) == 0 && c.Detail == "" && (c.Needed == "" || h.Class == ir.Latch) {
		c.Needed, c.Detail = "", denial(x)
	}
	c.Lock = t.oneLock(demand)
	for _, lock := range locksOf(demand) {
		text, ok := words.term(lock)
		if lock.Op == ir.OpSelect && lock.Args[0].Var.Heap.Class == ir.Readers {
			text, ok = words.member(lock)
			text += " for reading"
		}
		if ok {
			c.Shows = append(c.Shows, ir.Show{Label: text, Value: atIndex(x.Map, lock, x.Index)})
		}
	}
	return c
}

// denial says why an access is denied where nothing is written that it breaks, and what is needed has no words in the source.
func denial(x *ir.Access) string {
	if x.Map.Heap.Class == ir.Latch {
		return "another goroutine may close it, too"
	}
	return "others may access it, and no guard is held"
}

// locksOf lists the holders of locks that the condition reads.
func locksOf(e *ir.Expr) []*ir.Expr {
	var locks []*ir.Expr
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.OpForall || x.Op == ir.OpExists {
			return false
		}
		if lock := lockTerm(x); lock != nil && !containsExpr(locks, lock) {
			locks = append(locks, lock)
		}
		return true
	})
	return locks
}

// oneLock is what the one lock that the condition reads is called as a field of its type, or as a package variable.
func (w *world) oneLock(e *ir.Expr) string {
	one := ""
	for _, lock := range locksOf(e) {
		m := lockMap(lock)
		if m.Heap.Class == ir.Readers && m.Heap.Writer != nil {
			m = m.Heap.Writer
		}
		name := strings.TrimSuffix(label(m), ".writer")
		if one != "" && one != name || strings.HasSuffix(name, ".runner") { // nobody holds a Once
			return ""
		}
		one = name
	}
	return one
}

// A wording turns conditions on one location into words. Text stands for the keys of the location's heap variable.
type wording struct {
	*world
	text map[*ir.Var]string
}

// wording finds what the source calls the keys: c.count at c, a.bits[i] at a.bits and i.
func (w *world) wording(x *ir.Access) *wording {
	words := &wording{world: w, text: map[*ir.Var]string{}}
	keys := x.Map.Heap.Keys
	for i, k := range keys {
		if e := x.Index[i]; e.Op == ir.OpVar && e.Var.Label != "" {
			words.text[k] = e.Var.Label
		}
	}
	field := "." + lastName(label(x.Map))
	switch object, ok := strings.CutSuffix(x.Text, field); {
	case ok && len(keys) == 1:
		words.text[keys[0]] = object
	case strings.HasSuffix(x.Text, "]") && len(keys) == 2:
		if open := matching(x.Text); open > 0 {
			words.text[keys[0]] = x.Text[:open]
			words.text[keys[1]] = x.Text[open+1 : len(x.Text)-1]
		}
	}
	return words
}

// matching returns the position of the bracket that the text's last character closes.
func matching(text string) int {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ']':
			depth++
		case '[':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// needed puts a demand into words, or falls back on what was written.
func (w *wording) needed(demand *ir.Expr, guards []*ir.Clause) string {
	switch {
	case demand.Op == ir.OpFalse && len(guards) == 0, demand.Op == ir.OpTrue && len(guards) == 0:
		return ""
	case demand.Op == ir.OpFalse:
		return "an object that no other goroutine can reach"
	case demand.Op == ir.OpTrue:
		return "an object that no other goroutine owns"
	}
	if text, ok := w.cond(demand); ok {
		return text
	}
	var written []string
	for _, g := range guards {
		written = append(written, g.Text)
	}
	return strings.Join(written, " and ")
}

func (w *wording) cond(e *ir.Expr) (string, bool) {
	switch e.Op {
	case ir.OpAnd:
		return w.join(e.Args, " and ")
	case ir.OpOr:
		text, ok := w.join(withoutFree(e.Args), " or ")
		return ofOnce(text), ok
	case ir.OpIte: // whose element it is: the message is about one that somebody owns
		if e.Args[2].Op == ir.OpTrue || e.Args[2].Op == ir.OpFalse {
			return w.cond(e.Args[1])
		}
		return "", false
	case ir.OpNot:
		if x := e.Args[0]; x.Op == ir.OpEq {
			return w.compare(x, " != ")
		}
		text, ok := w.term(e.Args[0])
		return "!" + text, ok
	case ir.OpEq:
		if lock, ok := w.held(e); ok {
			return lock + " held", true
		}
		if text, ok := w.confined(e); ok {
			return text, true
		}
		return w.compare(e, " == ")
	case ir.OpLt:
		return w.compare(e, " < ")
	case ir.OpLe:
		return w.compare(e, " <= ")
	case ir.OpSelect:
		if e.Args[0].Op == ir.OpVar && e.Args[0].Var.Heap != nil && e.Args[0].Var.Heap.Class == ir.Readers {
			text, ok := w.member(e)
			return text + " held for reading", ok
		}
	}
	return w.term(e)
}

// held recognises "lock == tid".
func (w *wording) held(e *ir.Expr) (string, bool) {
	for i, a := range e.Args {
		if lock := lockTerm(a); lock != nil && ir.Equal(e.Args[1-i], w.tid) {
			if text, ok := w.term(lock); ok {
				return text, true
			}
			return w.ofOwner(lock)
		}
	}
	return "", false
}

// ofOwner writes the lock of the object to which an array belongs, if that object has no name in the function: mu of its Hub.
func (w *wording) ofOwner(lock *ir.Expr) (string, bool) {
	if lock.Op != ir.OpSelect || len(lock.Args) != 2 || !w.bookkeeping(lock.Args[1]) {
		return "", false
	}
	owner, field, ok := strings.Cut(w.name(lock.Args[0].Var), ".")
	return field + " of its " + owner, ok && !strings.Contains(field, ".")
}

// confined recognises that the goroutine is the one to which something is confined.
func (w *wording) confined(e *ir.Expr) (string, bool) {
	for i, a := range e.Args {
		if a.Op != ir.OpSelect || a.Args[0].Op != ir.OpVar || a.Args[0].Var.Heap == nil || a.Args[0].Var.Heap.Runs == "" || !ir.Equal(e.Args[1-i], w.tid) {
			continue
		}
		runs := a.Args[0].Var.Heap.Runs
		if runs[0] != '.' {
			return "to be in the goroutine of " + runs, true
		}
		object, ok := w.term(a.Args[1])
		return "to be in the goroutine of " + object + runs, ok
	}
	return "", false
}

// ofOnce writes what guards a variable that the function of a sync.Once sets as Go has it: nobody holds a Once.
func ofOnce(text string) string {
	rest, ok := strings.CutPrefix(text, "(")
	once, _, held := strings.Cut(rest, " held and !done(")
	if ok && held && text == "("+once+" held and !done("+once+")) or done("+once+")" {
		return once + ".Do to have returned, or to run this"
	}
	return text
}

// member names the lock of which the goroutine is a reader.
func (w *wording) member(e *ir.Expr) (string, bool) {
	m := e.Args[0].Var
	if m.Heap.Writer != nil {
		return w.term(at(m.Heap.Writer, e.Args[1:len(e.Args)-1]...))
	}
	return w.term(&ir.Expr{Op: ir.OpSelect, Sort: ir.Bool, Args: e.Args[:len(e.Args)-1]})
}

// withoutFree drops "lock == free" from the paper's "lock == free || lock == tid": nobody is to wait for that.
func withoutFree(es []*ir.Expr) []*ir.Expr {
	var kept []*ir.Expr
	for _, e := range es {
		if e.Op != ir.OpEq || e.Args[0].Op != ir.OpFree && e.Args[1].Op != ir.OpFree {
			kept = append(kept, e)
		}
	}
	if len(kept) == 0 {
		return es
	}
	return kept
}

func (w *wording) join(es []*ir.Expr, with string) (string, bool) {
	var texts []string
	for _, e := range es {
		if e.Op == ir.OpEq && w.bookkeeping(e.Args[0]) { // that somebody owns the element
			if with == " or " { // or that nobody does, and then the rest is not what is needed
				return "", false
			}
			continue
		}
		text, ok := w.cond(e)
		if !ok {
			return "", false
		}
		if len(es) > 1 && (e.Op == ir.OpOr || e.Op == ir.OpAnd) {
			text = "(" + text + ")"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, with), true
}

func (w *wording) compare(e *ir.Expr, op string) (string, bool) {
	a, ok := w.term(e.Args[0])
	b, ok2 := w.term(e.Args[1])
	return a + op + b, ok && ok2
}

// term writes a value in Go syntax.
func (w *wording) term(e *ir.Expr) (string, bool) {
	switch e.Op {
	case ir.OpVar:
		return w.variable(e.Var)
	case ir.OpNil:
		return "nil", true
	case ir.OpFree:
		return "free", true
	case ir.OpTrue:
		return "true", true
	case ir.OpFalse:
		return "false", true
	case ir.OpInt:
		return e.Int.String(), true
	case ir.OpSelect:
		return w.selection(e)
	case ir.OpField: // the array that a slice looks at
		return w.term(e.Args[0])
	case ir.OpAdd, ir.OpSub: // an index into it
		return w.index(e)
	}
	return "", false
}

// index writes an index into an array as one into the slice that looks at it: without where the slice begins.
func (w *wording) index(e *ir.Expr) (string, bool) {
	if begins := e.Args[0]; e.Op == ir.OpAdd && begins.Op == ir.OpField {
		return w.term(e.Args[1])
	}
	if begins := e.Args[1]; e.Op == ir.OpSub && w.bookkeeping(begins) {
		return w.term(e.Args[0])
	}
	a, ok := w.term(e.Args[0])
	b, ok2 := w.term(e.Args[1])
	op := map[ir.Op]string{ir.OpAdd: " + ", ir.OpSub: " - "}[e.Op]
	return a + op + b, ok && ok2
}

// bookkeeping recognises what is known of the slice that owns an array: its object, and where it begins.
func (w *wording) bookkeeping(e *ir.Expr) bool {
	return e.Op == ir.OpSelect && e.Args[0].Op == ir.OpVar && e.Args[0].Var.Heap != nil &&
		e.Args[0].Var.Heap.Class.IsBookkeeping()
}

func (w *wording) variable(v *ir.Var) (string, bool) {
	switch {
	case w.text[v] != "":
		return w.text[v], true
	case v == w.fn.Tid:
		return "tid", true
	case v.Kind == ir.HeapVar && v.Heap.Class == ir.Latch:
		return w.latch(ir.V(v))
	case v.Kind == ir.HeapVar:
		return w.name(v), true
	}
	return v.Label, v.Label != ""
}

// name is what the source calls the variable: the writer of an RWMutex is the RWMutex, who runs a Once the Once.
func (w *wording) name(m *ir.Var) string {
	switch {
	case w.readers[m] != nil:
		return strings.TrimSuffix(label(m), ".writer")
	case m.Heap.Class == ir.Holder:
		return strings.TrimSuffix(label(m), ".runner")
	}
	return label(m)
}

// latch writes that a Once is done as done(x.once), and that a channel is closed as closed(x).
func (w *wording) latch(e *ir.Expr) (string, bool) {
	m, keys := e.Var, []*ir.Expr(nil)
	if e.Op == ir.OpSelect {
		m, keys = e.Args[0].Var, e.Args[1:]
	}
	of, ok := "", false
	switch m.Heap.Writer {
	case nil:
		if len(keys) == 1 {
			of, ok = w.term(keys[0])
		}
	default:
		of, ok = w.term(at(m.Heap.Writer, keys...))
	}
	return lastName(label(m)) + "(" + of + ")", ok
}

// behind writes a lock that is known by its address: as the field that has this address, that of a Cond as the field
// L of the Cond, and else as the pointer to it.
func (w *wording) behind(e *ir.Expr) (string, bool) {
	at := e.Args[1]
	if e.Args[0].Var.Heap == nil || !isLock(e.Args[0].Var) || len(e.Args) != 2 {
		return "", false
	}
	switch {
	case at.Op == ir.OpApply && len(at.Args) == 1 && strings.HasPrefix(at.Fn.Name, "&"):
		object, ok := w.term(at.Args[0])
		return object + "." + lastName(at.Fn.Name), ok
	case at.Op == ir.OpSelect && w.bookkeeping(at) && label(at.Args[0].Var) == "cond.lock":
		cond, ok := w.term(at.Args[1])
		return cond + ".L", ok
	case strings.HasPrefix(label(e.Args[0].Var), "*"): // of any object, by a pointer to the lock
		return w.term(at)
	}
	return "", false
}

// selection writes a field as x.f, and an element as x[i].
func (w *wording) selection(e *ir.Expr) (string, bool) {
	if e.Args[0].Op != ir.OpVar {
		return "", false
	}
	if e.Args[0].Var.Heap != nil && e.Args[0].Var.Heap.Class == ir.Latch {
		return w.latch(e)
	}
	if w.bookkeeping(e) { // the object whose field the array belongs to: a of a.bits
		text, ok := w.term(e.Args[1])
		dot := strings.LastIndexByte(text, '.')
		return text[:max(dot, 0)], ok && dot > 0
	}
	if text, ok := w.behind(e); ok {
		return text, true
	}
	var keys []string
	for _, k := range e.Args[1:] {
		text, ok := w.term(k)
		if !ok {
			return "", false
		}
		keys = append(keys, text)
	}
	switch {
	case e.Args[0].Var.Heap != nil && e.Args[0].Var.Heap.Class == ir.Token:
		return lastName(label(e.Args[0].Var)) + "(" + strings.Join(keys, ", ") + ")", true
	case len(keys) == 1 && strings.HasPrefix(keys[0], "variables"): // the object that holds what a function shares
		return w.name(e.Args[0].Var), true
	}
	switch len(keys) {
	case 1:
		return keys[0] + "." + lastName(w.name(e.Args[0].Var)), true
	case 2:
		return keys[0] + "[" + keys[1] + "]", true
	}
	return "", false
}
