package desugar

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// A command of os/exec that is started writes its output in a goroutine of its own, until Wait returns: to a buffer
// that a field of the command holds. Others count as known to nobody who writes them. So a function that starts a
// command is unknown if its text does not show that it leaves the buffer alone meanwhile.

const (
	startsCommand = "(*os/exec.Cmd).Start"
	waitsCommand  = "(*os/exec.Cmd).Wait"
)

// startedCommand makes a function unknown that starts a command and may use what the command writes before it has
// waited. Where a helper starts it, and does not wait, the same is asked of its callers.
func (t *translator) startedCommand(inv *emit.Invocation) {
	if inv.Name != startsCommand {
		return
	}
	call := inv.Common
	for f := t.Frame; f != nil; f = f.Caller {
		at := callAt(f.Fn, call)
		if at == nil {
			return
		}
		for _, v := range t.givenToCommands(f.Fn) {
			if a := ownBuffer(v); a == nil || usedMeanwhile(a, at) {
				t.Unsupported(inv.Pos, "a command that may write %s until Wait returns, and others may use it meanwhile", t.LocationBase(v))
			}
		}
		if f.Caller == nil || f.Caller.Calling == nil || hasWait(f.Fn, at) {
			return
		}
		call = f.Caller.Calling.Common
	}
}

// givenToCommands returns the buffers that a function puts into commands, or passes to others of the program with a command.
func (t *translator) givenToCommands(fn *ssa.Function) (all []ssa.Value) {
	add := func(v ssa.Value) {
		if made, ok := v.(*ssa.MakeInterface); ok {
			v = made.X
		}
		if t.isUnsynchronised(v.Type()) {
			all = append(all, v)
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				if isOutput(i.Addr) {
					add(i.Val)
				}
			case ssa.CallInstruction:
				callee := i.Common().StaticCallee()
				if callee == nil || callee.Blocks == nil || !slices.ContainsFunc(i.Common().Args, isCommand) {
					continue
				}
				for _, arg := range i.Common().Args {
					add(arg)
				}
			}
		}
	}
	return all
}

// isCommand reports whether a value is a pointer to a command.
func isCommand(v ssa.Value) bool {
	name := analysis.StructName(analysis.Deref(v.Type()))
	return name != nil && name.Pkg() != nil && name.Pkg().Path() == "os/exec" && name.Name() == "Cmd"
}

func hasWait(fn *ssa.Function, start ssa.Instruction) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { return waitsFor(instr, start) })
	})
}

func callAt(fn *ssa.Function, call *ssa.CallCommon) ssa.Instruction {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && c.Common() == call {
				return instr
			}
		}
	}
	return nil
}

// isOutput reports whether an address is of the field of a command to which it writes.
func isOutput(addr ssa.Value) bool {
	at, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	f := analysis.FieldOf(at)
	return f.Pkg() != nil && f.Pkg().Path() == "os/exec" && (f.Name() == "Stdout" || f.Name() == "Stderr")
}

// ownBuffer returns the variable of the function in which a buffer is, or of which it is the only value; nil if there is none.
func ownBuffer(v ssa.Value) *ssa.Alloc {
	switch v := v.(type) {
	case *ssa.Alloc:
		return v
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return nil
		}
		var held ssa.Value
		for _, use := range uses(a) {
			s, isStore := use.(*ssa.Store)
			switch {
			case isStore && s.Addr == ssa.Value(a) && held == nil:
				held = s.Val
			case isStore:
				return nil
			}
		}
		switch made := held.(type) {
		case *ssa.Alloc:
			if len(uses(made)) == 1 {
				return a
			}
		case *ssa.Call:
			if fn := made.Call.StaticCallee(); fn != nil && analysis.Object(fn) != nil && analysis.MakesNew[analysis.Object(fn).FullName()] && len(uses(made)) == 1 {
				return a
			}
		}
	}
	return nil
}

// waitsFor reports whether an instruction waits for the command that another starts.
func waitsFor(instr, start ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	return fn != nil && analysis.Object(fn) != nil && analysis.Object(fn).FullName() == waitsCommand &&
		slices.ContainsFunc(start.(ssa.CallInstruction).Common().Args, func(arg ssa.Value) bool { return sameMemory(call.Call.Args[0], arg) })
}

// usedMeanwhile reports whether some use of a variable may come after a command is started, with no Wait in between. A
// literal that captures it may use it at any time.
func usedMeanwhile(a *ssa.Alloc, start ssa.Instruction) bool {
	used := map[ssa.Instruction]bool{}
	for _, use := range uses(a) {
		if s, isStore := use.(*ssa.Store); isStore && s.Addr == ssa.Value(a) {
			continue
		}
		if _, captures := use.(*ssa.MakeClosure); captures {
			return true
		}
		used[use] = true
	}
	seen := map[*ssa.BasicBlock]bool{}
	var after func(instrs []ssa.Instruction, b *ssa.BasicBlock) bool
	after = func(instrs []ssa.Instruction, b *ssa.BasicBlock) bool {
		for _, instr := range instrs {
			if used[instr] {
				return true
			}
			if waitsFor(instr, start) {
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool {
			if seen[next] {
				return false
			}
			seen[next] = true
			return after(next.Instrs, next)
		})
	}
	b := start.Block()
	return after(b.Instrs[slices.Index(b.Instrs, start)+1:], b)
}
