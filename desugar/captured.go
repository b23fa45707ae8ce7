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
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Variables of a function that goroutines share under access predicates of their own, and the variables that the
// predicates speak of, are as the fields of one object, made when the function is called: so a predicate of one can
// find the others. The goroutines get a reference to that object.

// guarded returns the variables of fn that live in such an object. Variables that cannot, although an annotation wants
// it, are noted as unsupported.
func (t *translator) guarded(fn *ssa.Function) map[*ssa.Alloc]*types.Var {
	if vars, ok := t.shared[fn]; ok {
		return vars
	}
	vars := map[*ssa.Alloc]*types.Var{}
	t.shared[fn] = vars
	info := t.prog.InfoOf(fn)
	if info == nil {
		return vars
	}
	allocs := declared(fn)
	var work []*types.Var
	for v := range info.Annot.Guards {
		if a := allocs[posOf(v)]; a != nil && a.Comment == v.Name() && (!t.usage(a).Local() || t.prog.OwnsChannel(v)) {
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
			t.unsupported(v.Pos(), "access predicates with the captured variable %s, %s", v.Name(), why)
			t.shared[fn] = nil
			return nil
		}
		vars[a] = v
		work = append(work, mentionedLocals(info.Annot.Guards[v])...)
	}
	return vars
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
	case analysis.Cycles(a.Block(), nil):
		return "which is declared in a loop"
	case !usedDirectly(a, map[ssa.Value]bool{}):
		return "whose address is used as a value"
	}
	switch analysis.Deref(a.Type()).Underlying().(type) {
	case *types.Slice:
		return "which is a slice"
	case *types.Map:
		return "which is a map"
	}
	return ""
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

// holdsNonNil reports whether p is a captured variable that is assigned once and never nil.
func (t *translator) holdsNonNil(p heap.Place) bool {
	if p.Variable == nil || p.Variable.IsField() {
		return false
	}
	for _, vars := range t.shared {
		for a, v := range vars {
			if v == p.Variable {
				return t.neverHoldsNil(a)
			}
		}
	}
	return false
}

// neverHoldsNil reports whether the variable a is assigned once, to what is not nil: a parameter that callers may not pass nil for,
// or an object that was just made.
func (t *translator) neverHoldsNil(a *ssa.Alloc) bool {
	s := t.usage(a).Once()
	return s != nil && heap.CanBeNil(analysis.Deref(a.Type())) && t.prog.NeverNil(s.Val) && comesFirst(s, a)
}

// makeObject makes the object in which the guarded variables of the activation live.
func (f *frame) makeObject(t *translator) {
	vars := slices.SortedFunc(maps.Values(t.guarded(f.fn)), func(a, b *types.Var) int { return cmp.Compare(a.Pos(), b.Pos()) })
	if len(vars) == 0 {
		return
	}
	r := t.mem.NewRef("variables")
	var zero []*ir.Expr
	for _, v := range vars {
		facts, err := t.mem.Zeroed(t.mem.Captured(v, ir.V(r)))
		if err != nil {
			t.unsupported(v.Pos(), "%v", err)
			continue
		}
		zero = append(zero, facts...)
	}
	nothing := t.mem.Deref(ir.V(r), types.NewStruct(nil, nil)) // that has a type of its own
	t.step(t.mem.Create(r, append(zero, t.mem.Interiors(ir.V(r), nothing)...)))
	f.object = ir.V(r)
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
		o := &ir.Var{Name: t.unique("variables"), Label: fmt.Sprintf("variables of %s", analysis.FunctionName(alloc.Parent())), Sort: ir.Ref, Kind: ir.ConstVar}
		object = ir.V(o)
		t.objects[alloc.Parent()] = object
		t.out.Params = append(t.out.Params, o)
		t.out.Given = append(t.out.Given, ir.Ne(object, ir.Nil), ir.Eq(t.mem.Raw(t.mem.Base, object), object))
		if t.mem.Status != nil {
			t.out.Given = append(t.out.Given, t.mem.IsShared(object))
		}
	}
	return t.mem.Captured(v, object), true
}
