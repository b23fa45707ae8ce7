package eval

import (
	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// Automaton builds the flow graph of a specification (Glushkov's construction): one node an occurrence of an action.
func (e *Env) Automaton(p *annot.Performs) (*ir.Spec, error) {
	spec := &ir.Spec{Clause: ir.Clause{Span: ir.Span{Start: e.Mem.Facts.Fset.Position(p.Start), End: e.Mem.Facts.Fset.Position(p.End)}, Text: p.Text}, Reducible: p.Reducible}
	actions := map[*annot.Action]*ir.Action{}
	for _, a := range p.Actions {
		action, err := e.action(a)
		if err != nil {
			return nil, err
		}
		actions[a] = action
	}
	g := &glushkov{spec: spec, actions: actions}
	first, last, empty := g.visit(p.Root)
	spec.First, spec.Empty = first, empty
	spec.Final = make([]bool, len(spec.Nodes))
	for _, i := range last {
		spec.Final[i] = true
	}
	return spec, nil
}

type glushkov struct {
	spec    *ir.Spec
	actions map[*annot.Action]*ir.Action
}

func (g *glushkov) visit(s annot.Spec) (first, last []int, empty bool) {
	switch s := s.(type) {
	case *annot.SpecAction:
		i := len(g.spec.Nodes)
		g.spec.Nodes = append(g.spec.Nodes, g.actions[s.Action])
		g.spec.Follow = append(g.spec.Follow, nil)
		return []int{i}, []int{i}, false
	case *annot.SpecSeq:
		f1, l1, e1 := g.visit(s.A)
		f2, l2, e2 := g.visit(s.B)
		g.join(l1, f2)
		first, last = f1, l2
		if e1 {
			first = union(f1, f2)
		}
		if e2 {
			last = union(l1, l2)
		}
		return first, last, e1 && e2
	case *annot.SpecChoice:
		f1, l1, e1 := g.visit(s.A)
		f2, l2, e2 := g.visit(s.B)
		return union(f1, f2), union(l1, l2), e1 || e2
	case *annot.SpecStar:
		f, l, _ := g.visit(s.A)
		g.join(l, f)
		return f, l, true
	}
	return nil, nil, true // skip
}

func (g *glushkov) join(from, to []int) {
	for _, i := range from {
		g.spec.Follow[i] = union(g.spec.Follow[i], to)
	}
}

// union returns the sorted union of two sorted sets.
func union(a, b []int) []int {
	var out []int
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return out
}

func (e *Env) action(a *annot.Action) (*ir.Action, error) {
	fset := e.Mem.Facts.Fset
	out := &ir.Action{
		Span:        ir.Span{Start: fset.Position(a.Start), End: fset.Position(a.End)},
		Name:        a.Name,
		ModifiesAll: a.ModifiesAll,
	}
	for _, c := range a.When {
		clause, err := e.Clause(c)
		if err != nil {
			return nil, err
		}
		out.When = append(out.When, clause)
	}
	for _, c := range a.Ensures {
		clause, err := e.Clause(c)
		if err != nil {
			return nil, err
		}
		out.Ensures = append(out.Ensures, clause)
	}
	for _, x := range a.Modifies {
		mods, err := e.modifies(x)
		if err != nil {
			return nil, err
		}
		out.Modifies = append(out.Modifies, mods...)
	}
	return out, nil
}
