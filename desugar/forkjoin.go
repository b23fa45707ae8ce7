package desugar

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Fork and join. A goroutine may take over memory from the one that starts it: captured variables as a whole, elements of
// slices. That is the goroutine's own until it pays the Done that it took over as well, or, if Go of a WaitGroup runs it,
// until it ends. It is that of the one who started it again when its Wait for the same WaitGroup has returned: the counter
// is zero then, so that all have paid who were handed a Done together with memory.
//
// What is lent counts as another goroutine's meanwhile. For objects that is a matter of Status; elements are in an object
// that stays the lender's, so it is kept track of them one by one.

// borrowed is what the goroutine under translation took over when it began.
type borrowed struct {
	footprints []footprint
	group      *ir.Expr // the WaitGroup whose Done, or the channel that gives it back; may be nil
	atEnd      bool     // the goroutine's end gives it back
}

// handMemory makes the memory that fn takes over that of the new goroutine, after checking that it is this one's to give.
// It comes back with the WaitGroup; group is nil if it never does.
func (t *translator) handMemory(g given, group *ir.Expr) {
	plain, err := g.footprintsOf(false, nil)
	footprints := plain
	if err == nil {
		footprints, err = g.footprintsOf(true, plain)
	}
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return
	}
	if len(footprints) > 0 && t.Mem.Lending == nil {
		t.Mem.WantsOwnership, t.Mem.WantsLending = true, true
		return
	}
	for i, p := range footprints {
		switch {
		case p.cell != nil:
			t.lendVariable(g.fn, p, group)
		case group == nil:
			t.Unsupported(t.Frame.Pos(), "%s takes over %s without an obligation to call Done of one WaitGroup", analysis.FunctionName(g.fn), p.text)
		case p.object != nil:
			t.lendField(g.fn, p, group)
		default:
			t.lendElements(g.fn, p, group, footprints[:i], footprints[len(plain):])
		}
	}
}

func notToGive(fn *ssa.Function, what string) ir.Check {
	return ir.Check{Kind: ir.NotGiven, Subject: analysis.FunctionName(fn), Detail: what}
}

func (t *translator) lendVariable(fn *ssa.Function, p footprint, group *ir.Expr) {
	t.Step(&ir.Step{
		Mover:   ir.BothMover,
		Pre:     []*ir.Assert{t.Assertion(t.wholeAndUnstored(p.cell), notToGive(fn, p.text))},
		Publish: []*ir.Expr{p.cell},
		Give:    []*ir.Expr{p.cell},
		Do:      []ir.Stmt{heap.PutAt(t.Mem.Lending.Objects, []*ir.Expr{p.cell}, orNil(group))},
	})
}

func orNil(ref *ir.Expr) *ir.Expr {
	if ref == nil {
		return ir.Nil
	}
	return ref
}

// wholeAndUnstored is the condition that ref is a local object that nothing else refers to but variables of the function.
func (t *translator) wholeAndUnstored(ref *ir.Expr) *ir.Expr {
	return ir.And(t.Mem.Whole(ref), ir.Not(ir.Select(ir.V(t.Mem.Stored), ref)))
}

