package desugar

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// Package os/signal sends on the channels that Notify gets, and closes none. A program mostly does nothing but receive
// from such a channel. Then no goroutine has promised to send on it, or has the right to close it, and nothing comes
// back by it: the account of other channels is what it was.

// onlySignals reports whether a call has signals sent on a channel of the function, or no more of them, and the text
// shows that nobody else sends on it or closes it.
func onlySignals(inv *emit.Invocation, p passed) bool {
	if inv.Name != "os/signal.Notify" && inv.Name != "os/signal.Stop" || p.arg != 0 || p.from == nil {
		return false
	}
	ch := p.from
	if c, ok := ch.(*ssa.ChangeType); ok {
		ch = c.X
	}
	load, ok := ch.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	a, ok := load.X.(*ssa.Alloc)
	return ok && analysis.KeepsChannels(a, isSignalled)
}

// isSignalled reports whether nothing is done with a channel than to receive from it, and to pass it to Notify and Stop.
func isSignalled(ch ssa.Value) bool {
	for _, use := range *ch.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp: // a receive
		case *ssa.Select:
			for _, c := range use.States {
				if c.Send == ch || c.Chan == ch && c.Dir != types.RecvOnly {
					return false
				}
			}
		case *ssa.ChangeType:
			if !isSignalled(use) {
				return false
			}
		case ssa.CallInstruction:
			fn := use.Common().StaticCallee()
			if fn == nil || fn.RelString(nil) != "os/signal.Notify" && fn.RelString(nil) != "os/signal.Stop" {
				return false
			}
		default:
			return false
		}
	}
	return true
}
