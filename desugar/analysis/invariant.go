package analysis

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/annot"
)

// TypedNames returns the types whose references have to be told apart, sorted.
func (p *Facts) TypedNames() []*types.TypeName {
	return slices.SortedFunc(maps.Keys(p.Typed), func(a, b *types.TypeName) int {
		if c := cmp.Compare(a.Pkg().Path(), b.Pkg().Path()); c != 0 {
			return c
		}
		return InOrder(p.Fset, a.Pos(), b.Pos())
	})
}

// findSpecBits collects the integer types on which annotations use bit operations.
func (p *Facts) findSpecBits() map[types.BasicKind]bool {
	kinds := map[types.BasicKind]bool{}
	all := p.FileClauses()
	for _, path := range p.Paths {
		all = append(all, clauses(p.Packages[path].Annot)...)
	}
	for _, c := range all {
		annot.Walk(c.Expr, func(x annot.Expr) bool {
			if b, ok := x.(*annot.Binary); ok && annotNeedsBits(b) {
				if basic, ok := b.X.Type().Underlying().(*types.Basic); ok {
					kinds[WidthKind(basic)] = true
				}
			}
			return true
		})
	}
	return kinds
}

// clauses returns every condition written in the package.
func clauses(a *annot.Package) []*annot.Clause {
	var all []*annot.Clause
	for _, g := range a.Guards {
		all = slices.Concat(all, g.Read, g.Write, g.ElemRead, g.ElemWrite, g.Closes, g.Carries)
	}
	for _, n := range a.Named {
		all = slices.Concat(all, n.Promises(), n.Transitions)
	}
	for _, f := range a.Funcs {
		all = append(all, f.Requires...)
		if f.Performs != nil {
			for _, action := range f.Performs.Actions {
				all = slices.Concat(all, action.When, action.Ensures)
			}
		}
	}
	for _, stmts := range a.Body {
		for _, s := range stmts {
			if s.Clause != nil {
				all = append(all, s.Clause)
			}
			if s.Value != nil {
				all = append(all, &annot.Clause{Start: s.Pos, End: s.Pos, Expr: s.Value})
			}
		}
	}
	return all
}
