package analysis

import (
	"cmp"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/annot"
)

// An AliasedPart is a part of an object, on one of the paths that its type's alias is about.
type AliasedPart struct {
	Fields []*types.Var // from the object to the part; none for the object itself
	Alias  annot.Alias
}

// findAliases fills aliases.
func (p *Facts) findAliases() {
	p.Aliases = map[*types.TypeName][]AliasedPart{}
	for _, path := range p.Paths {
		for name, spec := range p.Packages[path].Annot.Named {
			for _, a := range spec.Aliases {
				p.aliasParts(name, a)
			}
		}
	}
	for _, parts := range p.Aliases {
		slices.SortStableFunc(parts, func(a, b AliasedPart) int {
			return cmp.Or(InOrder(p.Fset, a.Alias.Pos, b.Alias.Pos), cmp.Compare(len(a.Fields), len(b.Fields)))
		})
	}
}

// aliasParts notes the parts of an object of the type on both paths, the object itself first.
func (p *Facts) aliasParts(name *types.TypeName, a annot.Alias) {
	add := func(t *types.TypeName, fields []*types.Var) {
		same := func(o AliasedPart) bool { return o.Alias.Pos == a.Pos && slices.Equal(o.Fields, fields) }
		if !slices.ContainsFunc(p.Aliases[t], same) {
			p.Aliases[t] = append(p.Aliases[t], AliasedPart{fields, a})
		}
	}
	add(name, nil)
	for _, x := range []annot.Expr{a.Left, a.Right} {
		fields := inside(x)
		for i, f := range fields {
			if n := StructName(f.Type()); n != nil {
				add(n, fields[:i+1])
			}
		}
	}
}

// StructName returns the name of a struct type that is declared, but of no lock; else nil.
func StructName(t types.Type) *types.TypeName {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || annot.LockOf(t) != annot.NoLock {
		return nil
	}
	if _, ok := n.Underlying().(*types.Struct); !ok {
		return nil
	}
	return n.Origin().Obj()
}

// inside returns the fields on a path as far as it stays in the object where it begins.
func inside(x annot.Expr) []*types.Var {
	s, ok := x.(*annot.Select)
	if !ok {
		return nil
	}
	if _, nested := s.X.(*annot.Select); !nested {
		return []*types.Var{s.Field.Origin()}
	}
	before := inside(s.X)
	if s.Deref || before == nil || len(before) < depth(s.X) {
		return before
	}
	return append(slices.Clone(before), s.Field.Origin())
}

// depth is the number of fields on a path.
func depth(x annot.Expr) int {
	if s, ok := x.(*annot.Select); ok {
		return 1 + depth(s.X)
	}
	return 0
}
