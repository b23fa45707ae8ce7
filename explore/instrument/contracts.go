package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/explore/evaluate"
)

// enterFunction prepares the annotations of a function: those inside, and what it requires.
func (r *rewriter) enterFunction(d *ast.FuncDecl) {
	r.spots, r.loops, r.entry, r.answers = nil, nil, nil, nil
	if r.annotations == nil || r.annotations.packages[r.pkg.Types] == nil {
		return
	}
	p := r.annotations.packages[r.pkg.Types]
	r.spots, r.loops = map[token.Pos][]*annot.Stmt{}, map[ast.Stmt][]*annot.Stmt{}
	for _, s := range p.Body[d] {
		if s.Kind == annot.InvariantStmt {
			r.loops[s.For] = append(r.loops[s.For], s)
		} else {
			r.spots[s.Before] = append(r.spots[s.Before], s)
		}
	}
	fn, _ := r.info.Defs[d.Name].(*types.Func)
	if spec := p.Funcs[fn]; spec != nil {
		r.requires(d, spec)
		r.performs(d, fn, spec)
	}
}

// leaveFunction says what of the annotations inside has found no place.
func (r *rewriter) leaveFunction() {
	for _, pos := range slices.Sorted(maps.Keys(r.spots)) {
		for _, s := range r.spots[pos] {
			if s.Kind == annot.SetStmt { // then nothing is known of ghosts
				r.unit.functions = append(r.unit.functions, fmt.Sprintf("func init() { %s.LoseGhosts() }", r.rt))
			}
			r.unit.notEvaluated(s.Pos, "a statement without a place in the instrumented code")
		}
	}
	for _, list := range r.loops {
		for _, s := range list {
			r.unit.notEvaluated(s.Pos, "invariants of loops other than for loops whose condition has no calls")
		}
	}
	r.spots, r.loops, r.entry, r.answers = nil, nil, nil, nil
}

// requires puts the evaluation of what a function requires before its body.
func (r *rewriter) requires(d *ast.FuncDecl, spec *annot.FuncSpec) {
	name := d.Name.Name
	if d.Recv != nil {
		name = "the method " + name
	}
	at := extent{d.Body.Lbrace + 1, d.Body.Lbrace + 1}
	r.mayPanic(d, name, at, spec.PanicsIf)
	for _, c := range spec.Requires {
		if cond, ok := r.condition(at, c); ok {
			site := r.sites.add(Site{Position: r.pkg.Fset.Position(d.Name.Pos()), Text: name, Op: "Requires", Pos: d.Name.Pos(), End: d.Name.End()})
			r.entry = append(r.entry, join(r.rt, ".Requires(", site, ", ", r.annotationSite(c), ", func() "+r.unit.predeclared("bool")+" { return ", cond, " })"))
		}
	}
}

// mayPanic puts the evaluation of when a function may panic around its body: if one of the conditions cannot be evaluated, it may
// hold at any time.
func (r *rewriter) mayPanic(d *ast.FuncDecl, name string, at ast.Node, clauses []*annot.Clause) {
	var conds []string
	for _, c := range clauses {
		if cond, ok := r.condition(at, c); ok {
			conds = append(conds, fmt.Sprintf("{%s, %q, func() %s { return %s }}", r.annotationSite(c), needs(c.Expr), r.unit.predeclared("bool"), cond))
		}
	}
	if len(clauses) == 0 || len(conds) < len(clauses) {
		return
	}
	site := r.sites.add(Site{Position: r.pkg.Fset.Position(d.Name.Pos()), Text: name, Op: "MayPanic", Pos: d.Name.Pos(), End: d.Name.End()})
	r.entry = append(r.entry, join("defer ", r.rt, ".MayPanic(", site, ", []", r.rt, ".Condition{", strings.Join(conds, ", "), "})()"))
}

// annotationSite gives a clause a number for messages.
func (r *rewriter) annotationSite(c *annot.Clause) string {
	return r.sites.add(Site{Position: r.pkg.Fset.Position(c.Start), Text: r.annotations.says(r.pkg.Fset, c.Start), Op: "Annotation", Pos: c.Start, End: c.End})
}

// condition writes a condition on the state at a place in the source.
func (r *rewriter) condition(at ast.Node, c *annot.Clause) (string, bool) {
	w := r.writerAt(at)
	return r.attempt(func() (string, *evaluate.Unsupported) { return w.Condition(c.Expr) })
}

// writerAt writes expressions about the state at a place in the source.
func (r *rewriter) writerAt(at ast.Node) *evaluate.Writer {
	spell := func(t types.Type) (string, bool) { return r.typeText(t, at) }
	return &evaluate.Writer{Place: r.unit.place(spell, r.importName), Stable: true}
}

// attempt writes something. If that is not possible it says so, and forgets what imports it would have needed.
func (r *rewriter) attempt(write func() (string, *evaluate.Unsupported)) (string, bool) {
	imports := maps.Clone(r.imports)
	text, why := write()
	if why != nil {
		r.imports = imports
		r.unit.notEvaluated(why.Pos, why.Reason)
		return "", false
	}
	if strings.Contains(text, r.rt+"_unsafe.") {
		r.unsafe()
	}
	return text, true
}

// spot writes the annotations that stand before pos.
func (r *rewriter) spot(pos token.Pos) fragment {
	var out fragment
	for _, s := range r.spots[pos] {
		if text := r.statement(s); text != "" {
			out = join(out, text, "; ")
		}
	}
	delete(r.spots, pos)
	return out
}

// statement writes the evaluation of an annotation inside a function.
func (r *rewriter) statement(s *annot.Stmt) string {
	at := extent{s.Before, s.Before}
	if s.Unsupported != "" {
		r.unit.notEvaluated(s.Pos, s.Unsupported)
	}
	switch s.Kind {
	case annot.AssertStmt, annot.AssumeStmt:
		if cond, ok := r.condition(at, s.Clause); ok {
			return fmt.Sprintf("%s.Asserts(%s, func() %s { return %s })", r.rt, r.annotationSite(s.Clause), r.unit.predeclared("bool"), cond)
		}
	case annot.SetStmt:
		w := r.writerAt(at)
		w.Stable = false
		text, ok := r.attempt(func() (string, *evaluate.Unsupported) { return w.Assignment(s.Target, s.Value) })
		if !ok {
			return r.rt + ".LoseGhosts()"
		}
		return fmt.Sprintf("%s.SetGhost(func() { %s })", r.rt, text)
	}
	return "" // witness and takes say nothing of states
}

// calls reports whether an expression has a call, other than of len or cap.
func (r *rewriter) calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			id, _ := unparen(n.Fun).(*ast.Ident)
			b, _ := r.info.Uses[id].(*types.Builtin)
			found = found || b == nil || b.Name() != "len" && b.Name() != "cap"
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// loopInvariants writes the invariants of a loop, which hold whenever its condition is evaluated, at the beginning of its
// body: where the condition changes nothing.
func (r *rewriter) loopInvariants(s *ast.ForStmt) fragment {
	if s.Cond != nil && r.calls(s.Cond) {
		return nil
	}
	var out fragment
	for _, inv := range r.loops[s] {
		if cond, ok := r.condition(extent{s.Body.Lbrace, s.Body.Lbrace}, inv.Clause); ok {
			out = join(out, r.rt, ".Asserts(", r.annotationSite(inv.Clause), ", func() "+r.unit.predeclared("bool")+" { return ", cond, " });")
		}
	}
	delete(r.loops, s)
	return out
}