// lendElements lends the elements of a footprint. Those of the ones before are with the new goroutine already. What the
// elements refer to is shared, or it is lent with them as a row.
func (t *translator) lendElements(fn *ssa.Function, p footprint, group *ir.Expr, before, rows []footprint) {
	m, away := t.Mem, t.Mem.Lending.Elements
	arr := p.arr(m)
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	here := ir.Eq(ir.Select(ir.V(away), arr, ir.V(i)), ir.Nil)
	token := group
	if p.pool != nil {
		token = ir.Apply(poolFn, p.pool, group, ir.Add(m.SliceOff(p.slice), p.by), ir.N(int64(p.field), heap.IntSort))
		t.byIndexTo = append(t.byIndexTo, ir.Eq(ir.Apply(groupFn, token), group))
		here = ir.Or(here, ir.Eq(ir.Select(ir.V(away), arr, ir.V(i)), token))
	}
	for _, q := range before {
		if q.cell == nil && q.object == nil && q.pool == nil && p.pool == nil {
			here = ir.Or(here, ir.And(ir.Eq(arr, q.arr(m)), q.has(m, ir.V(i))))
		}
	}
	ours := ir.Implies(p.some(), ir.And(m.Whole(arr), ir.Forall([]*ir.Var{i}, ir.Implies(p.has(m, ir.V(i)), here))))
	leaves := t.trackElements(p, t.Frame.Pos())
	pre := []*ir.Assert{
		t.Assertion(p.exists(m), notToGive(fn, p.text)),
		t.Assertion(ours, notToGive(fn, p.text)),
	}
	for _, leaf := range leaves { // what the elements refer to, the new goroutine takes for shared
		at := ir.Select(ir.V(leaf.Family), leaf.Keys...)
		for _, ref := range m.Publishable(at, leaf.Type) {
			known := m.IsShared(ref)
			for _, row := range rows {
				known = ir.Or(known, ir.Eq(ref, row.arr(m)))
			}
			lent := p.has(m, ir.V(leaf.I))
			if p.pool != nil { // those that are away already were shared when they were lent
				lent = ir.And(lent, ir.Ne(ir.Select(ir.V(away), arr, ir.V(leaf.I)), token))
			}
			cond := ir.Implies(lent, known)
			pre = append(pre, t.Assertion(ir.Forall([]*ir.Var{leaf.I}, cond, leaf.Family), notToGive(fn, p.text)))
		}
	}
	if p.pool != nil && !p.once { // an index may be sent twice
		pre = append(pre, t.Assertion(ir.V(t.Anything(ir.Bool)), notToGive(fn, p.text)))
	}
	row := t.Local("", away.Sort.Elem)
	then := ir.Ite(p.has(m, ir.V(i)), token, ir.Select(ir.V(away), arr, ir.V(i)))
	t.Step(&ir.Step{Mover: ir.BothMover, Pre: pre, Do: []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{row}},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{i}, ir.Eq(ir.Select(ir.V(row), ir.V(i)), then))},
		heap.PutAt(away, []*ir.Expr{arr}, ir.V(row)),
	}})
	t.Out.Lends = append(t.Out.Lends, ir.Lend{Array: arr, Offset: m.SliceOff(p.slice), To: token})
	if p.stride != nil {
		lend := &t.Out.Lends[len(t.Out.Lends)-1]
		lend.Rest, lend.Stride = restFn, p.stride
	}
	if p.guessed { // of a slice that begins where its elements are
		t.Out.Lends = append(t.Out.Lends, ir.Lend{Array: arr, Offset: heap.ZeroInt, To: token})
	}
}

// keepAccount begins an account of what the function lends.
func (t *translator) keepAccount() {
	t.Mem.Lending = &heap.Lending{
		Objects:  t.Local("lent", ir.Array(ir.Ref, ir.Ref)),
		Elements: t.Local("away", heap.ElementOwners(ir.Ref)),
	}
	t.Out.LentObjects, t.Out.LentElements = t.Mem.Lending.Objects, t.Mem.Lending.Elements
}

// nothingLent checks that no elements are lent, where local objects change hands by a contract, which does not know of it.
func (t *translator) nothingLent() {
	if t.Mem.Lending == nil {
		return
	}
	o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	here := ir.Eq(ir.Select(ir.V(t.Mem.Lending.Elements), ir.V(o), ir.V(i)), ir.Nil)
	t.Check(ir.Forall([]*ir.Var{o, i}, here), ir.Check{Kind: ir.GivenAway})
}

