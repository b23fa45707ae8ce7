package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A struct of a package that is not at hand may refer to memory that only that package's code sees: the bytes of a Buffer, the
// elements of a list. A copy shares it with the original. To us the value is its fields, which a guard protects and which the
// models of its methods take for the whole content; so while it refers to anything, it is neither read as a value nor stored as
// one, but for one that code which is not at hand has just returned or passed, and nobody else has yet.
//
// Values whose type has no exported method with a pointer receiver, other than those that decode into it, are what they
// are: nobody outside their package changes one in place, so that to copy one is to copy a number, or a reference to what its
// package looks after. Such are time.Time, netip.Addr, reflect.Value, slog.Value and unique.Handle. Where all fields are
// exported, nothing is hidden, and what they refer to is memory like other.

// copies checks of a value of type typ, which messages call text, that it may be copied: nothing is hidden in it.
func (t *translator) copies(v *ir.Expr, typ types.Type, text string) {
	if none, by := t.mem.HiddenRefs(v, typ); len(none) > 0 {
		t.check(ir.And(none...), ir.Check{
			Kind: ir.SharedCopy, Subject: text, Detail: "what a " + t.mem.ShortType(by) + " refers to", Needed: text + " without content",
		})
	}
}

// copiesOperand is copies for the operand v of an instruction, of which x is the value, unless it is moved.
func (t *translator) copiesOperand(v ssa.Value, x value) {
	if e := t.exprOf(x); e != nil && !t.isMoved(v) {
		t.copies(e, v.Type(), t.text(v))
	}
}

// stays notes that elements of the type are not copied as many at once, if they may have something hidden in them, and reports
// whether it is so.
func (t *translator) stays(elem types.Type) bool {
	if !t.prog.MayHide(elem) {
		return false
	}
	t.unsupported(t.frame.pos(), "copy of elements of type %s, which share memory with their copies", t.mem.ShortType(elem))
	return true
}

// mayCopy returns a type of which a generic function that is not at hand may copy elements that it is passed, or returns, though
// they have a lock or the like in them, or something hidden; nil if there is none. A function that is not generic knows the types
// of its own elements.
func (t *translator) mayCopy(inv *invocation) types.Type {
	fn := inv.common.StaticCallee()
	if fn == nil || len(fn.TypeArgs()) == 0 {
		return nil
	}
	all := []types.Type{inv.result}
	for _, arg := range inv.argv {
		all = append(all, arg.Type())
	}
	for _, typ := range all {
		if elem := t.prog.Staying(typ); elem != nil {
			return elem
		}
	}
	return nil
}

// isMoved reports whether nobody but who uses the value v has it: code that is not at hand has just returned it, or passed it
// to the function under check.
func (t *translator) isMoved(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return t.frame.caller == nil && isUsedOnce(v)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && t.returnsFrom(call) && isUsedOnce(v)
	case *ssa.Call:
		return t.returnsFrom(v) && isUsedOnce(v)
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && isUsedOnce(v) && t.passesOn(a, v)
	}
	return false
}

// passesOn reports whether the variable is assigned once, what was moved there, and read once, by load.
func (t *translator) passesOn(a *ssa.Alloc, load *ssa.UnOp) bool {
	if analysis.Cycles(load.Block(), nil) {
		return false
	}
	stores := 0
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			stores++
			if use.Addr != a || !analysis.ComesBefore(use, load) || !t.isMoved(use.Val) { // variables may be assigned from each other
				return false
			}
		default:
			if use != load {
				return false
			}
		}
	}
	return stores == 1
}

// isUsedOnce reports whether one instruction has the value.
func isUsedOnce(v ssa.Value) bool {
	uses := 0
	for _, use := range *v.Referrers() {
		if _, debug := use.(*ssa.DebugRef); !debug {
			uses++
		}
	}
	return uses == 1
}

// returnsFrom reports whether the call is one of code that is not at hand.
func (t *translator) returnsFrom(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && t.isForeign(fn)
}
