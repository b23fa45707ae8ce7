package vcgen

import (
	"math/big"

	"github.com/calvin-go/calvin/ir"
)

// An interval bounds the values of an integer term; nil ends are infinite.
type interval struct{ lo, hi *big.Int }

func (i interval) bounded() bool { return i.lo != nil && i.hi != nil }

// within reports whether i lies in j.
func (i interval) within(j interval) bool {
	return (j.lo == nil || i.lo != nil && i.lo.Cmp(j.lo) >= 0) && (j.hi == nil || i.hi != nil && i.hi.Cmp(j.hi) <= 0)
}

func boundsOf(s *ir.Sort) interval {
	if s.Kind != ir.KindInt || s.Bits == 0 {
		return interval{}
	}
	lo, hi := ir.Bounds(s)
	return interval{lo, hi}
}

// ranges computes what is known of integer terms without a solver. It trusts the bounds of a variable's sort only if
// every value that the program assigns to the variable is seen to keep them: a sort's bounds are a promise of desugar,
// and a broken one must not become a hypothesis.
type ranges struct {
	loose map[*ir.Var]bool // variables, and families of versions, whose bounds are not to be trusted
	// base tells the versions whose value is arbitrary within the sort.
	base func(*ir.Var) bool
	of   func(*ir.Var) *ir.Var
	memo map[*ir.Expr]interval
	kept map[*ir.Expr]bool
}

// looseVars finds the variables of the program that may leave their sort's bounds, a least fixpoint.
func looseVars(p *ir.Program) map[*ir.Var]bool {
	r := &ranges{
		loose: map[*ir.Var]bool{},
		base:  func(*ir.Var) bool { return false },
		of:    func(v *ir.Var) *ir.Var { return v },
	}
	for changed := true; changed; {
		changed = false
		r.memo, r.kept = map[*ir.Expr]interval{}, map[*ir.Expr]bool{}
		for _, b := range p.Blocks {
			for _, s := range b.Stmts {
				if a, ok := s.(*ir.Assign); ok && !r.loose[a.Dst] && !r.keeps(a.Src, a.Dst.Sort) {
					r.loose[a.Dst] = true
					changed = true
				}
			}
		}
	}
	return r.loose
}

// keeps reports whether the value of e is sure to be one of sort s, bounds of integers inside it included.
func (r *ranges) keeps(e *ir.Expr, s *ir.Sort) bool {
	switch s.Kind {
	case ir.KindInt:
		return s.Bits == 0 || r.interval(e).within(boundsOf(s))
	case ir.KindArray, ir.KindTuple:
		if !hasBounds(s) {
			return true
		}
		return covers(s, e.Sort) && r.wellKept(e)
	}
	return true
}

// wellKept reports whether the array or record e has elements within the bounds that its own sort gives.
func (r *ranges) wellKept(e *ir.Expr) bool {
	if k, ok := r.kept[e]; ok {
		return k
	}
	k := r.computeKept(e)
	r.kept[e] = k
	return k
}

func (r *ranges) computeKept(e *ir.Expr) bool {
	switch e.Op {
	case ir.OpVar:
		return r.base(e.Var) || !r.loose[r.of(e.Var)]
	case ir.OpSelect, ir.OpField:
		return r.wellKept(e.Args[0])
	case ir.OpStore:
		last := len(e.Args) - 1
		_, elem := keySorts(e.Sort)
		if v := e.Args[last]; v.Sort.Kind == ir.KindArray {
			return r.wellKept(e.Args[0]) && r.keeps(v, elemAt(e.Sort, e.Args[1:last]))
		}
		return r.wellKept(e.Args[0]) && r.keeps(e.Args[last], elem)
	case ir.OpConstArray:
		return r.keeps(e.Args[0], e.Sort.Elem)
	case ir.OpTuple:
		for i, f := range e.Sort.Fields {
			if !r.keeps(e.Args[i], f.Sort) {
				return false
			}
		}
		return true
	case ir.OpUpdate:
		return r.wellKept(e.Args[0]) && r.keeps(e.Args[1], e.Sort.Fields[e.Index].Sort)
	case ir.OpIte:
		return r.keeps(e.Args[1], e.Sort) && r.keeps(e.Args[2], e.Sort)
	case ir.OpApply:
		return true
	}
	return false
}

