package heap

import (
	"go/constant"
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// ChanClosed is the heap variable that says which channels are closed.
func (m *Memory) ChanClosed() *ir.Var {
	const id = "chan closed"
	if f := m.Families[id]; f != nil {
		return f
	}
	f := m.family(id, "closed", []*ir.Sort{ir.Ref}, ir.Bool, ir.Latch)
	h := f.Heap
	h.Read = ir.True
	h.Write = ir.False
	ch, who := ir.V(h.Keys[0]), ir.V(h.Who)
	h.Write = ir.Or(m.Unaccounted(ch), ir.Eq(ir.Select(ir.V(m.ChanCloser()), ch), who))
	for _, v := range m.Facts.Channels {
		if g := m.Facts.Guard(v); len(g.Closes) > 0 {
			h.Write = ir.Ite(m.OwnedBy(ch, v), m.OfOwner(v, ch, who, nil, nil, g.Closes), h.Write)
		}
	}
	if m.Alone {
		h.Write = ir.Eq(who, m.Tid)
	}
	h.Write = ir.And(ir.Ne(ch, ir.Nil), h.Write)
	if len(m.Facts.Open) > 0 {
		h.Always = ir.Not(ir.And(m.staysOpen(ch), ir.Select(ir.V(f), ch)))
	}
	return f
}

// ChanCloser is the heap variable that says which goroutine has the right to close a channel: the one that makes it, until
// it starts a goroutine that takes the right over.
func (m *Memory) ChanCloser() *ir.Var {
	return m.family("chan closer", "closer", []*ir.Sort{ir.Ref}, ir.Tid, ir.Token)
}

// Unaccounted is the set of the channels that anybody may close: of whose closing there is no account. It is settled
// with the program's text, and so no step changes it. Nobody has the right to close one alone.
func (m *Memory) Unaccounted(ch *ir.Expr) *ir.Expr {
	if !m.Facts.UnaccountedChannels() {
		return ir.False
	}
	return ir.Select(ir.V(m.family("chan.unaccounted", "chan.unaccounted", []*ir.Sort{ir.Ref}, ir.Bool, ir.Immutable)), ch)
}

// ChanCap is the heap variable that has the capacities of channels.
func (m *Memory) ChanCap() *ir.Var { return m.bookkeeping("chan.cap", IntSort) }

// ChanUsed is the heap variable that says which channels something was sent on, or may have been.
func (m *Memory) ChanUsed() *ir.Var {
	return m.family("chan.used", "chan.used", []*ir.Sort{ir.Ref}, ir.Bool, ir.Immutable)
}

// Use notes that something may be in the channel: no variable can own it any more that does not yet.
func (m *Memory) Use(ch *ir.Expr) ir.Stmt { return PutAt(m.ChanUsed(), []*ir.Expr{ch}, ir.True) }

// Unsent is the condition that nothing has been sent on the channel but what was promised.
func (m *Memory) Unsent(ch *ir.Expr) *ir.Expr { return ir.Not(ir.Select(ir.V(m.ChanUsed()), ch)) }

// CapOf is the capacity of the channel ch.
func (m *Memory) CapOf(ch *ir.Expr) *ir.Expr {
	return ir.Ite(ir.Eq(ch, ir.Nil), ZeroInt, ir.Select(ir.V(m.ChanCap()), ch))
}

// staysOpen is the set of the channels that variables hold which are open for ever. It is settled with the program's text, and so
// no step changes it.
func (m *Memory) staysOpen(ch *ir.Expr) *ir.Expr {
	open := m.family("chan.open", "chan.open", []*ir.Sort{ir.Ref}, ir.Bool, ir.Immutable)
	open.Heap.Open = true
	return ir.Select(ir.V(open), ch)
}

// neverClosed says that the channel which the variable f of an object holds is nil or stays open.
func (m *Memory) neverClosed(f *ir.Var) *ir.Expr {
	ch := At(f, varExprs(f.Heap.Keys))
	return ir.Or(ir.Eq(ch, ir.Nil), m.staysOpen(ch))
}

// accounted says that the channel which the variable f of an object holds is nil or one of which there is an account.
// All that may be in the variable is in one class with it.
func (m *Memory) accounted(f *ir.Var) *ir.Expr {
	ch := At(f, varExprs(f.Heap.Keys))
	return ir.Or(ir.Eq(ch, ir.Nil), ir.Not(m.Unaccounted(ch)))
}

// channelLaw is what is known of every place f of the variable v, which owns the channels that it holds: that it owns
// them; and that one which may be closed only by the function of a Once is open until that function runs.
func (m *Memory) channelLaw(v *types.Var, f *ir.Var) *ir.Expr {
	var owner *ir.Expr
	p := Place{Variable: v}
	if len(f.Heap.Keys) > 0 {
		owner = ir.V(f.Heap.Keys[0])
		p.Owner = owner
	}
	ch := At(f, varExprs(f.Heap.Keys))
	law := m.boundChannel(ch, p)
	for _, c := range m.Facts.Guard(v).Closes {
		if k, ok := c.Expr.(*annot.Const); ok && !constant.BoolVal(k.Value) {
			law = ir.And(law, ir.Not(ir.Select(ir.V(m.ChanClosed()), ch)))
		}
		for _, once := range HeldIn(c.Expr) {
			at, err := m.annotations.Locate(m, m.contextOf(v, owner, nil), once)
			if err != nil {
				continue // noted where the clause is evaluated
			}
			if l, err := m.Lock(at); err == nil && l.Done != nil {
				begun := ir.Or(l.IsDone(), ir.Not(l.Holds(ir.Free)))
				law = ir.And(law, ir.Implies(ir.Select(ir.V(m.ChanClosed()), ch), begun))
			}
		}
	}
	return law
}
