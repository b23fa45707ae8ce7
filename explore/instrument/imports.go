package instrument

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Rewriting takes uses of imports away, and adds some. Which ones are left is read off the rewritten file: an import of the user's
// is used if a piece of the user's text that is written says its name, one of ours if a piece of ours does. The others become
// blank, or are left out.

// importName returns the name of an import of our own, which no declaration of the user shadows.
func (r *rewriter) importName(path string) string {
	if name, ok := r.imports[path]; ok {
		return name
	}
	r.imports[path] = newImport(r.imports, fmt.Sprintf("%s_%s", r.rt, identifier(path)))
	return r.imports[path]
}

// newImport returns a name that begins with prefix and is not among the names of imports.
func newImport(imports map[string]string, prefix string) string {
	taken := slices.Collect(maps.Values(imports))
	for i, name := 2, prefix; ; i++ {
		if !slices.Contains(taken, name) {
			return name
		}
		name = fmt.Sprintf("%s_%d", prefix, i)
	}
}

// importSpecs writes the imports of our own that code uses, on the line of the package clause.
func (r *rewriter) importSpecs(code []fragment) string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(r.imports)) {
		if name := r.imports[path]; path == runtimePath || mentions(code, name+".") {
			fmt.Fprintf(&b, "; import %s %q", name, importPath(path))
		}
	}
	return b.String()
}

// mentions reports whether text of ours contains a word.
func mentions(code []fragment, word string) bool {
	for _, f := range code {
		for _, p := range f {
			if strings.Contains(p.text, word) {
				return true
			}
		}
	}
	return false
}

// importPath is what the standard library writes to import a package that it has a copy of.
func importPath(path string) string { return strings.TrimPrefix(path, "vendor/") }

// identifier turns a path into a part of an identifier.
func identifier(path string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, path)
}

// kept is which of the file's imports code uses.
type kept struct {
	named map[*types.PkgName]bool
	dots  map[*types.Package]bool // packages of dot imports
}

// keptBy finds the imports that code uses.
func (r *rewriter) keptBy(code []fragment) kept {
	k := kept{map[*types.PkgName]bool{}, map[*types.Package]bool{}}
	written := spansOf(code)
	ast.Inspect(r.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				if name, ok := r.info.Uses[x].(*types.PkgName); ok {
					k.named[name] = k.named[name] || covers(written, x.Pos())
					return false
				}
			}
		case *ast.Ident:
			if obj := r.info.Uses[n]; obj != nil && obj.Pkg() != nil && obj.Pkg() != r.pkg.Types && obj.Parent() == obj.Pkg().Scope() {
				k.dots[obj.Pkg()] = k.dots[obj.Pkg()] || covers(written, n.Pos())
			}
		}
		return true
	})
	return k
}

// uses reports whether an import is used.
func (k kept) uses(name *types.PkgName) bool {
	if name.Name() == "." {
		return k.dots[name.Imported()]
	}
	return k.named[name]
}

// spansOf lists the user's text in code, sorted, without overlaps.
func spansOf(code []fragment) []piece {
	var all []piece
	for _, f := range code {
		for _, p := range f {
			if p.from.IsValid() && p.from < p.to {
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b piece) int { return cmp.Compare(a.from, b.from) })
	var out []piece
	for _, p := range all {
		if n := len(out); n > 0 && p.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, p.to)
		} else {
			out = append(out, p)
		}
	}
	return out
}

// covers reports whether a position is in one of the spans.
func covers(spans []piece, pos token.Pos) bool {
	i, exact := slices.BinarySearchFunc(spans, pos, func(p piece, pos token.Pos) int { return cmp.Compare(p.from, pos) })
	return exact || i > 0 && pos < spans[i-1].to
}
