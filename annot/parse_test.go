package annot

import (
	"go/types"
	"testing"
)

// TestPrecedence checks how expressions group, by what they print as with all parentheses that are needed.
func TestPrecedence(t *testing.T) {
	src := load(t, "p.go", "package p\nvar a, b, c bool\nvar x, y, z int\nvar p **int\n")
	s := scope{outer: src.Info.Scopes[src.Files[0]]}
	for _, test := range []struct{ in, want string }{
		{"a ==> b ==> c", "a ==> b ==> c"},
		{"(a ==> b) ==> c", "(a ==> b) ==> c"},
		{"a ==> (b ==> c)", "a ==> b ==> c"},
		{"a <==> b <==> c", "a <==> b <==> c"},
		{"a <==> (b <==> c)", "a <==> (b <==> c)"},
		{"a <==> b ==> c", "a <==> b ==> c"},
		{"(a <==> b) ==> c", "(a <==> b) ==> c"},
		{"a || b ==> c && a", "a || b ==> c && a"},
		{"(a ==> b) || c", "(a ==> b) || c"},
		{"a && (b || c)", "a && (b || c)"},
		{"!(a && b)", "!(a && b)"},
		{"!!a", "!(!a)"},
		{"x + y*z == (x+y)*z", "x + y * z == (x + y) * z"},
		{"x - (y - z) == x - y - z", "x - (y - z) == x - y - z"},
		{"-(-x) == - -x", "-(-x) == -(-x)"},
		{"x<<1 + y == 0", "x << 1 + y == 0"},
		{"x<<(uint(y)&1) == 0", "x << (uint(y) & 1) == 0"},
		{"a == b == c", "a == b == c"},
		{"a == (x == y)", "a == (x == y)"},
		{"**p == x", "**p == x"},
		{"x == -1", "x == -1"},
		{"x - -1 == 0", "x - -1 == 0"},
		{"forall i int :: a && i > 0", "forall i int :: a && i > 0"},
		{"(forall i int :: a) && b", "(forall i int :: a) && b"},
		{"a && forall i int :: b || c", "a && (forall i int :: b || c)"},
		{"exists i, j int, q *int :: i < j", "exists i int, j int, q *int :: i < j"},
		{"forall forall int :: forall > 0", "forall forall int :: forall > 0"},
		{"a==>b<==>c", "a ==> b <==> c"},
	} {
		x, err := parse(test.in, 1, (*parser).expr)
		if err != nil {
			t.Errorf("%s: %s", test.in, err.Msg)
			continue
		}
		c := &checker{src: src, out: &Package{}}
		var got string
		if _, ok := c.with(&directive{}, s, func(e *exprChecker) {
			got = Format(e.predicate(x), types.RelativeTo(src.Types))
		}); !ok {
			got = c.errs[0].Msg
		}
		if got != test.want {
			t.Errorf("%s\nreads as %s\nwant     %s", test.in, got, test.want)
		}
	}
}
