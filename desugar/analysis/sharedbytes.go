package analysis

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/unsafestrings"
)

// A conversion that shares bytes (see package unsafestrings) makes a string or slice of memory that something else has,
// too. Nobody may write the bytes as long as what it has made is used. If that is used at once, nobody can tell it from
// a copy.

// onlyUsed reports whether all instructions that use a value are such.
func onlyUsed(v ssa.Value, is func(ssa.Instruction) bool) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		_, isDebug := use.(*ssa.DebugRef)
		return !isDebug && !is(use)
	})
}

// SharesBytes reports whether a value is what such a conversion makes.
func SharesBytes(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		d, ok := use.(*ssa.DebugRef)
		return ok && d.X == v && unsafestrings.Shares(d.Expr)
	})
}

// LeavesBytes reports whether a value is a string or slice that shares bytes, and that is used later, or kept: by whom nobody knows.
func (p *Facts) LeavesBytes(v ssa.Value) bool { return SharesBytes(v) && !p.usedAtOnce(v) }

// usedAtOnce reports whether all uses of a string or slice that shares bytes come before anything else can change, and
// keep nothing of it, and only read: it is compared, measured, copied or looked up.
func (p *Facts) usedAtOnce(v ssa.Value) bool {
	uses := map[ssa.Instruction]bool{}
	if !p.atOnceUses(v, uses) {
		return false
	}
	def := v.(ssa.Instruction)
	type point struct {
		block   *ssa.BasicBlock
		changed bool
	}
	seen := map[point]bool{}
	var walk func(b *ssa.BasicBlock, from int, changed bool) bool
	walk = func(b *ssa.BasicBlock, from int, changed bool) bool {
		for _, instr := range b.Instrs[from:] {
			switch {
			case instr == def:
				return true // another string
			case uses[instr] && changed:
				return false
			}
			changed = changed || hasEffect(instr)
		}
		for _, next := range b.Succs {
			if at := (point{next, changed}); !seen[at] {
				seen[at] = true
				if !walk(next, 0, changed) {
					return false
				}
			}
		}
		return true
	}
	return walk(def.Block(), slices.Index(def.Block().Instrs, def)+1, false)
}

// atOnceUses collects the instructions that use a string, or the variables that hold it; false if one may keep it.
func (p *Facts) atOnceUses(v ssa.Value, uses map[ssa.Instruction]bool) bool {
	for _, use := range *v.Referrers() {
		if uses[use] {
			continue
		}
		uses[use] = true
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.Lookup:
		case *ssa.BinOp:
			if use.Op == token.ADD { // which may be one of the two, if the other has no bytes
				return false
			}
		case *ssa.Convert:
			if isStringType(use.Type()) == isStringType(v.Type()) || SharesBytes(use) {
				return false
			}
		case *ssa.IndexAddr:
			if !onlyUsed(use, func(load ssa.Instruction) bool { u, ok := load.(*ssa.UnOp); return ok && u.Op == token.MUL }) || !noteUses(use, uses) {
				return false
			}
		case *ssa.ChangeType, *ssa.Slice:
			if !p.atOnceUses(use.(ssa.Value), uses) {
				return false
			}
		case *ssa.Call:
			if !p.onlyReadByCall(v, &use.Call) {
				return false
			}
		case *ssa.Store:
			a, ok := use.Addr.(*ssa.Alloc)
			if !ok || use.Val != v || !p.atOnceVariable(a, uses) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// noteUses notes the instructions that use a value.
func noteUses(v ssa.Value, uses map[ssa.Instruction]bool) bool {
	for _, use := range *v.Referrers() {
		uses[use] = true
	}
	return true
}

// onlyReadByCall reports whether a call does no more with a string or slice than to read it.
func (p *Facts) onlyReadByCall(v ssa.Value, call *ssa.CallCommon) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len":
			return true
		case "copy", "append":
			return call.Args[0] != v
		}
		return false
	}
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks != nil || call.Signature().Results().Len() > 0 && isStringType(v.Type()) {
		return false // a string is no memory for a row: what is returned may be a part
	}
	row := p.RowOf(Object(fn))
	for i, arg := range call.Args {
		if arg == v && (row == nil || row.Unknown != "" || row.Runs() || row.Writes(i) || row.Keeps(i) || row.Later(i) || row.Aliases(i) || row.Copies(i)) {
			return false
		}
	}
	return true
}

// atOnceVariable is atOnceUses for what a variable of the function holds.
func (p *Facts) atOnceVariable(a *ssa.Alloc, uses map[ssa.Instruction]bool) bool {
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != ssa.Value(a) {
				return false
			}
		case *ssa.UnOp:
			if !p.atOnceUses(use, uses) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// hasEffect reports whether memory may change by an instruction, or before it: of this goroutine or of others.
func hasEffect(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		_, isVariable := instr.Addr.(*ssa.Alloc)
		return !isVariable
	case *ssa.Call:
		return !IsBuiltin(instr, "len") && !IsBuiltin(instr, "cap")
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Send, *ssa.Select, *ssa.MapUpdate, *ssa.Go, *ssa.Defer, *ssa.Next:
		return true
	case *ssa.RunDefers:
		return defers(instr.Parent())
	}
	return false
}

// defers reports whether a function may have deferred calls: those of the bodies of its loops over iterators are its own, too.
func defers(fn *ssa.Function) bool {
	return len(fn.AnonFuncs) > 0 || slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { _, ok := instr.(*ssa.Defer); return ok })
	})
}
