package desugar

import (
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A candidate is a variable that a place may be, and the condition under which it is.
type candidate struct {
	place place
	is    *ir.Expr
}

// variablesAt returns the fields and package variables that p may be. Of a place that is reached through a pointer these are all
// those of its type of which the address is taken: what is asked of a variable's values is asked of what is stored there through
// a pointer, too.
func (m *memory) variablesAt(p place) []candidate {
	switch {
	case p.isLocal():
		return nil
	case p.variable != nil:
		return []candidate{{p, ir.True}}
	case p.family == nil || p.addr == nil:
		return nil
	}
	var all []candidate
	ref := p.addr()
	for _, c := range m.prog.Containers[analysis.TypeKey(p.typ)] {
		if c.How != analysis.Direct || !m.prog.Escapes.Vars[c.Variable] || !m.prog.BindsValues(c) {
			continue
		}
		at := p
		at.variable, at.owner = c.Variable, m.objectOf(c, func() *ir.Expr { return ir.Apply(m.parent, ref) })
		all = append(all, candidate{at, ir.Eq(ir.Apply(m.kind, ref), m.kindOfVar(c.Variable))})
	}
	return all
}
