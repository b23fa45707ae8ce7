package inlining

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Helpers that pay a Done of a WaitGroup. errgroup.Group has one, and its goroutines begin with defer g.done():
//
//	func (g *Group) done() {
//		if g.sem != nil {
//			<-g.sem
//		}
//		g.wg.Done()
//	}
//
// Who owes the Done, and what comes back to those who wait, the goroutine's own text has to tell. So the call becomes
//
//	defer func() {
//		if g.sem != nil {
//			<-g.sem
//		}
//		g.wg.Done()
//	}()
//
// The receiver and the arguments are evaluated where the statement stands. So they have to be constant from there on.

// mostPaying is how many statements such a helper may have.
const mostPaying = 5

// findPayers finds the helpers that pay a Done as the last thing that they do.
func (r *replacer) findPayers() {
	r.starters = map[*types.Func]*starter{}
	for _, f := range r.syntax {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil || !r.paysLast(decl.Body) {
				continue
			}
			fn, ok := r.info.Defs[decl.Name].(*types.Func)
			if !ok || fn.Exported() || !isPlain(fn.Signature()) || !r.mayMove(fn, decl.Body, true) || !r.needsNoLock(decl.Body) || r.hasDirective(f, decl) {
				continue
			}
			r.starters[fn] = &starter{decl: decl, file: f, params: r.parameters(decl), pays: true}
		}
	}
}

// needsNoLock reports whether the callers of a helper need not hold a lock for it: it takes one itself, or deals with
// channels and package sync alone. Of one that nobody calls any more it is not known what locks callers held.
func (r *replacer) needsNoLock(body *ast.BlockStmt) bool {
	locks, plain := false, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			sel := r.info.Selections[n]
			if sel == nil {
				return true
			}
			of := sel.Obj().Pkg()
			isSync := of != nil && (of.Path() == "sync" || of.Path() == "sync/atomic")
			if sel.Kind() == types.FieldVal {
				plain = plain || !isChannelOrSync(sel.Type())
			} else {
				locks = locks || isSync && (sel.Obj().Name() == "Lock" || sel.Obj().Name() == "RLock")
				plain = plain || of == r.pkg
			}
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok {
				_, isBuiltin := r.info.Uses[id].(*types.Builtin)
				plain = plain || !isBuiltin
			}
		case *ast.StarExpr, *ast.IndexExpr:
			plain = true
		}
		return true
	})
	return locks || !plain
}

// isChannelOrSync reports whether a type is that of channels, or one of package sync.
func isChannelOrSync(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Chan); ok {
		return true
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && (named.Obj().Pkg().Path() == "sync" || named.Obj().Pkg().Path() == "sync/atomic")
}

// isPlain reports whether a function has no results, no type parameters, and pointers or channels as parameters.
func isPlain(sig *types.Signature) bool {
	if sig.Results().Len() > 0 || sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 || sig.Variadic() {
		return false
	}
	if recv := sig.Recv(); recv != nil && !isOnePointer(recv.Type()) {
		return false
	}
	for v := range sig.Params().Variables() {
		if !isOnePointer(v.Type()) {
			return false
		}
	}
	return true
}

// isOnePointer reports whether a value of the type is one word, which leads to the rest.
func isOnePointer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Chan:
		return true
	}
	return false
}

// paysLast reports whether the last statement of a body is a call of Done.
func (r *replacer) paysLast(body *ast.BlockStmt) bool {
	if len(body.List) == 0 || len(body.List) > mostPaying {
		return false
	}
	stmt, ok := body.List[len(body.List)-1].(*ast.ExprStmt)
	return ok && r.isCallOfGroup(stmt, "Done")
}

// isCallOfGroup reports whether a statement is a call of a method of a WaitGroup.
func (r *replacer) isCallOfGroup(stmt *ast.ExprStmt, method string) bool {
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := r.info.Uses[sel.Sel].(*types.Func)
	return ok && fn.FullName() == "(*sync.WaitGroup)."+method
}

// deferred gives a defer statement a literal with the body of a helper, in place of the call; it reports whether it has done so.
func (r *replacer) deferred(stmt *ast.DeferStmt, s *starter, args []ast.Expr, final *finals) bool {
	block := r.inPlace(stmt.Call, s, args, final)
	if block == nil || len(block.List) != len(s.decl.Body.List) { // an argument would be evaluated later
		return false
	}
	call := stmt.Call
	lit := &ast.FuncLit{Type: &ast.FuncType{Func: call.Pos(), Params: &ast.FieldList{Opening: call.Lparen, Closing: call.Lparen}}, Body: block}
	sig := types.NewSignatureType(nil, nil, nil, nil, nil, false)
	r.setType(lit, call.Fun, sig)
	r.info.Types[lit.Type] = r.info.Types[lit]
	stmt.Call = &ast.CallExpr{Fun: lit, Lparen: call.Lparen, Rparen: call.Rparen}
	r.info.Types[stmt.Call] = r.info.Types[call]
	return true
}

// isOfSource reports whether a statement stands in a function as somebody wrote it, and has not been put there.
func isOfSource(stmt ast.Stmt, decl *ast.FuncDecl) bool {
	return decl.Pos() <= stmt.Pos() && stmt.End() <= decl.End() && stmt.Pos() != token.NoPos
}
