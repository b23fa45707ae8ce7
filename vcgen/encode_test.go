package vcgen

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// An equation says what an operator gives for certain arguments. The arguments are kept from being folded: each becomes
// a variable that is assumed to have the value.
type equation struct {
	name string
	op   func(args ...*ir.Expr) *ir.Expr
	args []*ir.Expr
	want *ir.Expr
}

func bin(op ir.Op) func(...*ir.Expr) *ir.Expr {
	return func(a ...*ir.Expr) *ir.Expr { return ir.Bin(op, a[0], a[1]) }
}

func un(op ir.Op) func(...*ir.Expr) *ir.Expr {
	return func(a ...*ir.Expr) *ir.Expr { return ir.Un(op, a[0]) }
}

func convert(op ir.Op, s *ir.Sort) func(...*ir.Expr) *ir.Expr {
	return func(a ...*ir.Expr) *ir.Expr { return ir.Convert(op, a[0], s) }
}

func wrapped(op ir.Op, s *ir.Sort) func(...*ir.Expr) *ir.Expr {
	return func(a ...*ir.Expr) *ir.Expr { return ir.Wrap(ir.Bin(op, a[0], a[1]), s) }
}

// comparisons are those of integers that may be bit-vectors.
var comparisons = []struct {
	name string
	op   func(a, b *ir.Expr) *ir.Expr
	want func(a, b int) bool
}{
	{"lt", ir.Lt, func(a, b int) bool { return a < b }},
	{"le", ir.Le, func(a, b int) bool { return a <= b }},
	{"eq", ir.Eq, func(a, b int) bool { return a == b }},
}

// integer is a bit-vector as an integer.
func integer(e *ir.Expr) *ir.Expr {
	return ir.Convert(ir.OpBVToInt, e, ir.Integer(e.Sort.Bits, e.Sort.Signed))
}

func integers(op func(a, b *ir.Expr) *ir.Expr) func(...*ir.Expr) *ir.Expr {
	return func(a ...*ir.Expr) *ir.Expr { return op(integer(a[0]), integer(a[1])) }
}

