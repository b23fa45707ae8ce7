package vcgen

import (
	"math/big"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// Numbers between these two are easy on a reader. Most counterexamples can do with 0, 1, -1 and short lengths.
const (
	leastSmall = -1
	mostSmall  = 9
	leastBits  = 8 // of a bit-vector that both are values of
)

// small says what to prefer of the execution in a model whose numbers are not all small. The first of the formulas, so
// many as fixed says, keep to its way through the program; each of the others says of a number shown on the way, those
// of the failing check first, then from entry on, that it is small. There are none if all numbers are small already.
func (t *tracer) small(pt *point, failing []tracedShow, values map[string]string) (fixed int, formulas []string) {
	way := newTermList()
	var path []tracedMark
	for b := pt.block; b != nil; {
		tb, before := t.blocks[b], t.before(b, values)
		marks := tb.marks
		if b == pt.block {
			marks = marks[:pt.marks]
		}
		path = slices.Concat(marks, path)
		for _, e := range tb.in {
			if len(tb.in) > 1 && e.from == before {
				way.add(e.term)
			}
		}
		b = before
	}
	shows := slices.Clip(failing)
	for _, m := range path {
		shows = append(shows, m.shows...)
	}
	numbers, large := newTermList(), false
	for _, s := range shows {
		e, ok := parseSexpr(values[s.term])
		large = numbersIn(s.term, s.sort, e, ok, numbers) || large
	}
	if !large {
		return 0, nil
	}
	return len(way.list), append(way.list, numbers.list...)
}

// numbersIn adds to all, for each number that a reader sees of a term, the formula that it is small. It reports whether one of them is
// not so in its value.
func numbersIn(term string, s *ir.Sort, value sexpr, known bool, all *termList) (large bool) {
	switch s.Kind {
	case ir.KindInt:
		all.add(between("<=", term, intLiteral(big.NewInt(leastSmall)), intLiteral(big.NewInt(mostSmall))))
		return known && !isSmall(integerValue(value))
	case ir.KindBV:
		if s.Bits < leastBits {
			return false
		}
		op, least := "bvsle", int64(leastSmall)
		if !s.Signed {
			op, least = "bvule", 0
		}
		all.add(between(op, term, bvLiteral(big.NewInt(least), s.Bits), bvLiteral(big.NewInt(mostSmall), s.Bits)))
		n := bitsValue(value)
		return known && n != nil && !isSmall(signedValue(n, s))
	case ir.KindTuple:
		args, ok := value.head(constructor(s))
		ok = ok && known && len(args) == len(s.Fields)
		length := s.FieldIndex("len")
		isSlice := length >= 0 && s.FieldIndex("arr") >= 0 && s.FieldIndex("cap") >= 0
		for i, f := range s.Fields {
			if isSlice && i != length {
				continue
			}
			var arg sexpr
			if ok {
				arg = args[i]
			}
			large = numbersIn(apply(selector(s, i), term), f.Sort, arg, ok, all) || large
		}
	}
	return large
}

func isSmall(n *big.Int) bool {
	return n == nil || n.IsInt64() && leastSmall <= n.Int64() && n.Int64() <= mostSmall
}

func between(op, term, least, most string) string {
	return apply("and", apply(op, least, term), apply(op, term, most))
}
