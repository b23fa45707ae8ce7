package desugar

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Variables of a function that goroutines share under access predicates of their own, and the variables that the
// predicates speak of, are as the fields of one object, made when the function is called: so a predicate of one can
// find the others. The goroutines get a reference to that object.

// guarded returns the variables of fn that live in such an object. Variables that cannot, although an annotation wants
// it, are noted as unsupported.
func (t *translator) guarded(fn *ssa.Function) map[*ssa.Alloc]*types.Var {
	if vars, ok := t.Shared[fn]; ok {
		return vars
	}
	vars := map[*ssa.Alloc]*types.Var{}
	t.Shared[fn] = vars
	info := t.prog.InfoOf(fn)
	if info == nil {
		return vars
	}
	allocs := declared(fn)
	var work []*types.Var
	for v := range info.Annot.Guards {
		if a := allocs[posOf(v)]; a != nil && a.Comment == v.Name() && (!t.Usage(a).Local() || t.prog.OwnsChannel(v) || t.prog.OwnsStore(v) && isCaptured(a)) {
			work = append(work, v)
		}
	}
	slices.SortFunc(work, func(a, b *types.Var) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		a := allocs[posOf(v)]
		if a == nil || vars[a] != nil {
			continue
		}
		if why := cannotShare(a); why != "" {
			t.Unsupported(v.Pos(), "access predicates with the captured variable %s, %s", v.Name(), why)
			t.Shared[fn] = nil
			return nil
		}
		vars[a] = v
		work = append(work, mentionedLocals(info.Annot.Guards[v])...)
	}
	for _, a := range slices.SortedFunc(maps.Keys(vars), func(a, b *ssa.Alloc) int { return cmp.Compare(a.Pos(), b.Pos()) }) {
		if analysis.Cycles(a.Block(), nil) && !madeTogether(vars) {
			t.Unsupported(vars[a].Pos(), "access predicates with the captured variable %s, which is declared in a loop", vars[a].Name())
			t.Shared[fn] = nil
			return nil
		}
	}
	return vars
}

// madeTogether reports whether the variables are declared in one block, so that there is an object for them each time
// that control comes to it, and function literals know those of their own iteration: they are started where they stand.
func madeTogether(vars map[*ssa.Alloc]*types.Var) bool {
	var in *ssa.BasicBlock
	for a := range vars {
		if in != nil && a.Block() != in {
			return false
		}
		in = a.Block()
		for _, use := range *a.Referrers() {
			if made, ok := use.(*ssa.MakeClosure); ok && !startedHere(made) {
				return false
			}
		}
	}
	return true
}

// startedHere reports whether all that is done with a function literal is to start goroutines that run it, by
// statements of which it is a part.
func startedHere(made *ssa.MakeClosure) bool {
	return !slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool {
		_, debug := use.(*ssa.DebugRef)
		return !debug && analysis.StartedBy(use) != ssa.Value(made)
	})
}

// loopBlock returns the block in a loop that declares the variables, nil if they are declared once for an activation.
func loopBlock(vars map[*ssa.Alloc]*types.Var) *ssa.BasicBlock {
	for a := range vars {
		if analysis.Cycles(a.Block(), nil) {
			return a.Block()
		}
	}
	return nil
}

// isFirst reports whether the variable is the first of those that the block declares.
func isFirst(a *ssa.Alloc, vars map[*ssa.Alloc]*types.Var) bool {
	for _, instr := range a.Block().Instrs {
		if x, ok := instr.(*ssa.Alloc); ok && vars[x] != nil {
			return x == a
		}
	}
	return false
}

// posOf identifies a variable: go/ssa gives its cell the same position.
func posOf(v *types.Var) int { return int(v.Pos()) }

// declared returns the cells of the variables that fn declares, by position.
func declared(fn *ssa.Function) map[int]*ssa.Alloc {
	out := map[int]*ssa.Alloc{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok && a.Pos().IsValid() && out[int(a.Pos())] == nil {
				out[int(a.Pos())] = a
			}
		}
	}
	return out
}

// mentionedLocals returns the variables that a guard speaks of.
func mentionedLocals(g *annot.Guard) []*types.Var {
	var out []*types.Var
	if g == nil {
		return nil
	}
	for _, c := range slices.Concat(g.Read, g.Write, g.Closes, g.Carries) {
		annot.Walk(c.Expr, func(x annot.Expr) bool {
			if v, ok := x.(*annot.Var); ok && !analysis.IsPackageVar(v.Obj) {
				out = append(out, v.Obj)
			}
			return true
		})
	}
	return out
}

