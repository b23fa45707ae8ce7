package analysis

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/calvin-go/calvin/annot"
)

// twins are the fields of struct types without a name, by what stands for all that are the same, and the types that have them.
type twins struct {
	first map[*types.Var]*types.Var    // what stands for a field, if it is not the field itself
	owner map[*types.Var]*types.Struct // by what stands for a field
	guard map[*types.Var]*annot.Guard  // likewise; where some of several have one
}

// Field returns what stands for the field, or other variable, v: v as it was declared, or the first of its twins.
func (p *Facts) Field(v *types.Var) *types.Var {
	v = v.Origin()
	if first := p.twins.first[v]; first != nil {
		return first
	}
	return v
}

// findTwins looks at all struct types that are written in the checked packages, or that a function has a value of.
func (p *Facts) findTwins() {
	w := &twinWalk{seen: map[types.Type]bool{}, sets: map[*types.Var]*types.Var{}}
	for _, path := range p.Paths {
		for _, obj := range p.Packages[path].definitions() {
			w.typ(obj.Type())
		}
	}
	for _, fn := range p.functions {
		w.typ(fn.Signature)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok {
					w.typ(v.Type())
				}
			}
		}
	}
	p.twins = w.choose(p)
}

// twinWalk collects struct types without a name.
type twinWalk struct {
	seen    map[types.Type]bool // identical types are not one here
	structs typeutil.Map        // the first of those that are identical
	sets    map[*types.Var]*types.Var
	all     []*types.Struct
}

func (w *twinWalk) typ(t types.Type) {
	if t == nil || w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if st, ok := t.Underlying().(*types.Struct); ok {
			w.fields(st)
		} else {
			w.typ(t.Underlying())
		}
	case *types.Struct:
		w.structure(t)
		w.fields(t)
	case *types.Signature:
		w.typ(t.Params())
		w.typ(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			w.typ(v.Type())
		}
	case *types.Map:
		w.typ(t.Key())
		w.typ(t.Elem())
	case interface{ Elem() types.Type }:
		w.typ(t.Elem())
	}
}

func (w *twinWalk) fields(st *types.Struct) {
	for f := range st.Fields() {
		w.typ(f.Type())
	}
}

// structure makes the fields of a struct type one with those of the type that is the same.
func (w *twinWalk) structure(st *types.Struct) {
	w.all = append(w.all, st)
	same, _ := w.structs.At(st).(*types.Struct)
	if same == nil {
		w.structs.Set(st, st)
		same = st
	}
	for i := range st.NumFields() {
		a, b := w.find(st.Field(i).Origin()), w.find(same.Field(i).Origin())
		if a != b {
			w.sets[a] = b
		}
	}
}

// find returns the root of the set that v is in.
func (w *twinWalk) find(v *types.Var) *types.Var {
	for w.sets[v] != nil {
		v = w.sets[v]
	}
	return v
}

// choose says what stands for the fields of each set: a field of a generic type if there is one, as it has variables for each
// sort of values; else the first of those that are written in the packages under check.
func (w *twinWalk) choose(p *Facts) twins {
	t := twins{first: map[*types.Var]*types.Var{}, owner: map[*types.Var]*types.Struct{}, guard: map[*types.Var]*annot.Guard{}}
	sets := map[*types.Var][]*types.Var{}
	declared := map[*types.Var]*types.Struct{}
	for _, st := range w.all {
		for f := range st.Fields() {
			if f != f.Origin() || declared[f] != nil {
				continue
			}
			declared[f] = st
			root := w.find(f)
			sets[root] = append(sets[root], f)
		}
	}
	for _, set := range sets {
		slices.SortFunc(set, func(a, b *types.Var) int {
			if g, h := IsGeneric(a.Type()), IsGeneric(b.Type()); g != h {
				if g {
					return -1
				}
				return 1
			}
			return InOrder(p.Fset, a.Pos(), b.Pos())
		})
		t.owner[set[0]] = declared[set[0]]
		for _, f := range set[1:] {
			t.first[f] = set[0]
		}
		if len(set) > 1 {
			if g := p.sameGuard(set); g != nil {
				t.guard[set[0]] = g
			}
		}
	}
	return t
}

// sameGuard returns what is annotated at one of the fields. Where others say something else it is not believed.
func (p *Facts) sameGuard(fields []*types.Var) *annot.Guard {
	var found *annot.Guard
	var at *types.Var
	for _, f := range fields {
		info := p.Packages[importPath(f)]
		switch {
		case info == nil || info.Annot.Guards[f] == nil:
		case found == nil:
			found, at = info.Annot.Guards[f], f
		case f.Pkg() != at.Pkg() || !saysTheSame(found, info.Annot.Guards[f]):
			both := *found
			both.Unsupported = append(slices.Clone(found.Unsupported), annot.Unsupported{
				Pos: f.Pos(),
				Reason: fmt.Sprintf("an annotation that differs from line %d, where the same unnamed struct type is written",
					p.Fset.Position(at.Pos()).Line),
			})
			return &both
		}
	}
	return found
}

// saysTheSame reports whether two annotations in one package, of fields that are the same, are written alike and speak of fields
// and package variables alone.
func saysTheSame(a, b *annot.Guard) bool {
	alike := func(a, b []*annot.Clause) bool {
		return slices.EqualFunc(a, b, func(x, y *annot.Clause) bool { return x.Text == y.Text })
	}
	return alike(a.Read, b.Read) && alike(a.Write, b.Write) && alike(a.ElemRead, b.ElemRead) && alike(a.ElemWrite, b.ElemWrite) &&
		alike(a.Closes, b.Closes) && alike(a.Carries, b.Carries) &&
		a.Immutable == b.Immutable && a.AtomicOnly == b.AtomicOnly && a.Transfers == b.Transfers &&
		named(a.Index) == named(b.Index) && named(a.Value) == named(b.Value) &&
		a.Condition == nil && b.Condition == nil && len(a.Unsupported)+len(b.Unsupported) == 0 && onlyFields(a) && onlyFields(b)
}

func named(b *annot.Bound) string {
	if b == nil {
		return ""
	}
	return b.Name
}

// onlyFields reports whether an annotation speaks of no variable of a function.
func onlyFields(g *annot.Guard) bool {
	only := true
	for _, c := range slices.Concat(g.Read, g.Write, g.ElemRead, g.ElemWrite, g.Closes, g.Carries) {
		annot.Walk(c.Expr, func(x annot.Expr) bool {
			if v, ok := x.(*annot.Var); ok && !IsPackageVar(v.Obj) {
				only = false
			}
			return only
		})
	}
	return only
}

func importPath(v *types.Var) string {
	if v.Pkg() == nil {
		return ""
	}
	return v.Pkg().Path()
}
