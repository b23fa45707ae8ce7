package vcgen

import (
	"encoding/binary"

	"github.com/calvin-go/calvin/ir"
)

func appendNumber(b []byte, n uint64) []byte { return binary.AppendUvarint(b, n) }

// families joins the array variables that are assigned to one another: a copy of a heap variable, taken to compare with
// later, is indexed like the variable.
type families map[*ir.Var]*ir.Var

func (f families) of(v *ir.Var) *ir.Var {
	for f[v] != nil {
		v = f[v]
	}
	return v
}

// join makes a and b one family, named after a heap variable if there is one.
func (f families) join(a, b *ir.Var) {
	a, b = f.of(a), f.of(b)
	if a == b {
		return
	}
	if b.Heap != nil && a.Heap == nil {
		a, b = b, a
	}
	f[b] = a
}

// familiesOf computes the families of a program.
func familiesOf(p *ir.Program) families {
	f := families{}
	for _, b := range p.Blocks {
		for _, s := range b.Stmts {
			if a, ok := s.(*ir.Assign); ok && a.Dst.Sort.Kind == ir.KindArray {
				f.joinSource(a.Dst, a.Src, map[*ir.Expr]bool{})
			}
		}
	}
	return f
}

// joinSource joins dst with the variables that src may be.
func (f families) joinSource(dst *ir.Var, src *ir.Expr, seen map[*ir.Expr]bool) {
	if seen[src] {
		return
	}
	seen[src] = true
	switch src.Op {
	case ir.OpVar:
		f.join(dst, src.Var)
	case ir.OpStore:
		f.joinSource(dst, src.Args[0], seen)
	case ir.OpIte:
		f.joinSource(dst, src.Args[1], seen)
		f.joinSource(dst, src.Args[2], seen)
	}
}

// family is the family of a variable of the program or of one of its versions.
func (g *generator) family(v *ir.Var) *ir.Var {
	if o := g.origins[v]; o.of != nil {
		v = o.of
	}
	return g.families.of(v)
}
