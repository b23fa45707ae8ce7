package annot

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A target is what a directive is about.
type target struct {
	place  Place
	dirs   []*directive
	vars   []*types.Var    // OnField, OnPackageVar, OnLocal
	this   types.Type      // OnField, OnType: a pointer to the object
	around types.Type      // OnField: a pointer to the struct around a nested one, or nil
	named  *types.TypeName // OnType
	fn     *types.Func     // OnFunc
	decl   *ast.FuncDecl   // OnFunc (nil for methods of interfaces), OnStmt: the function around
	outer  *types.Scope    // Go's scope for the directives
	pos    token.Pos       // where in outer
	point  *programPoint   // OnStmt
	other  string          // names what no directive is about
}

// scope is where the directives of t resolve names.
func (t *target) scope(old string) scope {
	return scope{this: t.this, around: t.around, old: old, outer: t.outer, pos: t.pos, later: t.place == OnLocal}
}

// An attacher finds the targets of the directives of a file.
type attacher struct {
	*checker
	file   *ast.File
	groups map[*ast.CommentGroup]*target
	owner  map[*ast.StructType]*types.TypeName // the type declared as the struct
	named  map[*ast.InterfaceType]bool         // a declared type is the interface
	around map[*ast.StructType]types.Type      // a pointer to the struct that the struct is nested in
	locals map[ast.Stmt]*target                // of directives before x := e
	// objects has the targets of fields, variables and functions, for annotations that are not in comments.
	objects map[types.Object]*target
	top     ast.Decl // around the node at hand
}

// attach finds what the comments in f belong to.
func (c *checker) attach(f *ast.File) *attacher {
	a := &attacher{
		checker: c, file: f,
		groups: map[*ast.CommentGroup]*target{},
		owner:  map[*ast.StructType]*types.TypeName{},
		named:  map[*ast.InterfaceType]bool{},
		around: map[*ast.StructType]types.Type{},
		locals: map[ast.Stmt]*target{}, objects: map[types.Object]*target{},
	}
	a.put(&target{place: OnPackage, outer: c.src.Info.Scopes[f]}, f.Doc)
	for _, d := range f.Decls {
		a.top = d
		ast.Inspect(d, a.visit)
	}
	return a
}

func (a *attacher) put(t *target, groups ...*ast.CommentGroup) {
	if t.fn != nil {
		a.objects[t.fn] = t
	}
	for _, v := range t.vars {
		a.objects[v] = t
	}
	for _, g := range groups {
		if g != nil {
			a.groups[g] = t
		}
	}
}

func (a *attacher) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		a.funcDecl(n)
	case *ast.GenDecl:
		a.genDecl(n)
	case *ast.StructType:
		a.structType(n)
	case *ast.InterfaceType:
		for _, m := range n.Methods.List {
			a.method(m, a.named[n])
		}
	}
	return true
}

func (a *attacher) funcDecl(n *ast.FuncDecl) {
	t := &target{place: OnFunc, decl: n, outer: a.src.Info.Scopes[n.Type], pos: n.Type.End()}
	t.fn, _ = a.src.Info.Defs[n.Name].(*types.Func)
	a.put(t, n.Doc)
}

// method attaches the comments of an interface's method, whose contract binds its implementations. Interfaces without a name
// are one type wherever they are written with the same methods, so they have no contracts.
func (a *attacher) method(m *ast.Field, named bool) {
	t := &target{other: "an embedded interface or constraint"}
	switch {
	case len(m.Names) != 1:
	case !named:
		t.other = "a method of an interface type without a name"
	default:
		t = &target{place: OnFunc, outer: a.innermost(m.Pos()), pos: m.Pos()}
		t.fn, _ = a.src.Info.Defs[m.Names[0]].(*types.Func)
	}
	a.put(t, m.Doc, m.Comment)
}

func (a *attacher) innermost(pos token.Pos) *types.Scope {
	if s := a.src.Types.Scope().Innermost(pos); s != nil {
		return s
	}
	return a.src.Types.Scope()
}

func (a *attacher) genDecl(n *ast.GenDecl) {
	for _, s := range n.Specs {
		var doc *ast.CommentGroup
		if !n.Lparen.IsValid() {
			doc = n.Doc
		}
		switch s := s.(type) {
		case *ast.TypeSpec:
			a.put(a.typeTarget(s), doc, s.Doc, s.Comment)
		case *ast.ValueSpec:
			t := &target{other: "a constant"}
			if n.Tok == token.VAR {
				t = a.varTarget(s, a.top != ast.Decl(n))
			}
			a.put(t, doc, s.Doc, s.Comment)
		case *ast.ImportSpec:
			a.put(&target{other: "an import"}, doc, s.Doc, s.Comment)
		}
	}
	if n.Lparen.IsValid() {
		a.put(&target{other: "a group of declarations"}, n.Doc)
	}
}

