package mutant

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// changeConstant adds one to an integer literal and takes one away.
func changeConstant(s *site) []change {
	lit, ok := s.Node().(*ast.BasicLit)
	if !ok || lit.Kind != token.INT {
		return nil
	}
	var all []change
	for _, text := range nearby(lit.Value) {
		all = append(all, s.replaced(lit, text)...)
	}
	return all
}

// nearby returns the integers next to the one that text denotes.
func nearby(text string) []string {
	n, err := strconv.ParseInt(text, 0, 64)
	if err != nil {
		return nil
	}
	if n == 0 {
		return []string{"1", "-1"} // -1 as an index or a length does not compile; elsewhere it tells most
	}
	return []string{strconv.FormatInt(n+1, 10), strconv.FormatInt(n-1, 10)}
}

// otherOperator lists what the operator operators put in place of each token, in code and in clauses.
var otherOperator = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD,
	token.LSS: token.LEQ, token.LEQ: token.LSS,
	token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.INC: token.DEC, token.DEC: token.INC,
}

// changeOperator replaces an operator by its neighbour: + by -, < by <=, == by !=, && by ||, ++ by --.
func changeOperator(s *site) []change {
	var at token.Pos
	var op token.Token
	switch n := s.Node().(type) {
	case *ast.BinaryExpr:
		at, op = n.OpPos, n.Op
	case *ast.AssignStmt:
		at, op = n.TokPos, n.Tok
	case *ast.IncDecStmt:
		at, op = n.TokPos, n.Tok
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			return s.replaced(n, s.file.source(n.X))
		}
		return nil
	}
	other, ok := otherOperator[op]
	if !ok {
		return nil
	}
	n := s.Node()
	from, to, offset := s.file.offset(n.Pos()), s.file.offset(n.End()), s.file.offset(at)
	before := s.file.text[from:to]
	after := s.file.text[from:offset] + other.String() + s.file.text[offset+len(op.String()):to]
	return []change{{before, after, []edit{{offset, offset + len(op.String()), other.String()}}}}
}

// changeBound moves an index, a slice bound or a length by one.
func changeBound(s *site) []change {
	var all []change
	bump := func(e ast.Expr) {
		if e == nil {
			return
		}
		for _, by := range []string{"+1", "-1"} {
			all = append(all, s.replaced(e, "("+s.file.source(e)+")"+by)...)
		}
	}
	switch n := s.Node().(type) {
	case *ast.IndexExpr:
		if t := s.info.Types[n.Index]; t.IsValue() && t.Value == nil && isInteger(t.Type) {
			bump(n.Index)
		}
	case *ast.SliceExpr:
		bump(n.Low)
		bump(n.High)
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "len" {
			bump(n)
		}
	case *ast.RangeStmt:
		if t := s.info.Types[n.X]; t.Value == nil && isInteger(t.Type) {
			bump(n.X)
		}
	}
	return all
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// flipBool replaces true by false and false by true.
func flipBool(s *site) []change {
	id, ok := s.Node().(*ast.Ident)
	if !ok || s.info.Uses[id] == nil || s.info.Uses[id].Parent() != types.Universe {
		return nil
	}
	switch id.Name {
	case "true":
		return s.replaced(id, "false")
	case "false":
		return s.replaced(id, "true")
	}
	return nil
}
