// Package inlining takes type-checked packages and gives calls of functions that start goroutines, and are passed a
// function for them, the body of what they call. So it does with calls of helpers that pay a Done of a WaitGroup.
//
// Many packages have a function, or a method, that starts goroutines for the rest:
//
//	func (p *Pool) Go(f func()) {
//		p.wg.Add(1)
//		go func() {
//			defer p.wg.Done()
//			f()
//		}()
//	}
//
//	p.Go(func() { out[i] = work(i) })
//
// The new goroutine calls a function value there: what that may count on at its start, and whoever waits for it gets
// back, nobody can tell without the call. In the place of the call both are in one function. So the call becomes
//
//	{
//		p.wg.Add(1)
//		go func() {
//			defer p.wg.Done()
//			out[i] = work(i)
//		}()
//	}
//
// which does the same. The function stays, and is checked for others. A method that waits for the goroutines, p.Wait(), is treated alike.
//
// The files, each using those before it:
//
//	final.go      variables that are assigned where they are declared alone
//	clone.go      a second copy of a piece of syntax, with its types
//	payers.go     helpers that pay a Done
//	inlining.go   which functions and which calls
package inlining

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
)

// rounds is how often calls are looked for, as a function that gets a body may itself be one to take the place of calls then.
const rounds = 3

// Replace gives calls of functions that start goroutines the bodies of these, where both are of one package. It changes
// the syntax of the packages, and adds to their types and to the set of files. A second time it finds nothing to do.
func Replace(pkgs []*packages.Package) {
	for _, p := range pkgs {
		r := &replacer{fset: p.Fset, pkg: p.Types, info: p.TypesInfo, syntax: p.Syntax}
		if r.findPayers(); len(r.starters) > 0 {
			r.replace()
		}
		for range rounds {
			if r.find(); len(r.starters) == 0 || !r.replace() {
				break
			}
		}
	}
}

// A starter is a function that starts goroutines, of which one calls a function that it is passed, or a function that
// waits for goroutines, or one that pays a Done.
type starter struct {
	file   *ast.File
	decl   *ast.FuncDecl
	params []*types.Var        // the receiver first; nil for one without a name
	run    map[*types.Var]bool // those that are called, in one place, and no more
	pays   bool
}

// A replacer is at work on one package.
type replacer struct {
	fset     *token.FileSet
	pkg      *types.Package
	info     *types.Info
	syntax   []*ast.File
	starters map[*types.Func]*starter
}

// find finds the functions that start goroutines.
func (r *replacer) find() {
	r.starters = map[*types.Func]*starter{}
	for _, f := range r.syntax {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			if fn, ok := r.info.Defs[decl.Name].(*types.Func); ok {
				if s := r.starter(fn, decl); s != nil && !r.hasDirective(f, decl) {
					s.file = f
					r.starters[fn] = s
				}
			}
		}
	}
}

// starter returns a function as one that starts goroutines, nil if it is none.
func (r *replacer) starter(fn *types.Func, decl *ast.FuncDecl) *starter {
	sig := fn.Signature()
	if sig.Results().Len() > 0 || sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 || sig.Variadic() || !r.mayMove(fn, decl.Body, false) {
		return nil
	}
	s := &starter{decl: decl, params: r.parameters(decl), run: map[*types.Var]bool{}}
	started := false
	for _, v := range s.params {
		if v == nil {
			continue
		}
		if _, ok := v.Type().Underlying().(*types.Signature); ok && r.calledOnce(decl.Body, v) {
			s.run[v] = true
			started = started || r.calledByGoroutine(decl.Body, v)
		}
	}
	if !started && (!r.waits(decl.Body) || r.starts(decl.Body)) { // one that waits for its own goroutines needs nothing of its callers
		return nil
	}
	return s
}

// mostWaiting is how many statements a function may have that waits for goroutines. What else a long one does is as well done in a call.
const mostWaiting = 3

// waits reports whether a function waits for goroutines, and does not do much more.
func (r *replacer) waits(body *ast.BlockStmt) bool {
	return len(body.List) <= mostWaiting && slices.ContainsFunc(body.List, func(s ast.Stmt) bool {
		stmt, ok := s.(*ast.ExprStmt)
		return ok && r.isCallOfGroup(stmt, "Wait")
	})
}

// starts reports whether a function starts goroutines.
func (r *replacer) starts(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.SelectorExpr:
			fn, ok := r.info.Uses[n.Sel].(*types.Func)
			found = found || ok && fn.FullName() == "(*sync.WaitGroup).Go"
		}
		return !found
	})
	return found
}

// parameters returns the parameters of a function, the receiver first.
func (r *replacer) parameters(decl *ast.FuncDecl) (all []*types.Var) {
	if decl.Recv != nil {
		all = r.names(decl.Recv)
	}
	return append(all, r.names(decl.Type.Params)...)
}

