package vcgen

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// A polynomial is a linear sum over canonical terms: index terms are kept in this normal form where instantiation
// computes with them, so that i + 1 - 1 is i and not another index.
type polynomial struct {
	terms    *terms
	constant *big.Int
	coeff    map[*ir.Expr]*big.Int
}

// sum returns the canonical a + sign*b.
func (t *terms) sum(a, b *ir.Expr, sign int64) *ir.Expr {
	if a.Sort.Kind != ir.KindInt {
		op, inv := ir.OpAdd, ir.OpSub
		if sign < 0 {
			op, inv = inv, op
		}
		if a.Op == inv && t.canon(a.Args[1]) == t.canon(b) {
			return t.canon(a.Args[0])
		}
		return t.canon(ir.Bin(op, a, b))
	}
	p := &polynomial{terms: t, constant: new(big.Int), coeff: map[*ir.Expr]*big.Int{}}
	p.add(t.canon(a), big.NewInt(1))
	p.add(t.canon(b), big.NewInt(sign))
	return t.canon(p.expr())
}

// maxSum is the size beyond which a sum counts as one term: sums of shared sums would take for ever to multiply out.
const maxSum = 200

// add adds k*e.
func (p *polynomial) add(e *ir.Expr, k *big.Int) {
	switch {
	case p.terms.notes[e].size > maxSum:
		p.addTerm(e, k)
	case e.Op == ir.OpInt:
		p.constant.Add(p.constant, new(big.Int).Mul(k, e.Int))
	case e.Op == ir.OpAdd:
		p.add(e.Args[0], k)
		p.add(e.Args[1], k)
	case e.Op == ir.OpSub:
		p.add(e.Args[0], k)
		p.add(e.Args[1], new(big.Int).Neg(k))
	case e.Op == ir.OpNeg:
		p.add(e.Args[0], new(big.Int).Neg(k))
	case e.Op == ir.OpMul && e.Args[0].Op == ir.OpInt:
		p.add(e.Args[1], new(big.Int).Mul(k, e.Args[0].Int))
	case e.Op == ir.OpMul && e.Args[1].Op == ir.OpInt:
		p.add(e.Args[0], new(big.Int).Mul(k, e.Args[1].Int))
	default:
		p.addTerm(e, k)
	}
}

func (p *polynomial) addTerm(e *ir.Expr, k *big.Int) {
	if p.coeff[e] == nil {
		p.coeff[e] = new(big.Int)
	}
	p.coeff[e].Add(p.coeff[e], k)
}

// expr writes p as positive monomials, negative monomials and the constant, each in the order of their making.
func (p *polynomial) expr() *ir.Expr {
	var plus, minus []*ir.Expr
	for e, k := range p.coeff {
		switch k.Sign() {
		case 1:
			plus = append(plus, e)
		case -1:
			minus = append(minus, e)
		}
	}
	older := func(a, b *ir.Expr) int { return cmp.Compare(p.terms.notes[a].id, p.terms.notes[b].id) }
	slices.SortFunc(plus, older)
	slices.SortFunc(minus, older)
	sum := ir.N(0, ir.Int)
	for _, e := range plus {
		sum = ir.Add(sum, monomial(p.coeff[e], e))
	}
	for _, e := range minus {
		sum = ir.Sub(sum, monomial(new(big.Int).Neg(p.coeff[e]), e))
	}
	if p.constant.Sign() < 0 {
		return ir.Sub(sum, ir.BigInt(new(big.Int).Neg(p.constant), ir.Int))
	}
	return ir.Add(sum, ir.BigInt(p.constant, ir.Int))
}

func monomial(k *big.Int, e *ir.Expr) *ir.Expr {
	if k.IsInt64() && k.Int64() == 1 {
		return e
	}
	return ir.Bin(ir.OpMul, ir.BigInt(k, ir.Int), e)
}
