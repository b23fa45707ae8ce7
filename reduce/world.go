package reduce

import (
	"fmt"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// kind tells reads from writes.
type kind uint8

const (
	read kind = iota
	write
)

func kindOf(a *ir.Access) kind {
	if a.Write {
		return write
	}
	return read
}

// A world is the state of one function and the rules by which it is shared.
type world struct {
	*stopper
	fn         *ir.Func
	tid        *ir.Expr
	rules      map[*ir.Var]*rules
	readers    map[*ir.Var]*ir.Var   // from the Holder variable of an RWMutex to its Readers variable
	wide       map[*ir.Var][]*ir.Var // see everywhere
	certainIn  map[*ir.Block]certain
	certainAt  map[*ir.Step]certainAround
	leftMovers map[*ir.Step]*ir.Expr // what leftMover has said, given certainAt
	written    map[*ir.Var]bool      // the heap variables, Status and Stored included, that fn's own steps may change
	stored     *ir.Var               // Stored; nil if no local object ever is
}

// rules say who may touch one heap variable. All are over the Keys of its Heap, in the current state, and about the
// goroutine under check.
type rules struct {
	mine, shared *ir.Expr
	allowed      [2]*ir.Expr // A^r and A^w
	exclusive    [2]*ir.Expr // E^r and E^w
	kept         *ir.Expr    // no other goroutine changes the location
	// demands and sole are what allowed and exclusive ask of a shared object.
	demands, sole [2]*ir.Expr
}

func newWorld(s *stopper, f *ir.Func) (*world, error) {
	w := &world{
		stopper: s,
		fn:      f, tid: ir.V(f.Tid),
		rules: map[*ir.Var]*rules{}, readers: map[*ir.Var]*ir.Var{}, written: map[*ir.Var]bool{},
		wide: map[*ir.Var][]*ir.Var{}, leftMovers: map[*ir.Step]*ir.Expr{},
	}
	for _, m := range f.Heap {
		if m.Heap == nil {
			return nil, fmt.Errorf("%s: heap variable %s has no sharing rules", f.Name, m.Name)
		}
		if m.Heap.Class == ir.Readers && m.Heap.Writer != nil {
			w.readers[m.Heap.Writer] = m
		}
	}
	for _, m := range f.Heap {
		w.heed()
		r, err := w.rulesOf(m)
		if err != nil {
			return nil, fmt.Errorf("access predicate of %s: %w", m.Name, err)
		}
		w.rules[m] = r
	}
	w.findWritten()
	return w, nil
}

func (w *world) findWritten() {
	for _, b := range w.fn.Blocks {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Step:
				forTargets(s.Do, func(v *ir.Var) { w.written[v] = v.Kind == ir.HeapVar })
				if len(s.Publish) > 0 && w.fn.Status != nil {
					w.written[w.fn.Status] = true
				}
			case *ir.Spawn:
				if len(s.Publish) > 0 && w.fn.Status != nil {
					w.written[w.fn.Status] = true
				}
			}
		}
	}
}

// forTargets calls visit for every variable that the statements may change.
func forTargets(stmts []ir.Stmt, visit func(*ir.Var)) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *ir.Assign:
			visit(s.Dst)
		case *ir.Havoc:
			for _, v := range s.Vars {
				visit(v)
			}
		case *ir.Step:
			forTargets(s.Do, visit)
		}
	}
}

// at returns the value of heap variable m at the keys. A variable without keys is its own value.
func at(m *ir.Var, keys ...*ir.Expr) *ir.Expr {
	if len(keys) == 0 {
		return ir.V(m)
	}
	return ir.Select(ir.V(m), keys...)
}

// exprs returns the expressions that read the variables.
func exprs(vars []*ir.Var) []*ir.Expr {
	es := make([]*ir.Expr, len(vars))
	for i, v := range vars {
		es[i] = ir.V(v)
	}
	return es
}

// here returns the value of heap variable m at its own Keys.
func here(m *ir.Var) *ir.Expr { return at(m, exprs(m.Heap.Keys)...) }

// atIndex returns the rule of heap variable m for the location with the given index.
func atIndex(m *ir.Var, rule *ir.Expr, index []*ir.Expr) *ir.Expr {
	sub := make(map[*ir.Var]*ir.Expr, len(index))
	for i, k := range m.Heap.Keys {
		sub[k] = index[i]
	}
	return ir.Subst(rule, sub)
}

