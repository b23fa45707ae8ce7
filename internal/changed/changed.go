// Package changed finds the functions to check again when a change is under review. It takes packages and the lines
// of their sources that have changed since a revision. It gives the functions whose verdicts may have changed.
//
//	git.go      which lines git says have changed
//	changed.go  which functions that concerns
//	settled.go  which fields
//
// These are the functions that contain a changed line; the callers of a function whose contract has changed, or of a
// function without a contract whose body has changed; the functions that use a variable, type or constant whose
// declaration or annotations have changed; those that use a field which a changed function may set; those that call a method
// by way of an interface, if one of that name has changed; and all functions that depend on these in turn. An annotation
// depends on what it names. The package compares only names, so it may give more functions than necessary.
package changed

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
)

// Functions lists the functions to look at by import path and name as reports write it, joined by a dot; nil stands for all.
func Functions(pkgs []*packages.Package, annots map[string]*annot.Package, c *Change) map[string]bool {
	if c.All {
		return nil
	}
	g := &graph{change: c, chosen: map[string]bool{}, spread: map[types.Object]bool{}, settled: map[types.Type]bool{}}
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			g.collectAnnotations(p, f)
			name, clause := p.Fset.Position(f.Package).Filename, p.Fset.Position(f.Name.End()).Line
			if c.overlaps(name, 1, clause) && (!c.fresh[name] || len(g.annotationWords(p, f.FileStart, f.Name.End())) > 0) {
				g.all(p) // what is said of the package
			}
			for _, d := range f.Decls {
				g.declaration(p, annots[p.PkgPath], d)
			}
		}
	}
	for g.propagate() {
	}
	if g.everything {
		return nil
	}
	return g.chosen
}

// A function is a declared function with a body or a contract.
type function struct {
	key      string
	obj      types.Object
	contract bool
	uses     []types.Object
	words    []string // of its annotations
}

// A declaration is one of variables, constants or a type.
type declaration struct {
	objects []types.Object
	initial string   // variables: the key of what gives them their values
	words   []string // of its annotations
}

type graph struct {
	change       *Change
	functions    []*function
	declarations []*declaration
	annotations  []annotation // of the file at hand
	chosen       map[string]bool
	spread       map[types.Object]bool // what concerns whoever uses it
	settled      map[types.Type]bool   // of which the fields are in spread
	everything   bool
}

// An annotation is where one stands, and its words.
type annotation struct {
	pos   token.Pos
	words []string
}

// collectAnnotations finds the annotations of a file.
func (g *graph) collectAnnotations(p *packages.Package, f *ast.File) {
	g.annotations = nil
	for _, group := range f.Comments {
		for _, c := range group.List {
			if text, ok := strings.CutPrefix(c.Text, annot.Prefix); ok {
				g.annotations = append(g.annotations, annotation{c.Pos(), strings.FieldsFunc(text, func(c rune) bool {
					return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
				})})
			}
		}
	}
}

// annotationWords lists the words of the annotations from one place to another, and on the rest of that line.
func (g *graph) annotationWords(p *packages.Package, from, to token.Pos) []string {
	var words []string
	last := p.Fset.Position(to).Line
	for _, n := range g.annotations {
		if from <= n.pos && (n.pos <= to || p.Fset.Position(n.pos).Line == last) {
			words = append(words, n.words...)
		}
	}
	return words
}

// all takes everything that a package declares for changed.
func (g *graph) all(p *packages.Package) {
	for _, obj := range p.TypesInfo.Defs {
		if obj != nil {
			g.spread[obj] = true
		}
	}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				g.chosen[key(p, fn)] = true
			}
		}
	}
}

func (g *graph) declaration(p *packages.Package, annots *annot.Package, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		g.function(p, annots, d)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			from, to := s.Pos(), s.End()
			if !d.Lparen.IsValid() {
				from = d.Pos()
				if d.Doc != nil {
					from = d.Doc.Pos()
				}
			} else if doc := docOf(s); doc != nil {
				from = doc.Pos()
			}
			decl := &declaration{words: g.annotationWords(p, from, to)}
			if d.Tok == token.VAR {
				decl.initial = p.PkgPath + ".initial values"
			}
			ast.Inspect(s, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if obj := p.TypesInfo.Defs[id]; obj != nil {
						decl.objects = append(decl.objects, obj)
					}
				}
				return true
			})
			g.declarations = append(g.declarations, decl)
			if g.isChanged(p, from, to) {
				g.changed(decl)
			}
		}
	}
}

