package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// maxCandidates bounds the invariants proposed for one loop; each is an obligation at its entry and at its end, as often
// as Houdini needs rounds.
const maxCandidates = 100

// enough reports whether more candidates of a kind would not be proposed: those of one kind differ, and few are of another, too.
func enough(cs []candidate) bool { return len(cs) >= 2*maxCandidates }

// maxLockCandidates bounds those about locks that come before the others: memory that many variables guard makes a function
// name locks which it never takes.
const maxLockCandidates = 20

// A candidate is a condition on the state at a loop head that might be invariant.
type candidate struct {
	name string
	cond *ir.Expr
	// sharpens: hardly any proof needs it, but findings are sharper with it.
	sharpens bool
	position bool // it is about where in the specification the function may be
}

// A proposal is a candidate that is part of the program.
type proposal struct {
	*ir.Candidate
	cond *ir.Expr
}

// propose takes the first candidates that differ and that can be evaluated at the head.
func (t *translation) propose(l *cut, cs []candidate) []*proposal {
	var ps []*proposal
	given := t.assigned[l.head]
	for _, c := range cs {
		t.heed()
		if len(ps) == maxCandidates {
			break
		}
		if c.cond.Op == ir.OpTrue || c.cond.Op == ir.OpFalse || !t.known(given, c.cond) || proposed(ps, c.cond) {
			continue
		}
		made := &ir.Candidate{Name: l.head.Name + ": " + c.name, Nest: t.nest(l.head), Sharpens: c.sharpens, Position: c.position}
		ps = append(ps, &proposal{made, c.cond})
	}
	return ps
}

// known reports whether the locals of the function that e reads have values.
func (t *translation) known(given localSet, e *ir.Expr) bool {
	return !mentions(e, func(v *ir.Var) bool { return t.locals[v] && !given.has(v) })
}

// matters reports whether all locals that e reads may be read in the loop or after it.
func (t *translation) matters(l *cut, e *ir.Expr) bool {
	return !mentions(e, func(v *ir.Var) bool { return v.Kind == ir.LocalVar && !t.needed[l.head].has(v) })
}

func proposed(ps []*proposal, cond *ir.Expr) bool {
	for _, p := range ps {
		if ir.Equal(p.cond, cond) {
			return true
		}
	}
	return false
}

// common are the candidates of both checks, the most useful first.
func (t *translation) common(l *cut) []candidate {
	locks := t.lockCandidates(l)
	first := min(len(locks), maxLockCandidates)
	cs := slices.Clone(locks[:first])
	cs = append(cs, t.keptCandidates(l)...)
	cs = append(cs, t.obligationCandidates(l)...)
	cs = append(cs, t.transferCandidates(l)...)
	cs = append(cs, t.openCandidates(l)...)
	cs = append(cs, t.hintCandidates(l)...)
	cs = append(cs, t.localCandidates(l)...)
	cs = append(cs, t.objectCandidates(l)...)
	cs = append(cs, t.heldCandidates(l)...)
	cs = append(cs, t.localInvariantCandidates(l)...)
	return append(cs, locks[first:]...)
}

// lockCandidates: each lock that the function names is held, or not, or free, or the only one held; none is held that was
// not on entry to the function.
func (t *translation) lockCandidates(l *cut) []candidate {
	var cs []candidate
	for _, m := range t.fn.Heap {
		if isLock(m) && l.changed[m] {
			cs = append(cs, candidate{name: "no other lock of " + m.Name + " is held", cond: t.entryLocks(m)})
			if t.fn.Called {
				cs = append(cs, candidate{name: "no lock of " + m.Name + " is held that was not before", cond: t.gained(m, l, ir.False)})
			}
		}
	}
	held := t.heldBefore(l.head)
	for _, lock := range t.locks(l) {
		if held.of(lockMap(lock)) {
			cs = append(cs, t.heldLockCandidates(l, lock)...)
		}
		if containsExpr(held.must, lock) || byBookkeeping(lock) {
			continue
		}
		if lock.Sort.Kind == ir.KindBool { // a reader
			cs = append(cs, candidate{name: "!" + lock.String(), cond: ir.Not(lock)})
			continue
		}
		other := ir.Ne(lock, t.tid)
		cs = append(cs,
			candidate{name: other.String(), cond: other},
			candidate{name: lock.String() + " == free", cond: ir.Eq(lock, ir.Free)})
	}
	return cs
}

