package analysis

import (
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// IsMask reports whether the binary digits of n are ones only.
func IsMask(n *big.Int) bool {
	next := new(big.Int).Add(n, big.NewInt(1))
	return n.Sign() >= 0 && new(big.Int).And(n, next).Sign() == 0
}

// IsChan reports whether t is a channel type.
func IsChan(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// SamePointee reports whether two pointer types lead to the same heap variables, and the same is promised of what they lead to:
// who comes by a pointer counts on the invariants of the type that the pointer says.
func (p *Facts) SamePointee(from, to types.Type) bool {
	f, ok1 := from.Underlying().(*types.Pointer)
	t, ok2 := to.Underlying().(*types.Pointer)
	if !ok1 || !ok2 {
		return false
	}
	fs, ok1 := f.Elem().Underlying().(*types.Struct)
	ts, ok2 := t.Elem().Underlying().(*types.Struct)
	if ok1 && ok2 {
		if fs.NumFields() != ts.NumFields() || p.promising(f.Elem()) != p.promising(t.Elem()) {
			return false
		}
		for i := range fs.NumFields() {
			if p.Field(fs.Field(i)) != p.Field(ts.Field(i)) {
				return false
			}
		}
		return true
	}
	return !ok1 && !ok2 && TypeKey(f.Elem()) == TypeKey(t.Elem())
}

// promising returns the name of a type that has invariants or transitions, nil for others.
func (p *Facts) promising(t types.Type) *types.TypeName {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !p.Typed[n.Origin().Obj()] {
		return nil
	}
	return n.Origin().Obj()
}

// BitOperations returns the integer types on which the function, or a function it may inline, uses bit operations
// beyond masks and shifts by constants. Their values are bit-vectors in its translation.
func (p *Facts) BitOperations(fn *ssa.Function) map[types.BasicKind]bool {
	kinds := map[types.BasicKind]bool{}
	p.eachInlined(fn, func(instr ssa.Instruction) {
		if op, ok := instr.(*ssa.BinOp); ok && opNeedsBits(op) {
			kinds[WidthKind(op.X.Type().Underlying().(*types.Basic))] = true
		}
		if call, ok := instr.(ssa.CallInstruction); ok {
			noteAtomicBits(call.Common(), kinds)
		}
	})
	for kind := range p.SpecBits {
		kinds[kind] = true
	}
	return kinds
}

// annotNeedsBits reports whether an operator in an annotation is one of bits.
func annotNeedsBits(b *annot.Binary) bool {
	var y constant.Value
	if c, ok := b.Y.(*annot.Const); ok {
		y = c.Value
	}
	return needsBits(b.Op, b.X.Type(), y)
}

// opNeedsBits reports whether an operation of the function is one of bits.
func opNeedsBits(op *ssa.BinOp) bool {
	var y constant.Value
	if c, ok := op.Y.(*ssa.Const); ok {
		y = c.Value
	}
	return needsBits(op.Op, op.X.Type(), y)
}

// needsBits reports whether an operator on integers of type t is one of bits, and no arithmetic says the same; y is the
// second operand, nil if it is no constant.
func needsBits(op token.Token, t types.Type, y constant.Value) bool {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 {
		return false
	}
	switch op {
	case token.OR, token.XOR:
		return true
	case token.AND, token.AND_NOT:
		return y == nil || !isMaskConstant(y)
	case token.SHL, token.SHR:
		return y == nil
	}
	return false
}

func isMaskConstant(v constant.Value) bool {
	n, ok := new(big.Int).SetString(constant.ToInt(v).ExactString(), 10)
	return ok && IsMask(n)
}

// noteAtomicBits adds the integer type of an atomic bit operation.
func noteAtomicBits(call *ssa.CallCommon, kinds map[types.BasicKind]bool) {
	fn := call.StaticCallee()
	if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil || fn.Object().Pkg().Path() != "sync/atomic" {
		return
	}
	if !strings.HasPrefix(fn.Name(), "And") && !strings.HasPrefix(fn.Name(), "Or") {
		return
	}
	if b, ok := call.Signature().Results().At(0).Type().Underlying().(*types.Basic); ok {
		kinds[WidthKind(b)] = true
	}
}