// changed spreads the change of a declaration. What implements an interface does not name it.
func (g *graph) changed(d *declaration) {
	for _, obj := range d.objects {
		g.spread[obj] = true
		g.everything = g.everything || types.IsInterface(obj.Type())
	}
	if d.initial != "" {
		g.chosen[d.initial] = true
	}
}

func docOf(s ast.Spec) *ast.CommentGroup {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return s.Doc
	case *ast.ValueSpec:
		return s.Doc
	}
	return nil
}

func (g *graph) function(p *packages.Package, annots *annot.Package, d *ast.FuncDecl) {
	fn := &function{key: key(p, d), obj: p.TypesInfo.Defs[d.Name]}
	if obj, ok := fn.obj.(*types.Func); ok && annots != nil && annots.Funcs[obj] != nil {
		fn.contract = true
	}
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := p.TypesInfo.Uses[id]; obj != nil {
				fn.uses = append(fn.uses, origin(obj))
			}
		}
		return true
	})
	g.functions = append(g.functions, fn)
	if d.Body != nil && g.isChanged(p, d.Pos(), d.End()) {
		g.settles(p, d.Body)
	}
	from := d.Pos()
	if d.Doc != nil {
		from = d.Doc.Pos()
	}
	fn.words = g.annotationWords(p, from, d.End())
	if g.isChanged(p, from, d.End()) {
		g.chosen[fn.key] = true
	}
	head := d.Type.End()
	if g.isChanged(p, from, head) || !fn.contract && g.isChanged(p, from, d.End()) {
		g.spread[fn.obj] = true
	}
}

func (g *graph) isChanged(p *packages.Package, from, to token.Pos) bool {
	a, b := p.Fset.Position(from), p.Fset.Position(to)
	return g.change.overlaps(a.Filename, a.Line, b.Line)
}

// propagate follows the change by one step, and reports whether that led anywhere. What happens in a function without a
// contract happens in its callers too.
func (g *graph) propagate() bool {
	before := len(g.chosen) + len(g.spread)
	names, methods := map[string]bool{}, map[string]bool{}
	for obj := range g.spread {
		names[obj.Name()] = true
		if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() != nil {
			methods[fn.Name()] = true
		}
	}
	concerns := func(obj types.Object) bool { return g.spread[obj] || isAsked(obj) && methods[obj.Name()] }
	speaks := func(words []string) bool { return slices.ContainsFunc(words, func(w string) bool { return names[w] }) }
	for _, d := range g.declarations {
		if speaks(d.words) {
			g.changed(d)
		}
	}
	for _, fn := range g.functions {
		spoken := speaks(fn.words)
		if !spoken && !slices.ContainsFunc(fn.uses, concerns) {
			continue
		}
		g.chosen[fn.key] = true
		if spoken || !fn.contract {
			g.spread[fn.obj] = true
		}
	}
	return len(g.chosen)+len(g.spread) > before
}

// isAsked reports whether obj is a method that an interface asks for. A call of it may run any method of the name.
func isAsked(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type())
}

// origin is the declared function or field that an instance is one of.
func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}

// Name is the part of a function's name that the declaration gives: of F$1, a function literal in F, it is F.
func Name(name string) string {
	name, _, _ = strings.Cut(name, "$")
	return name
}

// key names a function as the result of Functions does.
func key(p *packages.Package, d *ast.FuncDecl) string {
	fn, ok := p.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok {
		return p.PkgPath + "." + d.Name.Name
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return p.PkgPath + "." + fn.Name()
	}
	t, pointer := recv.Type(), false
	if ptr, ok := t.(*types.Pointer); ok {
		t, pointer = ptr.Elem(), true
	}
	name := fn.Name()
	if named, ok := types.Unalias(t).(*types.Named); ok {
		if name = named.Obj().Name() + "." + fn.Name(); pointer {
			name = "(*" + named.Obj().Name() + ")." + fn.Name()
		}
	}
	return p.PkgPath + "." + name
}