// cannotShare says why a variable cannot live in the object of its activation, "" if it can.
func cannotShare(a *ssa.Alloc) string {
	switch typ := analysis.Deref(a.Type()); {
	case heap.IsAddressed(typ):
		return "which is a struct"
	case analysis.ArrayType(typ) != nil:
		return "which is an array"
	case !usedDirectly(a, map[ssa.Value]bool{}):
		return "whose address is used as a value"
	}
	switch typ := analysis.Deref(a.Type()); typ.Underlying().(type) {
	case *types.Slice, *types.Map:
		switch {
		case analysis.IsGeneric(typ):
			return "whose elements are of a type parameter"
		case !keepsToItself(a, true, map[ssa.Value]bool{}):
			return "whose elements others may get at"
		}
	}
	return ""
}

// isCaptured reports whether a function literal captures the variable.
func isCaptured(a *ssa.Alloc) bool {
	return slices.ContainsFunc(*a.Referrers(), func(use ssa.Instruction) bool {
		_, ok := use.(*ssa.MakeClosure)
		return ok
	})
}

// usedDirectly reports whether a variable is only read, assigned, and used in calls of sync, here and in the function
// literals that capture it.
func usedDirectly(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.MakeClosure:
			fn := use.Fn.(*ssa.Function)
			for i, b := range use.Bindings {
				if b == v && (analysis.IsWrapper(fn) || !usedDirectly(fn.FreeVars[i], seen)) {
					return false
				}
			}
		default:
			if analysis.UsesAsValue(use, v) {
				return false
			}
		}
	}
	return true
}

// startObject makes the object in which the guarded variables of the activation live. If they are declared in a loop,
// there is another one for each iteration, and none before.
func (t *translator) startObject(f *emit.Frame) {
	vars := t.guarded(f.Fn)
	if len(vars) == 0 {
		return
	}
	r := t.Mem.NewRef("variables")
	if loopBlock(vars) == nil {
		t.makeObject(f, r)
		return
	}
	t.Emit(&ir.Assign{Dst: r, Src: ir.Nil})
	f.Object = ir.V(r)
}

// makeObject makes r such an object.
func (t *translator) makeObject(f *emit.Frame, r *ir.Var) {
	vars := slices.SortedFunc(maps.Values(t.guarded(f.Fn)), func(a, b *types.Var) int { return cmp.Compare(a.Pos(), b.Pos()) })
	var zero []*ir.Expr
	for _, v := range vars {
		facts, err := t.Mem.Zeroed(t.Mem.Captured(v, ir.V(r)))
		if err != nil {
			t.Unsupported(v.Pos(), "%v", err)
			continue
		}
		zero = append(zero, facts...)
	}
	nothing := t.Mem.Deref(ir.V(r), types.NewStruct(nil, nil)) // that has a type of its own
	s := t.Mem.Create(r, append(zero, t.Mem.Interiors(ir.V(r), nothing)...))
	if f.Caller != nil || f.Object != nil {
		s.Do = append(s.Do, t.ownsNothing(ir.V(r), vars)...)
	}
	t.Step(s)
	f.Object = ir.V(r)
}

// ownsNothing assumes that the new object of an activation owns none of the arrays and stores that exist. Of an
// activation for each iteration of a loop it matters: what comes back with the object is nothing that existed before
// the loop.
func (t *translator) ownsNothing(object *ir.Expr, vars []*types.Var) []ir.Stmt {
	owned := t.ownedBy(slices.DeleteFunc(slices.Clone(vars), func(v *types.Var) bool { return !t.prog.OwnsStore(v) }), object)
	if owned == nil || t.Mem.Status == nil {
		return nil
	}
	o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	missing := ir.Eq(t.Mem.StatusOf(ir.V(o)), ir.N(ir.Unallocated, ir.Int))
	none := ir.Or(missing, ir.Not(owned(ir.V(o))))
	return []ir.Stmt{&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, none, t.Mem.Bound.Owner)}}
}

// sharedVariable returns the place of a captured variable that lives in the object of the enclosing activation, for a
// function literal that is translated by itself.
func (t *translator) sharedVariable(fv *ssa.FreeVar, alloc *ssa.Alloc) (heap.Place, bool) {
	if alloc == nil {
		return heap.Place{}, false
	}
	v := t.guarded(alloc.Parent())[alloc]
	if v == nil {
		return heap.Place{}, false
	}
	object := t.objects[alloc.Parent()]
	if object == nil {
		o := &ir.Var{Name: t.Unique("variables"), Label: fmt.Sprintf("variables of %s", analysis.FunctionName(alloc.Parent())), Sort: ir.Ref, Kind: ir.ConstVar}
		object = ir.V(o)
		t.objects[alloc.Parent()] = object
		t.Out.Params = append(t.Out.Params, o)
		t.Out.Given = append(t.Out.Given, ir.Ne(object, ir.Nil), ir.Eq(t.Mem.Raw(t.Mem.Base, object), object))
		if t.Mem.Status != nil {
			t.Out.Given = append(t.Out.Given, t.Mem.IsShared(object))
		}
	}
	return t.Mem.Captured(v, object), true
}

