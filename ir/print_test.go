package ir

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestPrintGolden(t *testing.T) {
	x := increment()
	for name, got := range map[string]string{
		"increment":             x.f.String(),
		"increment-access":      x.access().String(),
		"increment-abstraction": x.abstraction().String(),
		"scan":                  scan().String(),
	} {
		file := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestPrintExpr(t *testing.T) {
	a, b, c := V(local("a", Int)), V(local("b", Int)), V(local("c", Int))
	p, q, r := V(local("p", Bool)), V(local("q", Bool)), V(local("r", Bool))
	u, w := V(local("u", BitVector(8, false))), V(local("w", BitVector(8, false)))
	m := V(local("m", Array(Ref, Array(Int, Int))))
	o := V(local("o", Ref))
	pair := Tuple("Pair", Field{"x", Int}, Field{"y", Bool})
	t1 := V(local("t", pair))
	i := &Var{Name: "i", Sort: Int, Kind: BoundVar}
	fn := &Fn{Name: "base", Params: []*Sort{Ref}, Result: Ref}
	for _, c := range []struct {
		e    *Expr
		want string
	}{
		{Add(Bin(OpMul, a, b), c), "a * b + c"},
		{Bin(OpMul, Add(a, b), c), "(a + b) * c"},
		{Sub(a, Sub(b, c)), "a - (b - c)"},
		{Sub(Sub(a, b), c), "a - b - c"},
		{Implies(p, Implies(q, r)), "p ==> q ==> r"},
		{Implies(Implies(p, q), r), "(p ==> q) ==> r"},
		{And(p, Or(q, r), Implies(p, q)), "p && (q || r) && (p ==> q)"},
		{Or(And(p, q), r), "p && q || r"},
		{Not(And(p, q)), "!(p && q)"},
		{Not(p), "!p"},
		{Ne(a, b), "a != b"},
		{Not(Lt(a, b)), "a >= b"},
		{Not(Le(a, b)), "a > b"},
		{Eq(Eq(a, b), p), "(a == b) == p"},
		{Ite(p, a, Ite(q, b, c)), "p ? a : (q ? b : c)"},
		{Add(Ite(p, a, b), N(1, Int)), "(p ? a : b) + 1"},
		{Un(OpNeg, Un(OpNeg, a)), "-(-a)"},
		{Un(OpNeg, N(-3, Int)), "-(-3)"},
		{Add(a, N(-1, Int)), "a + -1"},
		{Bin(OpMod, a, Add(b, c)), "mod(a, b + c)"},
		{Bin(OpQuo, a, b), "a / b"},
		{Wrap(Add(a, b), Integer(8, false)), "uint8(a + b)"},
		{Bin(OpBitAnd, u, Un(OpBitNot, w)), "u & ^w"},
		{Bin(OpShl, Bin(OpBitOr, u, w), w), "(u | w) << w"},
		{Convert(OpBVToInt, u, Integer(8, false)), "uint8(u)"},
		{Convert(OpBVResize, u, BitVector(16, false)), "bv16(u)"},
		{Select(m, o, Add(a, b)), "m[o][a + b]"},
		{Store(m, []*Expr{o, a}, b), "m[o][a := b]"},
		{Select(Store(m, []*Expr{o}, ConstArray(Array(Int, Int), a)), o, b), "m[o := [integer]integer{*: a}][o][b]"},
		{MakeTuple(pair, a, p), "Pair{x: a, y: p}"},
		{GetField(t1, 1), "t.y"},
		{UpdateField(t1, 0, Add(a, b)), "t{x := a + b}"},
		{Eq(Apply(fn, o), Nil), "base(o) == nil"},
		{Forall([]*Var{i}, Implies(p, Eq(V(i), a))), "forall i integer :: p ==> i == a"},
		{And(Exists([]*Var{i}, Eq(V(i), a)), p), "(exists i integer :: i == a) && p"},
		{Old(Select(m, o, a)), "old(m[o][a])"},
		{Const("x", Opaque("string")), `string("x")`},
		{Eq(Free, Free), "true"},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// A term with shared subterms may have a text of any size; the dump must not.
func TestPrintSharedTerm(t *testing.T) {
	e := V(local("a", Int))
	for range 200 {
		e = Bin(OpMul, e, e)
	}
	if n := len(e.String()); n > 2*maxPrinted {
		t.Errorf("%d bytes", n)
	}
}

func TestCheckNames(t *testing.T) {
	seen := map[string]CheckKind{}
	for k := NoCheck; int(k) < len(checkNames); k++ {
		if other, ok := seen[k.String()]; ok {
			t.Errorf("kinds %d and %d are both called %q", other, k, k)
		}
		seen[k.String()] = k
	}
	if got := (VacuousLoop + 100).String(); !strings.Contains(got, "check ") {
		t.Errorf("unknown kind is called %q", got)
	}
}
