package desugar

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Channels that stand for a group. A goroutine that waits for a group, and then closes a channel on which nobody sends,
// hands on what Wait says: who receives from the channel comes after all Dones that the group was owed when the
// goroutine was started. So what was lent with these Dones is back. A Done that is added later may be owed still. So
// the function under check counts how often it adds to each group: a channel stands for the group as long as that
// number is what it was.

// A standing is what the function knows of such channels.
type standing struct {
	group *ir.Var // by channel: the group; nil for those that stand for none
	added *ir.Var // by group: how often the function has added to it; by channel: how often it had when the channel began to stand for the group
}

// standing returns what the function knows, nil if it starts no goroutine that may close a channel.
func (t *translator) standing() *standing {
	if t.stands == nil && t.Mem.Need.Channels {
		t.stands = &standing{group: t.Local("stands", ir.Array(ir.Ref, ir.Ref)), added: t.Local("added", ir.Array(ir.Ref, ir.Int))}
	}
	return t.stands
}

// standForNothing begins a function of which no channel stands for a group.
func (t *translator) standForNothing(entry *ir.Block) {
	if t.stands != nil {
		v := t.stands.group
		none := &ir.Assign{Dst: v, Src: ir.ConstArray(v.Sort, ir.Nil)}
		entry.Stmts = append([]ir.Stmt{none}, entry.Stmts...)
	}
}

// stands reports whether the channel that the right is to close stands for a group: who closes it waits for that first, and nobody sends.
func (r right) stands() bool { return r.closes != nil && r.after != nil && r.sends == analysis.Nobody }

// standFor adds to the step which hands on the right to close a channel that it stands for the group from then on.
func (t *translator) standFor(s *ir.Step, r right) {
	st := t.standing()
	if st == nil || !r.stands() {
		return
	}
	s.Do = append(s.Do,
		heap.PutAt(st.group, []*ir.Expr{r.closes}, r.after),
		heap.PutAt(st.added, []*ir.Expr{r.closes}, ir.Select(ir.V(st.added), r.after)))
}

// addedTo counts that the function adds to a group.
func (t *translator) addedTo(group *ir.Expr) []ir.Stmt {
	st := t.standing()
	if st == nil {
		return nil
	}
	return []ir.Stmt{heap.PutAt(st.added, []*ir.Expr{group}, ir.Add(ir.Select(ir.V(st.added), group), ir.N(1, ir.Int)))}
}

// standsFor is the group that the channel stands for, and the condition that it stands for one.
func (t *translator) standsFor(ch *ir.Expr) (group, stands *ir.Expr) {
	st := t.standing()
	if st == nil {
		return ir.Nil, ir.False
	}
	group = ir.Select(ir.V(st.group), ch)
	return group, ir.And(ir.Ne(group, ir.Nil), ir.Eq(ir.Select(ir.V(st.added), ch), ir.Select(ir.V(st.added), group)))
}

// joinedBy adds to the step of a receive from the channel that the object of the activation is the function's own
// again, if the channel stands for the group by which that comes back.
func (t *translator) joinedBy(s *ir.Step, ch *ir.Expr) {
	if t.Frame.Object == nil {
		return
	}
	made := t.joining(t.Frame.Fn)
	if made == nil {
		return
	}
	x, known := t.Frame.Values[made]
	if _, isChan := made.(*ssa.MakeChan); isChan {
		if known && x.Expr != nil {
			t.comesBackJoined(s, ir.Eq(ch, x.Expr)) // nobody sends, so it is closed
		}
		return
	}
	if ref := t.groupAt(x, analysis.Deref(made.Type())); known && ref != nil {
		group, stands := t.standsFor(ch)
		t.comesBackJoined(s, ir.And(stands, ir.Eq(group, ref)))
	}
}

// joinsByChannel reports whether the object of the activation comes back by a channel.
func (t *translator) joinsByChannel() bool {
	if t.Frame.Object == nil {
		return false
	}
	_, is := t.joining(t.Frame.Fn).(*ssa.MakeChan)
	return is
}

// handsStanding reports whether some right is to close a channel that stands for a group then.
func handsStanding(rights []right) bool { return slices.ContainsFunc(rights, right.stands) }
