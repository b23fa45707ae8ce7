package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/beforeclose"
)

// BeforeClose returns the channels that guard a field, and before whose close it is written for the last time. A
// channel itself has no guard.
func (p *Facts) BeforeClose(f *types.Var) []beforeclose.Closing {
	if f == nil {
		return nil
	}
	var all []beforeclose.Closing
	for _, c := range p.beforeClose.Closings[p.Field(f)] {
		if g := p.Guard(c.Channel); p.dependsOn(f, c.Channel) && (g == nil || len(g.Read)+len(g.Write) == 0) {
			all = append(all, c)
		}
	}
	return all
}

// NeedsNoGuard reports whether an instruction reads or writes a field while no other goroutine writes it, whoever holds which lock.
func (p *Facts) NeedsNoGuard(i ssa.Instruction) bool {
	s, ok := p.beforeClose.Safe[i]
	if !ok {
		return false
	}
	g := p.Guard(s.Field)
	return g != nil && g.Published != nil && p.Field(g.Published.Channel) == p.Field(s.Channel)
}

// dependsOn reports whether who may write a field depends on a channel beside it.
func (p *Facts) dependsOn(f, ch *types.Var) bool {
	g := p.Guard(f)
	return g != nil && slices.ContainsFunc(g.Write, func(c *annot.Clause) bool {
		found := false
		annot.Walk(c.Expr, func(e annot.Expr) bool {
			s, ok := e.(*annot.Select)
			found = found || ok && p.Field(s.Field) == p.Field(ch)
			return !found
		})
		return found
	})
}

// SameField returns the field of a struct type that the field f of its generic type stands for, or f itself; nil if there is none.
func (p *Facts) SameField(t types.Type, f *types.Var) *types.Var {
	if st := structUnder(t); st != nil {
		for own := range st.Fields() {
			if p.Field(own) == p.Field(f) {
				return own
			}
		}
	}
	return nil
}