// trackElements has the access rules of the heap variables that hold the elements tell who has them. What it refuses is at pos.
func (t *translator) trackElements(p footprint, pos token.Pos) []heap.Leaf {
	m := t.Mem
	arr := p.arr(m)
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	places, err := m.Leaves(m.Element(arr, ir.V(i), p.elem), false)
	if err != nil {
		t.Unsupported(pos, "%s: %v", p.text, err)
		return nil
	}
	var out []heap.Leaf
	for _, at := range places {
		byIndex := len(at.Keys) == 2 && ir.Equal(at.Keys[0], arr) && ir.Equal(at.Keys[1], ir.V(i))
		byAddress := len(at.Keys) == 1 && ir.Equal(at.Keys[0], m.ElemRef(arr, ir.V(i)))
		if !byIndex && !byAddress {
			t.Unsupported(pos, "%s: elements of type %s", p.text, p.elem)
			return nil
		}
		t.tracked[at.Family] = true
		out = append(out, heap.Leaf{Place: at, I: i})
	}
	return out
}

// tellElements completes the heap variables that hold elements which goroutines lend each other.
func (t *translator) tellElements() {
	for f := range t.tracked {
		arr := ir.V(f.Heap.Keys[0])
		var isElement, i *ir.Expr = ir.True, nil
		if len(f.Heap.Keys) == 2 {
			i = ir.V(f.Heap.Keys[1])
		} else {
			isElement = ir.Eq(ir.Apply(t.Mem.Kind, arr), heap.ElemKind)
			arr, i = ir.Apply(t.Mem.Parent, arr), ir.Apply(t.Mem.Pos, arr)
		}
		if l := t.Mem.Lending; l != nil {
			f.Heap.Away = ir.And(isElement, ir.Ne(ir.Select(ir.V(l.Elements), arr, i), ir.Nil))
		}
		if t.has != nil {
			f.Heap.Borrowed = ir.And(isElement, ir.Select(ir.V(t.has), arr, i))
		}
	}
	t.tellFields()
}

// lendNothing begins a function that has lent nothing.
func (t *translator) lendNothing() {
	if l := t.Mem.Lending; l != nil {
		t.Emit(
			&ir.Assign{Dst: l.Objects, Src: ir.ConstArray(l.Objects.Sort, ir.Nil)},
			&ir.Assign{Dst: l.Elements, Src: ir.ConstArray(l.Elements.Sort, ir.ConstArray(l.Elements.Sort.Elem, ir.Nil))})
	}
}

// comesBack adds to the step of a Wait for a group, or of a receive, that what was lent is the function's own again,
// under a condition on the group or channel with which it was.
func (t *translator) comesBack(s *ir.Step, back func(to *ir.Expr) *ir.Expr) {
	m, l := t.Mem, t.Mem.Lending
	if l == nil {
		return
	}
	o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	was := back(ir.Select(ir.V(l.Objects), ir.V(o)))
	here := func(v *ir.Var) *ir.Expr { return ir.Select(ir.V(v), ir.V(o)) }
	s.Do = append(s.Do, t.revise(m.Stored, ir.Ite(was, ir.False, here(m.Stored)), o)...)
	s.Do = append(s.Do, t.revise(m.Status, ir.Ite(was, ir.N(ir.Mine, ir.Int), here(m.Status)), o)...)
	s.Do = append(s.Do, t.revise(l.Objects, ir.Ite(was, ir.Nil, here(l.Objects)), o)...)
	at := ir.Select(ir.V(l.Elements), ir.V(o), ir.V(i))
	comes := back(at)
	if t.lendsByIndex() {
		t.Assume(t.byIndexTo...) // what is assumed in a loop is forgotten where it ends
		comes = ir.Or(comes, back(ir.Apply(groupFn, at)))
	}
	s.Do = append(s.Do, t.revise(l.Elements, ir.Ite(comes, ir.Nil, at), o, i)...)
}

// revise gives every entry of an array the content, a term over its keys.
func (t *translator) revise(v *ir.Var, content *ir.Expr, keys ...*ir.Var) []ir.Stmt {
	now := t.Local("", v.Sort)
	at := ir.V(now)
	for _, k := range keys {
		at = ir.Select(at, ir.V(k))
	}
	return []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{now}},
		&ir.Assume{Cond: ir.Forall(keys, ir.Eq(at, content))},
		&ir.Assign{Dst: v, Src: ir.V(now)},
	}
}

