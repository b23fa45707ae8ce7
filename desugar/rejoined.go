package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Objects with a WaitGroup for the goroutines that use them:
//
//	c := &crawl{seen: map[string]bool{}}
//	c.wg.Add(1)
//	go c.visit(url) // defer c.wg.Done(), and the mutex of c where it uses c.seen
//	c.wg.Wait()
//	return c.seen
//
// The first go statement makes the object shared, as any other. If all goroutines that know it owe a Done of its
// WaitGroup, and pay that as the last thing that they do, then after Wait nobody knows it but the function that has
// made it, and those that have called the function which waits. So it is that goroutine's own again. Who knows the
// object the text tells (analysis.Facts.KnownUntilDone).

// rejoinedHere adds to the step of a Wait for a WaitGroup in a variable of the function that those objects are the
// goroutine's own again which the function has made and shared with nobody else than goroutines that owe it a Done.
func (t *translator) rejoinedHere(s *ir.Step, inv *emit.Invocation) {
	group, ok := inv.Argv[0].(*ssa.Alloc)
	call, isCall := t.Frame.At.(*ssa.Call)
	if !ok || !isCall || &call.Call != inv.Common || group.Parent() != t.Frame.Fn || call.Parent() != t.Frame.Fn {
		return
	}
	eachObject(t.Frame.Fn, func(made ssa.Value, typ types.Type) {
		if !analysis.ComesBefore(made.(ssa.Instruction), call) || !t.prog.ReturnsBy(call, made, group) {
			return
		}
		if object := t.objectAt(made); object != nil {
			object = t.Stable(object)
			t.takeBack(s, object, object, typ)
		}
	})
}

// eachObject visits the values in a function that are pointers to structs which it may have made, in order.
func eachObject(fn *ssa.Function, visit func(made ssa.Value, typ types.Type)) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr.(type) {
			case *ssa.Alloc, *ssa.Call, *ssa.Extract:
			default:
				continue
			}
			made := instr.(ssa.Value)
			ptr, ok := made.Type().Underlying().(*types.Pointer)
			if !ok || analysis.IsGeneric(ptr.Elem()) || analysis.IsSyncValue(ptr.Elem()) {
				continue
			}
			if _, ok := ptr.Elem().Underlying().(*types.Struct); ok {
				visit(made, ptr.Elem())
			}
		}
	}
}

// objectAt is the object to which a value points, nil if it is not known.
func (t *translator) objectAt(ptr ssa.Value) *ir.Expr {
	switch x := t.Value(ptr); {
	case x.Expr != nil:
		return x.Expr
	case x.At != nil && !x.At.IsLocal():
		return x.At.Addr()
	}
	return nil
}

// rejoined adds to the step of a Wait for a WaitGroup in an object that the object is the goroutine's own again, if it is.
func (t *translator) rejoined(s *ir.Step, inv *emit.Invocation) {
	at, ok := inv.Argv[0].(*ssa.FieldAddr)
	call, isCall := t.Frame.At.(*ssa.Call)
	if !ok || !isCall || &call.Call != inv.Common || t.prog.Unaccounted(at) {
		return
	}
	typ := analysis.Deref(at.X.Type())
	if analysis.SoleGroup(typ) != analysis.FieldOf(at) {
		return
	}
	object := t.objectAt(at.X)
	if object == nil {
		return
	}
	object = t.Stable(object)
	switch t.returnsTo(t.Frame, at.X, analysis.FieldOf(at)) {
	case toMaker:
		t.takeBack(s, object, object, typ)
	case toCallers:
		t.Assumption(inv.Pos, "callers of %s let nobody know their %s but goroutines that pay a Done of its %s last", analysis.FunctionName(t.outermost().Fn), t.Mem.ShortType(typ), analysis.FieldOf(at).Name())
		t.takeBack(s, ir.Apply(t.Mem.Base, object), object, typ)
	}
}

// endAwaited ends the guarded variables of such objects that the function has made and waited for, where it returns.
// Nobody knows them any more then, so what they own may be returned.
func (t *translator) endAwaited(ret *ssa.Return) {
	if !slices.ContainsFunc(ret.Results, func(x ssa.Value) bool { return isSliceOrMap(x.Type()) }) {
		return
	}
	awaited := groupsOf(ret.Parent())
	eachObject(ret.Parent(), func(made ssa.Value, typ types.Type) {
		if b := made.(ssa.Instruction).Block(); b.Dominates(ret.Block()) && !analysis.Cycles(b, nil) {
			t.endMade(ret, made, typ, awaited)
		}
	})
}

