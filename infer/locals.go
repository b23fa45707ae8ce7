package infer

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
	"github.com/calvin-go/calvin/library"
)

// Variables of a function that goroutines share: a counter and its lock, say, both declared where the goroutines are started.

// addLocals notes the variables of fn that literals capture of which goroutines run some, or which others may call with
// a lock that they capture, and which a guard may have or be: they are only read, assigned and, if they are locks,
// locked.
func (p *program) addLocals(pkg *packages.Package, fn *ssa.Function) {
	starts := startsLiteral(fn)
	if fn.Parent() != nil || len(fn.AnonFuncs) == 0 || !starts && !givesAwayLocking(fn) {
		return
	}
	byPos, inLoop := map[token.Pos]*types.Var{}, blockInLoop(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok && a.Heap && a.Pos().IsValid() && (b == inLoop || inLoop == nil && !repeats(b)) && mayBeShared(memoryOf(a)) && usedDirectly(a) && (starts || !goesOnWithout(a)) {
				byPos[a.Pos()] = nil
			}
		}
	}
	if len(byPos) == 0 {
		return
	}
	for _, obj := range pkg.TypesInfo.Defs {
		if v, ok := obj.(*types.Var); ok {
			if _, wanted := byPos[v.Pos()]; wanted {
				byPos[v.Pos()] = v
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok && byPos[a.Pos()] != nil && a.Comment == byPos[a.Pos()].Name() {
				p.locals[a] = byPos[a.Pos()]
				switch only := memory.OnlyStored(a).(type) {
				case *ssa.MakeMap, *ssa.MakeSlice:
					p.localValues[only] = byPos[a.Pos()]
				case *ssa.Slice: // of an array that is there for nothing else, as of make with a constant length or a literal
					if array, ok := only.X.(*ssa.Alloc); ok && (array.Comment == "makeslice" || array.Comment == "slicelit") {
						p.localValues[array] = byPos[a.Pos()]
					}
				}
			}
		}
	}
}

// blockInLoop returns the block in a loop that declares all locks of a function which literals capture, where these are
// started as goroutines: at each iteration there are other variables, for other goroutines. It is nil if there is none.
func blockInLoop(fn *ssa.Function) (in *ssa.BasicBlock) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			a, ok := instr.(*ssa.Alloc)
			if !ok || !a.Heap || !isOwnLock(a) {
				continue
			}
			if !repeats(b) || in != nil && b != in {
				return nil
			}
			in = b
		}
	}
	if in == nil {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			made, ok := instr.(*ssa.MakeClosure)
			if !ok || !slices.ContainsFunc(made.Bindings, func(v ssa.Value) bool { a, ok := v.(*ssa.Alloc); return ok && a.Block() == in }) {
				continue
			}
			if slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool { _, debug := use.(*ssa.DebugRef); return !debug && !isStart(use) }) {
				return nil
			}
		}
	}
	return in
}

// shared returns the variable at whose address v is; or which always has the value v.
func (p *program) shared(v ssa.Value) *types.Var {
	if a, ok := v.(*ssa.Alloc); ok && p.locals[a] != nil {
		return p.locals[a]
	}
	return p.localValues[v]
}

func memoryOf(a *ssa.Alloc) types.Type { return a.Type().Underlying().(*types.Pointer).Elem() }

// startsLiteral reports whether a function starts goroutines that run literals in it.
func startsLiteral(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if isStart(instr) {
				return true
			}
		}
	}
	return false
}

// givesAwayLocking reports whether a function makes a literal that captures a lock of the function, and does something
// else with it than to call it: so others may call it, at any time and several at a time.
func givesAwayLocking(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			made, ok := instr.(*ssa.MakeClosure)
			if ok && slices.ContainsFunc(made.Bindings, isOwnLock) && slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool { return !onlyCalls(use, made) }) {
				return true
			}
		}
	}
	return false
}

// goesOnWithout reports whether the function that declares a variable uses it after a literal that captures it was
// made, and takes no lock itself. Then what it has called may well be done with the literal, as one that runs
// goroutines and waits for them is.
func goesOnWithout(a *ssa.Alloc) bool {
	locks, after := false, false
	for _, b := range a.Parent().Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && len(call.Call.Args) > 0 && isOwnLock(call.Call.Args[0]) {
				locks = true
			}
		}
	}
	for _, made := range *a.Referrers() {
		if _, ok := made.(*ssa.MakeClosure); !ok {
			continue
		}
		for _, use := range *a.Referrers() {
			switch use.(type) {
			case *ssa.UnOp, *ssa.Store:
				after = after || comesAfter(use, made)
			}
		}
	}
	return after && !locks
}

// comesAfter reports whether each way to an instruction leads by another one.
func comesAfter(instr, other ssa.Instruction) bool {
	b, c := instr.Block(), other.Block()
	if b != c {
		return c.Dominates(b)
	}
	return slices.Index(b.Instrs, instr) > slices.Index(b.Instrs, other)
}

// isOwnLock reports whether a value is the address of a lock that is a variable of the function.
func isOwnLock(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	return ok && memory.IsLock(memoryOf(a))
}

// onlyCalls reports whether an instruction calls a function value, at once or when the function around it returns, and
// does nothing else with it.
func onlyCalls(use ssa.Instruction, v ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Call:
		return use.Call.Value == v && !slices.Contains(use.Call.Args, v)
	case *ssa.Defer:
		return use.Call.Value == v && !slices.Contains(use.Call.Args, v)
	}
	return false
}

// isStart reports whether an instruction starts a goroutine with a literal.
func isStart(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Go:
		return memory.Literal(i.Call.Value) != nil
	case *ssa.Call:
		started := memory.StartedInGroup(&i.Call)
		return started != nil && memory.Literal(started) != nil
	}
	return false
}

