package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// live returns the locals whose value at the start of a block may be read later. What is not among them, a register that is
// set anew before each use, say, needs no loop invariant. It is backward analysis over all ways, loops included.
func (fl *flow) live(s *stopper) map[*ir.Block]localSet {
	in, through := map[*ir.Block]localSet{}, map[*ir.Block]*liveness{}
	for _, b := range fl.order {
		s.heed()
		in[b] = localSet{number: fl.number}
		through[b] = fl.newLiveness()
		through[b].block(b)
	}
	for again := true; again; {
		again = false
		for _, b := range slices.Backward(fl.order) {
			now := fl.neededAfter(b, in)
			now.subtract(through[b].killed)
			now.unite(through[b].read)
			if old := in[b]; old.unite(now) {
				in[b], again = old, true
			}
		}
		s.heed()
	}
	return in
}

// neededAfter returns what is needed at the start of some block that follows.
func (fl *flow) neededAfter(b *ir.Block, in map[*ir.Block]localSet) localSet {
	now := localSet{number: fl.number}
	for _, s := range b.Succs {
		now.unite(in[s])
	}
	return now
}

// neededAt returns the locals whose value before the statement of that index may be read at it or later.
func (fl *flow) neededAt(b *ir.Block, index int) localSet {
	now, rest := fl.neededAfter(b, fl.needed), fl.newLiveness()
	rest.from(b, index)
	now.subtract(rest.killed)
	now.unite(rest.read)
	return now
}

// A liveness is what some statements do with locals: those whose value before the statements they may read, and those that they
// give a new value without that.
type liveness struct{ read, killed localSet }

func (fl *flow) newLiveness() *liveness {
	return &liveness{localSet{number: fl.number}, localSet{number: fl.number}}
}

// block puts a block before nothing.
func (l *liveness) block(b *ir.Block) {
	l.from(b, 0)
	if b.Loop != nil {
		for _, c := range b.Loop.Invariants {
			l.reads(c.Cond)
		}
		l.reads(b.Loop.Hints...)
		l.reads(b.Loop.Regions...)
	}
}

// from is block for the statements from that index on.
func (l *liveness) from(b *ir.Block, index int) {
	if b.Return != nil {
		l.reads(b.Return.Values...)
	}
	for _, s := range slices.Backward(b.Stmts[index:]) {
		switch s := s.(type) {
		case *ir.Assign:
			l.kills(s.Dst)
		case *ir.Havoc:
			for _, v := range s.Vars {
				l.kills(v)
			}
		}
		l.stmt(s)
	}
}

func (l *liveness) kills(v *ir.Var) {
	l.killed.add(v)
	l.read.remove(v)
}

func (l *liveness) use(used []*ir.Var) {
	for _, v := range used {
		l.read.add(v)
		l.killed.remove(v)
	}
}

// reads adds the locals of expressions.
func (l *liveness) reads(es ...*ir.Expr) {
	for _, e := range es {
		forLocals(e, func(v *ir.Var) { l.use([]*ir.Var{v}) })
	}
}

// stmt adds the locals that a statement reads.
func (l *liveness) stmt(s ir.Stmt) {
	asserts := func(as []*ir.Assert) {
		for _, a := range as {
			l.reads(a.Cond)
		}
	}
	switch s := s.(type) {
	case *ir.Assume:
		l.reads(s.Cond)
	case *ir.Assert:
		l.reads(s.Cond)
	case *ir.Assign:
		l.reads(s.Src)
	case *ir.Havoc:
		l.use(s.Uses)
	case *ir.Spawn:
		l.reads(s.Publish...)
		asserts(s.Requires)
	case *ir.Step:
		l.use(s.Uses)
		l.reads(s.When)
		asserts(s.Pre)
		for _, d := range s.Do {
			l.stmt(d)
		}
		for _, a := range s.Access {
			l.reads(a.Index...)
		}
		l.reads(s.Publish...)
		l.reads(s.Apart...)
		l.reads(s.Give...)
	}
}

// forLocals calls visit for the locals that e reads, if there is an e.
func forLocals(e *ir.Expr, visit func(*ir.Var)) {
	if e == nil {
		return
	}
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.OpVar && x.Var.Kind == ir.LocalVar {
			visit(x.Var)
		}
		return true
	})
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
