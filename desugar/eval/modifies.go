package eval

import (
	"fmt"
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// modifies returns the locations that an entry of a modifies clause stands for: a struct for all its fields, a
// variable that owns its backing store for the elements as well.
func (e *Env) modifies(x annot.Expr) ([]*ir.Modify, error) {
	span := ir.Span{Start: e.Mem.Facts.Fset.Position(x.Pos()), End: e.Mem.Facts.Fset.Position(x.End())}
	mods, err := e.modified(x)
	if err != nil {
		return nil, fmt.Errorf("modifies %s: %w", annot.String(x), err)
	}
	for _, m := range mods {
		m.Span, m.Text = span, annot.String(x)
	}
	return mods, nil
}

func (e *Env) modified(x annot.Expr) ([]*ir.Modify, error) {
	if r, ok := x.(*annot.Region); ok {
		return e.modifiesRegion(r)
	}
	ix, ok := x.(*annot.Index)
	if ok {
		if _, isMap := ix.X.Type().Underlying().(*types.Map); isMap {
			return e.modifiesMap(ix)
		}
	}
	if !ok && eachElement(x) {
		return e.modifiesEach(x)
	}
	var p heap.Place
	var err error
	if ok && ix.I == nil {
		p, err = e.wholeArray(ix)
	} else {
		p, err = e.Locate(unwrapState(x))
	}
	if err != nil {
		return nil, err
	}
	return e.Mem.ModifiesPlace(p)
}

// modifiesRegion returns the locations of what a lock guards.
func (e *Env) modifiesRegion(x *annot.Region) ([]*ir.Modify, error) {
	var lock *types.Var
	place := func(v *types.Var) (heap.Place, error) { return e.Mem.Global(v), nil }
	switch l := x.Lock.(type) {
	case *annot.Select:
		lock = l.Field
		object, err := e.base(l.X, l.Deref)
		if err != nil {
			return nil, err
		}
		place = func(v *types.Var) (heap.Place, error) { return e.Mem.Field(object, v), nil }
	case *annot.Var:
		lock = l.Obj
	}
	vars := e.Mem.Facts.GuardedBy(lock)
	if len(vars) == 0 {
		return nil, fmt.Errorf("%s guards nothing", annot.String(x.Lock))
	}
	var at []heap.Place
	for _, v := range vars {
		p, err := place(v)
		if err != nil {
			return nil, err
		}
		at = append(at, p)
	}
	return e.Mem.ModifiesRegion(vars, at)
}

// eachElement reports whether x is in every element of an array or slice, x[*].f, or in every object of a type.
func eachElement(x annot.Expr) bool {
	switch x := unwrapState(x).(type) {
	case *annot.Select:
		return !x.Deref && eachElement(x.X)
	case *annot.Index:
		return x.I == nil
	case *annot.Objects:
		return true
	}
	return false
}

func (e *Env) modifiesEach(x annot.Expr) ([]*ir.Modify, error) {
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	if ofObjects(x) {
		i = &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	}
	each := *e
	each.every = ir.V(i)
	p, err := each.Locate(unwrapState(x))
	if err != nil {
		return nil, err
	}
	return e.Mem.ModifiesAny(p, i)
}

// ofObjects reports whether x is in every object of a type, not in every element of something.
func ofObjects(x annot.Expr) bool {
	found := false
	annot.Walk(x, func(y annot.Expr) bool {
		_, is := y.(*annot.Objects)
		found = found || is
		return !found
	})
	return found
}

// unwrapState returns the location of a lock or atomic whose state is named.
func unwrapState(x annot.Expr) annot.Expr {
	switch x := x.(type) {
	case *annot.AtomicValue:
		return x.X
	case *annot.Holder:
		return x.X
	}
	return x
}

// wholeArray returns the place of all elements of an array or slice: an array place without its index.
func (e *Env) wholeArray(x *annot.Index) (heap.Place, error) {
	switch u := x.X.Type().Underlying().(type) {
	case *types.Array:
		return e.Locate(x.X)
	case *types.Pointer:
		return e.base(x.X, true)
	case *types.Slice:
		s, err := e.Eval(x.X)
		if err != nil {
			return heap.Place{}, err
		}
		arr := e.Mem.SliceArr(s)
		return e.Mem.ArrayAt(arr, u.Elem()), nil
	}
	return heap.Place{}, fmt.Errorf("modifies %s", annot.String(x))
}