func (a *attacher) typeTarget(s *ast.TypeSpec) *target {
	t := &target{place: OnType, outer: a.src.Info.Scopes[s], pos: s.End()}
	if t.outer == nil {
		t.outer = a.innermost(s.Pos())
	}
	t.named, _ = a.src.Info.Defs[s.Name].(*types.TypeName)
	if it, ok := s.Type.(*ast.InterfaceType); ok && !s.Assign.IsValid() {
		a.named[it] = true
	}
	switch {
	case s.Assign.IsValid():
		return &target{other: "an alias"}
	case t.named == nil:
		return t
	case types.IsInterface(t.named.Type()):
		return &target{other: "an interface type"}
	}
	if st, ok := s.Type.(*ast.StructType); ok {
		a.owner[st] = t.named
	}
	t.this = types.NewPointer(t.named.Type())
	return t
}

func (a *attacher) varTarget(s *ast.ValueSpec, local bool) *target {
	t := &target{place: OnPackageVar, outer: a.innermost(s.Pos()), pos: s.End()}
	if local {
		t.place = OnLocal
	}
	a.addVars(t, s.Names)
	return t
}

func (a *attacher) addVars(t *target, names []*ast.Ident) {
	for _, n := range names {
		if v, ok := a.src.Info.Defs[n].(*types.Var); ok {
			t.vars = append(t.vars, v)
		}
	}
}

func (a *attacher) structType(n *ast.StructType) {
	st, _ := a.src.Info.TypeOf(n).(*types.Struct)
	if st == nil {
		return
	}
	this := types.NewPointer(st)
	if owner := a.owner[n]; owner != nil {
		this = types.NewPointer(owner.Type())
	}
	i := 0
	for _, f := range n.Fields.List {
		if nested, ok := f.Type.(*ast.StructType); ok {
			a.around[nested] = this
		}
		t := &target{place: OnField, this: this, around: a.around[n], outer: a.innermost(f.Pos()), pos: f.End()}
		for range max(1, len(f.Names)) {
			if i < st.NumFields() {
				t.vars = append(t.vars, st.Field(i))
			}
			i++
		}
		a.put(t, f.Doc, f.Comment)
	}
}

// target finds what d is about; nil after reporting that it is about nothing, or about something it does not apply to.
func (a *attacher) target(d *directive) *target {
	t := a.groups[d.group]
	body := a.enclosing(d.pos)
	switch {
	case t == nil && a.onPackageClause(d):
		t = a.packageTarget()
	case body != nil && (t == nil || t.place == OnLocal && d.places()&OnLocal == 0):
		t = a.inBody(body, d)
	}
	belongs := d.name() + " stands " + d.places().where()
	switch {
	case t == nil:
		a.errorf(d, CodePlace, belongs, "%s is attached to nothing", d.name())
		return nil
	case t.point != nil && t.point.fault != "":
		a.errorf(d, CodePlace, belongs, "%s stands %s", d.name(), t.point.fault)
		return nil
	case d.places()&t.place == 0:
		what := t.other
		if what == "" {
			what = t.place.names()[0]
		}
		a.errorf(d, CodePlace, belongs, "%s does not apply to %s", d.name(), what)
		return nil
	case t.unresolved():
		a.errorf(d, CodePlace, "", "the subject of %s has no type", d.name())
		return nil
	}
	return t
}

// unresolved reports whether the package's type errors, or the blank identifier, leave t without an object.
func (t *target) unresolved() bool {
	switch t.place {
	case OnField, OnPackageVar, OnLocal:
		return len(t.vars) == 0
	case OnType:
		return t.named == nil
	case OnFunc:
		return t.fn == nil
	}
	return false
}

// places is where d may stand.
func (d *directive) places() Place {
	if d.gvisor != "" {
		return gvisorWords[d.gvisor].places
	}
	return d.verb.places
}

// enclosing returns the function whose body holds pos.
func (a *attacher) enclosing(pos token.Pos) *ast.FuncDecl {
	for _, d := range a.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && f.Body.Lbrace < pos && pos < f.Body.Rbrace {
			return f
		}
	}
	return nil
}

// onPackageClause reports whether d ends the line of the package clause.
func (a *attacher) onPackageClause(d *directive) bool {
	line := func(p token.Pos) int { return a.src.Fset.PositionFor(p, false).Line }
	return d.pos > a.file.Name.End() && line(d.pos) == line(a.file.Name.End())
}

func (a *attacher) packageTarget() *target {
	return &target{place: OnPackage, outer: a.src.Info.Scopes[a.file]}
}
