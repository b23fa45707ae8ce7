package desugar

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Goroutines that share variables of a function until it has waited for them. From the first go statement on the object
// in which the variables live is shared, and their guards count. If all goroutines that know the object owe a Done of
// one WaitGroup, which the function has made, and touch the object no more when they have paid it, then after a Wait
// for that WaitGroup nobody knows it but the function. It is the function's own again, as it was before the first go
// statement. The same holds if one goroutine alone knows the object, and closes a channel on which nobody sends.

// A shared loan is the object of the function around a literal, which the goroutine that runs the literal gives back.
type sharedLoan struct {
	object *ir.Expr
	group  *ir.Expr // whose Done gives it back; may be nil
	atEnd  bool     // the goroutine's end gives it back
}

// joining returns what makes the group by which fn gets its guarded variables back, as told by the text alone; nil if there is none.
func (t *translator) joining(fn *ssa.Function) ssa.Value {
	vars := t.guarded(fn)
	if len(vars) == 0 || fn.Parent() != nil {
		return nil
	}
	j := &joiner{t: t, fn: fn, holds: map[ssa.Value]bool{}}
	for v := range vars {
		j.holds[v] = true
	}
	if !j.accounts(fn, false) || j.group == nil || j.group.Parent() != fn || t.prog.Unaccounted(j.group) {
		return nil
	}
	if made, ok := j.group.(ssa.Instruction); !ok || analysis.Cycles(made.Block(), nil) && made.Block() != loopBlock(vars) { // a new group goes with a new object
		return nil
	}
	return j.group
}

// madeGroup returns what makes the group that v leads to, a variable or an object; nil if it is not known. A pointer to
// one is in a variable that is assigned once.
func (t *translator) madeGroup(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		if a := variableAt(v); a != nil {
			return a
		}
		return t.madeAround(v)
	}
	a := variableAt(load.X)
	if a == nil || !t.Usage(a).EffectivelyFinal || len(t.Usage(a).Stores) != 1 {
		return nil
	}
	switch made := t.Usage(a).Stores[0].Val.(type) {
	case *ssa.Alloc, *ssa.MakeChan:
		return made
	case *ssa.Extract:
		call, ok := made.Tuple.(*ssa.Call)
		if ok && analysis.MakesGroup(&call.Call) {
			return made
		}
	}
	return nil
}

// madeAround returns what makes the struct of which a group is the only one, given the address of the group as a field;
// nil if it is not known, or if anybody may pay a Done of the group: a variable of the function, or a new object in a
// variable that is assigned once.
func (t *translator) madeAround(v ssa.Value) ssa.Value {
	f, ok := v.(*ssa.FieldAddr)
	if !ok || t.prog.Unaccounted(v) || analysis.GroupsIn(analysis.Deref(f.X.Type())) != 1 {
		return nil
	}
	load, ok := f.X.(*ssa.UnOp)
	if !ok {
		if a := variableAt(f.X); a != nil {
			return a
		}
		return nil
	}
	a := variableAt(load.X)
	if a == nil || !t.Usage(a).EffectivelyFinal || len(t.Usage(a).Stores) != 1 {
		return nil
	}
	switch made := t.Usage(a).Stores[0].Val.(type) {
	case *ssa.Alloc:
		return made
	case *ssa.Call:
		if returnsNew(made.Call.StaticCallee()) {
			return made
		}
	}
	return nil
}

// returnsNew reports whether a function returns a new object that nobody else can know: all that it does with it is to set its fields.
func returnsNew(fn *ssa.Function) bool {
	if fn == nil || len(fn.Blocks) != 1 || fn.Signature.Results().Len() != 1 {
		return false
	}
	ret, ok := fn.Blocks[0].Instrs[len(fn.Blocks[0].Instrs)-1].(*ssa.Return)
	if !ok {
		return false
	}
	made := newObject(ret.Results[0])
	if made == nil || !made.Heap {
		return false
	}
	return !slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.Store: // go/ssa has a variable for the result
			load, ok := ret.Results[0].(*ssa.UnOp)
			return !ok || use.Val != made || use.Addr != load.X
		case *ssa.FieldAddr:
			return slices.ContainsFunc(*use.Referrers(), func(use ssa.Instruction) bool { _, set := use.(*ssa.Store); return !set })
		}
		return true
	})
}

