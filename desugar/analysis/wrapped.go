package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/sequential"
)

// A bufio.Writer writes to what it was made of, a buffer. Where one field holds the writer and another one the buffer, or
// another writer over it, their guards must be one. No guard can be told of that, as no checked code knows what is in the
// writer, so it is told by the text: uses of the two have to hold a lock in common, if any use holds one.

// A wrappedUse is a call that uses what a field or package variable holds.
type wrappedUse struct {
	at    ssa.Instruction
	of    ssa.Value
	locks []heldLock
}

// A heldLock is a lock that is held, alone or with other readers.
type heldLock struct {
	v      *types.Var
	shared bool
}

// excludes reports whether two uses hold a lock in common, and not both with other readers.
func (a wrappedUse) excludes(b wrappedUse) bool {
	return slices.ContainsFunc(a.locks, func(l heldLock) bool {
		return slices.ContainsFunc(b.locks, func(m heldLock) bool { return l.v == m.v && !(l.shared && m.shared) })
	})
}

// findWrapped finds the uses that lack such a lock.
func (p *Facts) findWrapped(found map[ssa.Instruction]*SharedUse) {
	pairs := p.wrappedPairs()
	if len(pairs) == 0 {
		return
	}
	uses := map[*types.Var][]wrappedUse{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok {
					for v, of := range p.variablesUsed(&call.Call) {
						if locks, known := p.locksAt(call, 0); known {
							uses[v] = append(uses[v], wrappedUse{call, of, locks})
						}
					}
				}
			}
		}
	}
	for _, pair := range pairs {
		for _, a := range uses[pair[0]] {
			for _, b := range uses[pair[1]] {
				switch {
				case len(a.locks)+len(b.locks) == 0, a.excludes(b):
				case len(a.locks) < len(b.locks):
					found[a.at] = &SharedUse{Of: a.of, Write: true, Wraps: pair[1]}
				default:
					found[b.at] = &SharedUse{Of: b.of, Write: true, Wraps: pair[0]}
				}
			}
		}
	}
}

// wrappedPairs returns the pairs of fields or package variables that hold something and what that uses, or two things
// that use the same, as functions store them, in the order of the text.
func (p *Facts) wrappedPairs() (all [][2]*types.Var) {
	seen, looked := map[[2]*types.Var]bool{}, map[*ssa.Function]bool{}
	add := func(a, b *types.Var) {
		if a != b && !seen[[2]*types.Var{a, b}] && !seen[[2]*types.Var{b, a}] {
			seen[[2]*types.Var{a, b}] = true
			all = append(all, [2]*types.Var{a, b})
		}
	}
	look := func(fn *ssa.Function) {
		if fn == nil || looked[fn] {
			return
		}
		looked[fn] = true
		inside := map[*types.Var][]ssa.Value{} // what a variable holds, or uses by what it holds
		var order []*types.Var
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				v := p.variableAt(s.Addr)
				if v == nil {
					continue
				}
				for _, x := range p.behindWrapper(s.Val, 0) {
					if of := p.variableAt(x); of != nil {
						add(of, v)
						continue
					}
					if inside[v] == nil {
						order = append(order, v)
					}
					inside[v] = append(inside[v], x)
				}
			}
		}
		for i, v := range order {
			for _, w := range order[i+1:] {
				if slices.ContainsFunc(inside[v], func(x ssa.Value) bool { return slices.Contains(inside[w], x) }) {
					add(v, w)
				}
			}
		}
	}
	for _, fn := range p.functions {
		look(fn)
		if fn.Pkg != nil { // what its variables hold at first
			look(fn.Pkg.Func("init"))
		}
	}
	return all
}

