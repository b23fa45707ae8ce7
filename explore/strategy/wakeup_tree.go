package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// A wakeup is a node of a wakeup tree: a decision to be tried, and below it what is to be tried after that. A leaf is
// explored without guidance. Below a select among several ready cases is the choice of one.
//
// The tree of a decision under way belongs to its node of the search; the children are in the order in which they are
// tried.
type wakeup struct {
	action   action
	children []*wakeup
}

// decision is the decision that w asks for.
func (w *wakeup) decision() int32 { return w.action.event.Decision() }

// A wakeupSequence is to be inserted into a tree: the events of an execution in rest, then e, unless that is nil.
type wakeupSequence struct {
	rest []int32
	e    *action
}

// insert makes sure that the tree of decision i covers v: the function insert of the paper's section 5.2.
func (r *reversal) insert(d *DPOR, x *rt.Execution, i int32, v wakeupSequence) {
	tree := &d.nodes[i].tree
	r.ahead = r.ahead[:0]
next:
	for len(v.rest) > 0 || v.e != nil {
		for _, c := range *tree {
			if !v.covered(&d.order, x, &c.action) {
				continue
			}
			if len(c.children) == 0 {
				return
			}
			r.remove(x, &v, &c.action)
			tree = &c.children
			continue next
		}
		r.inserted++
		*tree = append(*tree, r.chain(x, i, v)...)
		return
	}
}

// remove takes the operation of q, which comes before v, out of v, if that is in it. What is left is valid until the next insertion.
func (r *reversal) remove(x *rt.Execution, v *wakeupSequence, q *action) {
	r.ahead = append(r.ahead, q)
	at := slices.IndexFunc(v.rest, func(k int32) bool { return x.Events[k].G == q.event.G })
	switch {
	case at >= 0:
		r.left = append(append(r.left[:0], v.rest[:at]...), v.rest[at+1:]...)
		v.rest = r.left
	case v.e != nil && v.e.event.G == q.event.G:
		v.e = nil
	}
}

// chain makes v, which comes at decision i after the nodes ahead of it, a tree of one branch.
func (r *reversal) chain(x *rt.Execution, i int32, v wakeupSequence) []*wakeup {
	var top []*wakeup
	at := &top
	var s shifts
	for _, a := range r.ahead {
		s.add(a.event.Obj, a.event.Change(a.event.Class))
	}
	next := i
	for _, k := range v.rest {
		for ; next < k; next++ {
			s.skip(x, &x.Events[next])
		}
		next = k + 1
		w := &wakeup{action: newAction(x, &x.Events[k])}
		w.action.event.State += s.of(w.action.event.Obj)
		*at = append(*at, w)
		at = &w.children
	}
	if v.e != nil {
		*at = append(*at, &wakeup{action: *v.e})
	}
	return top
}

// shifts tell by how much the states of objects are others than in an execution where other events come before.
type shifts []shift

type shift struct {
	obj rt.ObjID
	by  uint64
}

func (s *shifts) add(obj rt.ObjID, by uint64) {
	if by == 0 {
		return
	}
	for k := range *s {
		if (*s)[k].obj == obj {
			(*s)[k].by += by
			return
		}
	}
	*s = append(*s, shift{obj, by})
}

// skip leaves out event e of x.
func (s *shifts) skip(x *rt.Execution, e *rt.Event) {
	for k := range x.PartCount(e) {
		p := x.Part(e, k)
		s.add(p.Obj, -e.Change(p.Class))
	}
}

func (s shifts) of(obj rt.ObjID) uint64 {
	for k := range s {
		if s[k].obj == obj {
			return s[k].by
		}
	}
	return 0
}

// covered reports whether q could begin v, or is independent of all of it: whether it is one of the paper's weak initials.
// Then whatever begins with v can begin with q.
func (v wakeupSequence) covered(o *order, x *rt.Execution, q *action) bool {
	commutes := true
	for at, k := range v.rest {
		e := &x.Events[k]
		if e.G == q.event.G {
			for _, i := range v.rest[:at] {
				if o.precedes(i, k) {
					return false
				}
			}
			// If its effect is another, what supplied it comes before; a choice may be of another alternative.
			return e.Kind == q.event.Kind && e.Class == q.event.Class && (e.Kind != rt.OpChoice || e.Seq == q.event.Seq)
		}
		commutes = commutes && q.independent(x, e)
	}
	switch {
	case v.e == nil:
		return commutes
	case v.e.event.G == q.event.G:
		return v.e.event.Class == q.event.Class && v.begins(x)
	}
	return commutes && q.independentOf(x, v.e)
}

// begins reports whether v.e, an operation of a goroutine that has none in v.rest, is independent of all of that.
func (v wakeupSequence) begins(x *rt.Execution) bool {
	for _, k := range v.rest {
		if k == v.e.event.From || !v.e.independent(x, &x.Events[k]) {
			return false
		}
	}
	return true
}
