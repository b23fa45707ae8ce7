package desugar

import (
	"cmp"
	"context"
	"go/types"
	"maps"
	"slices"
	"sync"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// promises adds the invariants and transitions that matter to the function: those of types whose values it creates,
// and those that speak of a heap variable it uses.
func (t *translator) promises() {
	names := t.prog.typedNames()
	done := map[*types.TypeName]bool{}
	for again := true; again; {
		again = false
		for _, name := range names {
			spec := t.prog.TypeSpec(name)
			if spec == nil || done[name] || !t.Mem.Allocated[name] && !t.concerns(spec) {
				continue
			}
			done[name], again = true, true
			t.promise(name, spec)
		}
	}
	for _, path := range t.prog.Paths {
		if spec := t.prog.Packages[path].Annot.Package; spec != nil && (path == t.Out.Package || t.concerns(spec)) {
			t.promise(nil, spec)
		}
	}
}

// concerns reports whether what the type promises speaks of a heap variable in use.
func (t *translator) concerns(spec *annot.TypeSpec) bool {
	for _, id := range t.prog.spoken.of(spec, t.Mem.General(), t.spokenOf) {
		if t.Mem.Families[id] != nil {
			return true
		}
	}
	return false
}

// spoken remembers of which heap variables the promises of types speak, by their IDs: each function of a package asks
// that of each type. Most answers are the same for functions that have the general part of their needs in common. Those
// that are not are not remembered.
type spoken struct {
	mu    sync.Mutex
	known map[spokenKey][]string
}

type spokenKey struct {
	spec    *annot.TypeSpec
	general heap.General
}

// of returns the IDs of the heap variables of which a type's promises speak, which find finds out, and whether they are
// the same for all functions with these needs.
func (s *spoken) of(spec *annot.TypeSpec, general heap.General, find func(*annot.TypeSpec) (ids []string, same bool)) []string {
	key := spokenKey{spec, general}
	s.mu.Lock()
	ids, ok := s.known[key]
	s.mu.Unlock()
	if ok {
		return ids
	}
	ids, same := find(spec)
	if same {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.known == nil {
			s.known = map[spokenKey][]string{}
		}
		s.known[key] = ids
	}
	return ids
}

// spokenOf finds out of which heap variables a type's promises speak.
func (t *translator) spokenOf(spec *annot.TypeSpec) (ids []string, same bool) {
	scratch := heap.NewMemory(t.prog.Facts, eval.Expressions{}, t.Mem.Need, t.Mem.Path, t.Mem.Tid)
	this := &ir.Var{Name: "this", Sort: ir.Ref, Kind: ir.BoundVar}
	env := &eval.Env{Mem: scratch, Context: heap.Context{Tid: t.Mem.Tid, This: ir.V(this)}}
	used := map[*ir.Var]bool{}
	for _, c := range slices.Concat(spec.Promises(), spec.Transitions) {
		if e, err := env.Eval(c.Expr); err == nil {
			ir.HeapVars(e, used)
		}
	}
	for id, v := range scratch.Families {
		if used[v] {
			ids = append(ids, id)
		}
	}
	return ids, !scratch.Particular
}

func (t *translator) promise(name *types.TypeName, spec *annot.TypeSpec) {
	for _, u := range spec.Unsupported {
		t.Unsupported(u.Pos, "%s", u.Reason)
	}
	add := func(clauses []*annot.Clause, to ...*[]*ir.Invariant) {
		for _, c := range clauses {
			inv, err := t.invariant(name, c)
			if err != nil {
				t.Unsupported(c.Start, "%v", err)
				continue
			}
			inv.Always = len(to) > 1
			for _, list := range to {
				*list = append(*list, inv)
			}
		}
	}
	add(spec.Invariants, &t.Out.Invariants)
	add(spec.Transitions, &t.Out.Transitions)
	add(spec.Always, &t.Out.Invariants, &t.Out.Transitions)
}

// invariant translates a condition on every object of a type, or on package variables if name is nil. What is said of one
// state is said to every goroutine: tid is any of them, not just the one under check. Of two states it is whoever looks on
// while another goroutine takes the step.
func (t *translator) invariant(name *types.TypeName, c *annot.Clause) (*ir.Invariant, error) {
	inv := &ir.Invariant{Is: ir.True}
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(t.Out.Tid)}}
	if name != nil {
		inv.Type = name.Name()
		inv.This = &ir.Var{Name: "this", Label: "this", Sort: ir.Ref, Kind: ir.BoundVar}
		env.This = ir.V(inv.This)
		inv.Is = heap.Existing(t.Mem.IsPlaceOf(name.Type()), env.This)
	}
	clause, err := env.Clause(c)
	if err != nil {
		return nil, err
	}
	if !annot.SpeaksOfBefore(c.Expr) {
		clause.Cond = t.forEveryone(clause.Cond)
	}
	inv.Clause = *clause
	t.Mem.SayApart(clause.Cond)
	used := map[*ir.Var]bool{}
	ir.HeapVars(clause.Cond, used)
	inv.On = slices.SortedFunc(maps.Keys(used), func(a, b *ir.Var) int { return cmp.Compare(a.Name, b.Name) })
	return inv, nil
}

