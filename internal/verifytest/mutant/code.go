package mutant

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
)

// A codeOperator makes faults in Go code. It is asked at every node of every function body.
type codeOperator struct {
	name string
	at   func(*site) []change
}

// codeOperators lists the operators on code.
var codeOperators = []codeOperator{
	{"lock-drop", dropLock},
	{"lock-up", moveLockUp},
	{"lock-down", moveLockDown},
	{"lock-swap", swapLock},
	{"lock-mode", changeLockMode},
	{"lock-modes", changeAllLockModes},
	{"constant", changeConstant},
	{"operator", changeOperator},
	{"bound", changeBound},
	{"bool", flipBool},
	{"statement", dropStatement},
	{"order", swapStatements},
	{"condition", fixCondition},
	{"cas-store", storeForCAS},
	{"rmw-split", splitReadModifyWrite},
}

// A site is a node of a function body, and where it stands.
type site struct {
	inspector.Cursor
	file *file
	info *types.Info
}

// A change is one way to mutate a site.
type change struct {
	before, after string
	edits         []edit
}

// mutateCode applies op at every node of the function bodies of f.
func (s *Source) mutateCode(f *file, op codeOperator) []*Mutant {
	var all []*Mutant
	root := inspector.New([]*ast.File{f.ast}).Root()
	for c := range root.Preorder((*ast.FuncDecl)(nil)) {
		fn := c.Node().(*ast.FuncDecl)
		if fn.Body == nil {
			continue
		}
		for c := range c.Preorder() {
			n := c.Node()
			if n != fn && (n.Pos() < fn.Body.Pos() || n.End() > fn.Body.End()) {
				continue
			}
			for _, ch := range op.at(&site{c, f, s.Package.TypesInfo}) {
				all = append(all, s.mutant(f, op.name, s.declName(fn), ch.before, ch.after, ch.edits...))
			}
		}
	}
	return all
}

// replaced is the change of a node's text.
func (s *site) replaced(n ast.Node, text string) []change {
	return []change{{s.file.source(n), text, []edit{s.file.replace(n, text)}}}
}

// dropped is the deletion of a statement.
func (s *site) dropped(n ast.Stmt) []change {
	return []change{{s.file.source(n), "", []edit{drop(s.file.text, s.file.offset(n.Pos()), s.file.offset(n.End()))}}}
}

// swapped exchanges two statements that follow each other.
func (s *site) swapped(a, b ast.Stmt) []change {
	x, y := s.file.source(a), s.file.source(b)
	return []change{{x + "; " + y, y + "; " + x, []edit{s.file.replace(a, y), s.file.replace(b, x)}}}
}

// neighbours returns the statements before and after the site's in its list, or nil.
func (s *site) neighbours() (before, after ast.Stmt) {
	var list []ast.Stmt
	switch p := s.Parent().Node().(type) {
	case *ast.BlockStmt:
		list = p.List
	case *ast.CaseClause:
		list = p.Body
	}
	stmt, ok := s.Node().(ast.Stmt)
	if !ok {
		return nil, nil
	}
	i := slices.Index(list, stmt)
	if i > 0 {
		before = list[i-1]
	}
	if i >= 0 && i+1 < len(list) {
		after = list[i+1]
	}
	return before, after
}

// method returns the package path and the name of the function that a call names, if it is one of sync or sync/atomic.
func (s *site) method(call *ast.CallExpr) (pkg, name string) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	f, ok := s.info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg().Path() != "sync" && f.Pkg().Path() != "sync/atomic" {
		return "", ""
	}
	return f.Pkg().Path(), f.Name()
}
