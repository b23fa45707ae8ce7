package heap

import "github.com/calvin-go/calvin/ir"

// A WaitGroup that guards what is beside it is like a channel that is only closed: it is made with its one Add, and
// closed with its one Done. What is known of it is kept by its address.

// GroupPaid is the heap variable that says of which WaitGroups, among those that guard something, no Done is to come:
// whoever has waited for one finds it so.
func (m *Memory) GroupPaid() *ir.Var {
	const id = "group paid"
	if f := m.Families[id]; f != nil {
		return f
	}
	f := m.family(id, "closed", []*ir.Sort{ir.Ref}, ir.Bool, ir.Latch)
	h := f.Heap
	group, who := ir.V(h.Keys[0]), ir.V(h.Who)
	h.Read = ir.True
	h.Write = ir.Eq(ir.Select(ir.V(m.GroupPayer()), group), who)
	if m.Alone {
		h.Write = ir.Eq(who, m.Tid)
	}
	h.Write = ir.And(ir.Ne(group, ir.Nil), h.Write)
	return f
}

// GroupPayer is the heap variable that says which goroutine owes the Done of a WaitGroup that guards something: the one
// that has called Add, until it starts a goroutine that takes the Done over.
func (m *Memory) GroupPayer() *ir.Var {
	return m.family("group payer", "closer", []*ir.Sort{ir.Ref}, ir.Tid, ir.Token)
}

// UnusedGroup is the condition that nobody has used the WaitGroup at p yet, and that no other goroutine can reach it;
// and what has to be looked at to tell.
func (m *Memory) UnusedGroup(p Place) (*ir.Expr, []ir.Access) {
	used := m.used(p)
	return ir.And(m.Mine(p.Addr()), ir.Not(used)), []ir.Access{{Map: used.Args[0].Var, Index: used.Args[1:]}}
}