// behindWrapper returns what a value is from, and what it uses if it is the result of a call: calls, parameters, and
// addresses of variables and of fields. They count only if one goroutine at a time may use what is there.
func (p *Facts) behindWrapper(v ssa.Value, depth int) (all []ssa.Value) {
	v = sequential.Unconverted(v)
	if load, ok := v.(*ssa.UnOp); ok {
		if a, ok := load.X.(*ssa.Alloc); ok && depth < maxHeld {
			if _, is := Spilled(a); is {
				if p.isForOneAt(v.Type()) {
					return []ssa.Value{a}
				}
				return nil
			}
			for _, s := range storesBefore(a, load) {
				all = append(all, p.behindWrapper(s.Val, depth+1)...)
			}
			return all
		}
		if p.variableAt(load.X) != nil && p.isForOneAt(v.Type()) {
			return []ssa.Value{load.X}
		}
		return nil
	}
	if p.isForOneAt(v.Type()) {
		switch v.(type) {
		case *ssa.Call, *ssa.FieldAddr, *ssa.Global, *ssa.Alloc:
			all = append(all, v)
		}
	}
	call, ok := v.(*ssa.Call)
	if !ok || depth >= maxHeld {
		return all
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Blocks != nil {
		return all
	}
	row := p.RowOf(Object(fn))
	for i, arg := range call.Call.Args {
		if row == nil || row.Unknown != "" || !row.Aliases(i) && !row.Copies(i) {
			continue
		}
		for _, elem := range elementsOf(arg) {
			all = append(all, p.behindWrapper(elem, depth+1)...)
		}
	}
	return all
}

// isForOneAt reports whether what a value of a type leads to one goroutine at a time may use, as far as the type says.
func (p *Facts) isForOneAt(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && IsUnsynchronised(ptr.Elem()) || sequential.Certainly(t) // what is behind an io.Writer may well be a file
}

// variablesUsed returns the fields and package variables of which a call uses what they are or hold, with the values by
// which it does, but for those of objects that the function has just made.
func (p *Facts) variablesUsed(call *ssa.CallCommon) map[*types.Var]ssa.Value {
	found := map[*types.Var]ssa.Value{}
	for _, of := range sequential.Used(call, p.RowOf) {
		if v := p.variableAt(sequential.Unconverted(of)); v != nil && madeAt(sequential.Unconverted(of)) == nil {
			found[v] = of
		}
		for _, held := range p.held(of, 0, func(ssa.Value, *types.Var) bool { return true }) {
			if v, ok := sequential.HeldIn(held); ok && !isOfNew(held) {
				found[p.Field(v)] = of
			}
		}
	}
	return found
}

// locksAt returns the locks, by fields and package variables, that are held at a call: those that the function has
// acquired on each way there and not released, and those that all its callers hold, if others cannot call it. It
// reports whether that is known.
func (p *Facts) locksAt(call ssa.CallInstruction, depth int) (held []heldLock, known bool) {
	fn := call.Parent()
	for _, b := range fn.Blocks {
		if b != call.Block() && !b.Dominates(call.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			if instr == ssa.Instruction(call) {
				break
			}
			c, ok := instr.(*ssa.Call)
			if !ok || c.Call.StaticCallee() == nil || len(c.Call.Args) == 0 {
				continue
			}
			v := p.variableAt(c.Call.Args[0])
			switch name := c.Call.StaticCallee().Name(); {
			case v == nil:
			case name == "Lock", name == "RLock":
				held = append(held, heldLock{v, name == "RLock"})
			case name == "Unlock", name == "RUnlock":
				held = slices.DeleteFunc(held, func(l heldLock) bool { return l.v == v })
			}
		}
	}
	switch {
	case len(held) > 0:
		return held, true
	case fn.Parent() != nil || depth > 3:
		return nil, false // it may run wherever it is passed to
	case p.CalledByOthers(fn):
		return nil, true
	}
	for i, c := range p.callsOf(fn) {
		locks, ok := p.locksAt(c, depth+1)
		if !ok {
			return nil, false
		}
		if i == 0 {
			held, known = slices.Clone(locks), true
			continue
		}
		held = slices.DeleteFunc(held, func(l heldLock) bool { return !slices.Contains(locks, l) })
	}
	return held, known
}

// callsOf returns the calls that name a function.
func (p *Facts) callsOf(fn *ssa.Function) (all []ssa.CallInstruction) {
	for _, by := range p.functions {
		for _, b := range by.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok && c.Common().StaticCallee() == fn {
					all = append(all, c)
				}
			}
		}
	}
	return all
}
