package strategy

import "github.com/calvin-go/calvin/explore/rt"

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

// A wish is a wakeup sequence to be inserted into a tree: the events of an execution in rest, then e, unless that is nil.
type wish struct {
	rest  []int32
	e     *action
	at    int32    // the decision whose tree it is
	ahead []action // the nodes of the tree that come before it
}

// insert makes sure that the subtree of the node with the given children covers v: the function insert of the paper's
// section 5.2. It returns the children.
func (r *reversal) insert(o *order, x *rt.Execution, children []*wakeup, v wish) []*wakeup {
	if len(v.rest) == 0 && v.e == nil {
		return children
	}
	for _, c := range children {
		if !v.covered(o, x, &c.action) {
			continue
		}
		if len(c.children) > 0 {
			c.children = r.insert(o, x, c.children, v.without(x, &c.action))
		}
		return children
	}
	r.inserted++
	return append(children, v.chain(x)...)
}

// without returns v without the operation of q, if that is in it.
func (v wish) without(x *rt.Execution, q *action) wish {
	v.ahead = append(v.ahead[:len(v.ahead):len(v.ahead)], *q)
	for at, k := range v.rest {
		if x.Events[k].G == q.event.G {
			rest := append([]int32(nil), v.rest[:at]...)
			v.rest = append(rest, v.rest[at+1:]...)
			return v
		}
	}
	if v.e != nil && v.e.event.G == q.event.G {
		v.e = nil
	}
	return v
}

// chain makes a tree of one branch.
func (v wish) chain(x *rt.Execution) []*wakeup {
	var top []*wakeup
	at := &top
	var s shifts
	for k := range v.ahead {
		a := &v.ahead[k].event
		s.add(a.Obj, a.Change(a.Class))
	}
	next := v.at
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
func (v wish) covered(o *order, x *rt.Execution, q *action) bool {
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
func (v wish) begins(x *rt.Execution) bool {
	for _, k := range v.rest {
		if k == v.e.event.From || !v.e.independent(x, &x.Events[k]) {
			return false
		}
	}
	return true
}
