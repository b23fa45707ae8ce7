package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/explore/evaluate"
)

// A typeSpec is what a type specifies of its objects, or a package of its variables. Its number is its place in the list of
// all, from 1.
type typeSpec struct {
	spec *annot.TypeSpec
	of   types.Object   // the type; nil for a package
	pkg  *types.Package // the package, or that of the type
}

// readTypeSpecs collects the specifications of a package.
func (a *annotations) readTypeSpecs(p *annot.Package) {
	add := func(spec *annot.TypeSpec, of types.Object) {
		if spec != nil && len(spec.Invariants)+len(spec.Always)+len(spec.Transitions) > 0 {
			a.typeSpecs = append(a.typeSpecs, &typeSpec{spec, of, p.Types})
		}
	}
	add(p.Package, nil)
	for _, name := range p.Types.Scope().Names() {
		if n, ok := p.Types.Scope().Lookup(name).(*types.TypeName); ok {
			add(p.Named[n], n)
		}
	}
}

// typeSpecOf is the number of the specification of type t, 0 for none.
func (a *annotations) typeSpecOf(t types.Type) int {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return 0
	}
	return 1 + slices.IndexFunc(a.typeSpecs, func(p *typeSpec) bool { return p.of == n.Obj() })
}

func (a *annotations) packageSpecOf(pkg *types.Package) int {
	return 1 + slices.IndexFunc(a.typeSpecs, func(p *typeSpec) bool { return p.of == nil && p.pkg == pkg })
}

// typeSpecAround is the number of the specification of the object that a field belongs to, or of the package of a variable.
func (a *annotations) typeSpecAround(v *types.Var) int {
	if !v.IsField() {
		return a.packageSpecOf(v.Pkg())
	}
	for i, p := range a.typeSpecs {
		if p.of == nil {
			continue
		}
		if st, ok := p.of.Type().Underlying().(*types.Struct); ok {
			for f := range st.Fields() {
				if f == v {
					return i + 1
				}
			}
		}
	}
	return 0
}

// typeSpecs writes the specifications of the unit's types.
func (u *unit) typeSpecs(a *annotations, s *sites, files []*ast.File) string {
	t := &variableText{u: u, a: a, s: s}
	var b strings.Builder
	for i, p := range a.typeSpecs {
		if at := firstClause(p.spec).Start; !slices.ContainsFunc(files, func(f *ast.File) bool { return f.FileStart <= at && at < f.FileEnd }) {
			continue
		}
		for _, why := range p.spec.Unsupported {
			u.notEvaluated(why.Pos, why.Reason)
		}
		fmt.Fprintf(&b, "\t\t{Number: %d, Invariants: %s,\n\t\t\tAlways: %s,\n\t\t\tTransitions: []%s.Transition{",
			i+1, t.clauses(nil, true, p.spec.Invariants), t.clauses(nil, false, p.spec.Always), u.rt)
		for _, c := range p.spec.Transitions {
			before, why := t.before(c)
			if why != nil {
				u.notEvaluated(why.Pos, why.Reason)
				continue
			}
			fmt.Fprintf(&b, "\n\t\t\t\t{Site: %s, Needs: %q, Before: %s},", t.site(c.Start, c.End, t.says(c.Start)), needs(c.Expr), before)
		}
		b.WriteString("}},\n")
	}
	return b.String()
}

func firstClause(spec *annot.TypeSpec) *annot.Clause {
	return slices.Concat(spec.Invariants, spec.Always, spec.Transitions)[0]
}

// before writes the function that looks at an object before an access.
func (t *variableText) before(c *annot.Clause) (string, *evaluate.Unsupported) {
	w := t.u.writer()
	w.This, w.Olds = t.u.rt+"_this", &evaluate.Olds{}
	text, why := w.Condition(c.Expr)
	if why != nil {
		return "", why
	}
	cast, why := t.this(c)
	if why != nil {
		return "", why
	}
	return fmt.Sprintf("func(%s_object %[1]s_unsafe.Pointer) func() %[5]s { %[2]s %[3]s; return func() %[5]s { return %[4]s } }",
		t.u.rt, cast, w.Olds.Text(), text, t.u.predeclared("bool")), nil
}