// endMade is endAwaited for one object of a type, in a function with WaitGroups in variables.
func (t *translator) endMade(ret *ssa.Return, made ssa.Value, typ types.Type, awaited []*ssa.Alloc) {
	inside := analysis.SoleGroup(typ)
	if (inside == nil || !t.prog.KnownUntilDone(made, inside)) &&
		!slices.ContainsFunc(awaited, func(g *ssa.Alloc) bool { return t.prog.KnownUntilWait(made, g) }) {
		return
	}
	object := t.objectAt(made)
	if object == nil {
		return
	}
	var owning []*types.Var
	var places []heap.Place
	groups := []*analysis.Group{}
	for f := range typ.Underlying().(*types.Struct).Fields() {
		f = t.prog.Field(f)
		if g := t.prog.Guard(f); g == nil || g.Immutable || analysis.IsSyncValue(f.Type()) {
			continue
		}
		p := t.Mem.Field(t.Mem.Deref(object, typ), f)
		if p.Family == nil { // a struct, of which the parts would have to end
			return
		}
		places = append(places, p)
		if t.prog.OwnsStore(f) {
			owning = append(owning, f)
		}
		if g := t.prog.GroupOf(f); g != nil && !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	t.endOwned(ret.Results, object, places, t.ownedBy(owning, object), func() []*analysis.Group {
		if !t.Mem.KeepsRegions() {
			return nil
		}
		return groups
	})
}

// groupsOf returns the variables of a function that are WaitGroups.
func groupsOf(fn *ssa.Function) (all []*ssa.Alloc) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok && analysis.IsWaitGroup(analysis.Deref(a.Type())) {
				all = append(all, a)
			}
		}
	}
	return all
}

// takeBack adds to a step that an object, and what its fields own, is the goroutine's own again, with all that it is a part of.
func (t *translator) takeBack(s *ir.Step, whole, object *ir.Expr, typ types.Type) {
	var owning, guarded []*types.Var
	for f := range typ.Underlying().(*types.Struct).Fields() {
		f = t.prog.Field(f)
		if t.prog.OwnsStore(f) {
			owning = append(owning, f)
		}
		guarded = append(guarded, f)
	}
	groups := t.Mem.CapturedGroups(guarded)
	if len(groups) > 0 && t.Mem.Status != nil && !t.Mem.KeepsRegions() {
		groups = nil
	}
	t.comesBackWith(s, ir.True, whole, t.ownedBy(owning, object), groups)
}

// A heir says whose an object is after a Wait.
type heir int

const (
	toNobody  heir = iota
	toMaker        // to a function that is at hand, and that has made it
	toCallers      // to whoever calls the function that is checked by itself
)

// returnsTo follows a pointer to an object with a WaitGroup back to where the object is made, from callee to caller.
func (t *translator) returnsTo(f *emit.Frame, v ssa.Value, group *types.Var) heir {
	for {
		load, ok := v.(*ssa.UnOp)
		if !ok {
			a, ok := v.(*ssa.Alloc)
			if ok && a.Heap && t.prog.KnownUntilDone(a, group) {
				return toMaker
			}
			return toNobody
		}
		a, ok := load.X.(*ssa.Alloc)
		if !ok {
			return toNobody
		}
		p, isParam := analysis.Spilled(a)
		if !isParam {
			if made := t.madeOnce(a); made != nil && t.prog.KnownUntilDone(made, group) {
				return toMaker
			}
			return toNobody
		}
		if f.Caller == nil {
			if t.refines == nil && t.prog.CountsOnMaker(p) {
				return toCallers
			}
			return toNobody
		}
		call, ok := f.Caller.At.(*ssa.Call)
		i := slices.Index(f.Fn.Params, p)
		if !ok || call.Call.StaticCallee() != f.Fn || i < 0 || i >= len(call.Call.Args) {
			return toNobody
		}
		f, v = f.Caller, call.Call.Args[i]
	}
}

// madeOnce returns the new object that a variable holds which is assigned once, nil if it holds something else.
func (t *translator) madeOnce(a *ssa.Alloc) ssa.Value {
	if !t.Usage(a).EffectivelyFinal || len(t.Usage(a).Stores) != 1 {
		return nil
	}
	switch made := t.Usage(a).Stores[0].Val.(type) {
	case *ssa.Alloc:
		if made.Heap {
			return made
		}
	case *ssa.Call, *ssa.Extract:
		return made
	}
	return nil
}
