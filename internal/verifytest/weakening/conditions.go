package weakening

import (
	"go/ast"
	"go/token"
	"go/types"
)

// weaken finds the parts of a condition without which it says less, or, where it is assumed and so down is false, more:
// the parts of a conjunction that is demanded; those of a disjunction that is assumed, and what an implication that is
// assumed has before the arrow.
func (x *finder) weaken(e ast.Expr, down bool) {
	if x.seen[e] {
		return
	}
	x.seen[e] = true
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		x.definition(e, down)
	case *ast.CallExpr:
		x.junction(e, down)
	}
}

func (x *finder) junction(c *ast.CallExpr, down bool) {
	switch name := x.callee(c); name {
	case "ir.And", "ir.Or":
		dropped := name == "ir.And" == down
		for i, a := range c.Args {
			if c.Ellipsis != token.NoPos && i == len(c.Args)-1 {
				x.list(a, down, dropped)
				continue
			}
			x.weaken(a, down)
			if dropped && len(c.Args) > 1 {
				x.part(a, down)
			}
		}
	case "ir.Implies":
		if len(c.Args) == 2 {
			x.weaken(c.Args[0], !down)
			x.weaken(c.Args[1], down)
			if !down {
				x.wrap("hypothesis", c.Args[0], "calvinhook.True(", ")")
			}
		}
	case "ir.Not":
		x.weaken(c.Args[0], !down)
	default:
		if i, ok := through[name]; ok && i < len(c.Args) {
			x.weaken(c.Args[i], down)
		}
	}
}

// part is one part of a junction, which is dropped.
func (x *finder) part(e ast.Expr, down bool) {
	if down {
		x.wrap("conjunct", e, "calvinhook.True(", ")")
	} else {
		x.wrap("disjunct", e, "calvinhook.False(", ")")
	}
}

// list finds the parts of a junction in a variable, and where they are added to it.
func (x *finder) list(e ast.Expr, down, dropped bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		for _, part := range e.Elts {
			x.weaken(part, down)
			if dropped {
				x.part(part, down)
			}
		}
	case *ast.CallExpr:
		if isBuiltin(x.pkg.TypesInfo, e.Fun, "append") {
			x.list(e.Args[0], down, dropped)
			x.appended(e, down, dropped)
		}
	case *ast.Ident:
		x.added(e, down, dropped)
	}
}

// added visits what is put into the variable of a junction's parts.
func (x *finder) added(id *ast.Ident, down, dropped bool) {
	v, ok := x.pkg.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return
	}
	ast.Inspect(x.decl.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if !ok || len(s.Lhs) != len(s.Rhs) {
			return true
		}
		for i, l := range s.Lhs {
			if !x.is(l, v) || x.seen[s.Rhs[i]] {
				continue
			}
			x.seen[s.Rhs[i]] = true
			switch r := s.Rhs[i].(type) {
			case *ast.CompositeLit:
				x.list(r, down, dropped)
			case *ast.CallExpr:
				if isBuiltin(x.pkg.TypesInfo, r.Fun, "append") {
					x.appended(r, down, dropped)
				}
			}
		}
		return true
	})
}

func (x *finder) appended(c *ast.CallExpr, down, dropped bool) {
	for i, a := range c.Args[1:] {
		if c.Ellipsis != token.NoPos && i == len(c.Args)-2 {
			if dropped {
				x.wrap(map[bool]string{true: "conjunct", false: "disjunct"}[down], a, "calvinhook.Zero(", ")")
			}
			continue
		}
		x.weaken(a, down)
		if dropped {
			x.part(a, down)
		}
	}
}

// definition goes on in what a local variable is defined as.
func (x *finder) definition(id *ast.Ident, down bool) {
	v, ok := x.pkg.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return
	}
	ast.Inspect(x.decl.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if ok && len(s.Lhs) == len(s.Rhs) {
			for i, l := range s.Lhs {
				if x.is(l, v) {
					x.weaken(s.Rhs[i], down)
				}
			}
		}
		return true
	})
}

func (x *finder) is(e ast.Expr, v *types.Var) bool {
	id, ok := e.(*ast.Ident)
	return ok && (x.pkg.TypesInfo.Uses[id] == v || x.pkg.TypesInfo.Defs[id] == v)
}

// returned weakens what the function returns: conditions that others demand, or assume.
func (x *finder) returned(of condition) {
	ast.Inspect(x.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return of.literals
		case *ast.ReturnStmt:
			if len(n.Results) <= of.result {
				return true
			}
			e := n.Results[of.result]
			if _, isList := x.typeOf(e).Underlying().(*types.Slice); isList {
				x.list(e, of.demanded, of.demanded)
				return true
			}
			x.weaken(e, of.demanded)
			if _, isFunc := x.typeOf(e).Underlying().(*types.Signature); isFunc {
				return true
			}
			if of.demanded {
				x.wrap("condition", e, "calvinhook.True(", ")")
			} else if of.empty {
				x.wrap("condition", e, "calvinhook.False(", ")")
			}
		}
		return true
	})
}
