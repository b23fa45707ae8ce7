package sequential

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// Fields returns the fields and package variables of interface types that hold what one goroutine at a time may use, as
// the text shows: by what it puts there, or by the locks that it holds.
func Fields(functions []*ssa.Function) map[*types.Var]bool {
	found, shared := Holders(functions, library.IsUnsynchronised), Holders(functions, library.IsSynchronised)
	for v := range guarded(functions) {
		if !shared[v] {
			found[v] = true
		}
	}
	return found
}

// guarded returns the fields of such interface types of which functions use what is behind them while they hold a
// lock of the same struct, and no more of those that others can call do so without: whoever wrote them knows that what
// callers give is for one goroutine at a time.
func guarded(functions []*ssa.Function) map[*types.Var]bool {
	with, without := map[*types.Var]int{}, map[*types.Var]int{}
	for _, fn := range functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				for _, v := range Used(&call.Call, func(f *types.Func) *library.Row { return library.Of(f.FullName()) }) {
					load, ok := Unconverted(v).(*ssa.UnOp)
					if !ok || !Is(load.Type()) {
						continue
					}
					at, ok := load.X.(*ssa.FieldAddr)
					if !ok {
						continue
					}
					field := VariableAt(at)
					switch {
					case locks(call, at.X.Type()):
						with[field]++
					case fn.Parent() != nil || ast.IsExported(fn.Name()):
						without[field]++
					}
				}
			}
		}
	}
	found := map[*types.Var]bool{}
	for v, n := range with {
		if n >= without[v] {
			found[v] = true
		}
	}
	return found
}

// locks reports whether a function has acquired a lock in a struct of a type on each way to a call, and releases none by then.
func locks(call *ssa.Call, of types.Type) bool {
	held := false
	for _, b := range call.Parent().Blocks {
		if b != call.Block() && !b.Dominates(call.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			if instr == ssa.Instruction(call) {
				return held
			}
			c, ok := instr.(*ssa.Call)
			if !ok || c.Call.StaticCallee() == nil || len(c.Call.Args) == 0 {
				continue
			}
			at, ok := c.Call.Args[0].(*ssa.FieldAddr)
			if !ok || !types.Identical(at.X.Type(), of) {
				continue
			}
			switch name := c.Call.StaticCallee().Name(); {
			case name == "Lock":
				held = true
			case slices.Contains([]string{"Unlock", "RUnlock"}, name):
				held = false
			}
		}
	}
	return held
}
