package analysis

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/appendonly"
)

// AppendsAnew reports whether an append to the slice v, which is read from a field, is one that may as well make a new
// array: to the field the program only appends, and its guard says that nobody writes elements which others know.
func (p *Facts) AppendsAnew(v ssa.Value) bool {
	f, ok := appendonly.From(v)
	if !ok || !p.appendOnly[f] || p.Field(f) != f {
		return false
	}
	g := p.Guard(f)
	if g == nil || len(g.ElemWrite) == 0 {
		return false
	}
	for _, c := range g.ElemWrite {
		if k, ok := c.Expr.(*annot.Const); !ok || constant.BoolVal(k.Value) {
			return false
		}
	}
	return true
}