// hasBounds reports whether integers of a bounded sort occur in values of sort s.
func hasBounds(s *ir.Sort) bool {
	switch s.Kind {
	case ir.KindInt:
		return s.Bits > 0
	case ir.KindArray:
		return hasBounds(s.Elem)
	case ir.KindTuple:
		for _, f := range s.Fields {
			if hasBounds(f.Sort) {
				return true
			}
		}
	}
	return false
}

// covers reports whether the bounds inside outer include those inside inner.
func covers(outer, inner *ir.Sort) bool {
	if outer == inner {
		return true
	}
	switch outer.Kind {
	case ir.KindInt:
		return boundsOf(inner).within(boundsOf(outer))
	case ir.KindArray:
		return covers(outer.Elem, inner.Elem)
	case ir.KindTuple:
		for i := range outer.Fields {
			if !covers(outer.Fields[i].Sort, inner.Fields[i].Sort) {
				return false
			}
		}
	}
	return true
}

// interval bounds the integer term e.
func (r *ranges) interval(e *ir.Expr) interval {
	if i, ok := r.memo[e]; ok {
		return i
	}
	i := r.compute(e)
	r.memo[e] = i
	return i
}

func (r *ranges) compute(e *ir.Expr) interval {
	if e.Sort.Kind != ir.KindInt {
		return interval{}
	}
	switch e.Op {
	case ir.OpInt:
		return interval{e.Int, e.Int}
	case ir.OpVar:
		if e.Var.Kind == ir.BoundVar || r.wellKept(e) {
			return boundsOf(e.Sort)
		}
	case ir.OpSelect, ir.OpField:
		if r.wellKept(e.Args[0]) {
			return boundsOf(e.Sort)
		}
	case ir.OpApply, ir.OpWrap:
		return boundsOf(e.Sort)
	case ir.OpBVToInt:
		from := e.Args[0].Sort
		return boundsOf(ir.Integer(from.Bits, from.Signed))
	case ir.OpIte:
		a, b := r.interval(e.Args[1]), r.interval(e.Args[2])
		if a.bounded() && b.bounded() {
			return interval{least(a.lo, b.lo), greatest(a.hi, b.hi)}
		}
	default:
		return r.arithmetic(e)
	}
	return interval{}
}

func (r *ranges) arithmetic(e *ir.Expr) interval {
	var args []interval
	for _, a := range e.Args {
		i := r.interval(a)
		if !i.bounded() {
			return interval{}
		}
		args = append(args, i)
	}
	add := func(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }
	sub := func(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
	neg := func(a *big.Int) *big.Int { return new(big.Int).Neg(a) }
	switch e.Op {
	case ir.OpAdd:
		return interval{add(args[0].lo, args[1].lo), add(args[0].hi, args[1].hi)}
	case ir.OpSub:
		return interval{sub(args[0].lo, args[1].hi), sub(args[0].hi, args[1].lo)}
	case ir.OpNeg:
		return interval{neg(args[0].hi), neg(args[0].lo)}
	case ir.OpRem, ir.OpQuo:
		// Both shrink the dividend toward zero.
		return interval{least(args[0].lo, new(big.Int)), greatest(args[0].hi, new(big.Int))}.symmetric(e.Op)
	}
	return interval{}
}

// symmetric widens the range of a quotient to both signs, as the divisor may be negative.
func (i interval) symmetric(op ir.Op) interval {
	if op == ir.OpRem {
		return i
	}
	m := greatest(i.hi, new(big.Int).Neg(i.lo))
	return interval{new(big.Int).Neg(m), m}
}

func least(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func greatest(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}
