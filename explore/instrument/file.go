package instrument

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/token"
	"go/types"
	"go/version"
	"path/filepath"
	"slices"
	"strings"
)

// Import paths of the runtime in an instrumented test binary. The overlay lays its sources into GOROOT/src: so every
// package can import them, whatever module it is in, and no go.mod changes.
const (
	runtimePath = "calvin/explore/rt"
	workerPath  = "calvin/explore/worker"
)

// rewriteFile returns the instrumented file.
func (r *rewriter) rewriteFile() fragment {
	var out fragment
	pos := r.file.FileStart
	emit := func(n ast.Node, f fragment) {
		out = append(append(out, span(pos, n.Pos())...), f...)
		pos = n.End()
	}
	var body []fragment
	for _, d := range r.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			body = append(body, nil) // once it is known what is used
			continue
		}
		body = append(body, r.decl(d))
	}
	emit(r.file.Name, join(text(r.file.Name), r.importSpecs(body)))
	k := r.keptBy(body)
	for i, d := range r.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			body[i] = r.importDecl(g, k)
		}
		emit(d, body[i])
	}
	return append(out, span(pos, r.file.FileEnd)...)
}

// importDecl turns imports that are no longer used into blank ones.
func (r *rewriter) importDecl(d *ast.GenDecl, k kept) fragment {
	return glue(d, childrenOf(d), func(n ast.Node) fragment {
		spec, ok := n.(*ast.ImportSpec)
		if !ok {
			return text(n)
		}
		if name := r.info.PkgNameOf(spec); name == nil || name.Name() == "_" || k.uses(name) {
			return text(n)
		}
		return join("_ ", text(spec.Path))
	})
}

func (r *rewriter) decl(d ast.Decl) fragment {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return r.funcDecl(d)
	case *ast.GenDecl:
		if d.Tok == token.VAR {
			return r.globals(d)
		}
	}
	return text(d)
}

func (r *rewriter) funcDecl(d *ast.FuncDecl) fragment {
	if d.Body == nil {
		return text(d)
	}
	name := text(d.Name)
	r.enterFunction(d)
	defer r.leaveFunction()
	var also string
	if d.Recv == nil && d.Name.Name == "init" {
		own := r.packageName("init")
		name, also = join(own), "; func init() { "+own+"() }"
		if r.shared.initials.kept[d.Body] {
			also = "; func init() { defer " + r.rt + ".Keep()(); " + own + "() }"
		} else {
			r.unit.inits = append(r.unit.inits, own)
		}
	}
	if d.Recv == nil && d.Name.Name == "TestMain" && r.isTestFile() {
		name = join(r.rt + "_TestMain")
		if r.runsTests(d.Body) {
			r.unit.testMain = name[0].text
		} else {
			r.note(d, "calvin does not run TestMain, because it does not call m.Run itself")
		}
	}
	return join(span(d.Pos(), d.Name.Pos()), name, r.signature(d), r.body(d.Body, d.Type), also)
}

// runsTests reports whether the body of a TestMain calls m.Run. If it hands m to another function, that is out of control.
func (r *rewriter) runsTests(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if e, ok := n.(*ast.CallExpr); ok {
			fn := r.callee(e)
			found = found || fn != nil && fn.FullName() == "(*testing.M).Run"
		}
		return !found
	})
	return found
}

func (r *rewriter) isTestFile() bool { return strings.HasSuffix(r.tokens.Name(), "_test.go") }

// packageName names a new function of the package.
func (r *rewriter) packageName(kind string) string {
	r.unit.names++
	return fmt.Sprintf("%s_%s_%s_%d", r.rt, kind, identifier(filepath.Base(r.tokens.Name())), r.unit.names)
}

// globals rewrites a declaration of package variables. A variable's initial value moves into a function of its own, so
// that it can be computed again before each execution.
func (r *rewriter) globals(d *ast.GenDecl) fragment {
	var out fragment
	pos := d.Pos()
	if len(d.Specs) > 0 {
		pos = d.Specs[0].Pos()
		if d.Lparen.IsValid() { // keep the lines, and the comments that direct the compiler
			out, pos = nil, d.Lparen+1
		}
	}
	for _, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		out = join(out, span(pos, spec.Pos()), r.global(d, spec))
		pos = spec.End()
	}
	if d.Lparen.IsValid() {
		out = append(out, span(pos, d.Rparen)...)
	}
	return out
}