// equations computes the expected values with Go's own arithmetic.
func equations() []equation {
	var all []equation
	add := func(name string, op func(...*ir.Expr) *ir.Expr, want *ir.Expr, args ...*ir.Expr) {
		all = append(all, equation{name, op, args, want})
	}
	i8, u8, i16, u16 := ir.Integer(8, true), ir.Integer(8, false), ir.Integer(16, true), ir.Integer(16, false)
	b8, bu8, b16, bu16 := ir.BitVector(8, true), ir.BitVector(8, false), ir.BitVector(16, true), ir.BitVector(16, false)
	num := func(x int8, s *ir.Sort) *ir.Expr { return ir.N(int64(x), s) }
	unum := func(x uint8, s *ir.Sort) *ir.Expr { return ir.N(int64(x), s) }
	samples := []int8{-128, -7, -1, 0, 2, 127}
	for _, x := range samples {
		ux := uint8(x)
		add("conv u8", func(a ...*ir.Expr) *ir.Expr { return ir.Wrap(a[0], u8) }, unum(ux, u8), num(x, i8))
		add("conv i8", func(a ...*ir.Expr) *ir.Expr { return ir.Wrap(a[0], i8) }, num(x, i8), unum(ux, u8))
		add("conv i16", func(a ...*ir.Expr) *ir.Expr { return ir.Wrap(a[0], i8) }, num(int8(int16(x)*300), i8), ir.N(int64(int16(x)*300), i16))
		add("neg", func(a ...*ir.Expr) *ir.Expr { return ir.Wrap(ir.Un(ir.OpNeg, a[0]), i8) }, num(-x, i8), num(x, i8))
		add("bv neg", un(ir.OpNeg), num(-x, b8), num(x, b8))
		add("bv not", un(ir.OpBitNot), num(^x, b8), num(x, b8))
		add("bv to int", convert(ir.OpBVToInt, i8), num(x, i8), num(x, b8))
		add("unsigned bv to int", convert(ir.OpBVToInt, u8), unum(ux, u8), unum(ux, bu8))
		add("int to bv", convert(ir.OpIntToBV, b8), num(x, b8), num(x, i8))
		add("sign extend", convert(ir.OpBVResize, bu16), ir.N(int64(x), bu16), num(x, b8))
		add("zero extend", convert(ir.OpBVResize, b16), ir.N(int64(ux), b16), unum(ux, bu8))
		add("extract", convert(ir.OpBVResize, b8), num(x, b8), ir.N(int64(x), b16))
		for _, count := range []uint16{0, 1, 7, 8, 256, 264} {
			for _, s := range []*ir.Sort{bu8, bu16, u16} {
				if s == bu8 && count > 255 {
					continue
				}
				c := ir.N(int64(count), s)
				name := fmt.Sprintf("shift by %s", s)
				add(name, bin(ir.OpShl), num(x<<count, b8), num(x, b8), c)
				add(name, bin(ir.OpShr), num(x>>count, b8), num(x, b8), c)
				add(name, bin(ir.OpShr), unum(ux>>count, bu8), unum(ux, bu8), c)
			}
		}
		add("int shl", func(a ...*ir.Expr) *ir.Expr { return ir.Wrap(ir.Bin(ir.OpShl, a[0], n(3)), i8) }, num(x<<3, i8), num(x, i8))
		add("int shr", func(a ...*ir.Expr) *ir.Expr { return ir.Bin(ir.OpShr, a[0], n(3)) }, num(x>>3, i8), num(x, i8))
		for _, c := range comparisons {
			for _, y := range []int{-129, -128, -1, 0, 2, 127, 128, 255, 256} {
				literal := ir.N(int64(y), ir.Int)
				name := "bv and literal " + c.name
				left := func(a ...*ir.Expr) *ir.Expr { return c.op(integer(a[0]), literal) }
				right := func(a ...*ir.Expr) *ir.Expr { return c.op(literal, integer(a[0])) }
				add(name, left, ir.B(c.want(int(x), y)), num(x, b8))
				add(name, right, ir.B(c.want(y, int(x))), num(x, b8))
				add("unsigned "+name, left, ir.B(c.want(int(ux), y)), unum(ux, bu8))
				add("unsigned "+name, right, ir.B(c.want(y, int(ux))), unum(ux, bu8))
			}
		}
		for _, y := range samples {
			uy := uint8(y)
			add("add", wrapped(ir.OpAdd, i8), num(x+y, i8), num(x, i8), num(y, i8))
			add("sub", wrapped(ir.OpSub, i8), num(x-y, i8), num(x, i8), num(y, i8))
			add("unsigned sub", wrapped(ir.OpSub, u8), unum(ux-uy, u8), unum(ux, u8), unum(uy, u8))
			add("unsigned add", wrapped(ir.OpAdd, u8), unum(ux+uy, u8), unum(ux, u8), unum(uy, u8))
			add("mul", wrapped(ir.OpMul, i8), num(x*y, i8), num(x, i8), num(y, i8))
			add("bv mul", bin(ir.OpMul), num(x*y, b8), num(x, b8), num(y, b8))
			add("bv and", bin(ir.OpBitAnd), num(x&y, b8), num(x, b8), num(y, b8))
			add("bv or", bin(ir.OpBitOr), num(x|y, b8), num(x, b8), num(y, b8))
			add("bv xor", bin(ir.OpBitXor), num(x^y, b8), num(x, b8), num(y, b8))
			lt := func(a ...*ir.Expr) *ir.Expr { return ir.Lt(a[0], a[1]) }
			add("bv lt", lt, ir.B(x < y), num(x, b8), num(y, b8))
			add("unsigned bv lt", lt, ir.B(ux < uy), unum(ux, bu8), unum(uy, bu8))
			for _, c := range comparisons {
				name := "bv as integers " + c.name
				add(name, integers(c.op), ir.B(c.want(int(x), int(y))), num(x, b8), num(y, b8))
				add("unsigned "+name, integers(c.op), ir.B(c.want(int(ux), int(uy))), unum(ux, bu8), unum(uy, bu8))
				add("mixed "+name, integers(c.op), ir.B(c.want(int(x), int(uy))), num(x, b8), unum(uy, bu8))
				add("wide "+name, integers(c.op), ir.B(c.want(int(x), int(y))), num(x, b8), ir.N(int64(y), b16))
			}
			if y == 0 {
				continue
			}
			// Divisors stay literals: solvers are slow at dividing by variables.
			by := func(op ir.Op, y *ir.Expr) func(...*ir.Expr) *ir.Expr {
				return func(a ...*ir.Expr) *ir.Expr { return ir.Wrap(ir.Bin(op, a[0], y), y.Sort) }
			}
			add("quo", by(ir.OpQuo, num(y, i8)), num(x/y, i8), num(x, i8))
			add("rem", by(ir.OpRem, num(y, i8)), num(x%y, i8), num(x, i8))
			add("unsigned quo", by(ir.OpQuo, unum(uy, u8)), unum(ux/uy, u8), unum(ux, u8))
			add("unsigned rem", by(ir.OpRem, unum(uy, u8)), unum(ux%uy, u8), unum(ux, u8))
			add("bv quo", bin(ir.OpQuo), num(x/y, b8), num(x, b8), num(y, b8))
			add("bv rem", bin(ir.OpRem), num(x%y, b8), num(x, b8), num(y, b8))
			add("unsigned bv quo", bin(ir.OpQuo), unum(ux/uy, bu8), unum(ux, bu8), unum(uy, bu8))
			add("unsigned bv rem", bin(ir.OpRem), unum(ux%uy, bu8), unum(ux, bu8), unum(uy, bu8))
		}
	}
	return all
}

