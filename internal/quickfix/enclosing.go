package quickfix

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/report"
)

// An enclosing is the statement that a finding is about, and those around it.
type enclosing struct {
	pkg    *packages.Package
	file   *ast.File
	text   string         // of the file
	body   *ast.BlockStmt // of the innermost function
	levels []level        // the statement, then the one that it is in, and so on
}

// A level is a statement in its list.
type level struct {
	stmtList
	index int
}

func (l level) stmt() ast.Stmt { return l.stmts[l.index] }

// A stmtList is the statements of a block or of a case.
type stmtList struct {
	owner ast.Node
	stmts []ast.Stmt
}

// enclosing finds the statement of a finding. There is none if it stands in another function than the one that is checked: it
// is for the callers to hold the lock, or for the callee, and nobody knows which.
func (s *Source) enclosing(d *report.Diagnostic) *enclosing {
	fn, ok := s.Func(d.Package, d.Function)
	if !ok {
		return nil
	}
	pkg, file := s.file(d)
	if file == nil {
		return nil
	}
	pos := pkg.Fset.File(file.Pos()).Pos(d.Start.Offset)
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	if pkg.Fset.Position(pos) != d.Start || !slices.ContainsFunc(path, func(n ast.Node) bool {
		return pkg.Fset.Position(funcKeyword(n)) == fn.Start
	}) {
		return nil
	}
	x := &enclosing{pkg: pkg, file: file, text: s.Text(d.Start.Filename)}
	for i, n := range path {
		switch n := n.(type) {
		case *ast.FuncLit:
			x.body = n.Body
		case *ast.FuncDecl:
			x.body = n.Body
		default:
			if i == 0 {
				continue
			}
			list := statements(n)
			if k := slices.Index(list.stmts, stmt(path[i-1])); k >= 0 {
				x.levels = append(x.levels, level{list, k})
			}
			continue
		}
		break
	}
	if len(x.levels) == 0 || x.body == nil || waits(x.levels[0].stmt(), pos) {
		return nil
	}
	return x
}

// level returns the innermost level before which something is done with the lock: there is where it was taken, given
// back, or is to be. If nothing is done with it, this is the statement itself.
func (x *enclosing) level(lock string) level {
	for _, l := range x.levels {
		for _, s := range l.stmts[:l.index] {
			if opOf(s, lock).method != "" {
				return l
			}
		}
	}
	return x.levels[0]
}

func (s *Source) file(d *report.Diagnostic) (*packages.Package, *ast.File) {
	for _, p := range s.Packages {
		if p.PkgPath != d.Package {
			continue
		}
		for _, f := range p.Syntax {
			if tf := p.Fset.File(f.Pos()); tf != nil && tf.Name() == d.Start.Filename && d.Start.Offset <= tf.Size() {
				return p, f
			}
		}
	}
	return nil, nil
}

func funcKeyword(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Type.Func
	case *ast.FuncLit:
		return n.Type.Func
	}
	return token.NoPos
}

func stmt(n ast.Node) ast.Stmt {
	s, _ := n.(ast.Stmt)
	return s
}

// statements returns the statements that execute one after the other in n, if it is a list of such.
func statements(n ast.Node) stmtList {
	switch n := n.(type) {
	case *ast.BlockStmt:
		if len(n.List) > 0 {
			switch n.List[0].(type) {
			case *ast.CaseClause, *ast.CommClause:
				return stmtList{}
			}
		}
		return stmtList{n, n.List}
	case *ast.CaseClause:
		return stmtList{n, n.Body}
	case *ast.CommClause:
		return stmtList{n, n.Body}
	}
	return stmtList{}
}

// waits reports whether no lock may be held over the whole statement for what is at pos: a loop that perhaps waits for
// its condition, a select, or a label that lets others jump past the lock.
func waits(s ast.Stmt, pos token.Pos) bool {
	switch s := s.(type) {
	case *ast.ForStmt:
		return pos < s.Body.Pos()
	case *ast.LabeledStmt, *ast.SelectStmt:
		return true
	}
	return false
}

// isLock reports whether the demand names a lock that can be taken as it says before the statement.
func (x *enclosing) isLock(want demand) bool {
	e, err := parser.ParseExpr(want.lock)
	if err != nil {
		return false
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	at := x.levels[0].stmt().Pos()
	if err := types.CheckExpr(x.pkg.Fset, x.pkg.Types, at, e, info); err != nil {
		return false
	}
	t := info.Types[e].Type
	if _, ok := t.Underlying().(*types.Pointer); !ok {
		t = types.NewPointer(t)
	}
	methods := types.NewMethodSet(t)
	has := func(name string) bool { return methods.Lookup(nil, name) != nil }
	return has("Lock") && has("Unlock") && (!want.reading || has("RLock") && has("RUnlock"))
}
