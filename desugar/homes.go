package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// The values of some types are nowhere but in fields and package variables of the type: nobody makes one that stands alone, or in
// a slice or array. A pointer to such a value leads to one of these variables, its homes. That matters where they are guarded:
// of a value that stands alone nothing would be said, so that nobody might write it once others know it.
//
// Only types whose name is not exported, nor an alias of it, are looked at, as other packages may make values of the others. A
// copy whose address is taken is a value that stands alone, and so may be what code that is not at hand makes: of a type that is one
// of its type arguments, or to which an exported field points, or a variable of which it gets the address, by way of further
// pointers, slices and maps too.

// atHome says that the pointer v, to a value of type t, leads to one of the type's homes; nil if they are not known.
func (m *memory) atHome(v *ir.Expr, t types.Type) *ir.Expr {
	if in := m.inHome(v, t); in != nil {
		return ir.Or(ir.Eq(v, ir.Nil), in)
	}
	return nil
}

// inHome is atHome of a pointer that is not nil. What a home is part of has homes as well, perhaps. (It is never part of
// a value of its own type.)
func (m *memory) inHome(v *ir.Expr, t types.Type) *ir.Expr {
	name := analysis.StructName(t)
	if name == nil || len(m.prog.Homes[name]) == 0 {
		return nil
	}
	in := ir.False
	for _, home := range m.prog.Homes[name] {
		here := ir.Eq(ir.Apply(m.kind, v), m.kindOfVar(home))
		if owner := m.prog.OwnerType(home); owner != nil {
			if further := m.inHome(ir.Apply(m.parent, v), owner); further != nil {
				here = ir.And(here, further)
			}
		}
		in = ir.Or(in, here)
	}
	return in
}