// names returns the variables of a list of parameters, nil for one without a name.
func (r *replacer) names(list *ast.FieldList) (all []*types.Var) {
	for _, f := range list.List {
		if len(f.Names) == 0 {
			all = append(all, nil)
		}
		for _, id := range f.Names {
			v, _ := r.info.Defs[id].(*types.Var)
			if id.Name == "_" {
				v = nil
			}
			all = append(all, v)
		}
	}
	return all
}

// mayMove reports whether the body of a function does the same in the place of a call: it leaves the function at its
// end alone, and defers nothing itself. It may declare variables, and nothing else. If the place is the end of a
// function literal, it may return and defer calls, too. It does not name fn.
func (r *replacer) mayMove(fn *types.Func, body *ast.BlockStmt, last bool) bool {
	may := true
	var inside func(n ast.Node, own bool)
	inside = func(n ast.Node, own bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				inside(n.Body, false)
				return false
			case *ast.ReturnStmt, *ast.DeferStmt:
				may = may && !own
			case *ast.LabeledStmt:
				may = false
			case *ast.BranchStmt:
				may = may && n.Label == nil && n.Tok != token.GOTO
			case *ast.GenDecl:
				may = may && n.Tok == token.VAR
			case *ast.Ident:
				if b, ok := r.info.Uses[n].(*types.Builtin); ok && b.Name() == "recover" {
					may = may && !own
				}
				may = may && (fn == nil || r.info.Uses[n] != types.Object(fn))
			}
			return may
		})
	}
	inside(body, !last)
	return may
}

// calledOnce reports whether a parameter is called in one place, and nothing else is done to it.
func (r *replacer) calledOnce(body *ast.BlockStmt, v *types.Var) bool {
	uses, calls := 0, 0
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if r.info.Uses[n] == v {
				uses++
			}
		case *ast.CallExpr:
			if r.isCallOf(n, v) {
				calls++
			}
		}
		return true
	})
	return uses == 1 && calls == 1
}

// isCallOf reports whether a call is one of the function in a variable.
func (r *replacer) isCallOf(call *ast.CallExpr, v *types.Var) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && r.info.Uses[id] == v
}

// calledByGoroutine reports whether a goroutine that the body starts calls the function in a variable.
func (r *replacer) calledByGoroutine(body *ast.BlockStmt, v *types.Var) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if g, ok := n.(*ast.GoStmt); ok {
			found = found || r.isCallOf(g.Call, v)
			if lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit); ok {
				found = found || r.calledOnce(lit.Body, v)
			}
		}
		return !found
	})
	return found
}

// hasDirective reports whether there is an annotation in a piece of syntax, or on the line before it.
func (r *replacer) hasDirective(f *ast.File, n ast.Node) bool {
	line := func(pos token.Pos) int { return r.fset.PositionFor(pos, false).Line }
	for _, g := range f.Comments {
		if n.End() < g.Pos() && line(n.End()) < line(g.Pos()) || line(g.End())+1 < line(n.Pos()) {
			continue
		}
		if slices.ContainsFunc(g.List, isDirective) {
			return true
		}
	}
	return false
}

// isDirective reports whether a comment may be an annotation, or is read by another tool.
func isDirective(c *ast.Comment) bool {
	text, isLine := strings.CutPrefix(c.Text, "//")
	return isLine && (strings.HasPrefix(strings.TrimSpace(text), "+") || !strings.HasPrefix(text, " ") && strings.Contains(text, ":"))
}

// replace replaces the calls in the functions of the package; it reports whether there was one. What it has put there
// it does not look at again: that is never more than there are calls in the source.
func (r *replacer) replace() bool {
	some := false
	for _, f := range r.syntax {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			var final *finals
			astutil.Apply(decl.Body, nil, func(c *astutil.Cursor) bool {
				stmt, call := callIn(c.Node())
				if call == nil || !isOfSource(stmt, decl) || !isInList(c.Parent()) || r.hasDirective(f, stmt) {
					return true
				}
				s, args := r.callOf(call)
				if s == nil || s.decl == decl || r.info.FileVersions[s.file] != r.info.FileVersions[f] {
					return true
				}
				if final == nil {
					final = finalIn(r.info, decl)
				}
				if d, ok := stmt.(*ast.DeferStmt); ok {
					some = s.pays && r.deferred(d, s, args, final) || some
				} else if s.pays && !r.mayMove(nil, s.decl.Body, false) {
				} else if block := r.inPlace(call, s, args, final); block != nil {
					c.Replace(block)
					some = true
				}
				return true
			})
		}
	}
	return some
}