// Arithmetic is Go's: all equations of one name are asserted at once, and their failure is impossible.
func TestArithmetic(t *testing.T) {
	type group struct {
		vars  map[string]*ir.Expr // by the literal that they are assumed to be
		given []ir.Stmt
		holds []*ir.Expr
	}
	groups := map[string]*group{}
	var names []string
	for _, eq := range equations() {
		g := groups[eq.name]
		if g == nil {
			g = &group{vars: map[string]*ir.Expr{}}
			groups[eq.name] = g
			names = append(names, eq.name)
		}
		var args []*ir.Expr
		for _, a := range eq.args {
			key := fmt.Sprint(a, a.Sort)
			if g.vars[key] == nil {
				g.vars[key] = ir.V(local(fmt.Sprintf("a%d", len(g.vars)), a.Sort))
				g.given = append(g.given, assume(ir.Eq(g.vars[key], a)))
			}
			args = append(args, g.vars[key])
		}
		g.holds = append(g.holds, ir.Eq(eq.op(args...), eq.want))
	}
	z3 := newSession(t)
	for _, name := range names {
		g := groups[name]
		if got := z3.decide(t, one(append(g.given, assert(ir.And(g.holds...)))...), false); got[0] != "unsat" {
			t.Errorf("%s is %s", name, got)
		}
	}
}

// A program that stores numbers beyond a sort's bounds, which desugar should not, must not make its bounds a hypothesis.
func TestBoundsAreNotTrustedWhenBroken(t *testing.T) {
	z3 := newSession(t)
	byteSort := ir.Integer(8, false)
	x, y := local("x", byteSort), local("y", byteSort)
	m := heap("M", ir.Array(ir.Ref, byteSort))
	pair := ir.Tuple("P", ir.Field{Name: "n", Sort: byteSort})
	tup := local("t", pair)
	big := ir.Add(ir.V(x), n(200))
	branch := func(stmts ...ir.Stmt) *ir.Program {
		p := chain(list(assume(ir.Eq(ir.V(x), n(200)))), stmts, nil)
		other := &ir.Block{Name: "other", Stmts: list(assume(ir.False)), Succs: list(p.Blocks[2])}
		p.Blocks[0].Succs = append(p.Blocks[0].Succs, other)
		p.Blocks = list(p.Blocks[0], p.Blocks[1], other, p.Blocks[2])
		return p
	}
	for name, tc := range map[string]struct {
		program *ir.Program
		read    *ir.Expr
	}{
		"variable":   {branch(assign(y, big)), ir.V(y)},
		"copy":       {branch(assign(x, big), assign(y, ir.V(x))), ir.V(y)},
		"array":      {branch(assign(m, ir.Store(ir.V(m), list(ir.Nil), big))), at(m, ir.Nil)},
		"tuple":      {branch(assign(tup, ir.MakeTuple(pair, big))), ir.GetField(ir.V(tup), 0)},
		"everywhere": {branch(assign(m, ir.ConstArray(m.Sort, big))), at(m, ir.Nil)},
	} {
		t.Run(name, func(t *testing.T) {
			last := tc.program.Blocks[3]
			last.Stmts = list(
				assert(ir.Eq(tc.read, n(400))),
				assert(ir.False),
				assert(ir.Eq(ir.Wrap(ir.Add(tc.read, n(1)), byteSort), ir.N(401-256, byteSort))),
			)
			if got := z3.verdicts(t, tc.program); got != "unsat sat unsat" {
				t.Error(got)
			}
		})
	}
}