// variableAt returns the variable that v is the address of, captured or not; nil if it is none.
func variableAt(v ssa.Value) *ssa.Alloc {
	switch v := v.(type) {
	case *ssa.Alloc:
		return v
	case *ssa.FreeVar:
		return capturedAlloc(v)
	}
	return nil
}

// A joiner looks at all that may come to know the variables.
type joiner struct {
	t     *translator
	fn    *ssa.Function
	holds map[ssa.Value]bool // the variables, and what they are called in literals
	group ssa.Value
}

// accounts reports whether all literals in fn that capture some of the variables are called where they stand, or run by
// goroutines that give the variables back with one WaitGroup. Goroutines start no others that know them.
func (j *joiner) accounts(fn *ssa.Function, inGoroutine bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			made, ok := instr.(*ssa.MakeClosure)
			if !ok || !j.captures(made) {
				continue
			}
			lit := made.Fn.(*ssa.Function)
			started := j.starts(made)
			switch {
			case (&analysis.UseWalk{Prog: j.t.prog.Facts, U: &analysis.Usage{}, Seen: map[ssa.Value]bool{}}).OnlyCalled(made):
				started = inGoroutine
			case started && !inGoroutine && j.givesBack(made, lit):
			default:
				return false
			}
			if !j.accounts(lit, started) {
				return false
			}
		}
	}
	return true
}

// captures notes under which names a literal knows the variables, and reports whether it knows any.
func (j *joiner) captures(made *ssa.MakeClosure) bool {
	some := false
	for i, b := range made.Bindings {
		if j.holds[b] {
			j.holds[made.Fn.(*ssa.Function).FreeVars[i]], some = true, true
		}
	}
	return some
}

// starts reports whether all that is done with a literal is to start goroutines that run it.
func (j *joiner) starts(made *ssa.MakeClosure) bool {
	some := false
	for _, use := range *made.Referrers() {
		if _, debug := use.(*ssa.DebugRef); debug {
			continue
		}
		if !analysis.Starts(use, made) {
			return false
		}
		some = true
	}
	return some
}

// givesBack reports whether the goroutines that run a literal give back what they know with one WaitGroup, that of the others: they owe one
// Done of it and nothing else, or Go of it runs them.
func (j *joiner) givesBack(made *ssa.MakeClosure, lit *ssa.Function) bool {
	groups := map[ssa.Value]bool{}
	for _, use := range *made.Referrers() {
		if call, ok := use.(*ssa.Call); ok {
			groups[j.t.madeGroup(call.Call.Args[0])] = true
		}
	}
	if len(groups) == 0 || j.t.prog.ByGo[lit] {
		claims := slices.DeleteFunc(j.t.claims(lit), func(c claim) bool { return c.sends || j.t.prog.Publishes(c.value) })
		if len(claims) != 1 || claims[0].value == nil {
			return false
		}
		by := claims[0].value
		if analysis.IsChan(by.Type()) && j.t.prog.Sends(by) != analysis.Nobody {
			return false
		}
		groups[j.t.madeGroup(by)] = true
	}
	for g := range groups {
		if g == nil || j.group != nil && g != j.group {
			return false
		}
		j.group = g
	}
	return true
}

// beginLoan notes what the goroutine that runs the function under translation gives back.
func (t *translator) beginLoan(fn *ssa.Function, rights []right) {
	around := analysis.Root(fn) // the go statement may stand in another literal
	if around == fn || t.objects[around] == nil || t.joining(around) == nil || !t.prog.Spawned[fn] {
		return
	}
	if t.Mem.Status == nil {
		t.Mem.WantsOwnership = true
		return
	}
	t.shared = &sharedLoan{object: t.objects[around], atEnd: t.prog.ByGroup[fn]}
	for _, r := range rights {
		switch {
		case r.owes != nil:
			t.shared.group = r.owes
		case r.closes != nil && r.sends == analysis.Nobody && t.shared.group == nil && t.awaitChannels():
			t.shared.group = r.closes
		}
	}
}

