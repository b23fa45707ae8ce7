package vcgen

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// Goals share text, and so declarations: each has those that its own text needs.

// A declaration declares or defines a symbol.
type declaration struct {
	symbol, text string
	number       int          // its place among all
	needs        declarations // that must come before it
}

// A passage is a formula's text.
type passage struct {
	text  string
	needs declarations
}

type declarations []*declaration

// all is ds and whatever they need, in order.
func (ds declarations) all() []string {
	seen := map[*declaration]bool{}
	var found declarations
	var visit func(declarations)
	visit = func(ds declarations) {
		for _, d := range ds {
			if !seen[d] {
				seen[d] = true
				found = append(found, d)
				visit(d.needs)
			}
		}
	}
	visit(ds)
	slices.SortFunc(found, func(a, b *declaration) int { return a.number - b.number })
	return found.texts()
}

func (ds declarations) texts() []string {
	texts := make([]string, len(ds))
	for i, d := range ds {
		texts[i] = d.text
	}
	return texts
}

// needing writes with write, and returns what the text needs.
func (w *writer) needing(write func() string) (string, declarations) {
	around := w.needs
	w.needs = nil
	text := write()
	needs := w.needs
	w.needs = around
	return text, needs
}

// need notes a declaration for the text being written.
func (w *writer) need(ds ...*declaration) {
	w.needs = append(w.needs, ds...)
}

// passage writes a formula once. The key is the formula, or what stands for it.
func (w *writer) passage(key *ir.Expr, write func() string) string {
	p := w.passages[key]
	if p == nil {
		p = &passage{}
		p.text, p.needs = w.needing(write)
		w.passages[key] = p
	}
	w.need(p.needs...)
	return p.text
}

// declare adds a declaration.
func (w *writer) declare(symbol, text string, needs declarations) *declaration {
	d := &declaration{symbol, text, len(w.decls), needs}
	w.decls = append(w.decls, d)
	w.need(d)
	return d
}
