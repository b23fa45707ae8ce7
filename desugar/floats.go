package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// isFloat reports whether t is a floating-point type.
func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// isReal reports whether t is an integer or floating-point type.
func isReal(t types.Type) bool { return isInteger(t) || isFloat(t) }

// inexact gives what an operation on floating-point numbers, or a conversion from or to one, results in: anything of its type,
// as nothing is known of such numbers. None panics.
func (t *translator) inexact(v ssa.Value) { t.define(v, t.unknown(v.Type())) }
