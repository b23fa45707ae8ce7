// Package scalars takes type-checked packages and writes variables of simple types in the place of the structs and the
// buffers that a function shares with its literals under a lock of its own: scalar replacement of aggregates.
//
//	var mu sync.Mutex                       var mu sync.Mutex
//	var st Stats                            var st.ok, st.bad int
//	wg.Go(func() {                          wg.Go(func() {
//		mu.Lock()                               mu.Lock()
//		st.ok++                                 st.ok++
//		mu.Unlock()                             mu.Unlock()
//	})                                      })
//	return st                               return Stats{ok: st.ok, bad: st.bad}
//
// A buffer is replaced by a slice of bytes, and what is written to it is appended to that. Both do the same as before
// if nothing but the function and its literals can get at the struct or buffer: nobody has its address.
//
//	scalars.go  which variables are replaced
//	structs.go  a variable for each field
//	buffers.go  a slice of bytes for a buffer
//	syntax.go   new syntax with its types
package scalars

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
)

// Replace writes such variables. It changes the syntax of the packages, and adds to their types.
func Replace(pkgs []*packages.Package) {
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
					r := &replacer{pkg: p, info: p.TypesInfo}
					r.function(fn)
				}
			}
		}
	}
}

// A replacer replaces variables of one function.
type replacer struct {
	pkg  *packages.Package
	info *types.Info
}

// An aggregate is a variable that may be replaced.
type aggregate struct {
	v     *types.Var
	name  *ast.Ident
	init  ast.Expr                     // what it is declared with; may be nil
	typ   types.Type                   // of the struct or buffer
	decl  ast.Stmt                     // that declares it
	uses  []*use                       // all of them
	form  replacement                  // how it is replaced
	vars  []*types.Var                 // what takes its place
	at    map[ast.Node]func() ast.Node // what takes the place of which nodes, once that of the nodes in them is there
	after func() []ast.Stmt            // what comes after its declaration; may be nil
}

// A use is one of an aggregate, with the nodes around it, the outermost first.
type use struct {
	name *ast.Ident
	in   []ast.Node
}

// parent returns the node around the use that is so many levels above it and no parentheses, and the child of that which leads to the use.
func (u *use) parent(levels int) (parent, child ast.Node) {
	child = u.name
	for i := len(u.in) - 1; i >= 0; i-- {
		if _, ok := u.in[i].(*ast.ParenExpr); ok {
			child = u.in[i]
			continue
		}
		if levels == 0 {
			return u.in[i], child
		}
		levels--
		child = u.in[i]
	}
	return nil, child
}

// A replacement is a way to replace variables of a type.
type replacement interface {
	// plan notes what takes the place of the variable, and of the nodes around its uses. It reports whether all uses can be replaced.
	plan(r *replacer, a *aggregate) bool
}

// function replaces what a function shares with its literals.
func (r *replacer) function(fn *ast.FuncDecl) {
	locks := r.locks(fn.Body)
	if len(locks) == 0 {
		return
	}
	all := r.aggregates(fn.Body)
	if len(all) == 0 {
		return
	}
	under := map[*types.Var]bool{} // literals that use a lock use it
	ast.PreorderStack(fn.Body, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if r.usesAny(n.Body, locks) {
				for v := range all {
					under[v] = under[v] || r.usesAny(n.Body, map[*types.Var]bool{v: true})
				}
			}
		case *ast.Ident:
			if v, ok := r.info.Uses[n].(*types.Var); ok && all[v] != nil {
				all[v].uses = append(all[v].uses, &use{n, append([]ast.Node(nil), stack...)})
			}
		}
		return true
	})
	for v, a := range all {
		if under[v] && a.form.plan(r, a) {
			delete(r.info.Defs, a.name) // what takes its place has its position
			for _, u := range a.uses {
				delete(r.info.Uses, u.name)
			}
		} else {
			delete(all, v)
		}
	}
	if len(all) > 0 {
		rewrite(fn.Body, all)
	}
}

// locks returns the locks that a function declares.
func (r *replacer) locks(body *ast.BlockStmt) map[*types.Var]bool {
	locks := map[*types.Var]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := r.info.Defs[id].(*types.Var); ok && isLock(v.Type()) {
				locks[v] = true
			}
		}
		return true
	})
	return locks
}

func isLock(t types.Type) bool { return isNamed(t, "sync", "Mutex") || isNamed(t, "sync", "RWMutex") }

// isNamed reports whether t is a type with a name of the standard library.
func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}

// usesAny reports whether a literal uses one of the variables.
func (r *replacer) usesAny(body *ast.BlockStmt, vars map[*types.Var]bool) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !found {
			v, ok := r.info.Uses[id].(*types.Var)
			found = ok && vars[v]
		}
		return !found
	})
	return found
}

// aggregates returns the structs and buffers that a function declares outside of its literals, in statements of their own.
func (r *replacer) aggregates(body *ast.BlockStmt) map[*types.Var]*aggregate {
	all := map[*types.Var]*aggregate{}
	ast.PreorderStack(body, nil, func(n ast.Node, stack []ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		s, ok := n.(ast.Stmt)
		if !ok || len(stack) == 0 || !isList(stack[len(stack)-1]) {
			return true
		}
		name, init := declares(s)
		if name == nil {
			return true
		}
		if v, ok := r.info.Defs[name].(*types.Var); ok {
			if a := (&aggregate{v: v, name: name, init: init, decl: s, at: map[ast.Node]func() ast.Node{}}); r.recognise(a) {
				all[v] = a
			}
		}
		return true
	})
	return all
}

// isList reports whether a node has a list of statements.
func isList(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// declares returns the variable that a statement declares, alone, and what with.
func declares(s ast.Stmt) (name *ast.Ident, init ast.Expr) {
	switch s := s.(type) {
	case *ast.DeclStmt:
		d, ok := s.Decl.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR || len(d.Specs) != 1 {
			return nil, nil
		}
		spec := d.Specs[0].(*ast.ValueSpec)
		if len(spec.Names) != 1 || len(spec.Values) > 1 {
			return nil, nil
		}
		if len(spec.Values) == 1 {
			init = spec.Values[0]
		}
		return spec.Names[0], init
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
			return nil, nil
		}
		name, _ := s.Lhs[0].(*ast.Ident)
		return name, s.Rhs[0]
	}
	return nil, nil
}

// recognise finds how a variable may be replaced, and reports whether it can.
func (r *replacer) recognise(a *aggregate) bool {
	a.typ = a.v.Type()
	if p, ok := types.Unalias(a.typ).(*types.Pointer); ok {
		if a.init == nil {
			return false
		}
		a.typ = p.Elem()
	}
	if a.form = buffered(a); a.form == nil {
		a.form = r.structured(a)
	}
	return a.form != nil
}

// rewrite replaces the variables.
func rewrite(body *ast.BlockStmt, all map[*types.Var]*aggregate) {
	at, after := map[ast.Node]func() ast.Node{}, map[ast.Node]func() []ast.Stmt{}
	for _, a := range all {
		maps.Copy(at, a.at)
		after[a.decl] = a.after
	}
	astutil.Apply(body, nil, func(c *astutil.Cursor) bool {
		n := c.Node()
		if with := at[n]; with != nil {
			c.Replace(with())
		}
		if more := after[n]; more != nil {
			statements := more()
			for _, s := range slices.Backward(statements) {
				c.InsertAfter(s)
			}
		}
		return true
	})
}