// bindArguments gives the parameters and free variables of the function under translation their values. A variable that
// the function literal captured is a pointer to its cell; one that never changes after it was captured is its value.
func (t *translator) bindArguments(f *emit.Frame) {
	for i, p := range f.Fn.Params {
		f.Values[p] = emit.Value{Expr: ir.V(t.Out.Params[i])}
	}
	for i, fv := range f.Fn.FreeVars {
		ptr := t.Out.Params[len(f.Fn.Params)+i]
		if p, ok := t.sharedVariable(fv, capturedAlloc(fv)); ok {
			f.Values[fv] = emit.Value{At: &p}
			continue
		}
		if alloc := capturedAlloc(fv); alloc != nil && t.Usage(alloc).EffectivelyFinal {
			if v := t.capturedValue(fv, alloc, ptr); v != nil {
				p := heap.LocalPlace(v, analysis.Deref(fv.Type()))
				f.Values[fv] = emit.Value{At: &p}
				continue
			}
		}
		if phi, ok := capturedBy(fv).(*ssa.Phi); ok && analysis.IsIteration(phi) {
			if v := t.capturedValue(fv, nil, ptr); v != nil {
				p := heap.LocalPlace(v, analysis.Deref(fv.Type()))
				f.Values[fv] = emit.Value{At: &p}
				continue
			}
		}
		if _, ok := fv.Type().Underlying().(*types.Pointer); !ok || ptr.Sort.Kind != ir.KindRef {
			f.Values[fv] = emit.Value{Expr: ir.V(ptr)}
			continue
		}
		p := t.Mem.Deref(ir.V(ptr), analysis.Deref(fv.Type()))
		f.Values[fv] = emit.Value{Expr: ir.V(ptr), At: &p}
		f.NonNil[ptr] = true
	}
}

// capturedValue returns a parameter for the value of a captured variable that is assigned once.
func (t *translator) capturedValue(fv *ssa.FreeVar, alloc *ssa.Alloc, ptr *ir.Var) *ir.Var {
	typ := analysis.Deref(fv.Type())
	s, err := t.Mem.Sort(typ)
	if err != nil {
		return nil // reported where it is read
	}
	ptr.Label = "&" + fv.Name()
	v := &ir.Var{Name: t.Unique(fv.Name()), Label: fv.Name(), Sort: s, Kind: ir.ConstVar}
	t.Out.Params = append(t.Out.Params, v)
	taken := alloc != nil && t.capturesTaken(fv)
	switch {
	case t.takesMemoryOf(fv.Parent(), fv):
		t.Out.Given = append(t.Out.Given, t.Mem.KnownAnyway(ir.V(v), typ)...)
	case taken:
		t.Out.Given = append(t.Out.Given, t.Mem.KnownParam(ir.V(v), typ, true)...)
	default:
		t.Out.Given = append(t.Out.Given, t.Mem.Known(ir.V(v), typ, ir.False)...)
	}
	if taken {
		t.Out.Given = append(t.Out.Given, t.Mem.LeftWhole(ir.V(v), typ)...)
		t.takenAtStart = append(t.takenAtStart, typed{ir.V(v), typ})
	} else if alloc != nil && t.prog.IsIterator(fv.Parent()) && t.prog.Iterated(alloc) != nil {
		t.Out.Given = append(t.Out.Given, t.Mem.CallersOwn(ir.V(v), typ)...)
	} else {
		t.Out.Given = append(t.Out.Given, t.Mem.Unowned(ir.V(v), typ)...)
	}
	t.believeInputs(fv.Parent(), fv, ir.V(v), typ)
	if alloc != nil && t.NeverHoldsNil(alloc) {
		t.Out.Given = append(t.Out.Given, ir.Ne(ir.V(v), heap.ZeroOf(s)))
	}
	return v
}

// capturedAlloc returns the variable of the enclosing function that fv stands for, nil if it cannot be told.
func capturedAlloc(fv *ssa.FreeVar) *ssa.Alloc {
	var v ssa.Value = fv
	for {
		fv, ok := v.(*ssa.FreeVar)
		if !ok {
			alloc, _ := v.(*ssa.Alloc)
			return alloc
		}
		v = capturedBy(fv)
		if v == nil {
			return nil
		}
	}
}

// capturedBy returns what the enclosing function binds fv to.
func capturedBy(fv *ssa.FreeVar) ssa.Value {
	fn := fv.Parent()
	if fn.Parent() == nil || fn.Referrers() == nil {
		return nil
	}
	for _, ref := range *fn.Referrers() {
		mc, ok := ref.(*ssa.MakeClosure)
		if !ok || mc.Fn != fn {
			continue
		}
		for i, v := range fn.FreeVars {
			if v == fv && i < len(mc.Bindings) {
				return mc.Bindings[i]
			}
		}
	}
	return nil
}
