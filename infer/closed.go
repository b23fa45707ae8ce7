package infer

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A channel that is closed and never sent on tells whoever receives from it that all is written: the result of a future, say. To
// the accesses before the close it is as a lock that is held for writing, to those after a receive as one held for reading.

// findClosed fills closed and closedLocals: the fields, and the variables that goroutines share, with channels that are
// closed somewhere and sent on nowhere.
func (p *program) findClosed() {
	type found struct {
		fields map[*types.Var]bool
		locals map[*ssa.Alloc]bool
	}
	closed, sent := found{map[*types.Var]bool{}, map[*ssa.Alloc]bool{}}, found{map[*types.Var]bool{}, map[*ssa.Alloc]bool{}}
	note := func(in found, ch ssa.Value) {
		switch at := p.channel(ch); {
		case at == nil:
		case at.Up == nil:
			in.locals[at.Root.Value.(*ssa.Alloc)] = true
		default:
			in.fields[at.Step.Field] = true
		}
	}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Send:
					note(sent, instr.Chan)
				case *ssa.Select:
					for _, c := range instr.States {
						if c.Dir == types.SendOnly {
							note(sent, c.Chan)
						}
					}
				case ssa.CallInstruction:
					if ch := closes(instr.Common()); ch != nil {
						note(closed, ch)
					}
				}
			}
		}
	}
	p.closed, p.closedLocals = map[*types.Var]bool{}, map[*ssa.Alloc]bool{}
	for v := range closed.fields {
		p.closed[v] = !sent.fields[v]
	}
	for a := range closed.locals {
		p.closedLocals[a] = !sent.locals[a]
	}
	for v := range p.publishing() {
		p.closed[v] = true
	}
}

// tells reports whether the channel at a place is one of these.
func (p *program) tells(at *memory.Place) bool {
	if at == nil {
		return false
	}
	if at.Up == nil {
		return p.closedLocals[at.Root.Value.(*ssa.Alloc)]
	}
	return p.closed[at.Step.Field]
}

// isChannel reports whether what counts as a lock is a channel, or a WaitGroup.
func isChannel(l *memory.Place) bool {
	if a, ok := l.Root.Value.(*ssa.Alloc); ok && l.Up == nil {
		_, ok := memoryOf(a).Underlying().(*types.Chan)
		return ok
	}
	if l.Up == nil || l.Step.Kind != memory.ToField {
		return false
	}
	_, ok := l.Step.Field.Type().Underlying().(*types.Chan)
	return ok || isGroup(l)
}

// isStore reports whether a variable holds a slice or a map: what these lead to no goroutine takes over with the variable.
func isStore(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// onlyAwaited reports whether all that is done with the channel in a variable of a function is to close it and to receive from it.
func onlyAwaited(v ssa.Value) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.Store:
		case *ssa.MakeClosure:
			for i, b := range use.Bindings {
				if b == v && !onlyAwaited(use.Fn.(*ssa.Function).FreeVars[i]) {
					return false
				}
			}
		case *ssa.UnOp:
			if !isAwaited(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isAwaited reports the same of the channel itself.
func isAwaited(ch ssa.Value) bool {
	for _, use := range *ch.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp: // a receive
		case *ssa.Select:
			for _, c := range use.States {
				if c.Chan == ch && c.Dir != types.RecvOnly || c.Send == ch {
					return false
				}
			}
		case ssa.CallInstruction:
			if closes(use.Common()) != ch {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// closes returns the channel that a call closes, nil if it closes none.
func closes(c *ssa.CallCommon) ssa.Value {
	if b, ok := c.Value.(*ssa.Builtin); ok && b.Name() == "close" {
		return c.Args[0]
	}
	return nil
}

// channel returns the place of the field that a channel was loaded from, or of the variable that goroutines share and
// that never holds another; nil if it is from elsewhere.
func (p *program) channel(ch ssa.Value) *memory.Place {
	for {
		switch v := ch.(type) {
		case *ssa.ChangeType:
			ch = v.X
			continue
		case *ssa.UnOp:
			if a, ok := p.Cell(v.X); ok && v.Op == token.MUL && p.locals[a] != nil {
				if _, made := memory.OnlyStored(a).(*ssa.MakeChan); made && onlyAwaited(a) {
					return p.Target(a)
				}
				return nil
			}
			if _, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
				if at := p.Target(v.X); at.Up != nil && at.Step.Kind == memory.ToField {
					return at
				}
			}
		}
		return nil
	}
}

// willClose begins a function that closes such a channel: until then nobody has received from it.
func (f *flow) willClose(s *state) {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if ch := closes(call.Common()); ch != nil {
				if at := f.channel(ch); f.tells(at) && s.held[at] == 0 {
					s.held[at] = writing
				}
			}
			if at := f.publishes(call, "Done"); at != nil && s.held[at] == 0 {
				s.held[at] = writing
			}
		}
	}
}

// isClosed notes that the channel is closed, if it is such a one.
func (f *flow) isClosed(ch ssa.Value, s *state) {
	if at := f.channel(ch); f.tells(at) {
		s.acquire(at, reading)
		if at.Up == nil && at.Root.Value.Parent() == f.fn {
			f.endLocals(s)
		}
	}
	if f.standsForGroup(ch) {
		f.endLocals(s)
	}
}

// standsForGroup reports whether a channel is one that a literal of the function closes which waits for a group.
func (f *flow) standsForGroup(ch ssa.Value) bool {
	made := f.localChannel(ch)
	if made == nil {
		return false
	}
	for _, lit := range f.fn.AnonFuncs {
		waits, shuts := false, false
		for _, b := range lit.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				waits = waits || memory.AwaitedBy(call.Common()) != nil
				if shut := closes(call.Common()); shut != nil {
					shuts = shuts || f.localChannel(shut) == made
				}
			}
		}
		if waits && shuts {
			return true
		}
	}
	return false
}

// localChannel returns what makes a channel that is in a variable of the function alone, nil if it is none.
func (f *flow) localChannel(ch ssa.Value) ssa.Value {
	if load, ok := ch.(*ssa.UnOp); ok && load.Op == token.MUL {
		if a, ok := f.Cell(load.X); ok {
			ch = memory.OnlyStored(a)
		}
	}
	if made, ok := ch.(*ssa.MakeChan); ok && made.Parent() == f.fn {
		return made
	}
	return nil
}

// received notes what the way that a select has gone tells, where cond is that it has gone a certain way.
func (f *flow) received(cond ssa.Value, s *state) {
	eq, ok := cond.(*ssa.BinOp)
	if !ok || eq.Op != token.EQL {
		return
	}
	way, ok := eq.X.(*ssa.Extract)
	number, isConst := eq.Y.(*ssa.Const)
	if !ok || !isConst || way.Index != 0 {
		return
	}
	sel, ok := way.Tuple.(*ssa.Select)
	if i, exact := constant.Int64Val(constant.ToInt(number.Value)); ok && exact && 0 <= i && i < int64(len(sel.States)) && sel.States[i].Dir == types.RecvOnly {
		f.isClosed(sel.States[i].Chan, s)
	}
}
