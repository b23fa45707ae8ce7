package reduce

import (
	"errors"
	"fmt"

	"github.com/calvin-go/calvin/ir"
)

// errNotCompared says that an access predicate uses the goroutine's identity otherwise than in a comparison.
var errNotCompared = errors.New("tid may only be compared")

// maxMemberships bounds the read locks that one access predicate may name: its cases are their combinations.
const maxMemberships = 4

func (w *world) rulesOf(m *ir.Var) (*rules, error) {
	h := m.Heap
	r := &rules{mine: ir.False, shared: ir.True}
	if h.Object != nil && w.fn.Status != nil {
		r.mine = w.has(w.base(h.Object), ir.Mine)
		r.shared = w.has(w.base(h.Object), ir.Shared)
		if h.Nil {
			r.shared = ir.Or(ir.Eq(h.Object, ir.Nil), r.shared)
		}
		if h.Away != nil {
			r.mine = ir.And(r.mine, ir.Not(h.Away))
		}
		if h.Borrowed != nil {
			r.mine = ir.Or(r.mine, h.Borrowed)
		}
	}
	who := &eliminator{world: w, who: h.Who}
	for _, k := range []kind{read, write} {
		allows, err := who.instance(predicate(m, k), w.tid)
		if err != nil {
			return nil, err
		}
		r.demands[k] = w.simplify(allows)
		r.allowed[k] = ir.Or(r.mine, ir.And(r.shared, r.demands[k]))
	}
	switch h.Class {
	case ir.Holder, ir.Token:
		w.holderRules(m, r)
	case ir.Readers:
		w.readersRules(m, r)
	case ir.Immutable:
		w.immutableRules(m, r)
	case ir.Latch:
		return r, w.latchRules(m, r, who)
	default:
		if err := w.memoryRules(m, r, who); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// holderRules: a goroutine that holds the lock is the only one to change its holder, and one that has a right is the only
// one to give it away.
func (w *world) holderRules(m *ir.Var, r *rules) {
	own := ir.Or(r.mine, ir.Eq(here(m), w.tid))
	r.kept = own
	r.exclusive = [2]*ir.Expr{own, own}
}

// readersRules: a goroutine alone makes itself a reader or ceases to be one. Becoming a reader has to wait for the
// writer, so that it commutes to the right only, and ceasing lets a writer in, so that it commutes to the left only;
// hence membership counts as exclusive access for writing, which makes it so.
func (w *world) readersRules(m *ir.Var, r *rules) {
	own := ir.Eq(ir.V(m.Heap.Keys[len(m.Heap.Keys)-1]), w.tid)
	r.kept = ir.Or(r.mine, own)
	r.exclusive = [2]*ir.Expr{r.kept, ir.Or(r.mine, ir.And(own, here(m)))}
}

// immutableRules: nothing changes for an object that is shared, and others change nothing of the goroutine's own. Of an object that
// was handed over the other goroutine may settle anew whose it is.
func (w *world) immutableRules(m *ir.Var, r *rules) {
	r.kept = ir.True
	if m.Heap.Object != nil && w.fn.Status != nil {
		r.kept = w.has(w.base(m.Heap.Object), ir.Shared, ir.Mine)
	}
	r.exclusive = [2]*ir.Expr{r.kept, r.mine}
}

// memoryRules gives E of ordinary and atomic memory:
//
//	A^k(t) = the object is local to t, or it is shared and the predicate holds of t
//	E^k(t) = A^k(t), and for no j != t does the predicate allow what conflicts with k
func (w *world) memoryRules(m *ir.Var, r *rules, who *eliminator) error {
	conflict := [2]*ir.Expr{read: predicate(m, write), write: either(predicate(m, read), predicate(m, write))}
	for k := range conflict {
		alone, err := who.alone(conflict[k])
		if err != nil {
			return err
		}
		r.sole[k] = w.settled(m.Heap.Object, w.simplify(ir.And(r.demands[k], alone)))
		r.exclusive[k] = ir.Or(r.mine, ir.And(r.shared, r.sole[k]))
	}
	r.kept = r.exclusive[read]
	return nil
}

// branch is yes where cond holds, and no elsewhere; as a junction if one of them is certain.
func branch(cond, yes, no *ir.Expr) *ir.Expr {
	switch {
	case no.Op == ir.OpFalse:
		return ir.And(cond, yes)
	case no.Op == ir.OpTrue:
		return ir.Or(ir.Not(cond), yes)
	case yes.Op == ir.OpFalse:
		return ir.And(ir.Not(cond), no)
	case yes.Op == ir.OpTrue:
		return ir.Or(cond, no)
	}
	return ir.Ite(cond, yes, no)
}

// either is the disjunction of two conditions, taken inwards where both make the same choice.
func either(a, b *ir.Expr) *ir.Expr {
	if a.Op == ir.OpIte && b.Op == ir.OpIte && ir.Equal(a.Args[0], b.Args[0]) {
		return ir.Ite(a.Args[0], either(a.Args[1], b.Args[1]), either(a.Args[2], b.Args[2]))
	}
	return ir.Or(a, b)
}

// settled adds to a condition on a location that the other objects which it reads, such as the one that owns the array
// of an element, are not another goroutine's own, who could change them at will. Object is the location's.
func (w *world) settled(object, cond *ir.Expr) *ir.Expr {
	if w.fn.Status == nil {
		return cond
	}
	switch cond.Op {
	case ir.OpIte:
		return ir.Ite(cond.Args[0], w.settled(object, cond.Args[1]), w.settled(object, cond.Args[2]))
	case ir.OpAnd, ir.OpOr: // of alternatives the one that holds is enough
		var parts []*ir.Expr
		for _, part := range cond.Args {
			parts = append(parts, w.settled(object, part))
		}
		if cond.Op == ir.OpOr {
			return ir.Or(parts...)
		}
		return unique(ir.And(parts...))
	}
	all := []*ir.Expr{cond}
	ir.Walk(cond, func(x *ir.Expr) bool {
		if x.Op == ir.OpForall || x.Op == ir.OpExists {
			return false
		}
		if o := w.objectRead(x); o != nil && (object == nil || !ir.Equal(w.base(o), w.base(object))) {
			all = append(all, w.has(w.base(o), ir.Shared, ir.Mine))
		}
		return true
	})
	return unique(ir.And(all...))
}

// objectRead returns the object that e reads ordinary or atomic memory of, or nil.
func (w *world) objectRead(e *ir.Expr) *ir.Expr {
	if e.Op != ir.OpSelect || e.Args[0].Op != ir.OpVar {
		return nil
	}
	m := e.Args[0].Var
	if m.Heap == nil || m.Heap.Object == nil || len(e.Args)-1 < len(m.Heap.Keys) ||
		m.Heap.Class != ir.Plain && m.Heap.Class != ir.Atomic {
		return nil
	}
	return atIndex(m, m.Heap.Object, e.Args[1:])
}

// predicate returns what the annotation demands for an access of the kind.
func predicate(m *ir.Var, k kind) *ir.Expr {
	p := m.Heap.Read
	if k == write {
		p = m.Heap.Write
	}
	if p == nil {
		return ir.True
	}
	return p
}

// An eliminator rids predicates of quantifiers over goroutines. A predicate names the goroutine only in comparisons
// and as the member of a lock's readers; the domain of goroutines is unbounded. So "for all j != t" equals its
// instances at the terms that j is compared with, and at one j that equals none of them.
type eliminator struct {
	*world
	who *ir.Var
}

// named collects where a predicate names the goroutine.
type named struct {
	terms   []term
	members []*ir.Expr // Select terms: the goroutine is a reader
}

// A term is one that the goroutine is compared with, below quantifiers that bind the variables.
type term struct {
	*ir.Expr
	bound []*ir.Var
}

func (x *eliminator) collect(e *ir.Expr, bound []*ir.Var, into *named) error {
	switch {
	case x.isWho(e):
		return errNotCompared
	case e.Op == ir.OpEq && (x.isWho(e.Args[0]) || x.isWho(e.Args[1])):
		other := e.Args[0]
		if x.isWho(other) {
			other = e.Args[1]
		}
		if x.occurs(other) {
			return errNotCompared
		}
		into.add(term{other, bound})
		return nil
	case x.isMembership(e):
		for _, k := range e.Args[1 : len(e.Args)-1] {
			if x.occurs(k) {
				return errNotCompared
			}
		}
		if len(bound) > 0 {
			return fmt.Errorf("a read lock may not be asked for under a quantifier")
		}
		into.addMember(e)
		return nil
	case e.Op == ir.OpForall || e.Op == ir.OpExists:
		bound = append(bound[:len(bound):len(bound)], e.Bound...)
	}
	for _, a := range e.Args {
		if err := x.collect(a, bound, into); err != nil {
			return err
		}
	}
	return nil
}

func (n *named) add(t term) {
	for _, u := range n.terms {
		if len(t.bound) == 0 && len(u.bound) == 0 && ir.Equal(t.Expr, u.Expr) {
			return
		}
	}
	n.terms = append(n.terms, t)
}

func (n *named) addMember(e *ir.Expr) {
	for _, m := range n.members {
		if ir.Equal(m, e) {
			return
		}
	}
	n.members = append(n.members, e)
}

func (x *eliminator) isWho(e *ir.Expr) bool { return e.Op == ir.OpVar && e.Var == x.who }

func (x *eliminator) occurs(e *ir.Expr) bool {
	return mentions(e, func(v *ir.Var) bool { return v == x.who })
}

// isMembership recognises readers[..][who].
func (x *eliminator) isMembership(e *ir.Expr) bool {
	return e.Op == ir.OpSelect && e.Args[0].Op == ir.OpVar && e.Args[0].Var.Heap != nil &&
		e.Args[0].Var.Heap.Class == ir.Readers && x.isWho(e.Args[len(e.Args)-1])
}

// instance returns the predicate about goroutine t.
func (x *eliminator) instance(pred, t *ir.Expr) (*ir.Expr, error) {
	if err := x.collect(pred, nil, &named{}); err != nil {
		return nil, err
	}
	return x.about(pred, t, nil), nil
}

// alone says that the predicate holds of no goroutine but the one under check.
//
// Instances at a free lock's holder are not left out, although no goroutine is free: another may take the lock at any
// time, and access that ends so is not exclusive.
//
// Of a choice that is the same for all goroutines, such as which variable holds the location, each side is taken by itself.
func (x *eliminator) alone(pred *ir.Expr) (*ir.Expr, error) {
	if pred.Op == ir.OpIte && !x.occurs(pred.Args[0]) {
		yes, err := x.alone(pred.Args[1])
		if err != nil {
			return nil, err
		}
		no, err := x.alone(pred.Args[2])
		if err != nil {
			return nil, err
		}
		return branch(pred.Args[0], yes, no), nil
	}
	var n named
	if err := x.collect(pred, nil, &n); err != nil {
		return nil, err
	}
	if len(n.members) > maxMemberships {
		return nil, fmt.Errorf("more than %d read locks in one predicate", maxMemberships)
	}
	var all []*ir.Expr
	for choice := range 1 << len(n.members) {
		worst := x.memberships(n.members, choice)
		all = append(all, ir.Not(x.about(pred, nil, worst)))
		for _, t := range n.terms {
			clear := ir.Not(x.about(pred, t.Expr, worst))
			all = append(all, ir.Forall(t.bound, ir.Implies(ir.Ne(t.Expr, x.tid), clear)))
		}
	}
	return ir.And(all...), nil
}

// memberships says of another goroutine whether it reads each of the locks: bit i of choice unset, it does not; set,
// it does unless the lock has a writer.
func (x *eliminator) memberships(members []*ir.Expr, choice int) func(*ir.Expr) *ir.Expr {
	return func(e *ir.Expr) *ir.Expr {
		for i, m := range members {
			if ir.Equal(m, e) && choice&(1<<i) == 0 {
				return ir.False
			}
		}
		writer := e.Args[0].Var.Heap.Writer
		if writer == nil {
			return ir.True
		}
		return ir.Eq(at(writer, e.Args[1:len(e.Args)-1]...), ir.Free)
	}
}

// readsLockOf says, if e is the writer of an RWMutex, that the goroutine under check reads that lock; else nil.
func (x *eliminator) readsLockOf(e *ir.Expr) *ir.Expr {
	var keys []*ir.Expr
	if e.Op == ir.OpSelect {
		e, keys = e.Args[0], e.Args[1:]
	}
	if e.Op != ir.OpVar || x.readers[e.Var] == nil {
		return nil
	}
	return at(x.readers[e.Var], append(keys[:len(keys):len(keys)], x.tid)...)
}

// about returns the predicate with goroutine j for who; j nil is a goroutine that equals no term. With member the
// predicate is about another goroutine than the one under check; a nil member leaves memberships to be read from the
// state.
func (x *eliminator) about(e, j *ir.Expr, member func(*ir.Expr) *ir.Expr) *ir.Expr {
	switch {
	case e.Op == ir.OpEq && x.isWho(e.Args[0]):
		return x.compare(e.Args[1], j, member != nil)
	case e.Op == ir.OpEq && x.isWho(e.Args[1]):
		return x.compare(e.Args[0], j, member != nil)
	case member != nil && x.isMembership(e):
		return member(e)
	case x.isWho(e):
		return j
	case len(e.Args) == 0:
		return e
	}
	args := make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = x.about(a, j, member)
	}
	return ir.Rebuild(e, args)
}

// compare says that j is what the term says. Another goroutine is no writer of an RWMutex that the one under check
// reads, nor can it become so where that lock is free.
func (x *eliminator) compare(term, j *ir.Expr, other bool) *ir.Expr {
	if j == nil {
		return ir.False
	}
	same := ir.Eq(term, j)
	if reads := x.readsLockOf(term); other && reads != nil {
		same = ir.And(same, ir.Not(reads))
	}
	return same
}
