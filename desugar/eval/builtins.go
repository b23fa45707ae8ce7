package eval

import (
	"fmt"
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

func (e *Env) builtin(x *annot.Builtin) (*ir.Expr, error) {
	if f := synchronisation(x.Name); f != nil {
		return f(e, x)
	}
	if len(x.Args) > 0 && heap.IsMath(x.Args[0].Type()) {
		return e.mathBuiltin(x)
	}
	if _, ok := x.Args[0].Type().Underlying().(*types.Map); ok {
		return e.ofMap(x)
	}
	if len(x.Args) != 1 || x.Name != "len" && x.Name != "cap" {
		return nil, fmt.Errorf("%s in an annotation", x.Name)
	}
	t := x.Args[0].Type()
	if a := analysis.ArrayType(analysis.Deref(t)); a != nil {
		return ir.N(a.Len(), heap.IntSort), nil
	}
	v, err := e.Eval(x.Args[0])
	switch {
	case err != nil:
		return nil, err
	case v.Sort.Name == heap.SliceSort.Name && x.Name == "cap":
		return e.toInt(e.Mem.SliceCap(v)), nil
	case v.Sort.Name == heap.SliceSort.Name, v.Sort.Name == heap.StringSort.Name:
		return e.toInt(e.Mem.Length(v)), nil
	}
	return nil, fmt.Errorf("%s of %s in an annotation", x.Name, t)
}

// synchronisation returns the meaning of a function of annotations that speaks of synchronisation objects, or nil.
func synchronisation(name string) func(*Env, *annot.Builtin) (*ir.Expr, error) {
	return map[string]func(*Env, *annot.Builtin) (*ir.Expr, error){
		"done":   (*Env).onceDone,
		"closed": (*Env).isClosed,
		"closer": (*Env).closer,
	}[name]
}

func (e *Env) onceDone(x *annot.Builtin) (*ir.Expr, error) {
	p, err := e.Locate(x.Args[0])
	if err != nil {
		return nil, err
	}
	l, err := e.Mem.Lock(p)
	if err != nil {
		return nil, err
	}
	return l.IsDone(), nil
}

// isClosed translates closed(ch) in an annotation.
func (e *Env) isClosed(x *annot.Builtin) (*ir.Expr, error) {
	if annot.IsWaitGroup(x.Args[0].Type()) {
		return e.ofGroup(e.Mem.GroupPaid(), x)
	}
	ch, err := e.Eval(x.Args[0])
	if err != nil {
		return nil, err
	}
	return ir.Select(ir.V(e.Mem.ChanClosed()), ch), nil
}

// closer translates closer(ch) in an annotation.
func (e *Env) closer(x *annot.Builtin) (*ir.Expr, error) {
	if annot.IsWaitGroup(x.Args[0].Type()) {
		return e.ofGroup(e.Mem.GroupPayer(), x)
	}
	ch, err := e.Eval(x.Args[0])
	if err != nil {
		return nil, err
	}
	return ir.Select(ir.V(e.Mem.ChanCloser()), ch), nil
}

// ofGroup is what a heap variable says of the WaitGroup that guards something.
func (e *Env) ofGroup(v *ir.Var, x *annot.Builtin) (*ir.Expr, error) {
	p, err := e.Locate(x.Args[0])
	if err != nil {
		return nil, err
	}
	return ir.Select(ir.V(v), p.Addr()), nil
}