// forKeys quantifies a condition over all locations of m.
func forKeys(m *ir.Var, cond *ir.Expr) *ir.Expr { return ir.Forall(m.Heap.Keys, cond, m) }

// base returns the object that reference o points into.
func (w *world) base(o *ir.Expr) *ir.Expr {
	if w.fn.Base == nil {
		return o
	}
	return ir.Apply(w.fn.Base, o)
}

// status returns the ownership of an object.
func (w *world) status(object *ir.Expr) *ir.Expr { return ir.Select(ir.V(w.fn.Status), object) }

// has says that the object has one of the ownership codes. Without Status all objects are shared.
func (w *world) has(object *ir.Expr, codes ...int64) *ir.Expr {
	if w.fn.Status == nil {
		return ir.B(slices.Contains(codes, ir.Shared))
	}
	var any []*ir.Expr
	for _, c := range codes {
		any = append(any, ir.Eq(w.status(object), ir.N(c, ir.Int)))
	}
	return ir.Or(any...)
}

// isMine says that the non-nil reference o points into an object local to the goroutine under check.
func (w *world) isMine(o *ir.Expr) *ir.Expr {
	return ir.And(ir.Ne(o, ir.Nil), w.has(w.base(o), ir.Mine))
}

// ownership lists the variables that say who owns objects.
func (w *world) ownership() []*ir.Var {
	var vs []*ir.Var
	for _, v := range []*ir.Var{w.fn.Status, w.stored} {
		if v != nil {
			vs = append(vs, v)
		}
	}
	return vs
}

// state lists all that other goroutines may change.
func (w *world) state() []*ir.Var { return append(slices.Clone(w.fn.Heap), w.ownership()...) }

// constant reports whether no goroutine ever writes m where it is shared.
func (w *world) constant(m *ir.Var) bool {
	switch m.Heap.Class {
	case ir.Immutable:
		return true
	case ir.Plain, ir.Atomic, ir.Latch:
		return m.Heap.Write != nil && m.Heap.Write.Op == ir.OpFalse
	}
	return false
}

// steady reports whether e depends, of shared state, only on locks, rights, ownership and constants: all that check 1 knows.
func (w *world) steady(e *ir.Expr) bool {
	vars := map[*ir.Var]bool{}
	ir.HeapVars(e, vars)
	for v := range vars {
		if v.Heap == nil { // Status, Stored
			continue
		}
		if c := v.Heap.Class; c != ir.Token && c != ir.Permission && !isLock(v) && !w.constant(v) {
			return false
		}
	}
	return true
}

// othersChange reports whether e depends on state that other goroutines may change, locks included.
func (w *world) othersChange(e *ir.Expr) bool {
	return mentions(e, func(v *ir.Var) bool { return v.Heap != nil && w.rules[v].kept.Op != ir.OpTrue })
}

// early reports whether a requires clause is check 1's as well as check 2's: asserted at calls and relied on in callees
// under full preemption. What is said of ordinary memory may hold only between the blocks of the reduced program; locks,
// atomic variables and ghosts are what access predicates speak of, whatever memory leads to them.
func (w *world) early(e *ir.Expr) bool {
	plain := func(v *ir.Var) bool { return v.Heap != nil && v.Heap.Class == ir.Plain && !w.constant(v) }
	early := true
	ir.Walk(e, func(x *ir.Expr) bool {
		early = early && (x.Op != ir.OpVar || !plain(x.Var))
		return early && !ofLock(x)
	})
	return early
}

// ofLock reports whether e is the state of a lock, which its arguments lead to.
func ofLock(e *ir.Expr) bool {
	if e.Op != ir.OpSelect || e.Args[0].Op != ir.OpVar {
		return false
	}
	h := e.Args[0].Var.Heap
	return h != nil && (h.Class == ir.Holder || h.Class == ir.Readers)
}

// mentions reports whether e reads a variable of which test holds.
func mentions(e *ir.Expr, test func(*ir.Var) bool) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpVar && test(x.Var)
		return !found
	})
	return found
}

// quantified reports whether a quantifier occurs in e.
func quantified(e *ir.Expr) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpForall || x.Op == ir.OpExists
		return !found
	})
	return found
}

// label returns heap variable m as a Go programmer writes it.
func label(m *ir.Var) string {
	if m.Label != "" {
		return m.Label
	}
	return m.Name
}

// lastName returns what stands after the last dot.
func lastName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }
