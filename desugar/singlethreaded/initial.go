package singlethreaded

import (
	"go/ast"
	"go/types"

	"github.com/calvin-go/calvin/library"
)

// An initialValue is one that a package variable, or what it leads to, gets before main starts.
type initialValue struct {
	expr   ast.Expr
	inInit bool // in a function init, whose local variables it may name
}

// findInitial finds the initial values of the hidden variables, and the bodies of functions.
func (w *walk) findInitial(files []*ast.File) {
	for _, file := range files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.ValueSpec); ok {
						w.declared(s)
					}
				}
			case *ast.FuncDecl:
				if fn, ok := w.info.Defs[d.Name].(*types.Func); ok {
					w.bodies[fn] = d
				}
				if isInit(d) {
					w.assignedIn(d.Body)
				}
			}
		}
	}
}

// declared notes the values of a declaration.
func (w *walk) declared(s *ast.ValueSpec) {
	for i, name := range s.Names {
		v, ok := w.info.Defs[name].(*types.Var)
		switch {
		case !ok || !w.isHidden(v):
		case len(s.Values) == len(s.Names):
			w.initial[v] = append(w.initial[v], initialValue{s.Values[i], false})
		default: // all are results of one call, or there is none
			for _, e := range s.Values {
				w.initial[v] = append(w.initial[v], initialValue{e, false})
			}
		}
	}
}

// assignedIn notes the values that a function init assigns.
func (w *walk) assignedIn(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, l := range s.Lhs {
			v := w.root(l)
			if v == nil || !w.isHidden(v) {
				continue
			}
			value := s.Rhs[0]
			if len(s.Rhs) == len(s.Lhs) {
				value = s.Rhs[i]
			}
			w.initial[v] = append(w.initial[v], initialValue{value, true})
		}
		return true
	})
}

// root returns the variable that an expression of fields, elements and what pointers lead to begins with.
func (w *walk) root(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := w.info.Uses[e].(*types.Var)
		return v
	case *ast.StarExpr:
		return w.root(e.X)
	case *ast.IndexExpr:
		return w.root(e.X)
	case *ast.SelectorExpr:
		return w.root(e.X)
	}
	return nil
}

// holdsError reports whether a variable of type error holds what nobody can write: an error with a text, or a value that
// leads nowhere.
func (w *walk) holdsError(v *types.Var) bool {
	if !isError(v.Type()) || len(w.initial[v]) == 0 {
		return false
	}
	for _, i := range w.initial[v] {
		call, ok := ast.Unparen(i.expr).(*ast.CallExpr)
		isText := ok && w.called(call) != nil && makesError[w.called(call).FullName()]
		if !isText && !isFlat(w.info.TypeOf(i.expr)) {
			return false
		}
	}
	return true
}

// makesError lists functions whose errors nobody can write.
var makesError = set("errors.New", "fmt.Errorf")

// isComputed reports whether a call has made one of the values that a variable gets before main starts, or a function literal in a
// function, so that a function among them may have variables of its own.
func (w *walk) isComputed(v *types.Var) bool {
	for _, i := range w.initial[v] {
		found := false
		ast.Inspect(i.expr, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				found = found || i.inInit
				return false
			case *ast.Ident: // a local variable of init with a function
				v, ok := w.info.Uses[n].(*types.Var)
				found = found || ok && i.inInit && !isFlat(v.Type())
			case *ast.CallExpr:
				found = found || !w.info.Types[n.Fun].IsType()
			}
			return true
		})
		if found {
			return true
		}
	}
	return false
}

// isNew reports whether the values that a variable gets before main starts lead to nothing that anything else leads to.
func (w *walk) isNew(v *types.Var) bool {
	for _, i := range w.initial[v] {
		if !w.isNewValue(i) {
			return false
		}
	}
	return true
}

func (w *walk) isNewValue(i initialValue) bool {
	isNew := true
	ast.Inspect(i.expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit: // of a package variable it has nothing from around it
			isNew = isNew && !i.inInit
			return false
		case *ast.CallExpr:
			isNew = isNew && w.makesNew(n)
			if t := w.info.TypeOf(n); isFlat(t) || isShared(t) {
				return false // it has copied what it needs of its arguments
			}
		case *ast.Ident:
			if v, ok := w.info.Uses[n].(*types.Var); ok && !v.IsField() && !isFlat(v.Type()) && !w.holdsError(v) {
				isNew = false
			}
		}
		return isNew
	})
	return isNew
}

// makesNew reports whether what a call returns leads to nothing that its arguments do not lead to and that anything else does.
func (w *walk) makesNew(c *ast.CallExpr) bool {
	if tv := w.info.Types[c.Fun]; tv.IsType() || tv.IsBuiltin() {
		return true
	}
	if t := w.info.TypeOf(c); isFlat(t) || isShared(t) {
		return true
	}
	if _, isLiteral := ast.Unparen(c.Fun).(*ast.FuncLit); isLiteral {
		return false
	}
	fn := w.called(c)
	if fn == nil {
		return false
	}
	if makesError[fn.FullName()] {
		return true
	}
	if row := library.Of(fn.FullName()); row != nil {
		return row.Fresh(0)
	}
	return !w.open && fn.Pkg() == w.pkg && fn.Signature().Recv() == nil
}

// called returns the declared function that a call names, of an instance the generic one; nil if there is none.
func (w *walk) called(c *ast.CallExpr) *types.Func {
	var id *ast.Ident
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return nil
	}
	if fn, ok := w.info.Uses[id].(*types.Func); ok {
		return fn.Origin()
	}
	return nil
}
