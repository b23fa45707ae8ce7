package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/calvin-go/calvin/annot"
)

// GuardedBy returns the variables that a lock guards, in the order of the source: fields of the object that has the lock, or package
// variables.
func (p *Facts) GuardedBy(lock *types.Var) []*types.Var {
	names := func(e annot.Expr) (found bool) {
		annot.Walk(e, func(x annot.Expr) bool {
			switch x := x.(type) {
			case *annot.Select:
				_, own := x.X.(*annot.This)
				found = found || own && p.Field(x.Field) == p.Field(lock)
			case *annot.Var:
				found = found || x.Obj == lock
			}
			return !found
		})
		return found
	}
	guards := func(cs []*annot.Clause) bool {
		return slices.ContainsFunc(cs, func(c *annot.Clause) bool { return names(c.Expr) })
	}
	var all []*types.Var
	for v := range p.groups {
		if g := p.Guard(v); v.IsField() == lock.IsField() && (guards(g.Read) || guards(g.Write)) {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b *types.Var) int { return InOrder(p.Fset, a.Pos(), b.Pos()) })
	return all
}

// InRegionsOf returns the types of what may be in the regions of variables of some types, as far as types tell:
// structs, the slice and map types of what slices and maps there lead to, and the pointer types of other variables that
// pointers lead to.
func (p *Facts) InRegionsOf(held []types.Type) []types.Type {
	w := &regionTypes{prog: p}
	for _, t := range held {
		w.visit(t)
	}
	return w.found
}

type regionTypes struct {
	prog  *Facts
	seen  typeutil.Map
	found []types.Type
}

func (w *regionTypes) visit(t types.Type) {
	if w.seen.At(t) != nil || IsSyncValue(t) || IsReflectValue(t) || IsTypeParam(t) {
		return
	}
	w.seen.Set(t, true)
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if w.prog.IsRegional(u.Elem()) {
			if StructName(u.Elem()) == nil {
				w.found = append(w.found, u)
			} else {
				w.found = append(w.found, u.Elem())
			}
			w.visit(u.Elem())
		}
	case *types.Interface:
		if w.prog.Carries(t) {
			w.carried()
		}
	case *types.Slice:
		w.found = append(w.found, u)
		w.visit(u.Elem())
	case *types.Array:
		w.visit(u.Elem())
	case *types.Map:
		w.found = append(w.found, u)
		w.visit(u.Key())
		w.visit(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			w.visit(f.Type())
		}
	}
}

// carried visits what interfaces may hold by pointers.
func (w *regionTypes) carried() {
	for _, name := range w.prog.carriedInOrder {
		for _, t := range w.prog.instancesOf(name) {
			w.visit(types.NewPointer(t))
		}
	}
}
