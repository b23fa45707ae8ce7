package vcgen

import (
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// A writer turns the terms of one scope into text. Terms that a variable was assigned and terms that occur more than once
// get a definition, so that the text is as long as the graph is large.
//
// One writer writes the prefix, and one all goals: what goals have in common is the same text, which a solver reads once.
type writer struct {
	*generator
	parent   *writer
	uses     map[*ir.Expr]int
	named    map[*ir.Expr]*declaration
	declared map[*ir.Var]*declaration
	passages map[*ir.Expr]*passage
	bound    map[*ir.Var][]string // the symbols of the variables bound around what is being written, innermost last
	decls    declarations
	needs    declarations // of the text being written; this writer's own alone
}

func (g *generator) newWriter(parent *writer) *writer {
	return &writer{
		generator: g, parent: parent, uses: map[*ir.Expr]int{}, named: map[*ir.Expr]*declaration{},
		declared: map[*ir.Var]*declaration{}, passages: map[*ir.Expr]*passage{}, bound: map[*ir.Var][]string{},
	}
}

// smallTerm is the size up to which a term is repeated rather than named.
const smallTerm = 4

// count notes the uses of terms before they are written.
func (w *writer) count(e *ir.Expr) {
	n := w.uses[e] + 1
	w.uses[e] = n
	if n > 1 {
		return
	}
	for _, a := range e.Args {
		w.count(a)
	}
}

// text writes a ground term, or one below a quantifier that text is writing.
func (w *writer) text(e *ir.Expr) string {
	if len(e.Args) == 0 || !w.terms.ground(e) {
		return w.encode(e)
	}
	if e = w.generator.ground(e); len(e.Args) == 0 {
		return w.encode(e)
	}
	if name := w.nameOf(e); name != "" {
		return name
	}
	if w.labels[e] == "" && (w.uses[e] <= 1 || w.terms.notes[e].size <= smallTerm) {
		return w.encode(e)
	}
	return w.define(e, "t", func() string { return w.encode(e) })
}

// nameOf is the symbol that e is defined as, if it is.
func (w *writer) nameOf(e *ir.Expr) string {
	if d := w.named[e]; d != nil {
		w.need(d)
		return d.symbol
	}
	if w.parent != nil && w.parent.named[e] != nil {
		return w.parent.named[e].symbol
	}
	return ""
}

// define gives a term the name that it is labelled with, or one of a series.
func (w *writer) define(e *ir.Expr, series string, encode func() string) string {
	text, needs := w.needing(encode) // terms below are named first
	name := w.labels[e]
	if name == "" {
		name = w.names.numbered(series)
	} else {
		name = w.names.fresh(name)
	}
	d := w.declare(quote(name), "(define-fun "+quote(name)+" () "+w.sorts.text(e.Sort)+" "+text+")", needs)
	w.named[e] = d
	return d.symbol
}

// symbol writes a term as one symbol: a solver that is asked for its value repeats it as it stands.
func (w *writer) symbol(e *ir.Expr) string {
	text := w.text(e)
	if !strings.HasPrefix(text, "(") {
		return text
	}
	return w.define(w.generator.ground(e), "show", func() string { return w.text(e) })
}

// variable writes a variable, declared before its first use.
func (w *writer) variable(e *ir.Expr) string {
	v := e.Var
	if names := w.bound[v]; len(names) > 0 {
		return names[len(names)-1]
	}
	name := quote(v.Name)
	switch d := w.declared[v]; {
	case d != nil:
		w.need(d)
	case w.parent == nil || w.parent.declared[v] == nil:
		w.declared[v] = w.declare(name, "(declare-const "+name+" "+w.sorts.text(v.Sort)+")", nil)
	}
	return name
}

// opaque writes a constant of an opaque sort. All of one sort are declared distinct.
func (w *writer) opaque(e *ir.Expr) string {
	name := w.opaques[e]
	if name == "" {
		sort := w.sorts.text(e.Sort)
		name = quote(w.names.fresh(e.Sort.Name + " " + e.Name))
		w.opaques[e] = name
		w.constants[sort] = append(w.constants[sort], name)
		w.globals = append(w.globals, "(declare-const "+name+" "+sort+")")
	}
	return name
}

// application writes a function applied to arguments, the function declared before its first use.
func (w *writer) application(e *ir.Expr) string {
	name := w.functions[e.Fn]
	if name == "" {
		name = quote(w.names.fresh(e.Fn.Name + "()"))
		w.functions[e.Fn] = name
		params := make([]string, len(e.Fn.Params))
		for i, p := range e.Fn.Params {
			params[i] = w.sorts.text(p)
		}
		w.globals = append(w.globals,
			"(declare-fun "+name+" ("+strings.Join(params, " ")+") "+w.sorts.text(e.Fn.Result)+")")
	}
	return apply(name, w.args(e)...)
}

// quantifier writes a quantified formula below the universal that is being written.
func (w *writer) quantifier(e *ir.Expr) string {
	symbol := "forall"
	if e.Op == ir.OpExists {
		symbol = "exists"
	}
	return w.quantify(symbol, e.Bound, e.Args[0], nil)
}

// quantify writes a quantifier over the values of the variables' sorts.
func (w *writer) quantify(symbol string, bound []*ir.Var, body *ir.Expr, patterns [][]*ir.Expr) string {
	var decls, guards []string
	for _, v := range bound {
		name := quote(w.names.numbered(v.Name))
		w.bound[v] = append(w.bound[v], name)
		decls = append(decls, "("+name+" "+w.sorts.text(v.Sort)+")")
		if i := boundsOf(v.Sort); i.bounded() {
			guards = append(guards, apply("<=", intLiteral(i.lo), name, intLiteral(i.hi)))
		}
	}
	text := w.text(body)
	for i := len(guards) - 1; i >= 0; i-- {
		if symbol == "forall" {
			text = apply("=>", guards[i], text)
		} else {
			text = apply("and", guards[i], text)
		}
	}
	if len(patterns) > 0 {
		text = "(! " + text
		for _, p := range patterns {
			text += " :pattern ("
			for i, access := range p {
				if i > 0 {
					text += " "
				}
				text += w.text(access)
			}
			text += ")"
		}
		text += ")"
	}
	for _, v := range bound {
		w.bound[v] = w.bound[v][:len(w.bound[v])-1]
	}
	return "(" + symbol + " (" + strings.Join(decls, " ") + ") " + text + ")"
}

// universal writes u as the solver is given it for the second attempt. It says as well what the terms below it bring: the
// solver makes instances of its own, for which nothing else does.
func (w *writer) universal(u *universal) string {
	body := w.terms.canon(ir.And(append([]*ir.Expr{u.body}, w.factsBelow(u)...)...))
	return apply("=>", w.text(u.holds), w.quantify("forall", u.quantifier.Bound, body, w.patterns(u)))
}

// patterns chooses the accesses that trigger u: each that covers all variables, or all together. An array that the body
// indexes with what it reads at the variables is left out if the others cover them: its elements would trigger u again at
// terms that u itself brings, without end.
func (w *writer) patterns(u *universal) [][]*ir.Expr {
	chased := w.chasedInto(u)
	var steady, all []*ir.Expr
	for _, o := range u.occs {
		for _, a := range o.accesses {
			for _, t := range w.triggers(a, u.quantifier.Bound) {
				all = append(all, t)
				if !chased[o.root] {
					steady = append(steady, t)
				}
			}
		}
	}
	if p := w.covering(steady, u.quantifier.Bound); p != nil {
		return p
	}
	return w.covering(all, u.quantifier.Bound)
}

// covering makes patterns of accesses: one of each that covers the variables, or else one of all; nil if they do not cover
// them.
func (w *writer) covering(accesses []*ir.Expr, bound []*ir.Var) [][]*ir.Expr {
	var each [][]*ir.Expr
	reached := map[*ir.Var]bool{}
	for _, a := range accesses {
		free := w.terms.notes[a].free
		if len(free) == len(bound) {
			each = append(each, []*ir.Expr{a})
		}
		for _, v := range free {
			reached[v] = true
		}
	}
	switch {
	case len(each) > 0:
		return each
	case len(reached) == len(bound):
		return [][]*ir.Expr{accesses}
	}
	return nil
}

// chasedInto finds the families that u indexes with what it reads at its variables.
func (w *writer) chasedInto(u *universal) map[root]bool {
	into := map[root]bool{}
	for _, o := range u.occs {
		for _, k := range o.keys {
			ir.Walk(k, func(e *ir.Expr) bool {
				depends := w.terms.mentions(e, u.quantifier.Bound)
				if depends && e.Op == ir.OpSelect {
					into[o.root] = true
				}
				return depends && !into[o.root]
			})
		}
	}
	return into
}

// triggers makes triggers of an access: itself, and for a stored array the same access to what was there before, to which
// the theory of arrays leads as well.
func (w *writer) triggers(a *ir.Expr, bound []*ir.Var) []*ir.Expr {
	for _, v := range w.terms.notes[a].free {
		if !slices.Contains(bound, v) {
			return nil
		}
	}
	var found []*ir.Expr
	for {
		if w.terms.notes[a].plain && !slices.Contains(found, a) {
			found = append(found, a)
		}
		if a.Op != ir.OpSelect || a.Args[0].Op != ir.OpStore {
			return found
		}
		a = w.terms.selectFrom(a.Args[0].Args[0], a.Args[1:])
	}
}
