package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"

	"golang.org/x/tools/go/packages"
)

// A variable may be shared between goroutines if something other than the function that declares it can reach it, and
// if it changes after that became possible:
//
//   - a package variable that is assigned outside its declaration, or whose address is taken;
//   - a local variable whose address is taken;
//   - a local variable that a function literal captures and that is assigned again after its declaration, be it by a
//     return statement.
//
// What is reached through a pointer, a slice or a map may always be shared. Reads of all other variables need no
// instrumentation: their only write happens before every read.
type sharing struct {
	addressed map[*types.Var]bool
	assigned  map[*types.Var]bool
	captured  map[*types.Var]bool
	elsewhere map[*types.Var]bool // assigned by another function than the one that declares it
	initials  *initials
	foreign   map[string]bool // package variables by path and name, of all packages: a package sees others as export data
}

// globalKey names a package variable the same way seen from every package.
func globalKey(v *types.Var) string { return v.Pkg().Path() + "." + v.Name() }

func isGlobal(v *types.Var) bool {
	return v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

func (s *sharing) has(v *types.Var) bool {
	if isGlobal(v) {
		return s.foreign[globalKey(v)]
	}
	return s.addressed[v] || s.captured[v] && s.assigned[v]
}

// writtenElsewhere reports whether another than the function that declares v may write to it.
func (s *sharing) writtenElsewhere(v *types.Var) bool { return s.addressed[v] || s.elsewhere[v] }

// declarations are where the variables are declared that may be shared.
func (s *sharing) declarations(pkgs []*packages.Package) map[token.Pos]bool {
	out := map[token.Pos]bool{}
	for _, set := range []map[*types.Var]bool{s.addressed, s.captured} {
		for v := range set {
			if s.has(v) {
				out[v.Pos()] = true
			}
		}
	}
	for _, p := range pkgs {
		for _, name := range p.Types.Scope().Names() {
			if v, ok := p.Types.Scope().Lookup(name).(*types.Var); ok && s.has(v) {
				out[v.Pos()] = true
			}
		}
	}
	return out
}

// newSharing looks at all packages, for an exported variable may be assigned from any of them.
func newSharing(pkgs []*packages.Package, network map[string]bool) *sharing {
	s := &sharing{
		addressed: map[*types.Var]bool{}, assigned: map[*types.Var]bool{},
		captured: map[*types.Var]bool{}, elsewhere: map[*types.Var]bool{}, foreign: map[string]bool{},
	}
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			w := &sharingWalk{sharing: s, info: p.TypesInfo, declared: map[*types.Var]ast.Node{},
				perIteration: version.Compare(languageVersion(p, f), "go1.22") >= 0}
			w.walk(f, nil)
		}
	}
	for _, set := range []map[*types.Var]bool{s.addressed, s.assigned} {
		for v := range set {
			if isGlobal(v) {
				s.foreign[globalKey(v)] = true
			}
		}
	}
	s.initials = newInitials(pkgs, s.foreign, network)
	return s
}

type sharingWalk struct {
	*sharing
	info         *types.Info
	declared     map[*types.Var]ast.Node // the function that declares a local variable
	perIteration bool                    // loop variables are new in each iteration
}

// walk visits n, which stands inside the function fn.
func (w *sharingWalk) walk(n ast.Node, fn ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			w.children(n, n)
			return false
		case *ast.FuncLit:
			w.children(n, n)
			return false
		case *ast.Ident:
			w.ident(n, fn)
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				w.assign(lhs, fn)
			}
		case *ast.IncDecStmt:
			w.assign(n.X, fn)
		case *ast.RangeStmt:
			w.rangeStmt(n, fn)
		case *ast.ReturnStmt:
			w.returnStmt(n, fn)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				w.address(n.X)
			}
		case *ast.SliceExpr:
			if _, ok := w.info.TypeOf(n.X).Underlying().(*types.Array); ok {
				w.address(n.X)
			}
		case *ast.SelectorExpr:
			if sel := w.info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal && takesAddress(sel) {
				w.address(n.X)
			}
		}
		return true
	})
}