// byBookkeeping reports whether bookkeeping says which object the lock is of. No function takes it under that name: of use is only
// that it is held.
func byBookkeeping(lock *ir.Expr) bool {
	return lock.Op == ir.OpSelect && slices.ContainsFunc(lock.Args[1:], func(e *ir.Expr) bool {
		return mentions(e, func(v *ir.Var) bool { return v.Heap != nil && v.Heap.Class.IsBookkeeping() })
	})
}

// heldLockCandidates: the lock is held, or the only one held.
func (t *translation) heldLockCandidates(l *cut, lock *ir.Expr) []candidate {
	cs := []candidate{{name: "no lock of its kind but " + lock.String() + " is held", cond: t.onlyLock(lock)}}
	if t.fn.Called {
		m := lockMap(lock)
		cs = append(cs, candidate{
			name: "no lock of its kind but " + lock.String() + " is held that was not before",
			cond: t.gained(m, l, isLockAt(m, lock)),
		})
	}
	held := lock
	if lock.Sort.Kind != ir.KindBool { // not a reader
		held = ir.Eq(lock, t.tid)
	}
	return append(cs, candidate{name: held.String(), cond: held})
}

// onlyLock says that the goroutine holds no lock of the variable but this one and those that it held on entry.
func (t *translation) onlyLock(lock *ir.Expr) *ir.Expr {
	if lock.Op == ir.OpVar {
		return ir.True
	}
	m := lockMap(lock)
	return t.heldOnly(m, isLockAt(m, lock))
}

// isLockAt is the condition that m's Keys are the lock.
func isLockAt(m *ir.Var, lock *ir.Expr) *ir.Expr {
	if lock.Op == ir.OpVar {
		return ir.True
	}
	var same []*ir.Expr
	for i, k := range lock.Args[1:] {
		same = append(same, ir.Eq(ir.V(m.Heap.Keys[i]), k))
	}
	return ir.And(same...)
}

// gained says that the goroutine holds no lock of m but those that it held before the loop, and those at Keys of which but holds.
func (t *translation) gained(m *ir.Var, l *cut, but *ir.Expr) *ir.Expr {
	held := ir.Eq(here(m), t.tid)
	if m.Heap.Class == ir.Readers {
		held = here(m)
	}
	cond := ir.Implies(held, ir.Or(l.entry.of(held), but))
	if m.Heap.Class == ir.Readers {
		return t.forLocks(m, t.tid, cond)
	}
	return forKeys(m, cond)
}

// locks lists the locks that steps and requires name, at the head: under names that matter there.
func (t *translation) locks(l *cut) []*ir.Expr {
	if !slices.ContainsFunc(t.fn.Heap, func(m *ir.Var) bool { return isLock(m) && l.changed[m] }) {
		return nil
	}
	given := t.assigned[l.head]
	var found []*ir.Expr
	for _, lock := range t.lockTerms() {
		if l.changed[lockMap(lock)] && given.evaluable(lock, true) && t.matters(l, lock) {
			found = append(found, lock)
		}
	}
	return found
}

// lockTerm returns the lock that e reads or stores to, as the term that reads it, or nil.
func lockTerm(e *ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.OpVar:
		if e.Var.Heap != nil && isLock(e.Var) && len(e.Var.Heap.Keys) == 0 {
			return e
		}
	case ir.OpSelect, ir.OpStore:
		if e.Args[0].Op != ir.OpVar || e.Args[0].Var.Heap == nil || !isLock(e.Args[0].Var) {
			return nil
		}
		keys := e.Args[1:]
		if e.Op == ir.OpStore {
			keys = keys[:len(keys)-1]
		}
		if len(keys) == len(e.Args[0].Var.Heap.Keys) {
			return ir.Select(e.Args[0], keys...)
		}
	}
	return nil
}

func lockMap(lock *ir.Expr) *ir.Var {
	if lock.Op == ir.OpVar {
		return lock.Var
	}
	return lock.Args[0].Var
}

func containsExpr(es []*ir.Expr, e *ir.Expr) bool {
	for _, x := range es {
		if ir.Equal(x, e) {
			return true
		}
	}
	return false
}

