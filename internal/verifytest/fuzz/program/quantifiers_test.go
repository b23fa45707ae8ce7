package program

import "testing"

// Annotations mean the same as the Go code that is made of them.
func TestFormula(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a == 1", "a == 1"},
		{"a > 0 ==> b > 0", "(!(a > 0) || (b > 0))"},
		{"a ==> b ==> c", "(!(a) || ((!(b) || (c))))"},
		{"a ==> b <==> c", "(((!(a) || (b))) == (c))"},
		{"f(a ==> b)", "f((!(a) || (b)))"},
		{"forall ix int :: 0 <= ix && ix < len(x) ==> x[ix] > 0",
			"_all(len(x), func(ix int) bool { return (!(0 <= ix && ix < len(x)) || (x[ix] > 0)) })"},
		{"n == 0 || exists ix int :: 0 <= ix && ix < 4 && x[ix] == n",
			"n == 0 || _any(4, func(ix int) bool { return 0 <= ix && ix < 4 && x[ix] == n })"},
		{"forall ix int, jx int :: 0 <= ix && ix < jx && jx < len(x) ==> x[ix] <= x[jx]",
			"_all(len(x), func(jx int) bool { return _all(len(x), func(ix int) bool { return (!(0 <= ix && ix < jx && jx < len(x)) || (x[ix] <= x[jx])) }) })"},
		{"ok ==> forall key string :: has(m, key) ==> m[key] == integer(1)",
			"(!(ok) || (_allKeys(m, func(key string) bool { return (!(_has(m, key)) || (m[key] == _integer(1))) })))"},
	} {
		if got := goFormula(c.text); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

// What an element was before the call is looked up in a copy of what held it.
func TestOldElement(t *testing.T) {
	c, ok := runCondition("forall ix int :: 0 <= ix && ix < old(len(c.s)) ==> c.s[ix] == old(c.s[ix])", 2)
	want := "_all(_o2, func(ix int) bool { return (!(0 <= ix && ix < _o3) || (c.s[ix] == _o4[ix])) })"
	if !ok || c.text != want || len(c.olds) != 3 || c.olds[2] != "c.s" {
		t.Errorf("got %s of %q, want %s", c.text, c.olds, want)
	}
}
