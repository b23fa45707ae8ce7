package eval

import (
	"fmt"
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// lockState translates a lock's holder, held and rheld.
func (e *Env) lockState(x annot.Expr) (*ir.Expr, error) {
	var at annot.Expr
	held, isHeld := x.(*annot.Held)
	if isHeld {
		at = held.X
	} else {
		at = x.(*annot.Holder).X
	}
	if isHeld && annot.IsLocker(at.Type()) {
		return e.heldBehind(at)
	}
	p, err := e.Locate(at)
	if err != nil {
		return nil, err
	}
	l, err := e.Mem.Lock(p)
	switch {
	case err != nil:
		return nil, err
	case !isHeld:
		return l.HolderValue(), nil
	case !held.Read:
		return l.Holds(e.Tid), nil
	case l.Readers == nil:
		return nil, fmt.Errorf("rheld needs an RWMutex")
	}
	return l.Reads(e.Tid), nil
}

// LockOn returns the lock at x, and adds that the pointers on the way there are not nil.
func (e *Env) LockOn(x annot.Expr, exists *[]*ir.Expr) (heap.LockVars, error) {
	var err error
	annot.Walk(x, func(x annot.Expr) bool {
		s, ok := x.(*annot.Select)
		if !ok || !s.Deref || err != nil {
			return true
		}
		var v *ir.Expr
		if v, err = e.Eval(s.X); err == nil {
			*exists = append(*exists, ir.Ne(v, ir.Nil))
		}
		return true
	})
	if err != nil {
		return heap.LockVars{}, err
	}
	p, err := e.Locate(x)
	if err != nil {
		return heap.LockVars{}, err
	}
	return e.Mem.Lock(p)
}

// heldBehind is the condition that the goroutine holds the lock behind the Locker x.
func (e *Env) heldBehind(x annot.Expr) (*ir.Expr, error) {
	if s, ok := x.(*annot.Select); ok {
		if ptr, ok := s.X.Type().Underlying().(*types.Pointer); ok && annot.IsCond(ptr.Elem()) {
			return e.heldOfCond(s.X)
		}
	}
	v, err := e.Eval(x)
	if err != nil {
		return nil, err
	}
	behind, err := e.Mem.Behind(v)
	if err != nil {
		return nil, err
	}
	var any []*ir.Expr
	for _, b := range behind {
		l, err := e.Mem.Lock(e.Mem.Deref(b.Ref, b.Type))
		if err != nil {
			return nil, err
		}
		any = append(any, ir.And(b.Is, l.Holds(e.Tid)))
	}
	return ir.Or(any...), nil
}

// heldOfCond is the condition that the goroutine holds the lock of the Cond that x points to: one that it was made with, for good.
func (e *Env) heldOfCond(x annot.Expr) (*ir.Expr, error) {
	c, err := e.Eval(x)
	if err != nil {
		return nil, err
	}
	l, err := e.Mem.Lock(e.Mem.Deref(ir.Select(ir.V(e.Mem.CondLock()), c), e.Mem.Facts.MutexType()))
	if err != nil {
		return nil, err
	}
	return l.Holds(e.Tid), nil
}