// keptCandidates: what the loop itself does not write is as it was, where exclusive access kept others from writing it.
func (t *translation) keptCandidates(l *cut) []candidate {
	own, _ := t.targets(l.head)
	var cs []candidate
	for _, m := range t.fn.Heap {
		if l.changed[m] && own[m] {
			cs = append(cs, t.partlyKept(l, m)...)
			cs = append(cs, t.settledCandidates(l, m)...)
		}
		if !l.changed[m] || own[m] {
			continue
		}
		for _, law := range t.frame(m, l.entry) {
			cs = append(cs, candidate{name: m.Name + " is as on entry to the loop", cond: law})
		}
		if s := t.fn.Status; s != nil && l.changed[s] {
			cs = append(cs, t.keptOfShared(l, m)...)
		}
		if m.Heap.Away != nil {
			same := ir.Implies(ir.And(t.rules[m].kept, l.entry.of(t.rules[m].kept)), ir.Eq(here(m), l.entry.of(here(m))))
			cs = append(cs, candidate{name: m.Name + " is as on entry to the loop where it is not lent", cond: t.everywhere(m, same)})
		}
	}
	if s := t.fn.Status; s != nil && l.changed[s] {
		for _, law := range t.ownershipLaws(l.entry) {
			cs = append(cs, candidate{name: "ownership is as on entry to the loop", cond: law})
		}
		o := &ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar}
		mine := t.has(ir.V(o), ir.Mine)
		stays := ir.Forall([]*ir.Var{o}, ir.Implies(l.entry.of(mine), mine), s)
		were := ir.Forall([]*ir.Var{o}, ir.Implies(mine, l.entry.of(mine)), s)
		cs = append(slices.Concat(cs, t.leftLocal(l)), t.sharedStays(l)...)
		cs = append(cs, candidate{name: "local objects are still local", cond: stays},
			candidate{name: "local objects were local", cond: were})
		if t.stored != nil {
			stored := ir.Select(ir.V(t.stored), ir.V(o))
			same := ir.Implies(ir.And(mine, l.entry.of(mine)), ir.Eq(stored, l.entry.of(stored)))
			all := ir.Forall([]*ir.Var{o}, same, s)
			cs = append(cs, candidate{name: "what is still local is stored as on entry to the loop", cond: all})
		}
	}
	return cs
}

// settledCandidates: of bookkeeping that the loop writes for objects of its own, what it says of those that were shared before stays.
func (t *translation) settledCandidates(l *cut, m *ir.Var) []candidate {
	if m.Heap.Class != ir.Immutable || m.Heap.Object == nil || t.fn.Status == nil {
		return nil
	}
	shared := l.entry.of(t.has(t.base(m.Heap.Object), ir.Shared))
	cond := t.everywhere(m, ir.Implies(shared, ir.Eq(here(m), l.entry.of(here(m)))))
	return []candidate{{name: m.Name + " is as on entry to the loop for what was shared", cond: cond}}
}

// partlyKept: the loop writes m only in objects that are the same at each iteration, and leaves it as it was elsewhere.
func (t *translation) partlyKept(l *cut, m *ir.Var) []candidate {
	if m.Heap.Class != ir.Plain && m.Heap.Class != ir.Atomic || m.Heap.Object == nil {
		return nil
	}
	given := t.assigned[l.head]
	stays := func(e *ir.Expr) bool {
		return given.evaluable(e, false) && !mentions(e, func(v *ir.Var) bool { return l.changed[v] })
	}
	var written []*ir.Expr
	for _, b := range t.order {
		if !t.body[l.head][b] {
			continue
		}
		for _, s := range b.Stmts {
			s, ok := s.(*ir.Step)
			if !ok {
				continue
			}
			for _, a := range s.Access {
				if a.Map != m || !a.Write {
					continue
				}
				key, at := ir.V(m.Heap.Keys[0]), a.Index[0]
				if !stays(at) {
					key, at = t.base(key), t.base(at)
				}
				if !stays(at) {
					return nil
				}
				written = append(written, ir.Eq(key, at))
			}
		}
	}
	if len(written) == 0 {
		return nil
	}
	same := ir.Eq(here(m), l.entry.of(here(m)))
	kept := ir.Implies(l.entry.of(t.rules[m].kept), same)
	name := m.Name + " is as on entry to the loop but for what the loop writes"
	return []candidate{
		{name: name, cond: t.everywhere(m, ir.Or(append(slices.Clone(written), same)...))}, // no others run meanwhile
		{name: name + " and others may write", cond: t.everywhere(m, ir.Or(append(written, kept)...))},
	}
}