// forEveryone says that cond, about the goroutine under check, holds of all goroutines.
func (t *translator) forEveryone(cond *ir.Expr) *ir.Expr {
	anyone := &ir.Var{Name: "g", Label: "a goroutine", Sort: ir.Tid, Kind: ir.BoundVar}
	others := ir.Subst(cond, map[*ir.Var]*ir.Expr{t.Out.Tid: ir.V(anyone)})
	if others == cond {
		return cond
	}
	return ir.And(cond, ir.Forall([]*ir.Var{anyone}, ir.Implies(ir.Ne(ir.V(anyone), ir.Free), others)))
}

// Declarations returns a function without a body that uses every guarded variable of the package and carries all its
// transitions: what the checks of the annotations themselves are about. It is nil if there is nothing to check.
//
// What variables of other packages own is somebody else's, unless annotations of this one name them: the checks there are about it.
func (p *Program) Declarations(path string) *ir.Func {
	info := p.Packages[path]
	if info == nil || len(info.Annot.Guards)+len(info.Annot.Named) == 0 {
		return nil
	}
	need := heap.Needs{Bits: p.SpecBits, Families: map[string]bool{}, Names: map[*types.Var]bool{}}
	for v := range info.Annot.Guards {
		need.Names[p.Field(v)] = true
	}
	for {
		t := p.declarations(path, info, need)
		if !t.Mem.MoreNames(&need) {
			return t.Out
		}
	}
}

// declarations is one pass of Declarations, in which these variables are named.
func (p *Program) declarations(path string, info *analysis.PkgInfo, need heap.Needs) *translator {
	t := p.translator(context.Background(), &analysis.Function{Name: "annotations", Package: path}, need)
	this := &ir.Var{Name: "this", Label: "this", Sort: ir.Ref, Kind: ir.ConstVar}
	at := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.ConstVar}
	t.Out.Params = []*ir.Var{this, at}
	guarded := slices.SortedFunc(maps.Keys(info.Annot.Guards), func(a, b *types.Var) int { return analysis.InOrder(p.Fset, a.Pos(), b.Pos()) })
	ghostOf := map[*types.Var]types.Type{}
	for _, g := range info.Annot.Ghosts {
		if g.Owner != nil {
			ghostOf[g.Var] = g.Owner.Type()
		}
	}
	for _, c := range info.Annot.Confined {
		ghostOf[c.Goroutine] = c.Owner.Type()
	}
	for _, v := range guarded {
		switch {
		case ghostOf[v] != nil:
			t.Mem.Field(t.Mem.Deref(ir.V(this), ghostOf[v]), v)
		case v.IsField():
			if owner := t.Mem.Facts.OwnerType(v); owner != nil {
				t.Mem.Touch(t.Mem.Field(t.Mem.Deref(ir.V(this), owner), v), ir.V(at))
			}
		case analysis.IsPackageVar(v):
			t.Mem.Touch(t.Mem.Global(v), ir.V(at))
		}
	}
	t.Mem.CapturedFamilies(info)
	for name := range info.Annot.Named {
		t.Mem.Allocated[name] = true // whether or not a guarded variable is concerned
	}
	t.promises()
	t.Out.Blocks = []*ir.Block{{Name: "entry", Return: &ir.Return{}}}
	t.Out.Heap = t.Mem.HeapVars()
	t.Out.Unsupported = append(t.Out.Unsupported, t.Mem.Problems...)
	return t
}
