package singlethreaded

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/calvin-go/calvin/library"
)

// howUsed says what is done with a variable at one place: the innermost expression that names what it leads to is found,
// as v.f[i].g, and then what is done with that.
func (w *walk) howUsed(v *types.Var, id *ast.Ident, stack []ast.Node) how {
	e, parent := w.path(id, stack)
	t := w.info.TypeOf(e)
	rest := exposes // whoever gets the value
	if isFlat(t) || isShared(t) || e == ast.Expr(id) && w.holdsError(v) {
		rest = reads
	}
	switch p := parent.(type) {
	case *ast.AssignStmt:
		if slices.Contains(p.Lhs, e) {
			return writes
		}
		return rest
	case *ast.IncDecStmt:
		return writes
	case *ast.RangeStmt:
		if p.X != e {
			if p.Key == e || p.Value == e {
				return writes
			}
			return rest
		}
		return w.ranged(p, t)
	case *ast.UnaryExpr:
		if p.Op == token.AND {
			return exposes
		}
		return reads
	case *ast.SliceExpr:
		if _, ok := t.Underlying().(*types.Basic); ok || p.X != e {
			return reads
		}
		return exposes
	case *ast.BinaryExpr: // a comparison, if it is not flat
		return reads
	case *ast.CallExpr:
		return w.inCall(p, e, t, rest)
	case *ast.SelectorExpr:
		return w.method(p, e, t)
	case *ast.ExprStmt:
		return reads
	}
	return rest
}

// path returns the longest expression of fields, elements and what pointers lead to that begins with id, and what is around it.
func (w *walk) path(id *ast.Ident, stack []ast.Node) (ast.Expr, ast.Node) {
	var e ast.Expr = id
	for i := len(stack) - 2; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.ParenExpr:
			e = p
		case *ast.StarExpr:
			e = p
		case *ast.IndexExpr:
			if p.X != e {
				return e, p
			}
			e = p
		case *ast.SelectorExpr:
			if p.Sel == id { // of another package
				e = p
				continue
			}
			if s := w.info.Selections[p]; s == nil || s.Kind() != types.FieldVal {
				return e, p
			}
			e = p
		default:
			return e, p
		}
	}
	return e, nil
}

// ranged says what a loop does with what it ranges over.
func (w *walk) ranged(p *ast.RangeStmt, t types.Type) how {
	if _, ok := t.Underlying().(*types.Signature); ok {
		return exposes
	}
	for _, x := range []ast.Expr{p.Key, p.Value} {
		if x == nil {
			continue
		}
		if id, ok := x.(*ast.Ident); ok && id.Name == "_" {
			continue
		}
		if !isFlat(w.info.TypeOf(x)) {
			return exposes
		}
	}
	return reads
}

// inCall says what a call does with e, which is its function or an argument.
func (w *walk) inCall(c *ast.CallExpr, e ast.Expr, t types.Type, rest how) how {
	if c.Fun == e {
		return calls
	}
	arg := 0
	for i, a := range c.Args {
		if a == e {
			arg = i
		}
	}
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		if b, ok := w.info.Uses[fun].(*types.Builtin); ok {
			return w.inBuiltin(b.Name(), arg, t, rest)
		}
	}
	if tv := w.info.Types[c.Fun]; tv.IsType() { // a conversion
		return rest
	}
	if rest == exposes && !types.IsInterface(t) && (w.onlyReads(c, arg) || w.onlyReadIn(c, arg)) {
		return reads
	}
	return rest
}

// isShared reports whether the type is a pointer to one of the standard library that goroutines may share a value of.
func isShared(t types.Type) bool {
	_, pointer := t.Underlying().(*types.Pointer)
	return pointer && library.IsSynchronised(typeName(t))
}