// hintCandidates: comparisons with the loop's limits; weakened by one, as the last iteration passes the limit; and
// the latter unless nothing has changed yet, for limits that do not hold at first. Of what is said of all elements nothing weaker helps.
func (t *translation) hintCandidates(l *cut) []candidate {
	var cs []candidate
	add := func(e *ir.Expr) { cs = append(cs, candidate{name: e.String(), cond: e}) }
	owns := t.mayOwn(l)
	for _, r := range l.head.Loop.Regions {
		add(r)
	}
	for _, h := range l.head.Loop.Hints {
		if h.Sort.Kind != ir.KindBool || !owns && t.ofOwn(h) {
			continue
		}
		add(h)
		if h.Op == ir.OpForall {
			continue
		}
		weak := h
		if h.Op == ir.OpLt {
			weak = ir.Le(h.Args[0], h.Args[1])
			add(weak)
		}
		add(ir.Not(h))
		var same []*ir.Expr
		read := map[*ir.Var]bool{}
		allVars(h, read)
		for _, v := range t.fn.Locals {
			if l.changed[v] && read[v] {
				same = append(same, ir.Eq(ir.V(v), l.entry.of(ir.V(v))))
			}
		}
		if len(same) > 0 {
			add(ir.Or(weak, ir.And(same...)))
		}
	}
	return cs
}

// localCandidates: each local is as on entry to the loop, or an integer not below it, not above it, not negative.
func (t *translation) localCandidates(l *cut) []candidate {
	var cs []candidate
	for _, v := range t.fn.Locals {
		if enough(cs) {
			return cs
		}
		if !l.changed[v] || !t.assigned[l.head].has(v) || !t.needed[l.head].has(v) {
			continue
		}
		x := ir.V(v)
		first := l.entry.of(x)
		conds := []*ir.Expr{ir.Eq(x, first)}
		if v.Sort.Kind == ir.KindInt {
			conds = append(conds, ir.Le(first, x), ir.Le(x, first), ir.Le(ir.N(0, v.Sort), x))
		}
		if v.Sort.Kind == ir.KindRef {
			if t.setToNil[v] {
				conds = append(conds, ir.Eq(x, ir.Nil))
			}
			conds = append(conds, ir.Ne(x, ir.Nil))
		}
		for _, c := range conds {
			cs = append(cs, candidate{name: c.String(), cond: c})
		}
	}
	return append(cs, t.nilTogether(l)...)
}

// nilTogether: of two references that begin as nil, such as the ends of a list, one is nil as long as the other is.
func (t *translation) nilTogether(l *cut) []candidate {
	var cs []candidate
	var before []*ir.Var
	for _, v := range t.fn.Locals {
		if v.Sort.Kind != ir.KindRef || !l.changed[v] || !t.assigned[l.head].has(v) || !t.needed[l.head].has(v) || !t.setToNil[v] {
			continue
		}
		for _, u := range before {
			if enough(cs) {
				return cs
			}
			c := ir.Eq(ir.Eq(ir.V(u), ir.Nil), ir.Eq(ir.V(v), ir.Nil))
			cs = append(cs, candidate{name: c.String(), cond: c})
		}
		before = append(before, v)
	}
	return cs
}

// findSetToNil finds the variables to which some statement assigns nil itself.
func (t *translation) findSetToNil() {
	for _, b := range t.order {
		for _, s := range b.Stmts {
			if s, ok := s.(*ir.Assign); ok && ir.Equal(s.Src, ir.Nil) {
				t.setToNil[s.Dst] = true
			}
		}
	}
}

