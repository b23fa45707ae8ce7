package lsp

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"

	"github.com/calvin-go/calvin/annot"
)

// inScope are the names that an annotation at a site may begin an expression with: of the package, of the type or the function at hand,
// and in a body those of the variables that are declared before it.
func (b *buffer) inScope(here site, at int) map[string]types.Object {
	names := map[string]types.Object{}
	pkg := b.known.pkg
	known := b.known.annots[pkg.PkgPath]
	for _, name := range pkg.Types.Scope().Names() {
		obj := pkg.Types.Scope().Lookup(name)
		if fn, ok := obj.(*types.Func); ok && (known.Funcs[fn] == nil || !known.Funcs[fn].Pure) {
			continue // annotations cannot call it
		}
		names[name] = obj
	}
	for _, g := range known.Ghosts {
		if g.Owner == nil {
			names[g.Var.Name()] = g.Var
		}
	}
	if here.owner != "" && !here.method {
		if obj := pkg.Types.Scope().Lookup(here.owner); obj != nil {
			maps.Copy(names, b.members(obj.Type()))
		}
	}
	if here.fn != nil {
		defined := b.defined(here, at)
		for name, obj := range b.locals(here.fn) {
			if defined[name] {
				names[name] = obj
			}
		}
	}
	return names
}

// defined are the names of a function's parameters and results, and in its body those that are declared before a place, in a block
// around it.
func (b *buffer) defined(here site, at int) map[string]bool {
	names := map[string]bool{}
	fields := func(lists ...*ast.FieldList) {
		for _, list := range lists {
			if list == nil {
				continue
			}
			for _, f := range list.List {
				for _, name := range f.Names {
					names[name.Name] = true
				}
			}
		}
	}
	fields(here.fn.Recv, here.fn.Type.Params, here.fn.Type.Results)
	if !here.body {
		return names
	}
	define := func(x ast.Expr) {
		if id, ok := x.(*ast.Ident); ok {
			names[id.Name] = true
		}
	}
	ast.Inspect(here.fn.Body, func(n ast.Node) bool {
		if n == nil || b.offset(n.Pos()) > at {
			return false
		}
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.ForStmt:
			return b.offset(n.End()) >= at
		case *ast.FuncLit:
			if b.offset(n.End()) < at {
				return false
			}
			fields(n.Type.Params, n.Type.Results)
		case *ast.RangeStmt:
			if b.offset(n.End()) < at {
				return false
			}
			if n.Tok == token.DEFINE {
				define(n.Key)
				define(n.Value)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, x := range n.Lhs {
					define(x)
				}
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				define(name)
			}
		}
		return true
	})
	if here.places&annot.OnLoop != 0 {
		b.loopNames(here, at, define)
	}
	return names
}

// loopNames has the variables of the loop that an annotation stands before: an invariant speaks of them.
func (b *buffer) loopNames(here site, at int, define func(ast.Expr)) {
	var next ast.Stmt
	ast.Inspect(here.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			if b.offset(n.Pos()) >= at && (next == nil || n.Pos() < next.Pos()) {
				next = n
			}
		case *ast.RangeStmt:
			if b.offset(n.Pos()) >= at && (next == nil || n.Pos() < next.Pos()) {
				next = n
			}
		}
		return true
	})
	switch n := next.(type) {
	case *ast.ForStmt:
		if init, ok := n.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE {
			for _, x := range init.Lhs {
				define(x)
			}
		}
	case *ast.RangeStmt:
		if n.Tok == token.DEFINE {
			define(n.Key)
			define(n.Value)
		}
	}
}
