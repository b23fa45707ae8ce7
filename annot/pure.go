package annot

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A Case is one way through the body of a pure function: its value, in the states in which When holds and that of no case
// before it. A nil When always holds.
type Case struct{ When, Value Expr }

// pureCases reads the body of a pure function: what it returns under which conditions. Go's expressions are read as those
// of an annotation, to which they mean the same. The contract says why if the body does more than test and return.
func (r *contractReader) pureCases() {
	p := &pureReader{contractReader: r}
	defer func(used func(Use)) { r.used = used }(r.used)
	r.used = nil // what the body names is code
	switch {
	case r.t.decl == nil || r.t.decl.Body == nil:
		p.unfit(r.t.fn.Pos(), "a pure function without a body")
	case r.t.fn.Signature().Results().Len() != 1:
		p.unfit(r.t.fn.Pos(), "a pure function that does not return one value")
	default:
		p.stmts(r.t.decl.Body.List, nil)
	}
	if !p.failed {
		r.spec.Cases = p.cases
	}
}

type pureReader struct {
	*contractReader
	cases  []Case
	failed bool
}

func (p *pureReader) unfit(pos token.Pos, reason string) {
	if !p.failed {
		p.failed = true
		p.spec.Unsupported = append(p.spec.Unsupported, Unsupported{pos, reason})
	}
}

// stmts reads statements that are come to where guard holds.
func (p *pureReader) stmts(list []ast.Stmt, guard Expr) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ReturnStmt:
			if len(s.Results) != 1 {
				p.unfit(s.Pos(), "a pure function that returns what a variable holds")
				return
			}
			p.cases = append(p.cases, Case{guard, p.expr(s.Results[0], func(e *exprChecker, x syntax) Expr {
				return e.convert(e.value(x), p.t.fn.Signature().Results().At(0).Type())
			})})
			if guard == nil {
				return // nothing comes after
			}
		case *ast.IfStmt:
			p.branch(s, guard)
		case *ast.BlockStmt:
			p.stmts(s.List, guard)
		default:
			p.unfit(s.Pos(), "a pure function that does more than test and return")
			return
		}
	}
}

func (p *pureReader) branch(s *ast.IfStmt, guard Expr) {
	if s.Init != nil {
		p.unfit(s.Init.Pos(), "a pure function that does more than test and return")
		return
	}
	cond := p.expr(s.Cond, (*exprChecker).predicate)
	if p.failed {
		return
	}
	n := Node{cond.Pos(), cond.End(), types.Typ[types.Bool]}
	also := func(c Expr) Expr {
		if guard == nil {
			return c
		}
		return &Binary{n, token.LAND, guard, c}
	}
	p.stmts(s.Body.List, also(cond))
	if s.Else != nil {
		p.stmts([]ast.Stmt{s.Else}, also(&Unary{n, token.NOT, cond}))
	}
}

// expr reads an expression of the program; nil if it has no meaning in annotations.
func (p *pureReader) expr(x ast.Expr, read func(*exprChecker, syntax) Expr) Expr {
	if name := p.hiddenCall(x); name != nil {
		p.unfit(name.Pos(), "a pure function that calls a function named like one of the specification's")
	}
	e := &exprChecker{checker: p.checker, scope: p.scope(false, "a function of the program has one state")}
	var result Expr
	err := func() (err *Error) {
		parsed, err := parse(types.ExprString(x), x.Pos(), (*parser).expr)
		if err != nil {
			return err
		}
		defer catch(&err)
		result = read(e, parsed)
		return nil
	}()
	if err != nil {
		p.unfit(x.Pos(), "a pure function with "+types.ExprString(x)+" in it: "+err.Msg)
	}
	p.later(e.unsupported)
	return result
}

// hiddenCall finds a call of one of the program's functions that in annotations would be one of the specification's.
func (p *pureReader) hiddenCall(x ast.Expr) (found *ast.Ident) {
	ast.Inspect(x, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		if !ok || specFunction(id.Name) == nil {
			return true
		}
		if _, builtin := p.src.Info.Uses[id].(*types.Builtin); !builtin {
			found = id
		}
		return true
	})
	return found
}
