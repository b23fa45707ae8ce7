package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/ir"
)

// Each lock that was made to be stored in one field, of one object, has them in two variables that never change. What they are of other
// locks nobody asks. So a lock of one such field is none of another.

// MadeFor is the condition that a lock was made to be stored in a field.
func (m *Memory) MadeFor(lock *ir.Expr, field *types.Var) *ir.Expr {
	return ir.Eq(ir.Select(ir.V(m.bookkeeping("lock.field", kindSort)), lock), m.KindOfVar(field))
}

// MadeWith is the condition that a lock was made to be stored in an object, of which it is the only one to have it.
func (m *Memory) MadeWith(lock, object *ir.Expr) *ir.Expr {
	return ir.Eq(ir.Select(ir.V(m.bookkeeping("lock.object", ir.Ref)), lock), object)
}
