package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// maxShown bounds what a trace shows of the state at one point.
const maxShown = 8

func (t *translation) mark(m *ir.Mark) { t.emit(m) }

// accesses lists the accesses of all steps, in program order, one for each map and text.
func (w *world) accesses() []*ir.Access {
	type key struct {
		m    *ir.Var
		text string
	}
	seen := map[key]bool{}
	var all []*ir.Access
	for _, b := range w.fn.Blocks {
		for _, s := range b.Stmts {
			s, ok := s.(*ir.Step)
			if !ok {
				continue
			}
			for i := range s.Access {
				a := &s.Access[i]
				if k := (key{a.Map, a.Text}); !seen[k] {
					seen[k] = true
					all = append(all, a)
				}
			}
		}
	}
	return all
}

// shown shows the locations that the function touches and whose index is known here.
func (t *translation) shown() []ir.Show {
	var shows []ir.Show
	for _, a := range t.accesses() {
		if len(shows) < maxShown && a.Text != "" && a.Map.Heap.Class != ir.Immutable && t.located(a.Index) {
			shows = append(shows, ir.Show{Label: a.Text, Value: at(a.Map, a.Index...)})
		}
	}
	return shows
}

// located reports whether the index of an access can be evaluated here.
func (t *translation) located(index []*ir.Expr) bool {
	return !slices.ContainsFunc(index, func(i *ir.Expr) bool { return !t.given.evaluable(i, true) })
}

// writtenAs lists how the source writes the locations of m that the function changes.
func (w *world) writtenAs(m *ir.Var) []string {
	var texts []string
	for _, b := range w.fn.Blocks {
		for _, s := range b.Stmts {
			s, ok := s.(*ir.Step)
			if !ok {
				continue
			}
			for _, a := range s.Access {
				if a.Map == m && a.Write && a.Text != "" && !slices.Contains(texts, a.Text) {
					texts = append(texts, a.Text)
				}
			}
		}
	}
	if len(texts) == 0 {
		texts = []string{label(m)}
	}
	return texts
}

// executed marks a step; index holds its accesses' indices, to be evaluated after it. Reads says that it keeps what it read.
func (t *translation) executed(s *ir.Step, index [][]*ir.Expr, mover *ir.Expr, reads bool) {
	m := &ir.Mark{Span: s.Span, Kind: ir.MarkStep, Text: s.Text, Mover: mover, Reads: reads}
	for i, a := range s.Access {
		if a.Write && a.Text != "" && len(m.Shows) < maxShown {
			m.Shows = append(m.Shows, ir.Show{Label: a.Text, Value: at(a.Map, index[i]...)})
		}
	}
	t.mark(m)
}
