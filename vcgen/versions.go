package vcgen

import (
	"strconv"

	"github.com/calvin-go/calvin/ir"
)

// An origin says where a variable of the passive form comes from.
type origin struct {
	of   *ir.Var // the program variable that it is a version of; nil for others
	in   *block  // that makes it; nil for initial versions and others
	kind originKind
}

type originKind uint8

const (
	arbitrary  originKind = iota // any value of its sort: an initial or havocked version, a constant, a skolem constant
	joined                       // equated, on each edge into a block, with the version of that edge
	control                      // a literal of the encoding: reachability, a quantifier's truth, a candidate
	witness                      // of a goal; see witness.go
	everywhere                   // an array that holds one value everywhere; see constants.go
)

// at is the value of v in env, its initial version if env has none.
func (g *generator) at(env map[*ir.Var]*ir.Expr, v *ir.Var) *ir.Expr {
	if e := env[v]; e != nil {
		return e
	}
	e := g.initial[v]
	if e == nil {
		e = g.newVar(v.Name+"@0", origin{of: v})
		g.initial[v] = e
	}
	return e
}

// version makes a new version of v in a block.
func (g *generator) version(v *ir.Var, in *block, kind originKind) *ir.Expr {
	return g.newVar(g.versionName(v), origin{v, in, kind})
}

func (g *generator) versionName(v *ir.Var) string {
	g.count[v]++
	return v.Name + "@" + strconv.Itoa(g.count[v])
}

func (g *generator) newVar(name string, o origin) *ir.Expr {
	v := &ir.Var{Name: g.names.fresh(name), Label: o.of.Label, Sort: o.of.Sort, Kind: ir.ConstVar, Heap: o.of.Heap}
	g.origins[v] = o
	return g.terms.canon(ir.V(v))
}

// constant makes a constant that is no version: it is its own family.
func (g *generator) constant(name string, sort *ir.Sort, kind originKind) *ir.Expr {
	v := &ir.Var{Name: name, Sort: sort, Kind: ir.ConstVar}
	g.origins[v] = origin{kind: kind}
	return g.terms.canon(ir.V(v))
}

// literal makes a Boolean constant of the encoding.
func (g *generator) literal(name string) *ir.Expr {
	return g.constant(g.names.fresh(name), ir.Bool, control)
}

// label gives a compound term the name that its definition is to bear. The first name stays.
func (g *generator) label(e *ir.Expr, name string) {
	if len(e.Args) > 0 && g.labels[e] == "" {
		g.labels[e] = name
	}
}

// candidate returns what there is to know of a candidate invariant.
func (g *generator) candidate(c *ir.Candidate) *candidateUse {
	for _, u := range g.candidates {
		if u.candidate == c {
			return u
		}
	}
	u := &candidateUse{candidate: c, lit: g.literal("candidate " + c.Name)}
	g.candidates = append(g.candidates, u)
	return u
}
