package analysis

import (
	"go/token"
	"go/types"

	"github.com/calvin-go/calvin/annot"
)

// scanAnnotations notes the addresses that annotations name: who is told that a pointer leads to a field can use it as one.
func (p *Facts) scanAnnotations(es *escapes, info *PkgInfo) {
	info.eachCondition(func(x annot.Expr) {
		annot.Walk(x, func(x annot.Expr) bool {
			u, ok := x.(*annot.Unary)
			if !ok || u.Op != token.AND || IsComposite(u.X.Type()) {
				return true
			}
			switch x := u.X.(type) {
			case *annot.Select:
				es.Vars[p.Field(x.Field)] = true
			case *annot.Var:
				if IsPackageVar(x.Obj) {
					es.Vars[x.Obj] = true
				}
			case *annot.Index:
				switch t := x.X.Type().Underlying().(type) {
				case *types.Slice:
					es.Elems[TypeKey(t.Elem())] = true
				case *types.Array:
					es.Elems[TypeKey(t.Elem())] = true
				}
			}
			return true
		})
	})
}

// eachCondition calls f for each condition, location and value in the annotations of the package.
func (info *PkgInfo) eachCondition(f func(annot.Expr)) {
	clauses := func(lists ...[]*annot.Clause) {
		for _, list := range lists {
			for _, c := range list {
				f(c.Expr)
			}
		}
	}
	promises := func(spec *annot.TypeSpec) {
		if spec != nil {
			clauses(spec.Promises(), spec.Transitions)
		}
	}
	promises(info.Annot.Package)
	for _, spec := range info.Annot.Named {
		promises(spec)
	}
	for _, g := range info.Annot.Guards {
		clauses(g.Read, g.Write, g.ElemRead, g.ElemWrite, g.Closes, g.Carries)
	}
	for _, spec := range info.Annot.Funcs {
		clauses(spec.Requires, spec.PanicsIf, spec.Returns, spec.Takes)
		for _, c := range spec.Cases {
			if c.When != nil {
				f(c.When)
			}
			f(c.Value)
		}
		if spec.Performs == nil {
			continue
		}
		for _, a := range spec.Performs.Actions {
			clauses(a.When, a.Ensures)
			for _, x := range a.Modifies {
				f(x)
			}
		}
	}
	for _, stmts := range info.Annot.Body {
		for _, s := range stmts {
			if s.Clause != nil {
				f(s.Clause.Expr)
			}
			if s.Value != nil {
				f(s.Value)
			}
		}
	}
}
