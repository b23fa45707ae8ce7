package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Memory comes back by a channel when something is received from it, if nobody sends on the channel but those who are
// to give the memory back. Where nobody asks whether a send panics, it is not checked whether the sender has a right to
// it. So it is settled beforehand, by the program's text, for each class of channels that may be the same
// (aliasclasses.go), who sends on them.

// A Sending says who sends on a channel.
type Sending uint8

const (
	Anybody Sending = iota // code that nobody asks about, or that is not looked at, may send as often as it likes
	Counted                // code that nobody asks about sends once in a goroutine that is started for it, or where the channel is made
	Checked                // all who send are asked whether they have the right
	Nobody                 // nobody sends
)

// Sends tells who sends on the channel that v leads to.
func (p *Facts) Sends(v ssa.Value) Sending {
	who := Anybody
	if v != nil {
		who = p.sends[v]
	}
	if who < Checked && !p.mayPanic() {
		return Checked
	}
	return who
}

// A send is an instruction that sends on a channel.
type send struct {
	at    ssa.Instruction
	value ssa.Value
}

// sendsOf adds the channels that an instruction sends on.
func sendsOf(instr ssa.Instruction, all []send) []send {
	switch i := instr.(type) {
	case *ssa.Send:
		all = append(all, send{i, i.Chan})
	case *ssa.Select:
		for _, s := range i.States {
			if s.Send != nil {
				all = append(all, send{i, s.Chan})
			}
		}
	}
	return all
}

// findSends returns for each channel value who sends on the channel.
func (p *Facts) findSends(c *aliasClasses) map[ssa.Value]Sending {
	by := map[any][]send{}
	called := map[*ssa.Function]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, s := range sendsOf(instr, nil) {
					class := c.find(c.node(s.value))
					by[class] = append(by[class], s)
				}
				if call, ok := instr.(ssa.CallInstruction); ok && StartedBy(instr) == nil {
					if callee := call.Common().StaticCallee(); callee != nil {
						called[callee] = true
					}
				}
			}
		}
	}
	outside := map[any]bool{}
	c.eachValue(func(v ssa.Value, _ *ssa.Function) {
		if key := classKey(v.Type()); key != "" {
			outside[c.find(key)] = true
		}
	})
	for _, v := range p.Channels { // of which annotations say what may be sent
		outside[c.find(v)] = true
	}
	found := map[ssa.Value]Sending{}
	c.eachValue(func(v ssa.Value, _ *ssa.Function) {
		if class := c.find(c.node(v)); IsChan(v.Type()) && !outside[class] {
			found[v] = p.whoSends(by[class], called)
		}
	})
	return found
}

// MayOwn reports whether the channel v, on which something is sent or which is closed, may be one that a variable holds
// which owns its channels.
func (p *Facts) MayOwn(v ssa.Value, owner *types.Var) bool {
	return !slices.Contains(p.ownedApart[v], owner)
}

// findOwnedApart returns for each value on which something is sent, or which is closed, which fields and package
// variables, of those that own channels, never hold its channel.
func (p *Facts) findOwnedApart(c *aliasClasses) map[ssa.Value][]*types.Var {
	apart := map[ssa.Value][]*types.Var{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, s := range sendsOf(instr, nil) {
					if !isNilConst(s.value) {
						apart[s.value] = p.ownersApart(c, s.value)
					}
				}
				if ch := closedBy(instr); ch != nil && !isNilConst(ch) {
					apart[ch] = p.ownersApart(c, ch)
				}
			}
		}
	}
	return apart
}

// closedBy returns the channel that an instruction closes, now or later; nil if it closes none.
func closedBy(instr ssa.Instruction) ssa.Value {
	if call, ok := instr.(ssa.CallInstruction); ok {
		if b, ok := call.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return call.Common().Args[0]
		}
	}
	return nil
}

func (p *Facts) ownersApart(c *aliasClasses, v ssa.Value) (apart []*types.Var) {
	class := c.find(c.node(v))
	for _, owner := range p.Channels {
		followed := (owner.IsField() || IsPackageVar(owner)) && classKey(owner.Type()) != ""
		if followed && c.find(owner) != class {
			apart = append(apart, owner)
		}
	}
	return apart
}

// whoSends tells who sends, of all that send on a channel.
func (p *Facts) whoSends(all []send, called map[*ssa.Function]bool) Sending {
	if len(all) == 0 {
		return Nobody
	}
	unasked := slices.DeleteFunc(slices.Clone(all), func(s send) bool {
		return p.AsksPanics(s.at.Parent())
	})
	if len(unasked) == 0 {
		return Checked
	}
	for _, s := range unasked {
		fn := s.at.Parent()
		once := p.Spawned[fn] && !p.Loose[fn] && !called[fn] && isGiven(s.value) && !Cycles(s.at.Block(), nil) &&
			!slices.ContainsFunc(all, func(o send) bool { return o.at != s.at && o.at.Parent() == fn && comesAfter(o.at, s.at) })
		if !once && !p.makesChannel(s.value, fn) {
			return Anybody
		}
	}
	return Counted
}

// comesAfter reports whether control may come from one instruction to the other.
func comesAfter(to, from ssa.Instruction) bool {
	if to.Block() == from.Block() {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	next := slices.Clone(from.Block().Succs)
	for len(next) > 0 {
		b := next[len(next)-1]
		next = next[:len(next)-1]
		if b == to.Block() {
			return true
		}
		if !seen[b] {
			seen[b] = true
			next = append(next, b.Succs...)
		}
	}
	return false
}

// makesChannel reports whether v is a channel that fn makes, or is in a variable of fn that holds no other.
func (p *Facts) makesChannel(v ssa.Value, fn *ssa.Function) bool {
	switch i := v.(type) {
	case *ssa.MakeChan:
		return true
	case *ssa.UnOp:
		a, ok := i.X.(*ssa.Alloc)
		return ok && a.Parent() == fn && onlyMade(a)
	}
	return false
}

// onlyMade reports whether all that the variable at an address is assigned are channels that are made for it; literals
// that capture it assign none.
func onlyMade(addr ssa.Value) bool {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if _, made := use.Val.(*ssa.MakeChan); !made || use.Addr != addr {
				return false
			}
		case *ssa.MakeClosure:
			for n, b := range use.Bindings {
				if fv := use.Fn.(*ssa.Function).FreeVars[n]; b == addr && !onlyRead(fv) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// onlyRead reports whether a captured variable is only read.
func onlyRead(fv ssa.Value) bool {
	for _, use := range *fv.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.MakeClosure:
			for n, b := range use.Bindings {
				if b == fv && !onlyRead(use.Fn.(*ssa.Function).FreeVars[n]) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}