// objectCandidates: the object of each reference is still local, or is shared, or is either: an iteration publishes it. Of one that
// certainly is shared nothing is to be said.
func (t *translation) objectCandidates(l *cut) []candidate {
	if t.fn.Status == nil || !l.changed[t.fn.Status] {
		return nil
	}
	owns := [][]int64{{ir.Shared}}
	if t.mayOwn(l) {
		owns = [][]int64{{ir.Mine}, {ir.Shared}, {ir.Mine, ir.Shared}}
	}
	var cs []candidate
	for _, v := range append(append([]*ir.Var(nil), t.fn.Params...), t.fn.Locals...) {
		if enough(cs) {
			return cs
		}
		if v.Sort.Kind != ir.KindRef || v.Kind == ir.LocalVar && !(t.assigned[l.head].has(v) && t.needed[l.head].has(v)) {
			continue
		}
		if t.certainIn[l.head].shared(t.world, ir.V(v)) {
			continue // that is known at the head
		}
		cs = append(cs, t.ownedAs(ir.V(v), owns)...)
	}
	for _, ref := range t.partsPublished(l) {
		cs = append(cs, t.ownedAs(ref, owns)...)
	}
	return cs
}

// ownedAs says of a reference that it is nil, or that its object is in one of the states.
func (t *translation) ownedAs(ref *ir.Expr, owns [][]int64) (cs []candidate) {
	for _, codes := range owns {
		c := ir.Or(ir.Eq(ref, ir.Nil), t.has(t.base(ref), codes...))
		cs = append(cs, candidate{name: c.String(), cond: c})
	}
	return cs
}

// partsPublished returns the references in values of the function's own variables, such as the array of a slice, that
// steps of the loop publish and it does not assign.
func (t *translation) partsPublished(l *cut) (refs []*ir.Expr) {
	for _, b := range t.order {
		for _, s := range b.Stmts {
			s, ok := s.(*ir.Step)
			if !ok || !t.body[l.head][b] {
				continue
			}
			for _, ref := range s.Publish {
				if v := localPart(ref); v != nil && !l.changed[v] && t.assigned[l.head].has(v) && !containsExpr(refs, ref) {
					refs = append(refs, ref)
				}
			}
		}
	}
	return refs
}

// localPart returns the variable of the function's own of whose value e is a part, nil if it is something else.
func localPart(e *ir.Expr) *ir.Var {
	if e.Op != ir.OpField {
		return nil
	}
	for e.Op == ir.OpField {
		e = e.Args[0]
	}
	if e.Op != ir.OpVar || e.Var.Kind != ir.LocalVar {
		return nil
	}
	return e.Var
}

// maxHeld bounds the places about which heldCandidates says something.
const maxHeld = 8

// heldCandidates: what the goroutine's own objects hold, where the loop reads it, is still its own: the array of a slice that grows, say.
func (t *translation) heldCandidates(l *cut) []candidate {
	if t.fn.Status == nil || !l.changed[t.fn.Status] || !t.mayOwn(l) {
		return nil
	}
	given := t.assigned[l.head]
	var places []*ir.Expr
	look := func(x *ir.Expr) bool {
		if x.Op == ir.OpSelect && x.Args[0].Op == ir.OpVar && x.Args[0].Var.Heap != nil && l.changed[x.Args[0].Var] && len(places) < maxHeld &&
			len(refsIn(x)) > 0 && given.evaluable(x, true) && !containsExpr(places, x) {
			places = append(places, x)
		}
		return true
	}
	for _, b := range t.order {
		for _, s := range b.Stmts {
			if s, ok := s.(*ir.Step); ok && t.body[l.head][b] {
				for i := range s.Access {
					look(at(s.Access[i].Map, s.Access[i].Index...))
				}
			}
		}
	}
	var cs []candidate
	for _, p := range places {
		for _, ref := range refsIn(p) {
			c := ir.Or(ir.Eq(ref, ir.Nil), t.has(t.base(ref), ir.Mine))
			cs = append(cs, candidate{name: c.String(), cond: c})
		}
	}
	return cs
}

// refsIn returns the references in a value that is one or has some as fields, such as the array of a slice.
func refsIn(x *ir.Expr) []*ir.Expr {
	switch x.Sort.Kind {
	case ir.KindRef:
		return []*ir.Expr{x}
	case ir.KindTuple:
		var refs []*ir.Expr
		for i, f := range x.Sort.Fields {
			if f.Sort.Kind == ir.KindRef {
				refs = append(refs, ir.GetField(x, i))
			}
		}
		return refs
	}
	return nil
}
