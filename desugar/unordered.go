package desugar

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// The language orders the calls and receives of an expression, not when its operands are read: in x + f() the variable x may
// be read before the call of f or after it. go/ssa reads from left to right; the compiler reads most operands after the
// calls that stand to their right (docs/soundness.md, and the table in internal/evalorder). An unordered read is an operand that
// go/ssa reads before a call, and of which what was read is used after the call, but not by way of a variable that the
// source assigns in between.

// unordered are the unordered reads of a function.
type unordered struct {
	after map[ssa.Instruction][]ssa.Value // by the call or receive that they may come after, in the order of the blocks
	reads map[ssa.Value]bool
}

// unorderedReads finds the unordered reads of a function.
func (t *translator) unorderedReads(fn *ssa.Function) *unordered {
	if found := t.unordered[fn]; found != nil {
		return found
	}
	found := &unordered{map[ssa.Instruction][]ssa.Value{}, map[ssa.Value]bool{}}
	t.unordered[fn] = found
	w := &unorderedWalk{fn: fn, source: t.Source(fn), index: map[ssa.Instruction]int{}, found: found}
	for _, b := range fn.Blocks {
		for i, instr := range b.Instrs {
			w.index[instr] = i
			if isOrdered(instr) {
				w.calls = append(w.calls, instr)
			}
		}
	}
	if len(w.calls) > 0 {
		w.once = w.evaluatedOnce()
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok && readsMemory(v) {
					w.read(v)
				}
			}
		}
	}
	return found
}

// isOrdered reports whether an instruction is one of those that the language orders, and may change what operands read.
func isOrdered(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Call:
		return !isEffectless(i)
	case *ssa.UnOp:
		return i.Op == token.ARROW
	}
	return false
}

// isEffectless reports whether a call is one of a built-in function that changes nothing.
func isEffectless(call *ssa.Call) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	if !ok {
		return false
	}
	switch b.Name() {
	case "append", "copy", "clear", "delete", "close", "recover", "print", "println", "panic":
		return false
	}
	return true
}

// readsMemory reports whether a value is read from memory that a call may change. How many values are in a channel is not
// known at any time, so len of one is no such read.
func readsMemory(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.MUL && !emit.IsDeferStack(v.Type()) && !isPrivate(v.X)
	case *ssa.Lookup:
		return true
	case *ssa.Convert:
		from, ok := v.X.Type().Underlying().(*types.Slice)
		return ok && from != nil && isString(v.Type())
	case *ssa.Call:
		if !analysis.IsBuiltin(v, "len") {
			return false
		}
		_, ok := v.Call.Args[0].Type().Underlying().(*types.Map)
		return ok
	}
	return false
}

// isPrivate reports whether addr is in a variable that only the instructions of the function that declares it get at: no call
// changes it.
func isPrivate(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return isPrivate(a.X)
	case *ssa.IndexAddr:
		return isPrivate(a.X)
	case *ssa.Alloc:
		return onlyAddressed(a)
	case *ssa.Phi:
		return analysis.IsIteration(a)
	}
	return false
}

// onlyAddressed reports whether an address is only read from and written to, here, and read by function literals.
func onlyAddressed(addr ssa.Value) bool {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if use.Val == addr {
				return false
			}
		case *ssa.MakeClosure:
			if !analysis.OnlyReads(use, addr) {
				return false
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if !onlyAddressed(use.(ssa.Value)) {
				return false
			}
		case *ssa.Phi:
			if !analysis.IsIteration(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// An unorderedWalk looks for the unordered reads of one function.
type unorderedWalk struct {
	fn     *ssa.Function
	source *emit.Source
	index  map[ssa.Instruction]int // position in the block
	calls  []ssa.Instruction
	once   map[ssa.Value]bool
	found  *unordered
}

// evaluatedOnce returns what range and switch statements go over and compare with: that is evaluated once and kept, as
// though it were assigned to a variable.
func (w *unorderedWalk) evaluatedOnce() map[ssa.Value]bool {
	kept := map[ast.Expr]bool{}
	if w.source.Body != nil {
		ast.Inspect(w.source.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				kept[ast.Unparen(n.X)] = true
			case *ast.SwitchStmt:
				if n.Tag != nil {
					kept[ast.Unparen(n.Tag)] = true
				}
			}
			return true
		})
	}
	once := map[ssa.Value]bool{}
	for _, b := range w.fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.DebugRef); ok && !d.IsAddr && kept[d.Expr] {
				once[d.X] = true
			}
		}
	}
	return once
}

