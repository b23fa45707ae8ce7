package desugar

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/library"
)

// What is known of a function of others need not be assumed. Its row says that, be it one of package library or one
// that was derived from the function's source. A row is *complete* for a call if the function runs no code but its own
// and that of what it imports, and nothing leads afterwards to what it was passed that did not before. Then it can
// touch only what its arguments lead to, and what code of others has of its own. What is left to assume is that it may
// touch that, where the accesses are not checked at the call, and that it does not panic.

// rowAt returns what is known of the function that a call calls by its name; nil if nothing is.
func (t *translator) rowAt(inv *emit.Invocation) *library.Row {
	if inv.Common.IsInvoke() || inv.Callee.Fn == nil {
		return nil
	}
	return t.prog.RowOf(analysis.Object(inv.Callee.Fn.Fn))
}

// completeRow returns the row of the function that a call calls if it is complete for the call.
func (t *translator) completeRow(inv *emit.Invocation) *library.Row {
	row := t.rowAt(inv)
	if row == nil || row.Runs() || row.Changes || row.Ends || row.Panics {
		return nil
	}
	if _, looksInside := handlings[inv.Name]; looksInside {
		return nil
	}
	for i := range inv.Argv {
		if !row.Lets(i) || t.mayOperate(inv.TypeOf(i), row, i) {
			return nil
		}
	}
	for _, p := range t.passed(inv) {
		if t.mayOperate(p.typ, row, p.arg) {
			return nil
		}
	}
	return row
}

// mayOperate reports whether a function may do with a channel or lock of its caller what is no race: send, receive or
// close, take or release. To do that is to write the channel or lock. Functions of the standard library do so only with
// what they are passed directly.
func (t *translator) mayOperate(typ types.Type, row *library.Row, arg int) bool {
	if _, isChannel := typ.Underlying().(*types.Chan); isChannel {
		return true
	}
	return library.Of(row.Name) == nil && row.Writes(arg) && t.mayHoldOperated(typ, map[types.Type]bool{})
}

