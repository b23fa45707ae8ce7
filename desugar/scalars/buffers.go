package scalars

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// buffers has a slice of bytes.
type buffers struct{}

// buffered returns how a buffer is replaced; nil if a is none that is empty when it is declared.
func buffered(a *aggregate) replacement {
	if isNamed(a.typ, "strings", "Builder") || isNamed(a.typ, "bytes", "Buffer") {
		return buffers{}
	}
	return nil
}

var bytesType = types.NewSlice(types.Typ[types.Byte])

func (form buffers) plan(r *replacer, a *aggregate) bool {
	if !r.isZero(a.init) && !isEmpty(a.init) {
		return false
	}
	called := map[string]bool{}
	for _, u := range a.uses {
		if !form.calls(r, a, u, called) && !form.prints(r, a, u) {
			return false
		}
	}
	if called["Reset"] && called["Bytes"] { // who has the bytes sees what is written there next
		return false
	}
	a.vars = []*types.Var{r.variable(a, a.name.Pos(), a.v.Name(), bytesType)}
	a.at[a.decl] = func() ast.Node {
		elem := r.builtin("byte", a.name.Pos(), nil)
		typ := &ast.ArrayType{Lbrack: a.name.Pos(), Elt: elem}
		r.info.Types[typ] = r.isType(bytesType)
		spec := &ast.ValueSpec{Names: []*ast.Ident{r.define(a.vars[0])}, Type: typ}
		return declaration(a, spec)
	}
	return true
}

// isEmpty reports whether x is a literal without elements, or the address of one.
func isEmpty(x ast.Expr) bool {
	x = ast.Unparen(x)
	if address, ok := x.(*ast.UnaryExpr); ok && address.Op == token.AND {
		x = ast.Unparen(address.X)
	}
	lit, ok := x.(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// calls reports whether a use calls a method that can be replaced, and notes which.
func (form buffers) calls(r *replacer, a *aggregate, u *use, called map[string]bool) bool {
	sel, _ := u.parent(0)
	method, isSelector := sel.(*ast.SelectorExpr)
	around, fun := u.parent(1)
	call, isCall := around.(*ast.CallExpr)
	if !isSelector || !isCall || call.Fun != fun {
		return false
	}
	called[method.Sel.Name] = true
	switch method.Sel.Name {
	case "String":
		a.at[call] = func() ast.Node { return r.call(call, "string", types.Typ[types.String], r.use(a.vars[0], method.X)) }
	case "Len":
		a.at[call] = func() ast.Node { return r.call(call, "len", types.Typ[types.Int], r.use(a.vars[0], method.X)) }
	case "Bytes":
		a.at[call] = func() ast.Node { return r.use(a.vars[0], method.X) }
	case "Write", "WriteString", "WriteByte", "WriteRune":
		alone := u.statement(2, call)
		if alone == nil || len(call.Args) != 1 || r.hasFunction(call.Args[0]) {
			return false
		}
		a.at[alone] = func() ast.Node {
			switch x := call.Args[0]; method.Sel.Name {
			case "WriteByte":
				return r.addByte(a, call, x)
			case "WriteRune": // an invalid one is written as utf8.RuneError, by both
				return r.add(a, call, r.call(call, "string", types.Typ[types.String], x))
			default:
				return r.add(a, call, x)
			}
		}
	case "Reset":
		alone := u.statement(2, call)
		if alone == nil {
			return false
		}
		a.at[alone] = func() ast.Node { return r.assign(a, call, r.builtin("nil", call.Pos(), bytesType)) }
	default:
		return false
	}
	return true
}

// statement returns the statement that is a call, so many levels above the use, and nothing else; nil if there is more to it.
func (u *use) statement(levels int, call *ast.CallExpr) ast.Stmt {
	parent, _ := u.parent(levels)
	switch parent := parent.(type) {
	case *ast.ExprStmt:
		return parent
	case *ast.AssignStmt: // of the results to nothing
		if len(parent.Rhs) != 1 || ast.Unparen(parent.Rhs[0]) != call || parent.Tok != token.ASSIGN {
			return nil
		}
		for _, x := range parent.Lhs {
			if id, ok := x.(*ast.Ident); !ok || id.Name != "_" {
				return nil
			}
		}
		return parent
	}
	return nil
}

// hasFunction reports whether there is a literal, or a variable that holds a function, in an argument. That may write to
// the buffer when it is called, and what is appended to would be read before.
func (r *replacer) hasFunction(arg ast.Expr) bool {
	found := false
	ast.Inspect(arg, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = true
		case *ast.Ident:
			if v, ok := r.info.Uses[n].(*types.Var); ok {
				_, isFunc := v.Type().Underlying().(*types.Signature)
				found = found || isFunc
			}
		}
		return !found
	})
	return found
}

// prints reports whether a use passes the buffer to a function of package fmt that writes to it.
func (form buffers) prints(r *replacer, a *aggregate, u *use) bool {
	level := 0
	parent, child := u.parent(level)
	if _, isPointer := types.Unalias(a.v.Type()).(*types.Pointer); !isPointer {
		address, ok := parent.(*ast.UnaryExpr)
		if !ok || address.Op != token.AND {
			return false
		}
		level++
		parent, child = u.parent(level)
	}
	call, ok := parent.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || call.Args[0] != child {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := r.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "fmt" || !strings.HasPrefix(fn.Name(), "Fprint") {
		return false
	}
	alone := u.statement(level+1, call)
	printing, ok := fn.Pkg().Scope().Lookup("S" + strings.TrimPrefix(fn.Name(), "F")).(*types.Func)
	if alone == nil || !ok || slices.ContainsFunc(call.Args[1:], r.hasFunction) {
		return false
	}
	a.at[alone] = func() ast.Node { return r.add(a, call, r.printed(call, sel, printing)) }
	return true
}
