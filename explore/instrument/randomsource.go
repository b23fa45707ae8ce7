package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A generator that a test gives a seed of its own has the same values in each run. One whose seed comes from the clock, or is
// random itself, has not. Which of the two a seed is, is read off the package: what has been assigned to the variables in it, the
// arguments of the functions whose parameters they are, and what the functions return that it calls.

// randomSources knows what the values of variables, and the results of functions, of a package may come from.
type randomSources struct {
	info  *types.Info
	comes map[types.Object][]ast.Expr
}

func newRandomSources(p *packages.Package) *randomSources {
	c := &randomSources{p.TypesInfo, map[types.Object][]ast.Expr{}}
	for _, f := range p.Syntax {
		c.look(f, nil)
	}
	return c
}

// look finds what is assigned below n, in the body of fn.
func (c *randomSources) look(n ast.Node, fn types.Object) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				c.look(n.Body, c.info.Defs[n.Name])
			}
			return false
		case *ast.FuncLit:
			c.look(n.Body, nil) // what it returns is not followed
			return false
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				c.add(fn, e)
			}
		case *ast.AssignStmt:
			c.assign(n.Lhs, n.Rhs)
		case *ast.RangeStmt:
			for _, v := range []ast.Expr{n.Key, n.Value} {
				if v != nil {
					c.add(c.object(v), n.X)
				}
			}
		case *ast.ValueSpec:
			var lhs []ast.Expr
			for _, name := range n.Names {
				lhs = append(lhs, name)
			}
			c.assign(lhs, n.Values)
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				c.add(c.info.Uses[id], n.Value)
			}
		case *ast.CallExpr:
			c.call(n)
		}
		return true
	})
}

func (c *randomSources) assign(lhs, rhs []ast.Expr) {
	for i, e := range lhs {
		switch {
		case len(rhs) == len(lhs):
			c.add(c.object(e), rhs[i])
		case len(rhs) > 0:
			c.add(c.object(e), rhs[0])
		}
	}
}

// call takes the arguments of a call for what its parameters may be. What is random may also be written to where an argument
// points.
func (c *randomSources) call(e *ast.CallExpr) {
	fn := c.callee(e)
	if fn != nil {
		params := fn.Origin().Signature().Params()
		for i, a := range e.Args {
			if i < params.Len() {
				c.add(params.At(i), a)
			}
		}
	}
	for _, a := range e.Args {
		if u, ok := unparen(a).(*ast.UnaryExpr); ok && u.Op == token.AND {
			c.add(c.object(u.X), e)
			continue
		}
		switch c.info.TypeOf(a).Underlying().(type) {
		case *types.Slice, *types.Pointer:
			c.add(c.object(a), e)
		}
	}
}

func (c *randomSources) add(o types.Object, e ast.Expr) {
	if o != nil {
		c.comes[o] = append(c.comes[o], e)
	}
}

// object is the variable or field that e names, or that it is an element or part of.
func (c *randomSources) object(e ast.Expr) types.Object {
	switch e := unparen(e).(type) {
	case *ast.Ident:
		return c.info.ObjectOf(e)
	case *ast.SelectorExpr:
		return c.info.Uses[e.Sel]
	case *ast.IndexExpr:
		return c.object(e.X)
	case *ast.SliceExpr:
		return c.object(e.X)
	case *ast.StarExpr:
		return c.object(e.X)
	}
	return nil
}

func (c *randomSources) callee(e *ast.CallExpr) *types.Func {
	switch f := unparen(e.Fun).(type) {
	case *ast.Ident:
		fn, _ := c.info.Uses[f].(*types.Func)
		return fn
	case *ast.SelectorExpr:
		fn, _ := c.info.Uses[f.Sel].(*types.Func)
		return fn
	}
	return nil
}

// random reports whether the value of an expression may be a matter of chance. A variable is looked into once.
func (c *randomSources) random(e ast.Expr, seen map[types.Object]bool) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if found || !ok {
			return !found
		}
		o := c.info.Uses[id]
		if o == nil || seen[o] {
			return true
		}
		seen[o] = true
		if isRandomSource(o) {
			found = true
			return false
		}
		for _, from := range c.comes[o] {
			found = found || c.random(from, seen)
		}
		return !found
	})
	return found
}

// isRandomSource reports whether o is what gives values that are different in each run.
func isRandomSource(o types.Object) bool {
	if o.Pkg() == nil {
		return false
	}
	switch path := o.Pkg().Path(); path {
	case "math/rand", "math/rand/v2":
		f, ok := o.(*types.Func)
		return ok && f.Signature().Recv() == nil && !strings.HasPrefix(f.Name(), "New")
	case "crypto/rand", "hash/maphash":
		return o.Exported()
	case "time":
		return o.Name() == "Now" || o.Name() == "Since" || o.Name() == "Until"
	case "os":
		return o.Name() == "Getpid" || o.Name() == "Getppid"
	}
	return false
}

// randomlySeeded reports whether a seed that is passed to a call may be a matter of chance.
func (u *unit) randomlySeeded(e *ast.CallExpr) bool {
	if u.randomSources == nil {
		u.randomSources = newRandomSources(u.pkg)
	}
	for _, a := range e.Args {
		if u.randomSources.random(a, map[types.Object]bool{}) {
			return true
		}
	}
	return false
}
