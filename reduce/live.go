package reduce

import (
	"maps"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// live returns the locals whose value at the start of a block may be read later. What is not among them, a register that is
// set anew before each use, say, needs no loop invariant. It is backward analysis over all ways, loops included.
func (fl *flow) live() map[*ir.Block]vars {
	in := map[*ir.Block]vars{}
	for again := true; again; {
		again = false
		for _, b := range slices.Backward(fl.order) {
			now := vars{}
			for _, s := range b.Succs {
				for v := range in[s] {
					now[v] = true
				}
			}
			now.through(b)
			if len(now) != len(in[b]) { // it only grows
				in[b], again = now, true
			}
		}
	}
	return in
}

// neededAt returns the locals whose value before the statement of that index may be read at it or later.
func (fl *flow) neededAt(b *ir.Block, index int) vars {
	now := vars{}
	for _, s := range b.Succs {
		maps.Copy(now, fl.needed[s])
	}
	now.throughFrom(b, index)
	return now
}

// through turns what is live at the end of the block into what is live at its start.
func (vs vars) through(b *ir.Block) {
	vs.throughFrom(b, 0)
	if b.Loop != nil {
		for _, c := range b.Loop.Invariants {
			vs.read(c.Cond)
		}
		vs.read(b.Loop.Hints...)
		vs.read(b.Loop.Regions...)
	}
}

// throughFrom is through for the statements from that index on.
func (vs vars) throughFrom(b *ir.Block, index int) {
	if b.Return != nil {
		vs.read(b.Return.Values...)
	}
	for _, s := range slices.Backward(b.Stmts[index:]) {
		switch s := s.(type) {
		case *ir.Assign:
			delete(vs, s.Dst)
		case *ir.Havoc:
			for _, v := range s.Vars {
				delete(vs, v)
			}
		}
		vs.reads(s)
	}
}

// reads adds the locals that a statement reads.
func (vs vars) reads(s ir.Stmt) {
	asserts := func(as []*ir.Assert) {
		for _, a := range as {
			vs.read(a.Cond)
		}
	}
	switch s := s.(type) {
	case *ir.Assume:
		vs.read(s.Cond)
	case *ir.Assert:
		vs.read(s.Cond)
	case *ir.Assign:
		vs.read(s.Src)
	case *ir.Havoc:
		vs.use(s.Uses)
	case *ir.Spawn:
		vs.read(s.Publish...)
		asserts(s.Requires)
	case *ir.Step:
		vs.use(s.Uses)
		vs.read(s.When)
		asserts(s.Pre)
		for _, d := range s.Do {
			vs.reads(d)
		}
		for _, a := range s.Access {
			vs.read(a.Index...)
		}
		vs.read(s.Publish...)
		vs.read(s.Apart...)
		vs.read(s.Give...)
	}
}

func (vs vars) use(used []*ir.Var) {
	for _, v := range used {
		vs[v] = true
	}
}

func (vs vars) read(es ...*ir.Expr) {
	for _, e := range es {
		if e == nil {
			continue
		}
		ir.Walk(e, func(x *ir.Expr) bool {
			if x.Op == ir.OpVar && x.Var.Kind == ir.LocalVar {
				vs[x.Var] = true
			}
			return true
		})
	}
}

// mayOwn reports whether the goroutine may have local objects at the head of the loop: some step that leads there changes
// ownership, or the function is given objects that are local.
func (t *translation) mayOwn(l *cut) bool {
	if t.fn.Status == nil {
		return false
	}
	if slices.ContainsFunc(t.fn.Given, t.ofOwn) || slices.ContainsFunc(t.fn.Requires, func(c *ir.Clause) bool { return t.ofOwn(c.Cond) }) {
		return true
	}
	seen := map[*ir.Block]bool{}
	var leads func(*ir.Block) bool
	leads = func(b *ir.Block) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, s := range b.Stmts {
			if changes(s, t.fn.Status) {
				return true
			}
		}
		return slices.ContainsFunc(t.preds[b], leads)
	}
	return leads(l.head)
}

// ofOwn reports whether the condition may say of an object that it is local.
func (w *world) ofOwn(e *ir.Expr) bool {
	mine := false
	ir.Walk(e, func(x *ir.Expr) bool {
		mine = mine || x.Op == ir.OpInt && x.Int.IsInt64() && x.Int.Int64() == ir.Mine
		return !mine
	})
	return mine && mentions(e, func(v *ir.Var) bool { return v == w.fn.Status })
}

// changes reports whether the statement assigns to the variable, in a step too.
func changes(s ir.Stmt, v *ir.Var) bool {
	found := false
	forTargets([]ir.Stmt{s}, func(x *ir.Var) { found = found || x == v })
	return found
}