// mayHoldOperated reports whether a value of a type may lead to a channel, or to a lock that others than the functions
// of its struct's package can take.
func (t *translator) mayHoldOperated(typ types.Type, seen map[types.Type]bool) bool {
	if seen[typ] {
		return false
	}
	seen[typ] = true
	if analysis.IsSyncValue(typ) {
		return true
	}
	switch u := typ.Underlying().(type) {
	case *types.Chan, *types.Interface, *types.Signature:
		return true
	case *types.Pointer:
		return t.mayHoldOperated(u.Elem(), seen)
	case *types.Slice:
		return t.mayHoldOperated(u.Elem(), seen)
	case *types.Array:
		return t.mayHoldOperated(u.Elem(), seen)
	case *types.Map:
		return t.mayHoldOperated(u.Key(), seen) || t.mayHoldOperated(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if own := !f.Exported() && !f.Embedded() && !t.isOurs(typ) && analysis.IsSyncValue(f.Type()); !own && t.mayHoldOperated(f.Type(), seen) {
				return true
			}
		}
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}

// assumeForeign lists what is assumed of a call of code that is not at hand.
func (t *translator) assumeForeign(inv *emit.Invocation, name string, lends bool) {
	row := t.completeRow(inv)
	if row != nil {
		t.assumeComplete(inv, row, name)
		return
	}
	keeps, why := "", ""
	if lends {
		keeps = ", keeps nothing of what it is lent"
	}
	if row := t.rowAt(inv); row != nil && row.Unknown != "" {
		why = "; it may run code that is not known: " + row.Unknown
	}
	t.Assumption(inv.Pos, "%s respects the annotations%s, leaves the locks held here alone, and returns without a panic%s", name, keeps, why)
}

// assumeComplete is assumeForeign for a call for which a row is complete.
func (t *translator) assumeComplete(inv *emit.Invocation, row *library.Row, name string) {
	open, writes := t.unasked(inv, func(arg int) bool { return t.writesArgument(inv, row, arg) })
	panics := len(row.Believed) > 0 && library.Of(row.Name) == nil
	if len(open) == 0 {
		if panics {
			t.PanicAssumption(inv.Pos, "%s returns without a panic", name)
		}
		return
	}
	if panics {
		t.assumeUnasked(inv, name, open, writes, ", and returns without a panic")
	} else {
		t.assumeUnasked(inv, name, open, writes, "")
	}
}

// unasked names the arguments that lead to what a call accesses without being asked whether it may, and reports whether
// it may write some of that.
func (t *translator) unasked(inv *emit.Invocation, writesArgument func(int) bool) (open []string, writes bool) {
	for _, p := range t.passed(inv) {
		if !t.isAsked(inv, p) {
			open = append(open, t.argumentName(inv, p))
			writes = writes || writesArgument(p.arg)
		}
	}
	slices.Sort(open)
	return slices.Compact(open), writes
}

// assumeUnasked lists that no other goroutine races with a call there, if there are such arguments.
func (t *translator) assumeUnasked(inv *emit.Invocation, name string, open []string, writes bool, also string) {
	if len(open) == 0 {
		return
	}
	text := "no other goroutine races with %s, which reads what %s leads to"
	if writes {
		text = "no other goroutine races with %s, which may write what %s leads to"
	}
	t.Assumption(inv.Pos, text+also, name, strings.Join(open, " or "))
}

// argumentName is what an assumption calls an argument.
func (t *translator) argumentName(inv *emit.Invocation, p passed) string {
	if p.from == nil {
		return "the function"
	}
	return t.argumentText(p)
}

// writesArgument reports whether a call for which a row is complete may write what an argument leads to. A method Write only reads what it
// is passed, as io.Writer says.
func (t *translator) writesArgument(inv *emit.Invocation, row *library.Row, arg int) bool {
	if fn := analysis.Object(inv.Callee.Fn.Fn); arg > 0 && library.Of(row.Name) == nil && fn.Signature().Recv() != nil && isWriter(fn) {
		return false
	}
	return row.Writes(arg)
}

// isAsked reports whether a call for which a row is complete is checked to be allowed to access all that an argument
// leads to. That is so of memory without references, of which each access is asked for, and where the argument leads
// nowhere.
func (t *translator) isAsked(inv *emit.Invocation, p passed) bool {
	if p.from == nil {
		return false
	}
	if _, isConst := p.from.(*ssa.Const); isConst {
		return true
	}
	switch u := p.typ.Underlying().(type) {
	case *types.Signature: // which nobody calls
		return true
	case *types.Slice, *types.Map, *types.Pointer:
		if ptr, ok := u.(*types.Pointer); ok && isSynchronised(ptr.Elem()) {
			return true
		}
		return t.isFlat(inv, p)
	}
	return t.prog.Exposes(p.typ) <= analysis.ExposesMethods
}

// isFlat reports whether an argument is a slice or map, or a pointer to a variable, and leads to values without
// references alone. Of what a struct of another package leads to nobody asks, nor of what code may look for behind an
// interface.
func (t *translator) isFlat(inv *emit.Invocation, p passed) bool {
	if param := declaredParams(inv)(p.arg); param == nil || analysis.IsInterface(param) || t.prog.Carries(p.typ) {
		return false
	}
	nothing := func(typ types.Type) bool {
		return t.prog.Exposes(typ) == analysis.ExposesNothing && !types.IsInterface(typ) && !analysis.IsTypeParam(typ)
	}
	switch u := p.typ.Underlying().(type) {
	case *types.Slice:
		return nothing(u.Elem())
	case *types.Map:
		return nothing(u.Key()) && nothing(u.Elem())
	case *types.Pointer:
		return nothing(u.Elem()) && !analysis.IsComposite(u.Elem()) && analysis.ArrayType(u.Elem()) == nil
	}
	return false
}

// derived translates a call of a function of which only a derived row is known.
func (t *translator) derived(inv *emit.Invocation, row *library.Row) emit.Value {
	call := t.rowCall(inv, row)
	var v emit.Value
	if t.isPure(inv) {
		t.assumeComplete(inv, row, inv.Name)
		v = t.pure(inv)
	} else {
		v = t.foreign(inv, inv.Name)
	}
	call.ensure(v)
	return v
}

// isPure reports whether a call touches nothing but values, and slices of such, which it reads.
func (t *translator) isPure(inv *emit.Invocation) bool {
	row := t.completeRow(inv)
	if row == nil || row.Waits || !t.prog.IsPlainResult(inv.Result) {
		return false
	}
	for i := range inv.Argv {
		if row.Writes(i) {
			return false
		}
	}
	for _, p := range t.passed(inv) {
		_, isSlice := p.typ.Underlying().(*types.Slice)
		if t.prog.Exposes(p.typ) != analysis.ExposesNothing && !(isSlice && t.isFlat(inv, p)) || t.prog.Carries(p.typ) {
			return false
		}
	}
	return true
}

// returnsAll reports whether a function of which a row is derived leaves nobody with what an argument refers to, and
// gives the object itself back as what it was: no references that the caller can read were written in it.
func (t *translator) returnsAll(inv *emit.Invocation, p passed) bool {
	row := t.completeRow(inv)
	if row == nil || library.Of(row.Name) != nil || p.from == nil {
		return false
	}
	ptr, ok := p.typ.Underlying().(*types.Pointer)
	if !ok {
		return t.isFlat(inv, p)
	}
	if t.prog.Exposes(ptr.Elem()) == analysis.ExposesNothing {
		return true
	}
	return t.isForeignStruct(ptr.Elem()) && !t.prog.HasMethods(ptr.Elem()) && (!row.Writes(p.arg) || !showsReferences(ptr.Elem()))
}

// showsReferences reports whether code of other packages can read a reference in a struct.
func showsReferences(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return leadsOn(t) || !isPlainType(t)
	}
	for f := range st.Fields() {
		if (f.Exported() || f.Embedded()) && showsReferences(f.Type()) {
			return true
		}
	}
	return false
}

// isPlainType reports whether values of a type are numbers, strings and such.
func isPlainType(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() != types.UnsafePointer
}