// What is within its bounds by construction is known to be.
func TestBoundsOfWhatIsKept(t *testing.T) {
	z3 := newSession(t)
	byteSort := ir.Integer(8, false)
	x := local("x", byteSort)
	grid := heap("grid", ir.Array(ir.Ref, ir.Array(ir.Int, byteSort)))
	pair := ir.Tuple("P", ir.Field{Name: "n", Sort: byteSort})
	tup, f := local("t", pair), &ir.Fn{Name: "f", Params: list(ir.Int), Result: byteSort}
	inByte := func(e *ir.Expr) ir.Stmt { return assert(ir.And(ir.Le(n(0), e), ir.Le(e, n(255)))) }
	p := chain(nil, list(assign(x, ir.Wrap(ir.Add(ir.V(x), n(1)), byteSort)),
		assign(grid, ir.Store(ir.V(grid), list(ir.Nil, n(3)), ir.V(x)))), nil)
	p.Blocks[0].Succs = append(p.Blocks[0].Succs, p.Blocks[2])
	p.Blocks[2].Stmts = list(inByte(ir.V(x)), inByte(at(grid, ir.Nil, n(4))), inByte(ir.GetField(ir.V(tup), 0)),
		inByte(ir.Apply(f, ir.V(x))))
	if got := z3.verdicts(t, p); got != "unsat unsat unsat unsat" {
		t.Error(got)
	}
}

func TestSum(t *testing.T) {
	tm := newTerms()
	i, j := ir.V(local("i", ir.Int)), ir.V(local("j", ir.Int))
	canon := tm.canon
	for _, tc := range []struct{ got, want *ir.Expr }{
		{tm.sum(ir.Add(i, n(1)), n(1), -1), i},
		{tm.sum(ir.Sub(i, j), j, 1), i},
		{tm.sum(ir.Add(n(2), i), n(5), -1), ir.Sub(i, n(3))},
		{tm.sum(i, i, -1), n(0)},
		{tm.sum(i, i, 1), ir.Bin(ir.OpMul, n(2), i)},
		{tm.sum(ir.Un(ir.OpNeg, i), j, -1), ir.Sub(ir.Sub(n(0), i), j)},
		{tm.sum(ir.Bin(ir.OpMul, i, n(3)), ir.Bin(ir.OpMul, n(2), i), -1), i},
	} {
		if tc.got != canon(tc.want) {
			t.Errorf("got %s, want %s", tc.got, tc.want)
		}
	}
}

func TestLiterals(t *testing.T) {
	for _, tc := range []struct {
		got, want string
	}{
		{intLiteral(big.NewInt(-3)), "(- 3)"},
		{bvLiteral(big.NewInt(-1), 8), "(_ bv255 8)"},
		{quote("Counter.count@3"), "Counter.count@3"},
		{quote("p q"), "|p q|"},
		{quote("3d"), "|3d|"},
		{quote("(*T).f"), "|(*T).f|"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %s, want %s", tc.got, tc.want)
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	ns := newNames()
	seen := map[string]bool{}
	for _, base := range list("x", "x", "x~2", "x~2", "x", "a|b", "a\\b", "é", "t?1") {
		for _, name := range list(ns.fresh(base), ns.numbered("t")) {
			if seen[name] {
				t.Errorf("%s is given out twice", name)
			}
			seen[name] = true
		}
	}
}
