package fusion

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestLiteral(t *testing.T) {
	for _, c := range []struct {
		kind kind
		val  int64
		want string
	}{
		{truth, 1, "true"},
		{truth, 0, "false"},
		{kind{64, true}, -5, "(- 5)"},
		{kind{64, true}, math.MinInt64, "(- 9223372036854775808)"},
		{kind{64, false}, -1, "18446744073709551615"},
		{kind{8, false}, 200, "200"},
	} {
		if got := literal(c.kind, c.val); got != c.want {
			t.Errorf("literal(%v, %d) = %s, want %s", c.kind, c.val, got, c.want)
		}
	}
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		kind            kind
		least, greatest string
	}{
		{kind{8, true}, "(- 128)", "127"},
		{kind{8, false}, "0", "255"},
		{kind{64, true}, "(- 9223372036854775808)", "9223372036854775807"},
		{kind{64, false}, "0", "18446744073709551615"},
	} {
		if least, greatest := c.kind.bounds(); least != c.least || greatest != c.greatest {
			t.Errorf("the bounds of %v are %s and %s, want %s and %s", c.kind, least, greatest, c.least, c.greatest)
		}
	}
}

// What is written as a literal is read as the same bits; wrapping is the conversion of the language.
func TestLiteralsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Int64().Draw(t, "v")
		for _, signed := range []bool{true, false} {
			if got, ok := parseLiteral(literal(kind{64, signed}, v)); !ok || got != v {
				t.Errorf("%d is read back as %d", v, got)
			}
		}
		if got := (kind{8, true}).wrap(v); got != int64(int8(v)) {
			t.Errorf("int8(%d) is %d", v, got)
		}
		if got := (kind{16, false}).wrap(v); got != int64(uint16(v)) {
			t.Errorf("uint16(%d) is %d", v, got)
		}
	})
}

// A value of the trace that is the same on both ways of a branch is no reason to forget the branch.
func TestEitherKeepsWhatMayDiffer(t *testing.T) {
	k := kind{64, true}
	symbol := number{&term{op: opSymbol, kind: k, val: 0, sym: 1, last: 0}}
	cond := &term{op: opSymbol, kind: truth, val: 1, sym: 2, last: 1}
	e := &entry{branch: &branch{cond: cond}}
	m := &machine{}
	if got := m.either(e, num(k, 0), symbol).(number); got.op != "ite" {
		t.Errorf("0 or a symbol that is 0 in the trace is %s %d", got.op, got.val)
	}
	if got := m.either(e, num(k, 0), num(k, 0)).(number); !isConst(got.term) {
		t.Errorf("0 or 0 is %s", got.op)
	}
}
