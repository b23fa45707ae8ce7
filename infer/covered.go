package infer

import (
	"go/types"

	"github.com/calvin-go/calvin/infer/memory"
)

// findCovered finds the fields of structs that lie by value in variables with an annotation: that covers them.
func (p *program) findCovered() {
	clear(p.covered)
	for _, a := range p.annots {
		for v := range a.Guards {
			p.cover(v.Type())
		}
	}
}

// cover notes the fields of what lies by value in a variable of type t.
func (p *program) cover(t types.Type) {
	for {
		array, ok := t.Underlying().(*types.Array)
		if !ok {
			break
		}
		t = array.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range st.Fields() {
		if f = f.Origin(); !p.covered[f] {
			p.covered[f] = true
			p.cover(f.Type())
		}
	}
}

// isCovered reports whether nothing is to be said of a variable beside what is written in its package: it lies in one
// that has an annotation, or it is of a type of sync/atomic, of which anybody may do anything where nothing is said.
// What is inferred there would only take away.
func (p *program) isCovered(v *types.Var) bool {
	if p.covered[v] || v.Pkg() == nil {
		return p.covered[v]
	}
	a := p.annots[v.Pkg().Path()]
	return a != nil && a.Annotated && memory.IsAtomic(v.Type())
}
