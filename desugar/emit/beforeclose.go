package emit

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// settledAccess says of what the instruction under translation accesses that it needs no guard there, if that is so.
func (t *Builder) settledAccess(all []ir.Access) []ir.Access {
	if t.prog.NeedsNoGuard(t.Frame.At) {
		for i := range all {
			all[i].Alone = true
		}
	}
	return all
}

// beforeClose has the step s, which writes a field by the address where, happen while the channels are open before
// whose close the field is written for the last time: in no other state does it ever happen.
func (t *Builder) beforeClose(s *ir.Step, p heap.Place, where ssa.Value) {
	at, ok := where.(*ssa.FieldAddr)
	if !ok || p.Owner == nil {
		return
	}
	owner := analysis.Deref(at.X.Type())
	for _, c := range t.prog.BeforeClose(p.Variable) {
		ch := t.prog.SameField(owner, c.Channel)
		if ch == nil || c.NoPanics && t.Out.AsksPanics {
			continue
		}
		src, acc, err := t.Mem.Load(t.Mem.Field(t.Mem.Deref(p.Owner, owner), ch))
		if err != nil {
			continue
		}
		ref := ir.V(t.Local("", src.Sort))
		t.Step(&ir.Step{Do: []ir.Stmt{&ir.Assign{Dst: ref.Var, Src: src}}, Access: acc})
		closed := t.Mem.ChanClosed()
		s.Do = append([]ir.Stmt{&ir.Assume{Cond: ir.Or(ir.Eq(ref, ir.Nil), ir.Not(ir.Select(ir.V(closed), ref)))}}, s.Do...)
		s.Access = append(s.Access, ir.Access{Map: closed, Index: []*ir.Expr{ref}, Text: "closed(" + ch.Name() + ")"})
	}
}
