package heap

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A Place is an lvalue: a cell of the function's own, a part of such a cell or of a value, or a place in the heap.
type Place struct {
	Type types.Type

	// A local place: cell is the variable, or else value is a value that only needs reading; path leads to the part.
	Cell  *ir.Var
	Value *ir.Expr
	Path  []step

	// A heap place: family and keys if it is held by one heap variable; the address always. A field has its struct's
	// reference as owner.
	Family   *ir.Var
	Keys     []*ir.Expr
	Addr     func() *ir.Expr
	Variable *types.Var
	Owner    *ir.Expr
	Map      *types.Map // of an entry of a map, what map that is
	Grown    *ir.Expr   // where append has just made what is stored there, of what the place had: that
	Slot     *ir.Expr   // of the value of an entry of a map, what stands for its key, if that is known
}

// A step leads from a struct to its field number index, or from an array to its element at.
type step struct {
	field int
	At    *ir.Expr
}

// LocalPlace returns the place of a variable that belongs to this function alone.
func LocalPlace(v *ir.Var, t types.Type) Place { return Place{Type: t, Cell: v} }

// ValuePlace returns a value as a place to read parts from.
func ValuePlace(v *ir.Expr, t types.Type) Place { return Place{Type: t, Value: v} }

// IsLocal reports whether p is a cell of the function or part of a value, and no place in the heap.
func (p Place) IsLocal() bool { return p.Cell != nil || p.Value != nil }

func (p Place) part(s step, t types.Type) Place {
	return Place{Type: t, Cell: p.Cell, Value: p.Value, Path: append(slices.Clone(p.Path), s)}
}

// IsAddressed reports whether what a place of type t holds is always found through its address.
func IsAddressed(t types.Type) bool {
	if a := analysis.ArrayType(t); a != nil {
		return IsAddressed(a.Elem())
	}
	return analysis.IsComposite(t)
}
