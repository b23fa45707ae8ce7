package reduce

import (
	"fmt"

	"github.com/calvin-go/calvin/ir"
)

// validate refuses functions on which the reduction would be unsound: shared memory touched outside steps, or by a
// step that does not say so. Both checks believe Step.Access.
func (w *world) validate() error {
	for _, b := range w.fn.Blocks {
		for _, s := range b.Stmts {
			w.heed()
			if err := w.validateStmt(s); err != nil {
				return fmt.Errorf("%s, block %s: %w", w.fn.Name, b.Name, err)
			}
		}
	}
	return nil
}

func (w *world) validateStmt(s ir.Stmt) error {
	switch s := s.(type) {
	case *ir.Assign:
		if s.Dst.Kind != ir.LocalVar {
			return fmt.Errorf("assignment to %s outside a step", s.Dst.Name)
		}
		if m := w.sharedMemory(s.Src); m != nil {
			return fmt.Errorf("%s is read outside a step", m.Name)
		}
	case *ir.Havoc:
		for _, v := range s.Vars {
			if v.Kind != ir.LocalVar {
				return fmt.Errorf("%s is changed outside a step", v.Name)
			}
		}
	case *ir.Step:
		if err := w.validateStep(s); err != nil {
			return fmt.Errorf("step %q: %w", s.Text, err)
		}
	case *ir.Assume, *ir.Assert, *ir.Witness, *ir.Spawn, *ir.Mark:
	default:
		return fmt.Errorf("unexpected statement %T", s)
	}
	return nil
}

// sharedMemory returns a heap variable that e reads and that steps alone may read, or nil.
func (w *world) sharedMemory(e *ir.Expr) *ir.Var {
	vars := map[*ir.Var]bool{}
	ir.HeapVars(e, vars)
	for _, m := range w.fn.Heap {
		if vars[m] && !m.Heap.Class.IsBookkeeping() && !w.constant(m) {
			return m
		}
	}
	return nil
}

func (w *world) validateStep(s *ir.Step) error {
	reads, writes := map[*ir.Var]bool{}, map[*ir.Var]bool{}
	forTargets(s.Do, func(v *ir.Var) { writes[v] = true })
	if s.When != nil {
		ir.HeapVars(s.When, reads)
	}
	for _, d := range s.Do {
		switch d := d.(type) {
		case *ir.Assign:
			ir.HeapVars(d.Src, reads)
		case *ir.Assume:
			if s.Mover == ir.ByPredicate { // else it picks a new object, whose memory it describes
				ir.HeapVars(d.Cond, reads)
			}
		case *ir.Havoc:
		default:
			return fmt.Errorf("unexpected statement %T in a step", d)
		}
	}
	if err := w.validateAccesses(s); err != nil {
		return err
	}
	for _, m := range w.fn.Heap {
		if writes[m] && w.mustList(s, m) && !lists(s, m, write) {
			return fmt.Errorf("writes %s without listing it", m.Name)
		}
		if reads[m] && w.mustList(s, m) && !w.constant(m) && !lists(s, m, read) {
			return fmt.Errorf("reads %s without listing it", m.Name)
		}
	}
	return nil
}

func (w *world) validateAccesses(s *ir.Step) error {
	for _, a := range s.Access {
		if w.rules[a.Map] == nil {
			return fmt.Errorf("access to %s, which is not a heap variable of the function", a.Map.Name)
		}
		if len(a.Index) != len(a.Map.Heap.Keys) {
			return fmt.Errorf("access to %s with %d keys for %d", a.Map.Name, len(a.Index), len(a.Map.Heap.Keys))
		}
		for _, i := range a.Index {
			if m := w.sharedMemory(i); m != nil {
				return fmt.Errorf("index of %s reads %s", a.Map.Name, m.Name)
			}
		}
	}
	return nil
}

// mustList reports whether a step that touches m has to list it. What classes the step, or is checked of it, by other
// means than its accesses is free: lock operations know how they move, the body of a callee was checked itself, and code
// that is not at hand is believed.
func (w *world) mustList(s *ir.Step, m *ir.Var) bool {
	switch m.Heap.Class {
	case ir.Immutable, ir.Permission, ir.Token:
		return false
	case ir.Holder, ir.Readers, ir.Latch:
		return s.Mover == ir.ByPredicate
	}
	return s.Mover == ir.ByPredicate || !s.Contract && !s.Foreign
}

// lists reports whether the step lists an access to m that covers the kind.
func lists(s *ir.Step, m *ir.Var, k kind) bool {
	for i := range s.Access {
		if a := &s.Access[i]; a.Map == m && (k == read || a.Write) {
			return true
		}
	}
	return false
}
