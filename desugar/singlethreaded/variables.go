package singlethreaded

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"
)

// hidden is what is known of the package variables of single-threaded packages that callers of their functions cannot know of.
type hidden struct {
	// using are the declared functions that read or write a variable without references in it that some function writes.
	using map[*types.Func]bool
	// leads: a variable leads to memory that some function may write, or that others may get to know. Which functions
	// do that the text does not tell.
	leads bool
}

// findHidden looks at the variables of the packages. Commands have none that are hidden, as nobody calls their functions.
func findHidden(pkgs []*packages.Package) *hidden {
	h := &hidden{using: map[*types.Func]bool{}}
	visible := false
	for _, p := range pkgs {
		visible = visible || showsMemory(p)
	}
	for _, p := range pkgs {
		if p.Name == "main" {
			continue
		}
		w := newWalk(p)
		w.open = visible
		w.othersWrite = slices.ContainsFunc(pkgs, func(q *packages.Package) bool { return q != p && declaresWriter(q) })
		w.findInitial(p.Syntax)
		w.findUses(p.Syntax)
		h.leads = h.leads || w.elsewhere
		for v, uses := range w.uses {
			h.note(w, v, uses)
		}
	}
	return h
}

// note notes what is done with one variable.
func (h *hidden) note(w *walk, v *types.Var, uses []use) {
	written := slices.ContainsFunc(uses, func(u use) bool { return u.how == writes && !u.early })
	for _, u := range uses {
		switch {
		case u.how == exposes, u.how == calls && (written || w.isComputed(v)):
			h.leads = true
		case !written || u.early:
		case u.fn == nil || !isFlat(v.Type()):
			h.leads = true
		default:
			h.using[u.fn] = true
		}
	}
	if !isFlat(v.Type()) && !w.holdsError(v) && !w.isNew(v) {
		h.leads = true
	}
}

// showsMemory reports whether a package has a variable that others can use and that leads to memory, other than errors.
func showsMemory(p *packages.Package) bool {
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && v.Exported() && !isFlat(v.Type()) && !isError(v.Type()) {
			return true
		}
	}
	return false
}

// isFlat reports whether nothing can be reached through a value of the type: it is a number, a string, or made of such.
func isFlat(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return typeName(t) == "reflect.Type" // nothing can be written through one
	case *types.Basic:
		return u.Kind() != types.UnsafePointer && u.Kind() != types.UntypedNil
	case *types.Array:
		return isFlat(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !isFlat(f.Type()) {
				return false
			}
		}
		return true
	case *types.Tuple:
		for v := range u.Variables() {
			if !isFlat(v.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// A use is one of a package variable.
type use struct {
	how   how
	fn    *types.Func // the declared function that it is in; nil if it is in none
	early bool        // it comes before main starts
}

// how is what is done with a variable and what it leads to.
type how int

const (
	reads   how = iota
	writes      // the variable itself, or what it leads to
	calls       // the function that it holds, or one that it leads to
	exposes     // others get to know what it leads to
)

// walk finds the uses of the variables of a package.
type walk struct {
	info *types.Info
	pkg  *types.Package
	open bool // variables that others can use lead to memory
	uses map[*types.Var][]use
	// initial are the values that variables, and what they lead to, get before main starts.
	initial map[*types.Var][]initialValue
	bodies  map[*types.Func]*ast.FuncDecl
	// onlyRead says of parameters whether what they lead to is only read, asked are those that this is being found of.
	onlyRead, asked map[*types.Var]bool
	// othersWrite: another one of the packages has methods Write.
	othersWrite bool
	// elsewhere: a function writes a variable of another package, or passes its address.
	elsewhere bool
}

func newWalk(p *packages.Package) *walk {
	return &walk{info: p.TypesInfo, pkg: p.Types, uses: map[*types.Var][]use{}, initial: map[*types.Var][]initialValue{},
		bodies: map[*types.Func]*ast.FuncDecl{}, onlyRead: map[*types.Var]bool{}, asked: map[*types.Var]bool{}}
}

// declaresWriter reports whether a package has a method Write as io.Writer has it.
func declaresWriter(p *packages.Package) bool {
	for _, obj := range p.TypesInfo.Defs {
		if fn, ok := obj.(*types.Func); ok && isWriter(fn) {
			return true
		}
	}
	return false
}

// isHidden reports whether a variable is one of the package that its callers cannot know of.
func (w *walk) isHidden(v *types.Var) bool {
	return v.Parent() == w.pkg.Scope() && !v.Exported() && v.Name() != "_"
}

// findUses looks at the files of the package.
func (w *walk) findUses(files []*ast.File) {
	inspector.New(files).WithStack([]ast.Node{(*ast.Ident)(nil)}, func(n ast.Node, push bool, stack []ast.Node) bool {
		id := n.(*ast.Ident)
		if v, ok := w.info.Uses[id].(*types.Var); ok && push && !v.IsField() {
			w.looks(v, id, stack)
		}
		return true
	})
}

// looks notes a use of a variable.
func (w *walk) looks(v *types.Var, id *ast.Ident, stack []ast.Node) {
	fn, early := w.functionOf(stack)
	switch {
	case w.isHidden(v):
		w.uses[v] = append(w.uses[v], use{w.howUsed(v, id, stack), fn, early})
	case v.Pkg() != nil && v.Pkg() != w.pkg && v.Parent() == v.Pkg().Scope() && !early:
		if w.howUsed(v, id, stack) == writes || isAddressed(id, stack) {
			w.elsewhere = true
		}
	}
}

// functionOf returns the declared function that a place is in, and whether the place is run before main starts and not later.
func (w *walk) functionOf(stack []ast.Node) (fn *types.Func, early bool) {
	early = true
	for _, n := range stack {
		switch n := n.(type) {
		case *ast.FuncDecl:
			fn, _ = w.info.Defs[n.Name].(*types.Func)
			early = isInit(n)
		case *ast.FuncLit: // whoever gets it calls it when he likes
			early = false
		}
	}
	return fn, early
}

// isInit reports whether a declaration is that of a function that only the start of the program calls.
func isInit(d *ast.FuncDecl) bool { return d.Recv == nil && d.Name.Name == "init" }

// isAddressed reports whether the variable named by id is the operand of &, directly or by a part.
func isAddressed(id *ast.Ident, stack []ast.Node) bool {
	for i := len(stack) - 2; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.SelectorExpr, *ast.ParenExpr, *ast.IndexExpr:
		case *ast.UnaryExpr:
			return n.Op == token.AND
		default:
			return false
		}
	}
	return false
}

// typeName is the name of a named type with its import path, through a pointer.
func typeName(t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path() + "." + n.Obj().Name()
	}
	return ""
}