// callIn returns a statement and the call that it is, or that it defers.
func callIn(n ast.Node) (ast.Stmt, *ast.CallExpr) {
	switch n := n.(type) {
	case *ast.ExprStmt:
		call, _ := ast.Unparen(n.X).(*ast.CallExpr)
		return n, call
	case *ast.DeferStmt:
		return n, n.Call
	}
	return nil, nil
}

// isInList reports whether what is in a node may be a block.
func isInList(parent ast.Node) bool {
	switch parent.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// callOf returns the starter that a call calls and the arguments, the receiver first; nil if it calls none, or passes
// it no function that is known.
func (r *replacer) callOf(call *ast.CallExpr) (*starter, []ast.Expr) {
	var fn *types.Func
	var args []ast.Expr
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		fn, _ = r.info.Uses[fun].(*types.Func)
	case *ast.SelectorExpr:
		sel := r.info.Selections[fun]
		if sel == nil || sel.Kind() != types.MethodVal || len(sel.Index()) != 1 {
			return nil, nil // of an embedded struct, or by the name of a type
		}
		fn, _ = sel.Obj().(*types.Func)
		args = append(args, fun.X)
	}
	s := r.starters[fn]
	if s == nil {
		return nil, nil
	}
	args = append(args, call.Args...)
	if len(args) != len(s.params) { // the results of another call
		return nil, nil
	}
	for i, v := range s.params {
		if v != nil && s.run[v] && r.isFunction(args[i]) {
			return s, args
		}
	}
	if s.pays || r.waits(s.decl.Body) {
		return s, args
	}
	return nil, nil
}

// isFunction reports whether an argument is a function that is known: a literal, or one that is declared.
func (r *replacer) isFunction(arg ast.Expr) bool {
	switch x := ast.Unparen(arg).(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		fn, ok := r.info.Uses[x].(*types.Func)
		return ok && fn.Signature().TypeParams().Len() == 0
	}
	return false
}

// inPlace returns what takes the place of a call, nil if that cannot be told.
func (r *replacer) inPlace(call *ast.CallExpr, s *starter, args []ast.Expr, final *finals) *ast.BlockStmt {
	c := &cloner{replacer: r, call: r.fset.Position(call.Pos()), files: map[*token.File]*token.File{}, shown: map[*token.File]map[int]token.Position{}, objects: map[types.Object]types.Object{}, exprs: map[types.Object]ast.Expr{}, run: map[ast.Expr]bool{}, last: map[ast.Stmt]bool{}}
	block := &ast.BlockStmt{Lbrace: call.Pos(), Rbrace: call.End() - 1}
	kept := finalIn(r.info, s.decl)
	for i, v := range s.params {
		if v != nil && s.run[v] && r.isFunction(args[i]) {
			c.exprs[v], c.run[args[i]] = args[i], true
			continue
		}
		if i == 0 && s.decl.Recv != nil {
			if v == nil {
				return nil
			}
			same, ok := r.receiver(call, args[0], v, final)
			if ok && kept.is(v) {
				c.exprs[v] = same
				continue
			}
			if !types.Identical(r.info.TypeOf(args[0]), v.Type()) {
				return nil // by its address, or a copy of what it points to
			}
		} else if v != nil && kept.is(v) && final.names(args[i]) && types.Identical(r.info.TypeOf(args[i]), v.Type()) {
			c.exprs[v] = args[i]
			continue
		}
		block.List = append(block.List, c.bind(v, args[i]))
	}
	for _, stmt := range s.decl.Body.List {
		block.List = append(block.List, c.stmt(stmt))
	}
	if c.crooked {
		return nil
	}
	c.show()
	return block
}

// receiver returns the receiver of a method as an expression that gives the same at any time: a variable that holds a
// pointer all the time, or the address of a variable.
func (r *replacer) receiver(call *ast.CallExpr, x ast.Expr, v *types.Var, final *finals) (ast.Expr, bool) {
	if types.Identical(r.info.TypeOf(x), v.Type()) {
		return x, final.names(x)
	}
	ptr, ok := v.Type().(*types.Pointer)
	if !ok || !types.Identical(ptr.Elem(), r.info.TypeOf(x)) || !final.isPlace(x) {
		return nil, false
	}
	addr := &ast.UnaryExpr{OpPos: x.Pos(), Op: token.AND, X: x}
	r.setType(addr, call.Fun, v.Type())
	paren := &ast.ParenExpr{Lparen: x.Pos(), X: addr, Rparen: x.End()}
	r.setType(paren, call.Fun, v.Type())
	return paren, true
}

// setType notes the type of a new expression, which has a value as another one has.
func (r *replacer) setType(x, like ast.Expr, t types.Type) {
	tv := r.info.Types[like]
	tv.Type = t
	r.info.Types[x] = tv
}
