package ir

import (
	"cmp"
	"maps"
	"slices"
)

func (c *checker) stmt(s Stmt) {
	switch s := s.(type) {
	case *Assume:
		c.expr(s.Cond, Bool, false)
	case *Assert:
		c.assert(s, false)
	case *Assign:
		c.assign(s, c.sequential)
		if !c.sequential {
			c.unshared(s.Src)
		}
	case *Havoc:
		c.havoc(s, c.sequential)
	case *Mark:
		c.mark(s)
	case *Cover:
		c.shows(s.Check.Shows)
	case *Witness, *Step, *Spawn:
		c.concurrent(s)
	default:
		c.errorf("unknown statement %T", s)
	}
}

// concurrent checks the statements that reduce translates away.
func (c *checker) concurrent(s Stmt) {
	if c.sequential {
		c.errorf("%T in a sequential program", s)
		return
	}
	switch s := s.(type) {
	case *Step:
		c.step(s)
	case *Spawn:
		for _, r := range s.Requires {
			c.assert(r, false)
		}
		c.refs(s.Publish)
	}
}

func (c *checker) step(s *Step) {
	if s.When != nil {
		c.expr(s.When, Bool, false)
	}
	c.uses(s.Uses)
	for _, p := range s.Pre {
		c.assert(p, false)
	}
	for _, d := range s.Do {
		switch d := d.(type) {
		case *Assume:
			c.expr(d.Cond, Bool, true)
		case *Assign:
			c.assign(d, true)
		case *Havoc:
			c.havoc(d, true)
		default:
			c.errorf("%T inside a step", d)
		}
	}
	for _, a := range s.Access {
		c.location(a.Map, a.Index, true)
		for _, i := range a.Index {
			c.unshared(i)
		}
	}
	c.refs(s.Publish)
	c.refs(s.Apart)
}

func (c *checker) refs(es []*Expr) {
	for _, e := range es {
		c.expr(e, Ref, false)
	}
}

func (c *checker) assert(s *Assert, old bool) {
	c.expr(s.Cond, Bool, old)
	c.shows(s.Check.Shows)
}

func (c *checker) mark(s *Mark) {
	if s.Mover != nil {
		c.expr(s.Mover, Int, false)
	}
	c.shows(s.Shows)
}

func (c *checker) shows(shows []Show) {
	for _, s := range shows {
		c.expr(s.Value, nil, false)
	}
}

// assign checks an assignment; shared: heap variables may change here, and old has a meaning.
func (c *checker) assign(s *Assign, shared bool) {
	c.target(s.Dst, shared)
	if s.Dst != nil {
		c.expr(s.Src, s.Dst.Sort, shared)
	}
}

func (c *checker) havoc(s *Havoc, shared bool) {
	for _, v := range s.Vars {
		c.target(v, shared)
	}
	c.uses(s.Uses)
}

func (c *checker) uses(vs []*Var) {
	for _, v := range vs {
		switch {
		case v == nil || !c.declared[v]:
			c.errorf("%s is not declared", name(v))
		case v.Kind != LocalVar:
			c.errorf("%s is used, and is no local", v.Name)
		}
	}
}

func (c *checker) target(v *Var, shared bool) {
	switch {
	case v == nil || !c.declared[v]:
		c.errorf("%s is not declared", name(v))
	case v.Kind == ConstVar:
		c.errorf("constant %s is changed", v.Name)
	case v.Kind == HeapVar && !shared:
		c.errorf("heap variable %s is changed outside a step", v.Name)
	}
}

// unshared checks that e, evaluated outside steps or to find a location, reads no state that others may change: such a
// read would escape the access check.
func (c *checker) unshared(e *Expr) {
	if e == nil {
		return
	}
	read := map[*Var]bool{}
	HeapVars(e, read)
	for _, v := range slices.SortedFunc(maps.Keys(read), func(a, b *Var) int { return cmp.Compare(a.Name, b.Name) }) {
		if v.Heap != nil && !v.Heap.Class.IsBookkeeping() {
			c.errorf("heap variable %s is read outside a step", v.Name)
		}
	}
}

// expr checks that e is a well-formed term of the sort (any if nil) in which bound may occur, and OpOld if old is set.
func (c *checker) expr(e *Expr, sort *Sort, old bool, bound ...*Var) {
	if e == nil {
		c.errorf("expression missing")
		return
	}
	t := termChecker{declared: c.declared, old: old && !c.sequential, seen: c.closed[0]}
	if t.old {
		t.seen = c.closed[1]
	}
	check := t.term
	if len(bound) > 0 {
		check = func(e *Expr) error { return t.under(bound, e) }
	}
	if err := check(e); err != nil {
		c.errorf("%w", err)
		return
	}
	if sort != nil && !Same(e.Sort, sort) {
		c.errorf("%s has sort %s, want %s", e, e.Sort, sort)
	}
}
