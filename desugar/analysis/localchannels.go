package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// findLocalChannels fills localChannels: for variables of functions that own the channels which they hold, the
// function, if it has made all of these and neither it nor a literal in it does more with them than to send, receive
// and close. Elsewhere no channel is one of these.
func (p *Facts) findLocalChannels() {
	p.localChannels = map[*types.Var]*ssa.Function{}
	for _, v := range p.Channels {
		if v.IsField() || IsPackageVar(v) {
			continue
		}
		for _, fn := range p.functions {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if a, ok := instr.(*ssa.Alloc); ok && a.Pos() == v.Pos() && a.Comment == v.Name() && KeepsChannels(a, isUsedAsChannel) {
						p.localChannels[v] = Root(fn)
					}
				}
			}
		}
	}
}

// MayHoldHere reports whether a channel that a function has at hand may be one that the variable owns.
func (p *Facts) MayHoldHere(v *types.Var, fn *ssa.Function) bool {
	home := p.localChannels[v]
	return home == nil || home == Root(fn)
}

// KeepsChannels reports whether a variable, or what a literal captures it as, holds only new channels, and each time
// that one is read from it nothing else is done with the channel than used allows.
func KeepsChannels(v ssa.Value, used func(ch ssa.Value) bool) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if _, made := use.Val.(*ssa.MakeChan); !made || use.Addr != v {
				return false
			}
		case *ssa.MakeClosure:
			for i, b := range use.Bindings {
				if b == v && !KeepsChannels(use.Fn.(*ssa.Function).FreeVars[i], used) {
					return false
				}
			}
		case *ssa.UnOp:
			if !used(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isUsedAsChannel reports whether a channel is sent on, received from, closed and measured, and nothing else.
func isUsedAsChannel(ch ssa.Value) bool {
	for _, use := range *ch.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp: // a receive
		case *ssa.Send:
			if use.X == ch {
				return false
			}
		case *ssa.Select:
			for _, c := range use.States {
				if c.Send == ch {
					return false
				}
			}
		case ssa.CallInstruction:
			if b, ok := use.Common().Value.(*ssa.Builtin); !ok || b.Name() != "close" && b.Name() != "len" && b.Name() != "cap" {
				return false
			}
		default:
			return false
		}
	}
	return true
}