// children visits what is below n, itself a function.
func (w *sharingWalk) children(n, fn ast.Node) {
	for _, c := range childrenOf(n) {
		w.walk(c, fn)
	}
}

func (w *sharingWalk) ident(id *ast.Ident, fn ast.Node) {
	if v, ok := w.info.Defs[id].(*types.Var); ok && !v.IsField() {
		w.declared[v] = fn
		return
	}
	v, ok := w.info.Uses[id].(*types.Var)
	if !ok || v.IsField() || isGlobal(v) {
		return
	}
	if d, known := w.declared[v]; known && d != fn {
		w.captured[v] = true
	}
}

// assign marks the variable that an assignment to e changes, unless it declares it.
func (w *sharingWalk) assign(e ast.Expr, fn ast.Node) {
	if id, ok := e.(*ast.Ident); ok && w.info.Defs[id] != nil {
		return
	}
	if v := w.root(e); v != nil {
		w.assigned[v] = true
		w.elsewhere[v] = w.elsewhere[v] || w.declared[v] != fn
	}
}

func (w *sharingWalk) rangeStmt(n *ast.RangeStmt, fn ast.Node) {
	for _, e := range []ast.Expr{n.Key, n.Value} {
		if e == nil {
			continue
		}
		id, _ := e.(*ast.Ident)
		if n.Tok == token.DEFINE && id != nil {
			if v, ok := w.info.Defs[id].(*types.Var); ok && !w.perIteration {
				w.assigned[v] = true
			}
			continue
		}
		w.assign(e, fn)
	}
}

// returnStmt marks the named results that a return statement assigns.
func (w *sharingWalk) returnStmt(n *ast.ReturnStmt, fn ast.Node) {
	if len(n.Results) == 0 {
		return
	}
	for _, name := range resultNames(functionType(fn)) {
		if v, ok := w.info.Defs[name].(*types.Var); ok {
			w.assigned[v] = true
		}
	}
}

// functionType is the type of a function, as written.
func functionType(fn ast.Node) *ast.FuncType {
	if d, ok := fn.(*ast.FuncDecl); ok {
		return d.Type
	}
	return fn.(*ast.FuncLit).Type
}

func (w *sharingWalk) address(e ast.Expr) {
	if v := w.root(e); v != nil {
		w.addressed[v] = true
	}
}

// root is the variable that e is a part of, or nil if e is reached through a pointer, a slice or a map.
func (w *sharingWalk) root(e ast.Expr) *types.Var { return rootOf(w.info, e) }

func rootOf(info *types.Info, e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.Ident:
			v, _ := info.ObjectOf(x).(*types.Var)
			return v
		case *ast.SelectorExpr:
			sel := info.Selections[x]
			if sel == nil { // a qualified identifier
				v, _ := info.Uses[x.Sel].(*types.Var)
				return v
			}
			if throughPointer(sel) {
				return nil
			}
			e = x.X
		case *ast.IndexExpr:
			if _, ok := info.TypeOf(x.X).Underlying().(*types.Array); !ok {
				return nil
			}
			e = x.X
		default:
			return nil
		}
	}
}

// throughPointer reports whether a field is selected through a pointer, be it that of an embedded field.
func throughPointer(sel *types.Selection) bool {
	t := sel.Recv()
	for _, i := range sel.Index() {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			return p != nil
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return false // the last index, of a method
		}
		if i >= st.NumFields() {
			return false
		}
		t = st.Field(i).Type()
	}
	return false
}

// takesAddress reports whether calling or binding a method takes the address of its operand without saying so.
func takesAddress(sel *types.Selection) bool {
	fn, ok := sel.Obj().(*types.Func)
	if !ok {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil || !isPointer(recv.Type()) {
		return false
	}
	t := sel.Recv()
	path := sel.Index()
	for _, i := range path[:len(path)-1] {
		if isPointer(t) {
			return false
		}
		t = t.Underlying().(*types.Struct).Field(i).Type()
	}
	return !isPointer(t)
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
