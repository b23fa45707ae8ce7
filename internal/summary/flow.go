package summary

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A flow says how functions that call each other return, by the blocks that control reaches.
type flow struct {
	unit    *unit
	within  map[*ssa.Function]bool
	returns map[*ssa.Function]bool // found to return, so far
	panics  map[*ssa.Function]bool // a panic may end it
	ends    map[*ssa.Function]bool // something else may, for sure
}

// returning finds which of the functions may return: the least set, since a function that only calls itself does not.
func (u *unit) returning(fns []*ssa.Function) *flow {
	f := &flow{u, map[*ssa.Function]bool{}, map[*ssa.Function]bool{}, map[*ssa.Function]bool{}, map[*ssa.Function]bool{}}
	for _, fn := range fns {
		f.within[fn] = true
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range fns {
			if !f.returns[fn] && f.mayReturn(fn) {
				f.returns[fn], changed = true, true
			}
		}
	}
	return f
}

func (f *flow) mayReturn(fn *ssa.Function) bool {
	if fn.Recover != nil {
		return true // a deferred function may recover
	}
	seen := map[*ssa.BasicBlock]bool{}
	stack := []*ssa.BasicBlock{fn.Blocks[0]}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if f.passes(b) {
			switch b.Instrs[len(b.Instrs)-1].(type) {
			case *ssa.Return:
				return true
			case *ssa.Panic:
				f.panics[fn] = true
			}
			stack = append(stack, b.Succs...)
		}
	}
	return false
}

// passes reports whether control may reach the end of a block.
func (f *flow) passes(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		callee := call.Call.StaticCallee()
		if callee == nil {
			continue
		}
		if callee.Origin() != nil {
			callee = callee.Origin()
		}
		if f.within[callee] {
			if !f.returns[callee] {
				return false
			}
		} else if sum := f.unit.used(f.unit.keyOf(callee)); sum != nil && sum.NeverReturns {
			f.panics[b.Parent()] = f.panics[b.Parent()] || sum.Panics()
			f.ends[b.Parent()] = f.ends[b.Parent()] || sum.Ends
			return false
		}
	}
	return true
}

// mayPanic reports whether an instruction itself may panic.
func mayPanic(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Panic, *ssa.MapUpdate, *ssa.Send, *ssa.Slice, *ssa.SliceToArrayPointer, *ssa.MakeSlice, *ssa.MakeChan, *ssa.Select:
		return true
	case *ssa.IndexAddr, *ssa.Index, *ssa.Lookup:
		return true
	case *ssa.TypeAssert:
		return !i.CommaOk
	case *ssa.FieldAddr:
		return !isVariable(i.X)
	case *ssa.Store:
		return !isVariable(i.Addr)
	case *ssa.UnOp:
		return i.Op == token.MUL && !isVariable(i.X)
	case *ssa.BinOp:
		switch i.Op {
		case token.QUO, token.REM, token.SHL, token.SHR:
			return true
		case token.EQL, token.NEQ:
			return mayHoldUncomparable(i.X.Type()) || mayHoldUncomparable(i.Y.Type())
		}
	case *ssa.MultiConvert: // perhaps of a slice to an array
		return true
	case ssa.CallInstruction:
		b, isBuiltin := i.Common().Value.(*ssa.Builtin)
		if isBuiltin {
			return slices.Contains([]string{"close", "delete", "Slice", "String", "ssa:wrapnilchk"}, b.Name())
		}
		return i.Common().StaticCallee() == nil // it may be nil
	}
	return false
}

// mayHoldUncomparable reports whether values of a type may hold what cannot be compared.
func mayHoldUncomparable(t types.Type) bool {
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return mayHoldUncomparable(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if mayHoldUncomparable(f.Type()) {
				return true
			}
		}
	}
	return false
}

// isVariable reports whether a pointer is that of a variable, or of a part of one, for sure.
func isVariable(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		return true // the pointer to the struct is looked at where the field is selected
	case *ssa.IndexAddr:
		return isVariable(v.X)
	}
	return false
}

// A nilness says which values are never nil.
type nilness struct {
	unit *unit
	seen map[ssa.Value]bool
}

// never reports whether a value is not nil: a phi is not if what goes in is not, where its own value goes in again.
func (n *nilness) never(v ssa.Value) bool {
	if n.seen[v] {
		return true
	}
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.MakeInterface, *ssa.MakeClosure, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan, *ssa.Function, *ssa.Global,
		*ssa.FieldAddr, *ssa.IndexAddr:
		return true
	case *ssa.ChangeType:
		return n.never(v.X)
	case *ssa.ChangeInterface:
		return n.never(v.X)
	case *ssa.Slice:
		_, array := v.X.Type().Underlying().(*types.Pointer)
		return array || n.never(v.X)
	case *ssa.Phi:
		n.seen[v] = true
		for _, x := range v.Edges {
			if !n.never(x) {
				return false
			}
		}
		return true
	case *ssa.Call:
		return n.result(v, 0)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return n.result(call, v.Index)
		}
	}
	return false
}

func (n *nilness) result(call *ssa.Call, i int) bool {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return false
	}
	sum := n.unit.used(n.unit.keyOf(callee))
	return sum != nil && i < len(sum.Nil) && sum.Nil[i] == Never
}

// nilOf says of each result when it may be nil.
func (u *unit) nilOf(fn *ssa.Function) []When {
	list := make([]When, fn.Signature.Results().Len())
	for i := range list {
		if !nillable(fn.Signature.Results().At(i).Type()) {
			continue
		}
		list[i] = u.whenNil(fn, i)
	}
	return list
}

func (u *unit) whenNil(fn *ssa.Function, i int) When {
	last := fn.Signature.Results().Len() - 1
	failing := last > 0 && last != i && types.Identical(fn.Signature.Results().At(last).Type(), types.Universe.Lookup("error").Type())
	when := Never
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || (&nilness{u, map[ssa.Value]bool{}}).never(ret.Results[i]) {
			continue
		}
		if !failing || !(&nilness{u, map[ssa.Value]bool{}}).never(ret.Results[last]) {
			return Maybe
		}
		when = OnError
	}
	return when
}

func nillable(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Signature, *types.Interface:
		return true
	}
	return false
}