// mayBeShared tells the types of the variables for which guards are proposed, and of their locks.
func mayBeShared(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Interface, *types.Pointer, *types.Slice, *types.Map, *types.Chan:
		return true
	}
	return memory.IsLock(t)
}

// usedDirectly reports whether a variable is only read, assigned and captured, or is a lock that is used as one.
func usedDirectly(v ssa.Value) bool {
	isLock := memory.IsLock(v.Type().Underlying().(*types.Pointer).Elem())
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if !staysIn(use, v) {
				return false
			}
		case *ssa.Store:
			if use.Addr != v || isLock && !isZero(use.Val) {
				return false
			}
		case *ssa.MakeClosure:
			fn := use.Fn.(*ssa.Function)
			for i, b := range use.Bindings {
				if b == v && (fn.Synthetic != "" || !usedDirectly(fn.FreeVars[i])) {
					return false
				}
			}
		case ssa.CallInstruction:
			fn := memory.Declared(memory.Callee(use.Common()))
			if !isLock || fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "sync" || use.Common().Args[0] != v {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isZero reports whether v is what a variable has that nothing was assigned to, as in mu := sync.Mutex{}.
func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// staysIn reports whether a value that was read from a variable, if it is a slice or map, is only indexed, measured,
// returned, looked at by functions of the standard library, and appended to and put back: with more the guard of the
// variable would not be that of what it leads to.
func staysIn(x, v ssa.Value) bool {
	switch x.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
	default:
		return true
	}
	for _, use := range *x.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.Lookup, *ssa.Range, *ssa.BinOp, *ssa.IndexAddr, *ssa.Return, *ssa.Convert:
		case *ssa.Store:
			if use.Addr != v && !isResult(use.Addr) {
				return false
			}
		case *ssa.MapUpdate:
			if use.Map != x {
				return false
			}
		case *ssa.Call:
			b, ok := use.Call.Value.(*ssa.Builtin)
			switch {
			case ok && b.Name() == "append" && use.Call.Args[0] != x: // its elements are copied
			case ok && b.Name() == "append":
				if !staysIn(use, v) {
					return false
				}
			case ok:
			case memory.Declared(memory.Callee(&use.Call)) == nil || library.Of(memory.Declared(memory.Callee(&use.Call)).FullName()) == nil:
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isResult reports whether an address is that of a variable from which values are only read to be returned.
func isResult(addr ssa.Value) bool {
	if f, ok := addr.(*ssa.FieldAddr); ok { // of a struct that is
		return isResult(f.X)
	}
	a, ok := addr.(*ssa.Alloc)
	return ok && onlyReturned(a, *a.Referrers())
}

// onlyReturned reports whether uses of an address only assign there, or to fields there, and return what is read.
func onlyReturned(addr ssa.Value, uses []ssa.Instruction) bool {
	for _, use := range uses {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != addr {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyReturned(use, *use.Referrers()) {
				return false
			}
		case *ssa.UnOp:
			for _, u := range *use.Referrers() {
				switch u := u.(type) {
				case *ssa.DebugRef, *ssa.Return:
				case *ssa.Store:
					if u.Addr == addr || !isResult(u.Addr) {
						return false
					}
				default:
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// repeats reports whether control may come back to a block.
func repeats(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock(nil), b.Succs...)
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at == b {
			return true
		}
		if !seen[at] {
			seen[at] = true
			work = append(work, at.Succs...)
		}
	}
	return false
}

// makesGroup reports whether a group is made by the function: it is a variable, or a pointer in one that is assigned once.
func (f *flow) makesGroup(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return v.Parent() == f.fn
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && a.Parent() == f.fn && isMade(memory.OnlyStored(a))
	}
	return isMade(v)
}

// isMade reports whether a value is a new object, or what a call returns.
func isMade(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.Extract:
		return true
	}
	return false
}

// waited notes that the goroutines of a group have ended that the function has made: its variables are its own again,
// as far as anybody can see.
func (f *flow) waited(c *ssa.CallCommon, s *state) {
	if group := memory.AwaitedBy(c); group == nil || !f.makesGroup(group) {
		return
	}
	f.endLocals(s)
	f.endObjects(s)
}

// endObjects notes that objects with locks of their own that the function has made, and that literals know which
// goroutines run, are its own again.
func (f *flow) endObjects(s *state) {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			made, ok := instr.(*ssa.MakeClosure)
			if !ok || !slices.ContainsFunc(*made.Referrers(), isStart) {
				continue
			}
			for _, v := range made.Bindings {
				if a, ok := v.(*ssa.Alloc); ok && !f.isSynchronised(memoryOf(a)) {
					v = memory.OnlyStored(a)
				}
				if v == nil || !isMadeHere(v) {
					continue
				}
				if ptr, ok := v.Type().Underlying().(*types.Pointer); ok && f.isSynchronised(ptr.Elem()) {
					s.fresh[f.Target(v)] = true
				}
			}
		}
	}
}

// isMadeHere reports whether a value is a new object, or what a call returns.
func isMadeHere(v ssa.Value) bool {
	_, isCall := v.(*ssa.Call)
	return isCall || isMade(v)
}

// endLocals notes that no goroutine that knows the variables of the function is left.
func (f *flow) endLocals(s *state) {
	for v := range f.locals {
		if v.Parent() == f.fn {
			s.fresh[f.Target(v)] = true
		}
	}
	for v := range f.localValues {
		if v.Parent() == f.fn {
			s.fresh[f.Target(v)] = true
		}
	}
}
