package desugar

import (
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// An unordered read (unordered.go) is translated where go/ssa has it, and once more after each call that it may come after:
// there it has to be allowed as well, and to give the same value. Each read by itself is enough: the first of a chain such as
// p.next.n is of a variable, so it has the same place both times; if it gives the same value, so does the next, and so on.
// Panics that depend on what is read, as that of an index, are the same then as well. Where the call changes nothing that the
// read depends on there is nothing to check.

// firstRead is an unordered read as it was where go/ssa has it: with operands and result that do not change.
type firstRead struct {
	operands map[ssa.Value]value
	result   value
}

// readOnce remembers a value that has been read, if it is one that may be read later.
func (t *translator) readOnce(r ssa.Value) {
	f := t.frame
	if !t.unorderedReads(f.fn).reads[r] {
		return
	}
	was := &firstRead{map[ssa.Value]value{}, t.settle(f.values[r])}
	for _, op := range r.(ssa.Instruction).Operands(nil) {
		if v, ok := f.values[*op]; ok {
			was.operands[*op] = t.settle(v)
		}
	}
	f.firsts[r] = was
}

// readAgain reads again what may as well be read after the call c, of which the translation began at before.
func (t *translator) readAgain(c ssa.Instruction, before *point) {
	f := t.frame
	reads := t.unorderedReads(f.fn).after[c]
	if len(reads) == 0 {
		return
	}
	changed := t.effectsSince(before)
	if changed.none() {
		return
	}
	for _, r := range reads {
		if was := f.firsts[r]; was != nil {
			t.compare(r, was, c, changed)
		}
	}
}

// compare reads r again and checks that the value is the same, unless the call changed nothing that the read depends on.
func (t *translator) compare(r ssa.Value, was *firstRead, c ssa.Instruction, changed *effects) {
	f := t.frame
	current := map[ssa.Value]value{r: f.values[r]}
	for v, x := range was.operands {
		current[v], f.values[v] = f.values[v], x
	}
	before, pending, nonNil := t.here(), f.pending, maps.Clone(f.nonNil)
	t.register(r)
	now := f.values[r]
	maps.Copy(f.values, current)
	f.pending = pending
	if !t.mayReach(changed, before, now) {
		t.undo(before)
		f.nonNil = nonNil
		return
	}
	after := t.callText(c)
	for s := range t.since(before) {
		if s, ok := s.(*ir.Step); ok {
			for i := range s.Access {
				s.Access[i].Does, s.Access[i].After = "Go may read it after "+after, after
			}
		}
	}
	t.sameValue(was.result, now, ir.Check{Kind: ir.Unordered, Subject: t.text(r), Detail: after, After: after}, t.whereIs(r))
}

// whereIs is where the source has an operand, or, where that is not known, the statement that it is part of.
func (t *translator) whereIs(r ssa.Value) ir.Span {
	if e := debugExpr(r); e != nil {
		return t.span(e.Pos(), e.End())
	}
	span, _ := t.statement(t.frame)
	return span
}

// sameValue checks that what is known of a value at two times is the same.
func (t *translator) sameValue(was, now value, c ir.Check, at ir.Span) {
	if len(was.parts) == len(now.parts) && len(was.parts) > 0 {
		for i, p := range was.parts {
			t.sameValue(p, now.parts[i], c, at)
		}
		return
	}
	a, b := t.exprOf(was), t.exprOf(now)
	if a == nil || b == nil || !ir.Same(a.Sort, b.Sort) {
		t.lost()
		return
	}
	if same := ir.Eq(a, b); same.Op != ir.OpTrue {
		s := t.assertion(same, c)
		s.Span = at
		t.emit(s)
	}
}

// callText is what messages call a call or receive.
func (t *translator) callText(c ssa.Instruction) string {
	if call, ok := c.(*ssa.Call); ok {
		if e := debugExpr(call); e != nil {
			return "the call " + shorten(oneLine(t.prog.Fset, e))
		}
		if fn := call.Call.StaticCallee(); fn != nil {
			return "the call of " + analysis.FunctionName(fn)
		}
		return "the call"
	}
	return "the receive"
}
