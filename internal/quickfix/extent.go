package quickfix

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/calvin-go/calvin/ir"
)

// extend makes the site as large as what is missing. Once a lock is missing, the verifier goes on as if it were held, so
// that the accesses after the first are not found: they are looked for here, in the statements up to the next that does
// something with the lock.
func (x *site) extend() {
	vars := x.guardedBy()
	bases := map[string]bool{}
	for _, s := range x.list.stmts[x.first : x.last+1] {
		vars.accesses(s, func(base string, _ token.Pos, _ bool) { bases[base] = true })
	}
	for i := x.last + 1; i < len(x.list.stmts) && !uses(x.stmts(i, i+1), x.lock) && !moves(x.stmts(i-1, i), x.lock); i++ {
		accessed := false
		vars.accesses(x.list.stmts[i], func(base string, pos token.Pos, _ bool) {
			accessed = accessed || bases[base] && !waits(x.list.stmts[i], pos)
		})
		if accessed {
			x.last = i
		}
	}
	for _, s := range x.list.stmts[x.first : x.last+1] {
		vars.accesses(s, func(base string, _ token.Pos, writes bool) {
			x.reading = x.reading && !(bases[base] && writes)
		})
	}
}

// A guardedVars is the variables under one annotation.
type guardedVars struct {
	info *types.Info
	vars map[types.Object]bool
}

// accesses tells the accesses to the variables in a statement: what stands before the dot of a field, where, and whether
// it may be written.
func (g guardedVars) accesses(s ast.Stmt, visit func(base string, pos token.Pos, writes bool)) {
	written := map[ast.Node]bool{}
	write := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				written[id] = true
			}
			_, index := n.(*ast.IndexExpr) // to write an element is not to write the index
			return !index
		})
	}
	bases := map[*ast.Ident]string{}
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				write(l)
			}
		case *ast.IncDecStmt:
			write(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				write(n.X)
			}
		case *ast.SelectorExpr:
			bases[n.Sel] = types.ExprString(n.X)
		case *ast.Ident:
			if g.vars[g.info.Uses[n]] {
				visit(bases[n], n.Pos(), written[n])
			}
		}
		return true
	})
}

// guardedBy returns the variables whose annotation is the same as those that the findings are about.
func (x *site) guardedBy() guardedVars {
	g := guardedVars{x.pkg.TypesInfo, map[types.Object]bool{}}
	for _, d := range x.findings {
		if d.Clause == nil {
			continue
		}
		if found := x.annotated(d.Clause.Span); found != nil {
			for _, v := range found.like {
				g.vars[v] = true
			}
		}
	}
	return g
}

// An annotated variable stands in a list of declarations, some of which have the same annotation.
type annotated struct {
	v    types.Object
	like []types.Object // v among them
}

// annotated returns the variable that the annotation at the span stands on.
func (x *enclosing) annotated(at ir.Span) *annotated {
	var found *annotated
	for _, f := range x.pkg.Syntax {
		if x.pkg.Fset.Position(f.Pos()).Filename != at.Start.Filename {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			for _, d := range declarations(n) {
				if c := d.comment(func(c *ast.Comment) bool { return x.pkg.Fset.Position(c.Pos()).Line == at.Start.Line }); c != nil {
					found = x.like(d, declarations(n), c.Text)
				}
			}
			return found == nil
		})
	}
	return found
}

func (x *enclosing) like(d declaration, all []declaration, text string) *annotated {
	a := &annotated{v: x.pkg.TypesInfo.Defs[d.name]}
	for _, other := range all {
		if other.comment(func(c *ast.Comment) bool { return c.Text == text }) != nil {
			a.like = append(a.like, x.pkg.TypesInfo.Defs[other.name])
		}
	}
	return a
}

// A declaration of a field or a package variable, with its comments.
type declaration struct {
	name     *ast.Ident
	comments []*ast.CommentGroup
}

func (d declaration) comment(is func(*ast.Comment) bool) *ast.Comment {
	for _, group := range d.comments {
		if group == nil {
			continue
		}
		for _, c := range group.List {
			if is(c) {
				return c
			}
		}
	}
	return nil
}

// declarations returns the fields of a struct, or the variables of a file, as those that may have one guard.
func declarations(n ast.Node) []declaration {
	var all []declaration
	add := func(names []*ast.Ident, comments ...*ast.CommentGroup) {
		for _, name := range names {
			all = append(all, declaration{name, comments})
		}
	}
	switch n := n.(type) {
	case *ast.StructType:
		for _, f := range n.Fields.List {
			add(f.Names, f.Doc, f.Comment)
		}
	case *ast.File:
		for _, d := range n.Decls {
			gen, ok := d.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, s := range gen.Specs {
				v := s.(*ast.ValueSpec)
				add(v.Names, gen.Doc, v.Doc, v.Comment)
			}
		}
	}
	return all
}
