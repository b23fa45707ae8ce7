package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/internal/verify"
)

// cuts are the annotations to be taken out of packages.
type cuts struct {
	removed []*removal
	key     map[*removal]string
	meaning map[string]string       // by key: what the annotations say, in one form
	lines   map[string]map[int]bool // by file
	stays   int                     // guards about more than locks
}

// cut finds the annotations about locks alone.
func cut(pkgs []*packages.Package) *cuts {
	c := &cuts{key: map[*removal]string{}, meaning: canonical(pkgs, verify.Annotations(pkgs)), lines: map[string]map[int]bool{}}
	for _, pkg := range pkgs {
		a := verify.Annotations(pkgs)[pkg.PkgPath]
		for _, d := range declared(pkg) {
			key := d.key(pkg)
			if g := a.Guards[d.v]; d.v != nil && g != nil && len(g.Read)+len(g.Write)+len(g.ElemRead)+len(g.ElemWrite) > 0 && c.meaning[key] == "" {
				c.stays++
			}
			if c.meaning[key] == "" {
				continue
			}
			for _, group := range d.comments {
				c.take(pkg, a, d, key, group)
			}
		}
	}
	return c
}

// take takes out the directives of a comment that are about locks.
func (c *cuts) take(pkg *packages.Package, a *annot.Package, d declaration, key string, group *ast.CommentGroup) {
	if group == nil {
		return
	}
	var text []string
	for _, comment := range group.List {
		verb, _, _ := strings.Cut(strings.TrimPrefix(comment.Text, "//calvin:"), " ")
		verb, _, _ = strings.Cut(verb, "[")
		guard := slices.Contains([]string{"guarded_by", "accessible_if", "readable_if", "writable_if"}, verb)
		if !(d.fn == nil && guard || d.fn != nil && verb == "requires" && d.aboutLocks(a, comment)) {
			continue
		}
		text = append(text, strings.TrimPrefix(comment.Text, "//calvin:"))
		at := pkg.Fset.Position(comment.Pos())
		if c.lines[at.Filename] == nil {
			c.lines[at.Filename] = map[int]bool{}
		}
		c.lines[at.Filename][at.Line] = true
	}
	if len(text) > 0 {
		x := &removal{what: d.name + ": " + strings.Join(text, "; "), precond: d.fn != nil}
		c.removed = append(c.removed, x)
		c.key[x] = key
	}
}

// aboutLocks reports whether the requires clause in the comment says only that locks are held.
func (d declaration) aboutLocks(a *annot.Package, comment *ast.Comment) bool {
	spec := a.Funcs[d.fn]
	return spec != nil && slices.ContainsFunc(spec.Requires, func(c *annot.Clause) bool {
		return comment.Pos() <= c.Start && c.End <= comment.End() && meaning(c.Expr) != ""
	})
}

// A declaration is a variable or function with its comments.
type declaration struct {
	name     string
	v        *types.Var
	fn       *types.Func
	comments []*ast.CommentGroup
}

func (d declaration) key(pkg *packages.Package) string {
	kind := "var "
	if d.fn != nil {
		kind = "func "
	}
	return kind + pkg.PkgPath + " " + d.name
}

// declared lists what a package declares that may have annotations, in order.
func declared(pkg *packages.Package) []declaration {
	var all []declaration
	owner := ""
	variables := func(names []*ast.Ident, comments ...*ast.CommentGroup) {
		for _, id := range names {
			if v, ok := pkg.TypesInfo.Defs[id].(*types.Var); ok {
				name := id.Name
				if v.IsField() && owner != "" {
					name = owner + "." + name
				}
				all = append(all, declaration{name: name, v: v, comments: comments})
			}
		}
	}
	for _, file := range pkg.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				owner = n.Name.Name
			case *ast.StructType:
				for _, f := range n.Fields.List {
					variables(f.Names, f.Doc, f.Comment)
				}
			case *ast.GenDecl:
				for _, s := range n.Specs {
					if v, ok := s.(*ast.ValueSpec); ok && n.Tok == token.VAR {
						doc := n.Doc
						if n.Lparen.IsValid() {
							doc = nil
						}
						owner = ""
						variables(v.Names, doc, v.Doc, v.Comment)
					}
				}
			case *ast.FuncDecl:
				if fn, ok := pkg.TypesInfo.Defs[n.Name].(*types.Func); ok {
					all = append(all, declaration{name: functionName(fn), fn: fn, comments: []*ast.CommentGroup{n.Doc}})
				}
			}
			return true
		})
	}
	return all
}

// functionName names a function as reports do.
func functionName(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	t, pointer := types.Unalias(recv.Type()), false
	if ptr, ok := t.(*types.Pointer); ok {
		t, pointer = types.Unalias(ptr.Elem()), true
	}
	n, ok := t.(*types.Named)
	switch {
	case !ok:
		return fn.Name()
	case pointer:
		return "(*" + n.Obj().Name() + ")." + fn.Name()
	}
	return n.Obj().Name() + "." + fn.Name()
}

// canonical gives what the packages say about locks alone, by key, in a form in which the same has one text.
func canonical(pkgs []*packages.Package, annots map[string]*annot.Package) map[string]string {
	all := map[string]string{}
	for _, pkg := range pkgs {
		a := annots[pkg.PkgPath]
		for _, d := range declared(pkg) {
			text := ""
			if g := a.Guards[d.v]; d.v != nil && g != nil && !isLock(d.v.Type()) {
				text = ofGuard(g)
			}
			if spec := a.Funcs[d.fn]; d.fn != nil && spec != nil {
				text = conjunction(locksOnly(spec.Requires))
			}
			if text != "" {
				all[d.key(pkg)] = text
			}
		}
	}
	return all
}

// ofGuard gives the meaning of a guard, "" if it is about more than locks.
func ofGuard(g *annot.Guard) string {
	text := ""
	for _, part := range []struct {
		name    string
		clauses []*annot.Clause
	}{{"read", g.Read}, {"write", g.Write}, {"read[j]", g.ElemRead}, {"write[j]", g.ElemWrite}} {
		if len(part.clauses) == 0 {
			continue
		}
		m := conjunction(part.clauses)
		if m == "" {
			return ""
		}
		text += part.name + " " + m + "; "
	}
	return text
}

func locksOnly(clauses []*annot.Clause) []*annot.Clause {
	return slices.DeleteFunc(slices.Clone(clauses), func(c *annot.Clause) bool { return meaning(c.Expr) == "" })
}

func conjunction(clauses []*annot.Clause) string {
	var all []string
	for _, c := range clauses {
		m := meaning(c.Expr)
		if m == "" {
			return ""
		}
		all = append(all, m)
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " and ")
}

// isLock reports whether t is a lock, or an array or slice of such: those need no guard.
func isLock(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return isLock(u.Elem())
	case *types.Slice:
		return isLock(u.Elem())
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync"
}