func (r *rewriter) global(d *ast.GenDecl, spec *ast.ValueSpec) fragment {
	if len(spec.Values) == 0 {
		if !embedded(d, spec) {
			for _, name := range spec.Names {
				v, ok := r.info.Defs[name].(*types.Var)
				switch {
				case !ok || name.Name == "_":
				case r.shared.initials.keptVars[globalKey(v)]:
					r.unit.kept = append(r.unit.kept, name.Name)
				case r.shared.foreign[globalKey(v)]:
					r.unit.zero = append(r.unit.zero, name.Name)
				}
			}
		}
		return join("var ", text(spec))
	}
	if len(spec.Values) == len(spec.Names) {
		var out fragment
		for i, name := range spec.Names {
			if i > 0 {
				out = join(out, "; ")
			}
			out = append(out, r.initialised(spec, []*ast.Ident{name}, spec.Values[i])...)
		}
		return out
	}
	return r.initialised(spec, spec.Names, spec.Values[0])
}

// initialised writes the declaration of variables with the one expression that gives their values.
func (r *rewriter) initialised(spec *ast.ValueSpec, names []*ast.Ident, value ast.Expr) fragment {
	var left []string
	resets := hasEffect(r.info, value)
	for _, name := range names {
		left = append(left, name.Name)
		v, _ := r.info.ObjectOf(name).(*types.Var)
		resets = resets || name.Name != "_" && (r.shared.foreign[globalKey(v)] || hasIndirection(v.Type(), nil))
	}
	code := r.inside(value)
	if len(names) == 2 {
		code = r.commaOK(value)
	}
	vars := strings.Join(left, ", ")
	var kinds []string
	if v, ok := r.info.Defs[names[0]].(*types.Var); ok && r.shared.initials.constants[globalKey(v)] {
		resets = false
	}
	kept := resets && r.shared.initials.kept[value]
	if kept {
		for _, name := range names {
			if name.Name != "_" {
				r.unit.kept = append(r.unit.kept, name.Name)
			}
		}
	}
	if resets {
		var ok bool
		if kinds, ok = r.typesOf(names, value); !ok {
			if resets = false; !kept {
				r.note(spec, "%s keeps its value from one execution to the next: its type has no name here", vars)
			}
		}
	}
	if !resets {
		var kind fragment
		if spec.Type != nil {
			kind = join(" ", text(spec.Type))
		}
		return join("var "+vars, kind, " = ", code)
	}
	fn := r.packageName("value")
	if kept {
		return join("func "+fn+"() ("+strings.Join(kinds, ", ")+") { defer "+r.rt+".Keep()(); return ", code, " }; var "+vars+" = "+fn+"()")
	}
	for _, name := range names {
		if v, ok := r.info.Defs[name].(*types.Var); ok {
			r.unit.values[v] = vars + " = " + fn + "()"
		}
	}
	return join("func "+fn+"() ("+strings.Join(kinds, ", ")+") { return ", code, " }; var "+vars+" = "+fn+"()")
}

// typesOf spells the types of variables.
func (r *rewriter) typesOf(names []*ast.Ident, value ast.Expr) ([]string, bool) {
	var out []string
	for i, name := range names {
		t := r.info.TypeOf(value)
		if tuple, ok := t.(*types.Tuple); ok {
			t = tuple.At(i).Type()
		}
		if v, ok := r.info.ObjectOf(name).(*types.Var); ok {
			t = v.Type()
		}
		if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
			return nil, false
		}
		s, ok := r.typeText(t, value)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// hasIndirection reports whether two copies of a value of type t may share memory that a program can write.
func hasIndirection(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	if seen == nil {
		seen = map[types.Type]bool{}
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Signature:
		return true
	case *types.Array:
		return hasIndirection(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if hasIndirection(f.Type(), seen) {
				return true
			}
		}
		return false
	}
	return true
}

// embedded reports whether the compiler fills a variable from files.
func embedded(d *ast.GenDecl, spec *ast.ValueSpec) bool {
	for _, doc := range []*ast.CommentGroup{d.Doc, spec.Doc} {
		if doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:embed ") }) {
			return true
		}
	}
	return false
}

// buildLine returns a build constraint that lifts a file to a version of Go with generics, which calls of the runtime
// need, without changing the meaning of loops: go1.21 is the highest such version. It is empty if the file's version
// will do.
func (r *rewriter) buildLine() string {
	if version.Compare(r.version, "go1.21") >= 0 {
		return ""
	}
	return "//go:build " + r.constraint() + "go1.21\n"
}

// constraint is the file's own constraint, followed by &&.
func (r *rewriter) constraint() string {
	for _, group := range r.file.Comments {
		if group.Pos() > r.file.Package {
			break
		}
		for _, c := range group.List {
			if x, err := constraint.Parse(c.Text); err == nil && constraint.IsGoBuild(c.Text) {
				return "(" + x.String() + ") && "
			}
		}
	}
	return ""
}
