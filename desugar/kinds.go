package desugar

import (
	"go/constant"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

func kindName(t types.Type) string {
	switch t.Underlying().(type) {
	case *types.Basic:
		return "string"
	case *types.Chan:
		return "channel"
	}
	return t.String()
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func isBytes(t types.Type) bool { return isSliceOf(t, types.Uint8) }

func isRunes(t types.Type) bool { return isSliceOf(t, types.Int32) }

func isSliceOf(t types.Type, kind types.BasicKind) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == kind
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isFloat reports whether t is a floating-point type.
func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// isReal reports whether t is an integer or floating-point type.
func isReal(t types.Type) bool { return isInteger(t) || isFloat(t) }

// shows makes the value of v part of a message, unless it is a constant.
func (t *translator) shows(v ssa.Value, e *ir.Expr) []ir.Show {
	if _, ok := v.(*ssa.Const); ok || e == nil {
		return nil
	}
	return []ir.Show{{Label: t.Text(v), Value: e}}
}

// panics translates an explicit panic: an execution must not come here.
func (t *translator) panics(x ssa.Value) {
	if e := t.Expr(x); e != nil { // whoever recovers has it
		t.Publish(t.Mem.Publishable(e, x.Type()))
	}
	t.Check(ir.False, ir.Check{Kind: ir.ExplicitPanic, Subject: panicText(x)})
}

// panicText returns what a panic says, if it is a constant.
func panicText(x ssa.Value) string {
	if i, ok := x.(*ssa.MakeInterface); ok {
		x = i.X
	}
	if c, ok := x.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return "panic(" + strconv.Quote(constant.StringVal(c.Value)) + ")"
	}
	return "panic"
}

// inexact gives what an operation on floating-point numbers, or a conversion from or to one, results in: anything of its type,
// as nothing is known of such numbers. None panics.
func (t *translator) inexact(v ssa.Value) { t.Define(v, t.Unknown(v.Type())) }
