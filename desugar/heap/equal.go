package heap

import (
	"fmt"
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// equal returns x == y for values of type t.
func (m *Memory) equal(x, y *ir.Expr, t types.Type) (*ir.Expr, error) {
	return m.EqualBut(x, y, t, nil)
}

// EqualBut is equal where unknown, if not nil, gives the outcome of a comparison of which nothing is known.
func (m *Memory) EqualBut(x, y *ir.Expr, t types.Type, unknown func() *ir.Expr) (*ir.Expr, error) {
	if analysis.IsTypeParam(t) { // it may be a float, or an interface
		if unknown != nil {
			return unknown(), nil
		}
		return nil, fmt.Errorf("comparison of %s values", m.ShortType(t))
	}
	if analysis.IsReflectValue(t) {
		return nil, fmt.Errorf("comparison of %s values", m.ShortType(t))
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsFloat != 0 && unknown != nil {
			return unknown(), nil
		}
		if u.Info()&(types.IsFloat|types.IsComplex) != 0 {
			return nil, fmt.Errorf("comparison of %s values", m.ShortType(t))
		}
	case *types.Slice:
		return ir.Eq(m.SliceArr(x), m.SliceArr(y)), nil // one side is nil
	case *types.Struct:
		if analysis.IsSyncValue(t) {
			break
		}
		all := ir.True
		for i := range u.NumFields() {
			if u.Field(i).Name() == "_" {
				continue
			}
			e, err := m.equalPart(ir.GetField(x, i), ir.GetField(y, i), u.Field(i).Type(), unknown)
			if err != nil {
				return nil, err
			}
			all = ir.And(all, e)
		}
		return all, nil
	case *types.Array:
		if u.Len() > MaxUnrolled {
			return nil, fmt.Errorf("comparison of arrays of more than %d elements", MaxUnrolled)
		}
		all := ir.True
		for i := range u.Len() {
			at := ir.N(i, IntSort)
			e, err := m.equalPart(ir.Select(x, at), ir.Select(y, at), u.Elem(), unknown)
			if err != nil {
				return nil, err
			}
			all = ir.And(all, e)
		}
		return all, nil
	}
	if !ir.Same(x.Sort, y.Sort) {
		return nil, fmt.Errorf("comparison of values of different types")
	}
	return ir.Eq(x, y), nil
}

// equalPart is equalBut for parts of structs and arrays. Comparing interfaces that are not nil may panic.
func (m *Memory) equalPart(x, y *ir.Expr, t types.Type, unknown func() *ir.Expr) (*ir.Expr, error) {
	if analysis.IsInterface(t) {
		return nil, fmt.Errorf("comparison of %s values", m.ShortType(t))
	}
	return m.EqualBut(x, y, t, unknown)
}
