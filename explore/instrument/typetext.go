package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// typeText spells a type so that it means the same at n. It fails for a type that has no name there: one that another
// package keeps to itself, or a local one that is shadowed.
func (r *rewriter) typeText(t types.Type, n ast.Node) (string, bool) {
	if !r.hasText(t, n) {
		return "", false
	}
	s := types.TypeString(t, func(p *types.Package) string {
		if p == r.pkg.Types {
			return ""
		}
		return r.importName(p.Path())
	})
	return s, true
}

// hasText reports whether a type can be spelled at n.
func (r *rewriter) hasText(t types.Type, n ast.Node) bool {
	ok := true
	scope := r.pkg.Types.Scope().Innermost(n.Pos())
	visitNames(t, map[types.Type]bool{}, func(obj *types.TypeName) {
		switch {
		case obj.Pkg() == nil: // predeclared
		case obj.Pkg() != r.pkg.Types:
			ok = ok && obj.Exported()
		case scope == nil:
			ok = false
		default:
			_, found := scope.LookupParent(obj.Name(), n.Pos())
			ok = ok && found == types.Object(obj)
		}
	})
	return ok
}

// importName returns the name of an import of our own, which no declaration of the user shadows.
func (r *rewriter) importName(path string) string {
	if name, ok := r.imports[path]; ok {
		return name
	}
	name := fmt.Sprintf("%s_%s", r.rt, identifier(path))
	r.imports[path] = name
	return name
}

// importSpecs writes the imports of our own, on the line of the package clause.
func (r *rewriter) importSpecs() string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(r.imports)) {
		fmt.Fprintf(&b, "; import %s %q", r.imports[path], path)
	}
	return b.String()
}

// identifier turns a path into a part of an identifier.
func identifier(path string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, path)
}

// visitNames calls f for the named types and type parameters that spelling t takes.
func visitNames(t types.Type, seen map[types.Type]bool, f func(*types.TypeName)) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	visit := func(t types.Type) { visitNames(t, seen, f) }
	switch t := t.(type) {
	case *types.Alias:
		f(t.Obj())
		for a := range t.TypeArgs().Types() {
			visit(a)
		}
	case *types.Named:
		f(t.Obj())
		for a := range t.TypeArgs().Types() {
			visit(a)
		}
	case *types.TypeParam:
		f(t.Obj())
	case *types.Pointer:
		visit(t.Elem())
	case *types.Slice:
		visit(t.Elem())
	case *types.Array:
		visit(t.Elem())
	case *types.Chan:
		visit(t.Elem())
	case *types.Map:
		visit(t.Key())
		visit(t.Elem())
	case *types.Signature:
		visit(t.Params())
		visit(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			visit(v.Type())
		}
	case *types.Struct:
		for v := range t.Fields() {
			visit(v.Type())
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			visit(m.Type())
		}
		for e := range t.EmbeddedTypes() {
			visit(e)
		}
	}
}
