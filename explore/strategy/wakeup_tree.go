package strategy

import "github.com/calvin-go/calvin/explore/rt"

// A wakeup is a node of a wakeup tree: a decision to be tried, and below it what is to be tried after that. A leaf is
// explored without guidance.
//
// The tree of a decision under way belongs to its node of the search; the children are in the order in which they are
// tried.
type wakeup struct {
	action   action
	choice   int32 // the alternative, where it is a choice; else -1
	of       int32 // how many alternatives it has
	children []*wakeup
}

// A wish is a wakeup sequence to be inserted into a tree: the events of an execution in rest, then e, unless that is nil.
type wish struct {
	rest []int32
	e    *action
}

// insert makes sure that the subtree of the node with the given children covers v: the function insert of the paper's
// section 5.2. It returns the children.
func (r *reversal) insert(d *DPOR, x *rt.Execution, children []*wakeup, v wish) []*wakeup {
	for _, c := range children {
		if !covers(&d.order, x, &c.action, v) {
			continue
		}
		if len(c.children) == 0 {
			return children
		}
		rest, choices := r.without(x, &c.action, v)
		if c.children[0].choice >= 0 {
			r.insertBelow(d, x, c, rest, choices)
		} else {
			c.children = r.insert(d, x, c.children, rest)
		}
		return children
	}
	if len(v.rest) == 0 && v.e == nil {
		return children
	}
	return append(children, r.chain(x, v)...)
}

// insertBelow inserts v below c, which is followed by a choice. If c is in the sequence, alternatives tells which ones it
// took.
func (r *reversal) insertBelow(d *DPOR, x *rt.Execution, c *wakeup, v wish, alternatives []int32) {
	for _, alternative := range alternatives {
		var next *wakeup
		for _, a := range c.children {
			if a.choice == alternative {
				next = a
			}
		}
		if next == nil {
			next = &wakeup{choice: alternative, of: c.children[0].of}
			c.children = append(c.children, next)
			next.children = r.chain(x, v)
			return
		}
		c = next
	}
	switch {
	case len(c.children) == 0:
	case c.children[0].choice < 0:
		c.children = r.insert(d, x, c.children, v)
	default: // a choice that the sequence says nothing of
		for _, a := range c.children {
			r.insertBelow(d, x, a, v, nil)
		}
	}
}

// without returns v without the operation of q, and the alternatives of the choices in it.
func (r *reversal) without(x *rt.Execution, q *action, v wish) (wish, []int32) {
	for at, k := range v.rest {
		if x.Events[k].G != q.event.G {
			continue
		}
		end := at + 1
		var choices []int32
		for end < len(v.rest) && x.Events[v.rest[end]].Kind == rt.OpChoice && v.rest[end] == v.rest[end-1]+1 {
			choices = append(choices, x.Events[v.rest[end]].Seq)
			end++
		}
		rest := append([]int32(nil), v.rest[:at]...)
		return wish{append(rest, v.rest[end:]...), v.e}, choices
	}
	if v.e != nil && v.e.event.G == q.event.G {
		v.e = nil
	}
	return v, nil
}

// chain makes a tree of one branch.
func (r *reversal) chain(x *rt.Execution, v wish) []*wakeup {
	r.inserted++
	var top []*wakeup
	at := &top
	for _, k := range v.rest {
		e := &x.Events[k]
		w := &wakeup{choice: -1}
		if e.Kind == rt.OpChoice {
			w.choice, w.of = e.Seq, e.Need
		} else {
			w.action = newAction(x, e)
		}
		*at = append(*at, w)
		at = &w.children
	}
	if v.e != nil {
		*at = append(*at, &wakeup{action: *v.e, choice: -1})
	}
	return top
}

// covers reports whether q could begin v, or is independent of all of it: whether it is one of the paper's weak initials.
// Then whatever begins with v can begin with q.
func covers(o *order, x *rt.Execution, q *action, v wish) bool {
	commutes := true
	for at, k := range v.rest {
		e := &x.Events[k]
		if e.G == q.event.G {
			for _, i := range v.rest[:at] {
				if o.precedes(i, k) {
					return false
				}
			}
			// If its effect is another, what supplied it comes before.
			return e.Class == q.event.Class
		}
		commutes = commutes && q.independent(x, e)
	}
	switch {
	case v.e == nil:
		return commutes
	case v.e.event.G == q.event.G:
		return v.e.event.Class == q.event.Class && begins(x, v.e, v.rest)
	}
	return commutes && q.independentOf(v.e)
}

// begins reports whether e, an operation of a goroutine that has none in rest, is independent of all of rest.
func begins(x *rt.Execution, e *action, rest []int32) bool {
	for _, k := range rest {
		if k == e.event.From || !e.independent(x, &x.Events[k]) {
			return false
		}
	}
	return true
}
