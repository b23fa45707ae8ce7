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

// performs puts the evaluation of what a function does around its body.
func (r *rewriter) performs(d *ast.FuncDecl, fn *types.Func, spec *annot.FuncSpec) {
	if spec.Performs == nil {
		return
	}
	actions, ok := alternatives(spec.Performs.Root)
	if !ok {
		r.unit.notEvaluated(spec.Performs.Start, "performs clauses of several actions")
		return
	}
	if slices.ContainsFunc(actions, func(a *annot.Action) bool { return a == nil || len(a.When)+len(a.Ensures) == 0 }) {
		return // anything goes
	}
	r.nameResults(fn.Signature())
	olds := &evaluate.Olds{}
	var list []string
	params := map[string]bool{}
	for _, a := range actions {
		list = append(list, r.alternative(d, a, olds, params))
	}
	var copies strings.Builder
	for _, v := range parameters(fn.Signature()) {
		if params[v.Name()] {
			fmt.Fprintf(&copies, "%s := %[1]s; _ = %[1]s; ", v.Name())
		}
	}
	site := r.sites.add(Site{Position: r.pkg.Fset.Position(d.Name.Pos()), Text: d.Name.Name, Op: "Performs", Pos: d.Name.Pos(), End: d.Name.End()})
	at := r.annotationSite(&annot.Clause{Start: spec.Performs.Start, End: spec.Performs.End})
	r.entry = append(r.entry, join(fmt.Sprintf("defer %[1]s.Performs(%[2]s, %[3]s, func() []%[1]s.Alternative { %[4]s%[5]s; return []%[1]s.Alternative{%[6]s} })()",
		r.rt, site, at, copies.String(), olds.Text(), strings.Join(list, ", "))))
}

// alternatives are the actions of which a function does one; nil among them if it may do nothing. Doing nothing besides
// is always allowed.
func alternatives(s annot.Spec) (actions []*annot.Action, ok bool) {
	switch s := s.(type) {
	case *annot.SpecAction:
		return []*annot.Action{s.Action}, true
	case *annot.SpecSkip:
		return []*annot.Action{nil}, true
	case *annot.SpecChoice:
		a, ok1 := alternatives(s.A)
		b, ok2 := alternatives(s.B)
		return slices.Concat(a, b), ok1 && ok2
	case *annot.SpecSeq:
		if _, skip := s.A.(*annot.SpecSkip); skip {
			return alternatives(s.B)
		}
		if _, skip := s.B.(*annot.SpecSkip); skip {
			return alternatives(s.A)
		}
	}
	return nil, false
}

// parameters are the receiver and the parameters of a function.
func parameters(sig *types.Signature) []*types.Var {
	all := slices.Collect(sig.Params().Variables())
	if sig.Recv() != nil {
		all = slices.Insert(all, 0, sig.Recv())
	}
	return all
}

// nameResults finds names for the results of a function.
func (r *rewriter) nameResults(sig *types.Signature) {
	r.answers = []string{}
	for i := range sig.Results().Len() {
		name := sig.Results().At(i).Name()
		if name == "" || name == "_" {
			name = fmt.Sprintf("%s_result%d", r.rt, i)
		}
		r.answers = append(r.answers, name)
	}
}

// alternative writes an action. What conditions read of the state before is added to olds, and the parameters that they
// mention, whose values are those at the call, to params.
func (r *rewriter) alternative(d *ast.FuncDecl, a *annot.Action, olds *evaluate.Olds, params map[string]bool) string {
	var conds []string
	add := func(c *annot.Clause, write func(w *evaluate.Writer) (string, *evaluate.Unsupported)) {
		w := r.writerAt(extent{d.Body.Lbrace, d.Body.Lbrace})
		w.Results, w.Olds = r.answers, olds
		before := olds.Len()
		text, ok := r.attempt(func() (string, *evaluate.Unsupported) { return write(w) })
		if !ok {
			olds.Truncate(before)
			return
		}
		annot.Walk(c.Expr, func(e annot.Expr) bool {
			if v, ok := e.(*annot.Var); ok {
				params[v.Obj.Name()] = true
			}
			return true
		})
		conds = append(conds, fmt.Sprintf("{%s, %q, func() %s { return %s }}", r.annotationSite(c), needs(c.Expr), r.unit.predeclared("bool"), text))
	}
	for _, c := range a.When {
		add(c, func(w *evaluate.Writer) (string, *evaluate.Unsupported) { return w.Earlier(c.Expr) })
	}
	for _, c := range a.Ensures {
		add(c, func(w *evaluate.Writer) (string, *evaluate.Unsupported) { return w.Condition(c.Expr) })
	}
	if olds.Uses(r.rt + "_unsafe.") {
		r.unsafe()
	}
	return fmt.Sprintf("{%q, []%s.Condition{%s}}", a.Name, r.rt, strings.Join(conds, ", "))
}

// signature writes what stands between a function's name and its body, with names for the results if they have to have
// some.
func (r *rewriter) signature(d *ast.FuncDecl) fragment {
	if len(r.answers) == 0 {
		return span(d.Name.End(), d.Body.Pos())
	}
	out := join(span(d.Name.End(), d.Type.Results.Pos()), "(")
	i := 0
	for _, f := range d.Type.Results.List {
		for range max(len(f.Names), 1) {
			if i > 0 {
				out = join(out, ", ")
			}
			out = join(out, r.answers[i], " ", text(f.Type))
			i++
		}
	}
	return join(out, ")", span(d.Type.Results.End(), d.Body.Pos()))
}