// borrow gives the function under translation the memory that it takes over.
func (t *translator) borrow(g given, rights []right) {
	footprints, err := g.footprintsOf(false, nil)
	if err != nil {
		t.Unsupported(g.fn.Pos(), "%v", err)
		return
	}
	if len(footprints) == 0 {
		return
	}
	b := &borrowed{footprints: footprints, group: groupOf(rights), atEnd: t.prog.ByGroup[g.fn]}
	if b.atEnd && !slices.ContainsFunc(rights, func(r right) bool { return r.owes != nil }) {
		b.group = nil // it is not by a channel that it comes back
	}
	if b.group != nil && !slices.ContainsFunc(rights, func(r right) bool { return r.owes == b.group }) && !t.awaitChannels() {
		return
	}
	switch obj := analysis.Object(g.fn); {
	case obj != nil && t.prog.Valued[obj]:
		t.Unsupported(g.fn.Pos(), "a function that takes something over, but is used as a value")
	case b.atEnd && b.group != nil:
		t.Unsupported(g.fn.Pos(), "a function that takes memory over, calls Done, and is run by Go of a WaitGroup")
	case b.atEnd && t.prog.ByGo[g.fn]:
		t.Unsupported(g.fn.Pos(), "a function that takes memory over, and is run by Go of a WaitGroup and by a go statement")
	}
	if t.Mem.Status == nil {
		t.Mem.WantsOwnership = true
		return
	}
	m := t.Mem
	o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	ours, cells := ir.False, ir.False
	pools := false
	for _, p := range footprints {
		if p.cell != nil {
			cells = ir.Or(cells, ir.Eq(ir.V(o), p.cell))
			t.Out.Taken = append(t.Out.Taken, t.wholeAndUnstored(p.cell))
			continue
		}
		if p.object != nil {
			t.Out.Taken = append(t.Out.Taken, t.borrowedField(p)...)
			ours = ir.Or(ours, ir.And(ir.Eq(ir.V(o), p.object), ir.Eq(ir.V(i), p.lent.number())))
			continue
		}
		t.Out.Taken = append(t.Out.Taken, t.borrowedArray(p)...)
		if p.pool != nil { // it has none of them yet
			pools = true
			continue
		}
		ours = ir.Or(ours, ir.And(ir.Eq(ir.V(o), p.arr(m)), p.has(m, ir.V(i))))
	}
	if own := ir.Eq(ir.Select(ir.V(m.Status), ir.V(o)), ir.N(ir.Mine, ir.Int)); len(analysis.LocalParams(t.contract)) == 0 { // nothing else is the goroutine's own where it begins
		t.Out.Taken = append(t.Out.Taken, ir.Forall([]*ir.Var{o}, ir.Implies(own, cells), m.Status))
	}
	t.borrowed = b
	if ours.Op == ir.OpFalse && !pools {
		return
	}
	if pools {
		t.gaveBack = t.Local("gave back", ir.Bool)
		t.Emit(&ir.Assign{Dst: t.gaveBack, Src: ir.False})
	}
	t.has = t.Local("borrowed", heap.ElementOwners(ir.Bool))
	sets := func() { // before the rows are read
		t.Emit(&ir.Havoc{Vars: []*ir.Var{t.has}})
		is := ir.Eq(ir.Select(ir.V(t.has), ir.V(o), ir.V(i)), ours)
		t.Assume(ir.Forall([]*ir.Var{o, i}, is))
	}
	sets()
	rows, err := g.footprintsOf(true, nil)
	if err != nil {
		t.Unsupported(g.fn.Pos(), "%v", err)
		return
	}
	for _, p := range rows {
		t.Assume(t.borrowedArray(p)...)
		t.Out.Rows = append(t.Out.Rows, p.arr(m))
		ours = ir.Or(ours, ir.And(ir.Eq(ir.V(o), p.arr(m)), p.has(m, ir.V(i))))
	}
	if len(rows) > 0 {
		sets()
	}
}