// onlyReadIn reports whether the function of the package that is called only reads what an argument leads to.
func (w *walk) onlyReadIn(c *ast.CallExpr, arg int) bool {
	fn := w.called(c)
	if fn == nil || fn.Pkg() != w.pkg || c.Ellipsis.IsValid() {
		return false
	}
	params := fn.Signature().Params()
	if fn.Signature().Variadic() && arg >= params.Len()-1 || arg >= params.Len() {
		return false
	}
	return w.bodies[fn] != nil && w.onlyReadParam(fn, params.At(arg))
}

// onlyReadParam reports whether a function only reads what a parameter leads to. A function that calls itself does so if the rest of it does.
func (w *walk) onlyReadParam(fn *types.Func, p *types.Var) bool {
	if known, seen := w.onlyRead[p]; seen || w.asked[p] {
		return known || !seen
	}
	w.asked[p] = true
	defer delete(w.asked, p)
	only := true
	decl := &ast.File{Name: ast.NewIdent("_"), Decls: []ast.Decl{w.bodies[fn]}}
	inspector.New([]*ast.File{decl}).WithStack([]ast.Node{(*ast.Ident)(nil)}, func(n ast.Node, push bool, stack []ast.Node) bool {
		if id := n.(*ast.Ident); push && w.info.Uses[id] == p && w.howUsed(p, id, stack) != reads {
			only = false
		}
		return true
	})
	if !only { // what was found of others meanwhile may rest on the guess
		maps.DeleteFunc(w.onlyRead, func(_ *types.Var, only bool) bool { return only })
	}
	w.onlyRead[p] = only
	return only
}

// writersOnlyRead reports whether the methods Write of the packages keep nothing and write nothing of what they get, as the
// documentation of io.Writer says.
func (w *walk) writersOnlyRead() bool {
	if w.othersWrite {
		return false
	}
	for fn := range w.bodies {
		if isWriter(fn) && !w.onlyReadParam(fn, fn.Signature().Params().At(0)) {
			return false
		}
	}
	return true
}

// isWriter reports whether a function is a method Write as io.Writer has it.
func isWriter(fn *types.Func) bool {
	return fn.Name() == "Write" && fn.Signature().Recv() != nil && fn.Signature().Params().Len() == 1
}

// inBuiltin says what a predeclared function does with an argument.
func (w *walk) inBuiltin(name string, arg int, t types.Type, rest how) how {
	switch name {
	case "len", "cap":
		return reads
	case "clear":
		return writes
	case "delete", "append", "copy":
		if arg == 0 {
			return writes
		}
		if s, ok := t.Underlying().(*types.Slice); ok && isFlat(s.Elem()) {
			return reads
		}
	}
	return rest
}

// onlyReads reports whether the standard library's function that is called only reads what an argument leads to.
func (w *walk) onlyReads(c *ast.CallExpr, arg int) bool {
	fn := w.called(c)
	if fn == nil {
		return false
	}
	if fn.Signature().Recv() != nil { // which rows have first
		if types.IsInterface(fn.Signature().Recv().Type()) {
			return fn.FullName() == "(io.Writer).Write" && w.writersOnlyRead()
		}
		arg++
	}
	row := library.Of(fn.FullName())
	if row == nil || arg >= len(row.Params) {
		return false
	}
	return !row.Writes(arg) && !row.Keeps(arg) && !row.Aliases(arg) && !row.Copies(arg) && !row.Calls(arg) && !row.Later(arg) && !row.Prints(arg)
}

// method says what the selection of a method does: of a value of the standard library that goroutines may share, or of one without
// anything to reach.
func (w *walk) method(p *ast.SelectorExpr, e ast.Expr, t types.Type) how {
	fn, ok := w.info.Uses[p.Sel].(*types.Func)
	if !ok {
		return exposes
	}
	if isFlat(t) {
		if _, pointer := fn.Signature().Recv().Type().Underlying().(*types.Pointer); !pointer {
			return reads
		}
		return exposes
	}
	if isError(t) && fn.Pkg() == nil {
		return reads
	}
	if library.IsSynchronised(typeName(t)) {
		return reads
	}
	return exposes
}