// returnLoan adds to a step by which the goroutine pays a Done of the group, or ends, that it knows the object no longer.
func (t *translator) returnLoan(s *ir.Step, group *ir.Expr) {
	if t.shared == nil || t.Mem.Status == nil {
		return
	}
	switch {
	case group == nil && t.shared.atEnd:
		s.Give = append(s.Give, t.shared.object)
	case group != nil && t.shared.group != nil:
		s.Give = append(s.Give, ir.Ite(ir.Eq(group, t.shared.group), t.shared.object, ir.Nil))
	}
}

// joined adds to the step of a Wait that the object of the activation is the function's own again, if it is for the WaitGroup by which that
// comes back.
func (t *translator) joined(s *ir.Step, inv *emit.Invocation) {
	group := t.madeGroup(inv.Argv[0]) // of an accounted one, if it is a field: see madeAround
	if group == nil || t.Frame.Object == nil || group.Parent() != t.Frame.Fn || t.joining(t.Frame.Fn) != group {
		return
	}
	t.comesBackJoined(s, ir.True)
}

// comesBackJoined adds to a step that the object of the activation, and what its variables own, is the function's own
// again, under the condition.
func (t *translator) comesBackJoined(s *ir.Step, cond *ir.Expr) {
	t.comesBackWith(s, cond, t.Frame.Object, t.ownedInActivation(), t.capturedGroups())
}

// comesBackWith adds to a step that an object, the arrays and stores that it owns, and what is in the regions of its
// groups, is the goroutine's own again, under the condition.
func (t *translator) comesBackWith(s *ir.Step, cond, object *ir.Expr, owned func(arr *ir.Expr) *ir.Expr, groups []*analysis.Group) {
	if t.Mem.Status == nil {
		t.Mem.WantsOwnership = true
		return
	}
	own := []*ir.Expr{object}
	here := func(v *ir.Var, o *ir.Expr) *ir.Expr { return ir.Select(ir.V(v), o) }
	s.Do = append(s.Do,
		heap.PutAt(t.Mem.Status, own, ir.Ite(cond, ir.N(ir.Mine, ir.Int), here(t.Mem.Status, object))),
		heap.PutAt(t.Mem.Stored, own, ir.Ite(cond, ir.False, here(t.Mem.Stored, object))))
	if owned != nil { // others can get at these by the locks of the object alone
		o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
		back := ir.And(cond, owned(ir.V(o)))
		whole := ir.Implies(back, ir.Eq(ir.Apply(t.Mem.Base, ir.V(o)), ir.V(o))) // as nothing else can be owned
		s.Do = append(s.Do, &ir.Assume{Cond: ir.Forall([]*ir.Var{o}, whole, t.Mem.Bound.Owner)})
		s.Do = append(s.Do, t.revise(t.Mem.Status, ir.Ite(back, ir.N(ir.Mine, ir.Int), here(t.Mem.Status, ir.V(o))), o)...)
		s.Do = append(s.Do, t.revise(t.Mem.Stored, ir.Or(back, here(t.Mem.Stored, ir.V(o))), o)...)
	}
	if len(groups) > 0 { // nor at what is in their regions
		o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
		was := ir.And(cond, t.Mem.SharedIn(ir.V(o), groups, object))
		s.Do = append(s.Do, t.revise(t.Mem.Stored, ir.Or(was, here(t.Mem.Stored, ir.V(o))), o)...)
		s.Do = append(s.Do, t.revise(t.Mem.Status, ir.Ite(was, ir.N(ir.Mine, ir.Int), here(t.Mem.Status, ir.V(o))), o)...)
	}
}

// capturedGroups returns the guard groups of the variables of the activation, none in a pass that has just found out
// that it has to keep account of regions.
func (t *translator) capturedGroups() []*analysis.Group {
	groups := t.Mem.CapturedGroups(t.owning())
	if len(groups) == 0 || !t.Mem.KeepsRegions() {
		return nil
	}
	return groups
}

