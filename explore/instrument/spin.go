package instrument

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// A loop may be a busy wait if an iteration leaves nothing behind that only instrumentation cannot see: it assigns no
// private variable that outlives the iteration, and calls nothing but the runtime and functions for which the same
// holds. Whether an iteration in fact only reads, the runtime finds out.
type purity struct {
	decls map[*types.Func]*ast.FuncDecl
	lits  map[*types.Var]*ast.FuncLit // of variables that are never assigned otherwise
	known map[types.Object]bool       // false too while a function is looked at: recursion is not pure
}

func newPurity(p *packages.Package) *purity {
	out := &purity{decls: map[*types.Func]*ast.FuncDecl{}, lits: map[*types.Var]*ast.FuncLit{}, known: map[types.Object]bool{}}
	for _, f := range p.Syntax {
		out.findLits(p.TypesInfo, f)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				if fn, ok := p.TypesInfo.Defs[d.Name].(*types.Func); ok {
					out.decls[fn] = d
				}
			}
		}
	}
	return out
}

// findLits finds variables that are defined by a function literal and hold nothing else.
func (p *purity) findLits(info *types.Info, f *ast.File) {
	changed := map[types.Object]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				id, ok := e.(*ast.Ident)
				if !ok {
					continue
				}
				if v, ok := info.Defs[id].(*types.Var); ok && len(n.Lhs) == len(n.Rhs) {
					if lit, ok := n.Rhs[i].(*ast.FuncLit); ok {
						p.lits[v] = lit
					}
				}
				changed[info.Uses[id]] = true
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok {
					changed[info.Uses[id]] = true
				}
			}
		case *ast.UnaryExpr:
			if id, ok := unparen(n.X).(*ast.Ident); ok && n.Op == token.AND {
				changed[info.Uses[id]] = true
			}
		}
		return true
	})
	for v := range p.lits {
		if changed[v] {
			delete(p.lits, v)
		}
	}
}

// maySpin reports whether a loop may be a busy wait.
func (p *purity) maySpin(info *types.Info, s *ast.ForStmt) bool {
	if s.Init != nil || s.Post != nil {
		return false
	}
	return (s.Cond == nil || p.pure(info, s.Cond, s.Body)) && p.pure(info, s.Body, s.Body)
}

// pure reports whether executing n leaves nothing behind outside scope.
func (p *purity) pure(info *types.Info, n, scope ast.Node) bool {
	ok := true
	local := func(e ast.Expr) bool {
		if isBlank(e) {
			return true
		}
		v := rootOf(info, e)
		return v == nil || isGlobal(v) || v.Pos() >= scope.Pos() && v.Pos() < scope.End()
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				ok = ok && local(e)
			}
		case *ast.IncDecStmt:
			ok = ok && local(n.X)
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				ok = ok && (e == nil || local(e))
			}
		case *ast.CallExpr:
			ok = ok && p.pureCall(info, n)
		case *ast.DeferStmt: // of a called function: what a loop defers stays behind
			_, loop := scope.(*ast.BlockStmt)
			ok = ok && !loop
		case *ast.GoStmt, *ast.FuncLit:
			ok = false
		}
		return ok
	})
	return ok
}

func (p *purity) pureCall(info *types.Info, e *ast.CallExpr) bool {
	if info.Types[e.Fun].IsType() || info.Types[e].Value != nil {
		return true
	}
	fun := unparen(e.Fun)
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		fun = sel.Sel
	}
	id, ok := fun.(*ast.Ident)
	if !ok {
		return false
	}
	switch fn := info.Uses[id].(type) {
	case *types.Builtin:
		return true
	case *types.Func:
		if _, ok := runtimeFunction(fn); ok {
			return true
		}
		if d := p.decls[fn.Origin()]; d != nil {
			return p.pureBody(info, fn.Origin(), d.Body, d)
		}
	case *types.Var:
		if lit := p.lits[fn]; lit != nil {
			return p.pureBody(info, fn, lit.Body, lit)
		}
	}
	return false
}

// pureBody reports whether a call of fn, which has the given body, leaves nothing behind.
func (p *purity) pureBody(info *types.Info, fn types.Object, body, decl ast.Node) bool {
	if pure, ok := p.known[fn]; ok {
		return pure
	}
	p.known[fn] = false
	p.known[fn] = p.pure(info, body, decl)
	return p.known[fn]
}
