package vcgen

import (
	"slices"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// A number is asked to be small where a reader sees it: in structs, and of slices the length. Whether anything is asked at all depends on
// the values.
func TestNumbersIn(t *testing.T) {
	slice := ir.Tuple("slice", ir.Field{Name: "arr", Sort: ir.Ref}, ir.Field{Name: "off", Sort: int64s},
		ir.Field{Name: "len", Sort: int64s}, ir.Field{Name: "cap", Sort: int64s})
	pair := ir.Tuple("T", ir.Field{Name: "a", Sort: ir.Int}, ir.Field{Name: "b", Sort: ir.BitVector(8, false)})
	const x = "(and (<= (- 1) x) (<= x 9))"
	parts := []string{"(and (<= (- 1) (T.a x)) (<= (T.a x) 9))", "(and (bvule (_ bv0 8) (T.b x)) (bvule (T.b x) (_ bv9 8)))"}
	length := []string{"(and (<= (- 1) (slice.len x)) (<= (slice.len x) 9))"}
	for _, tc := range []struct {
		raw   string
		sort  *ir.Sort
		large bool
		want  []string
	}{
		{"9", ir.Int, false, []string{x}},
		{"10", ir.Int, true, []string{x}},
		{"(- 1)", ir.Int, false, []string{x}},
		{"(- 2)", ir.Int, true, []string{x}},
		{"", ir.Int, false, []string{x}},
		{"#xff", ir.BitVector(8, true), false, []string{"(and (bvsle (_ bv255 8) x) (bvsle x (_ bv9 8)))"}},
		{"#xff", ir.BitVector(8, false), true, []string{"(and (bvule (_ bv0 8) x) (bvule x (_ bv9 8)))"}},
		{"#b11", ir.BitVector(2, false), false, nil},
		{"true", ir.Bool, false, nil},
		{"Ref!val!3", ir.Ref, false, nil},
		{"(mk.T 1 #x09)", pair, false, parts},
		{"(mk.T 1 #x0a)", pair, true, parts},
		{"(mk.U 100 #x0a)", pair, false, parts},
		{"(mk.slice Ref!val!1 1000 3 2000)", slice, false, length},
		{"(mk.slice Ref!val!1 0 30 40)", slice, true, length},
	} {
		all := newTermList()
		e, ok := parseSexpr(tc.raw)
		if large := numbersIn("x", tc.sort, e, ok, all); large != tc.large || !slices.Equal(all.list, tc.want) {
			t.Errorf("%s as %s: %t, %q", tc.raw, tc.sort, large, all.list)
		}
	}
}
