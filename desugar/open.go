package desugar

import (
	"github.com/calvin-go/calvin/ir"
)

// Channels that nobody closes. A field or package variable that is not exported holds nothing but open channels if it is given
// only channels that are made for it, and if all that is done with these, by whatever name, is to send, to receive, and to pass
// them on to where no more is done with them. One that can only be received from cannot be closed; what code that is not at hand
// may do with others is not known.

// staysOpen is the set of the channels that variables hold which are open for ever. It is settled with the program's text, and so
// no step changes it.
func (m *memory) staysOpen(ch *ir.Expr) *ir.Expr {
	return ir.Select(ir.V(m.family("chan.open", "chan.open", []*ir.Sort{ir.Ref}, ir.Bool, ir.Immutable)), ch)
}

// neverClosed says that the channel which the variable f of an object holds is nil or stays open.
func (m *memory) neverClosed(f *ir.Var) *ir.Expr {
	ch := at(f, varExprs(f.Heap.Keys))
	return ir.Or(ir.Eq(ch, ir.Nil), m.staysOpen(ch))
}
