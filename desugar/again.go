package desugar

import (
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// An unordered read (unordered.go) is translated where go/ssa has it, and once more after each call that it may come after:
// there it has to be allowed as well, and to give the same value. Each read by itself is enough: the first of a chain such as
// p.next.n is of a variable, so it has the same place both times; if it gives the same value, so does the next, and so on.
// Panics that depend on what is read, as that of an index, are the same then as well. Where the call changes nothing that the
// read depends on there is nothing to check.

// readOnce remembers a value that has been read, if it is one that may be read later.
func (t *translator) readOnce(r ssa.Value) {
	f := t.Frame
	if !t.unorderedReads(f.Fn).reads[r] {
		return
	}
	was := &emit.FirstRead{Operands: map[ssa.Value]emit.Value{}, Result: t.Settle(f.Values[r])}
	for _, op := range r.(ssa.Instruction).Operands(nil) {
		if v, ok := f.Values[*op]; ok {
			was.Operands[*op] = t.Settle(v)
		}
	}
	f.Firsts[r] = was
}

// readAgain reads again what may as well be read after the call c, of which the translation began at before.
func (t *translator) readAgain(c ssa.Instruction, before *emit.Point) {
	f := t.Frame
	reads := t.unorderedReads(f.Fn).after[c]
	if len(reads) == 0 {
		return
	}
	changed := t.EffectsSince(before)
	changed.Foreign = changed.Foreign && t.othersMayWrite(before)
	if changed.None() {
		return
	}
	for _, r := range reads {
		if was := f.Firsts[r]; was != nil {
			t.compare(r, was, c, changed)
		}
	}
}

// othersMayWrite reports whether some code that is not at hand, called since the point, may write memory that was there before.
func (t *translator) othersMayWrite(since *emit.Point) bool {
	only := map[*ir.Step]bool{} // calls that only read
	for _, c := range t.foreignCalls {
		only[c.step] = c.onlyReads
	}
	for s := range t.Since(since) {
		if s, ok := s.(*ir.Step); ok && s.Foreign && !only[s] {
			return true
		}
	}
	return false
}

// compare reads r again and checks that the value is the same, unless the call changed nothing that the read depends on.
func (t *translator) compare(r ssa.Value, was *emit.FirstRead, c ssa.Instruction, changed *emit.Effects) {
	f := t.Frame
	current := map[ssa.Value]emit.Value{r: f.Values[r]}
	for v, x := range was.Operands {
		current[v], f.Values[v] = f.Values[v], x
	}
	before, pending, nonNil := t.Here(), f.Pending, maps.Clone(f.NonNil)
	t.register(r)
	now := f.Values[r]
	maps.Copy(f.Values, current)
	f.Pending = pending
	if !t.mayReach(changed, before, now) {
		t.Undo(before)
		f.NonNil = nonNil
		return
	}
	after := t.callText(c)
	for s := range t.Since(before) {
		if s, ok := s.(*ir.Step); ok {
			for i := range s.Access {
				s.Access[i].Does, s.Access[i].After = "Go may read it after "+after, after
			}
		}
	}
	t.sameValue(was.Result, now, ir.Check{Kind: ir.Unordered, Subject: t.Text(r), Detail: after, After: after}, t.whereIs(r))
}

// whereIs is where the source has an operand, or, where that is not known, the statement that it is part of.
func (t *translator) whereIs(r ssa.Value) ir.Span {
	if e := emit.DebugExpr(r); e != nil {
		return t.Span(e.Pos(), e.End())
	}
	span, _ := t.Statement(t.Frame)
	return span
}

// sameValue checks that what is known of a value at two times is the same.
func (t *translator) sameValue(was, now emit.Value, c ir.Check, at ir.Span) {
	if len(was.Parts) == len(now.Parts) && len(was.Parts) > 0 {
		for i, p := range was.Parts {
			t.sameValue(p, now.Parts[i], c, at)
		}
		return
	}
	a, b := t.ExprOf(was), t.ExprOf(now)
	if a == nil || b == nil || !ir.Same(a.Sort, b.Sort) {
		t.Lost()
		return
	}
	if same := ir.Eq(a, b); same.Op != ir.OpTrue {
		s := t.Assertion(same, c)
		s.Span = at
		t.Emit(s)
	}
}

// callText is what messages call a call or receive.
func (t *translator) callText(c ssa.Instruction) string {
	if call, ok := c.(*ssa.Call); ok {
		if e := emit.DebugExpr(call); e != nil {
			return "the call " + emit.Shorten(emit.OneLine(t.prog.Fset, e))
		}
		if fn := call.Call.StaticCallee(); fn != nil {
			return "the call of " + analysis.FunctionName(fn)
		}
		return "the call"
	}
	return "the receive"
}