// owning returns the slices and maps among the shared variables of the activation, in order.
func (t *translator) owning() []*types.Var {
	var all []*types.Var
	for _, v := range t.guarded(t.Frame.Fn) {
		if t.prog.OwnsStore(v) {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b *types.Var) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return all
}

// ownedInActivation tells the arrays and stores that the shared variables of the activation own; it is nil if none of them can.
func (t *translator) ownedInActivation() func(arr *ir.Expr) *ir.Expr {
	return t.ownedBy(t.owning(), t.Frame.Object)
}

// ownedBy tells the arrays and stores that variables of an object own; it is nil if there are none.
func (t *translator) ownedBy(vars []*types.Var, object *ir.Expr) func(arr *ir.Expr) *ir.Expr {
	if len(vars) == 0 {
		return nil
	}
	return func(arr *ir.Expr) *ir.Expr {
		var by []*ir.Expr
		for _, v := range vars {
			by = append(by, t.Mem.OwnedIn(arr, v, object))
		}
		return ir.And(ir.Ne(arr, ir.Nil), ir.Or(by...))
	}
}

func isSliceOrMap(typ types.Type) bool {
	switch typ.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// storesIn returns the arrays and maps of the slices and maps in a value: itself, or in fields of a struct.
func (t *translator) storesIn(e *ir.Expr, typ types.Type) (all []*ir.Expr) {
	if e == nil {
		return nil
	}
	switch u := typ.Underlying().(type) {
	case *types.Slice, *types.Map:
		arr, _ := t.Mem.StoreOf(e)
		all = append(all, arr)
	case *types.Struct:
		for i := range u.NumFields() {
			all = append(all, t.storesIn(ir.GetField(e, i), u.Field(i).Type())...)
		}
	}
	return all
}

// endShared ends the shared variables of the activation where it returns, if they are its own by then: the slices and
// maps in them own nothing any more, so what is returned is as if the function had made it by itself.
func (t *translator) endShared(results []ssa.Value) {
	object := t.Frame.Object
	if object == nil {
		return
	}
	var places []heap.Place
	for _, v := range t.owning() {
		places = append(places, t.Mem.Captured(v, object))
	}
	t.endOwned(results, object, places, t.ownedInActivation(), t.capturedGroups)
}

// endOwned ends variables in an object, if that is the goroutine's own.
func (t *translator) endOwned(results []ssa.Value, object *ir.Expr, places []heap.Place, owned func(arr *ir.Expr) *ir.Expr, inGroups func() []*analysis.Group) {
	if owned == nil {
		return
	}
	if t.Mem.Status == nil {
		t.Mem.WantsOwnership = true
		return
	}
	mine := t.Mem.Mine(object)
	before, own, done := t.Cur, t.NewBlock("joined"), t.NewBlock("returning")
	emit.Link(before, own)
	t.Cur = own
	t.Assume(mine)
	s := &ir.Step{Mover: ir.BothMover}
	o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	ends := owned(ir.V(o))
	owner := t.Mem.Bound.Owner // which there is where something may be owned
	s.Do = t.revise(owner, ir.Ite(ends, heap.NoOwner, ir.Select(ir.V(owner), ir.V(o))), o)
	for _, at := range places {
		s.Do = append(s.Do, heap.PutAt(at.Family, at.Keys, heap.ZeroOf(ir.Select(ir.V(at.Family), at.Keys...).Sort)))
		s.Access = append(s.Access, ir.Access{Map: at.Family, Index: at.Keys, Write: true})
	}
	if groups := inGroups(); len(groups) > 0 {
		s.Do = append(s.Do, t.Mem.EndGroups(groups, object)...)
	}
	t.Step(s)
	emit.Link(t.Cur, done)
	shared := t.NewBlock("shared")
	emit.Link(before, shared)
	t.Cur = shared
	t.Assume(ir.Not(mine))
	for _, x := range results {
		for _, arr := range t.storesIn(t.ExprOf(t.Value(x)), x.Type()) {
			t.Check(ir.Not(owned(arr)), ir.Check{Kind: ir.LeavesRegion})
		}
	}
	emit.Link(t.Cur, done)
	t.Cur = done
}