// borrowedArray says of the array that a footprint is of what is known of it where the goroutine has taken that over.
func (t *translator) borrowedArray(p footprint) []*ir.Expr {
	m := t.Mem
	arr := p.arr(m)
	m.Borrowed = append(m.Borrowed, arr)
	t.trackElements(p, t.Frame.Pos())
	theirs := ir.Eq(ir.Select(ir.V(m.Status), arr), ir.N(ir.Theirs, ir.Int))
	whole := ir.And(ir.Ne(arr, ir.Nil), ir.Eq(ir.Apply(m.Base, arr), arr), theirs)
	return []*ir.Expr{p.exists(m), ir.Implies(p.some(), whole)}
}

// giveBack adds to a step, under the condition, that what the goroutine has borrowed is its own no longer.
func (t *translator) giveBack(s *ir.Step, cond *ir.Expr) {
	if t.borrowed == nil || t.Mem.Status == nil || cond.Op == ir.OpFalse {
		return
	}
	for _, p := range t.borrowed.footprints {
		if p.cell == nil {
			continue
		}
		s.Pre = append(s.Pre, t.Assertion(ir.Implies(cond, t.wholeAndUnstored(p.cell)), ir.Check{Kind: ir.NotGivenBack, Subject: p.text}))
		back := ir.Ite(cond, p.cell, ir.Nil)
		s.Publish, s.Give = append(s.Publish, back), append(s.Give, back)
	}
	if t.has != nil {
		none := ir.ConstArray(t.has.Sort, ir.ConstArray(t.has.Sort.Elem, ir.False))
		s.Do = append(s.Do, &ir.Assign{Dst: t.has, Src: ir.Ite(cond, none, ir.V(t.has))})
		if t.gaveBack != nil {
			s.Do = append(s.Do, &ir.Assign{Dst: t.gaveBack, Src: ir.Or(cond, ir.V(t.gaveBack))})
		}
	}
}

// paid adds to a step that pays or hands over a Done of the group what that gives back.
func (t *translator) paid(s *ir.Step, group *ir.Expr) {
	if t.borrowed != nil && t.borrowed.group != nil {
		t.giveBack(s, ir.Eq(group, t.borrowed.group))
	}
	t.endSends(s, group)
	t.returnLoan(s, group)
}

// ended gives back, at the end of a goroutine that Go of a WaitGroup runs, what it has borrowed.
func (t *translator) ended() {
	s := &ir.Step{Mover: ir.LeftMover}
	if t.borrowed != nil && t.borrowed.atEnd {
		t.giveBack(s, ir.True)
	}
	t.returnLoan(s, nil)
	if t.borrowed != nil && t.borrowed.atEnd || len(s.Give) > 0 {
		t.Step(s)
	}
}

// groupOf returns the WaitGroup of which fn takes over one Done, or else the one channel that it closes, or on which it
// sends what it has promised: by that memory comes back. It returns nil if there is none or more than one, or if
// somebody may send on the channel who has no right to.
func groupOf(rights []right) *ir.Expr {
	var groups, channels []*ir.Expr
	brings := true
	for _, r := range rights {
		switch {
		case r.publishes != nil:
		case r.owes != nil:
			groups = append(groups, r.owes)
		case r.promises != nil:
			channels = append(channels, r.promises)
			brings = brings && r.sends >= analysis.Counted
		case r.streams: // not with the first value
			return nil
		default:
			channels = append(channels, r.closes)
			brings = brings && r.sends >= analysis.Checked
		}
	}
	switch {
	case len(groups) == 1:
		return groups[0]
	case len(groups) == 0 && len(channels) == 1 && brings:
		return channels[0]
	}
	return nil
}