// read finds the calls that r may come after.
func (w *unorderedWalk) read(r ssa.Value) {
	at := r.(ssa.Instruction)
	for _, c := range w.calls {
		if c != at && w.before(at, c) && w.neededAfter(r, c) {
			w.found.after[c], w.found.reads[r] = append(w.found.after[c], r), true
		}
	}
}

// before reports whether every execution comes to a before it comes to b.
func (w *unorderedWalk) before(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return w.index[a] < w.index[b]
	}
	return a.Block().Dominates(b.Block())
}

// neededAfter reports whether what r has read is used after c.
func (w *unorderedWalk) neededAfter(r ssa.Value, c ssa.Instruction) bool {
	reached := w.reachedFrom(r.(ssa.Instruction), c)
	seen := map[ssa.Value]bool{}
	var follow func(v ssa.Value) bool
	follow = func(v ssa.Value) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		for _, use := range *v.Referrers() {
			if _, ok := use.(*ssa.DebugRef); ok || use == c {
				continue
			}
			if w.sameEntry(use, v, c) && reached(use) {
				return true
			}
			for _, on := range w.carriers(use, v, c) {
				if !w.once[on] && follow(on) {
					return true
				}
			}
		}
		return false
	}
	return !w.once[r] && follow(r)
}

// reachedFrom returns which instructions may be executed after c and before r is executed again.
func (w *unorderedWalk) reachedFrom(r, c ssa.Instruction) func(ssa.Instruction) bool {
	blocks := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(c.Block().Succs)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !blocks[b] && b != r.Block() {
			blocks[b] = true
			work = append(work, b.Succs...)
		}
	}
	return func(i ssa.Instruction) bool {
		return blocks[i.Block()] || i.Block() == c.Block() && w.index[i] > w.index[c]
	}
}

// carriers returns what holds v, or what is computed from it, once the instruction use has used it: the instruction's own
// value, unless it is a call or the end of a logical operation, which the language orders. What is stored in a variable is
// there for good, unless that is part of the same statement as the call c: an element of a literal, or a variable of a
// declaration of several.
func (w *unorderedWalk) carriers(use ssa.Instruction, v ssa.Value, c ssa.Instruction) []ssa.Value {
	switch use := use.(type) {
	case *ssa.Phi, *ssa.Select, *ssa.Range, *ssa.Next:
		return nil
	case *ssa.Call:
		if isEffectless(use) {
			return []ssa.Value{use}
		}
		return nil
	case *ssa.UnOp:
		if use.Op == token.ARROW {
			return nil
		}
		return []ssa.Value{use}
	case *ssa.Store:
		if w.sameStatement(use.Pos(), c.Pos()) {
			if a := allocOf(use.Addr); a != nil {
				return []ssa.Value{a}
			}
		}
		return nil
	case *ssa.MapUpdate:
		if use.Map != v && w.sameStatement(use.Pos(), c.Pos()) {
			return []ssa.Value{use.Map}
		}
		return nil
	case ssa.Value:
		return []ssa.Value{use}
	}
	return nil
}

// allocOf returns the variable that addr is in, nil if that is not a variable of the function.
func allocOf(addr ssa.Value) *ssa.Alloc {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return allocOf(a.X)
	case *ssa.IndexAddr:
		return allocOf(a.X)
	case *ssa.Alloc:
		return a
	}
	return nil
}

// sameStatement reports whether two places are in one statement, as far as is known. The variables of a declaration are in
// one statement if it declares them in one line.
func (w *unorderedWalk) sameStatement(a, b token.Pos) bool {
	if !a.IsValid() || !b.IsValid() {
		return true
	}
	in := w.source.At(a)
	if in != w.source.At(b) {
		return false
	}
	d, ok := in.(*ast.DeclStmt)
	if !ok {
		return true
	}
	for _, spec := range d.Decl.(*ast.GenDecl).Specs {
		if spec.Pos() <= a && a < spec.End() {
			return spec.Pos() <= b && b < spec.End()
		}
	}
	return true
}

// sameEntry reports whether a use of v after the call c leaves the order open. A select evaluates the operands of its cases in
// the order of the source, so only those of the case that c is in are open.
func (w *unorderedWalk) sameEntry(use ssa.Instruction, v ssa.Value, c ssa.Instruction) bool {
	s, ok := use.(*ssa.Select)
	if !ok {
		return true
	}
	for _, state := range s.States {
		if (state.Chan == v || state.Send == v) && w.source.At(state.Pos) == w.source.At(c.Pos()) {
			return true
		}
	}
	return false
}
