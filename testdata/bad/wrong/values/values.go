// Package values computes with the wrong idea of Go's values.
package values

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:accessible_if[j] mu == tid
	cells [4]int
}

// Zero writes all fields without their guards.
func (t *T) Zero() {
	*t = T{} // failed
}

func (t *T) WholeArray() {
	t.cells = [4]int{} // failed
}

func (t *T) CopyArray() [4]int {
	return t.cells // failed
}

func (t *T) RangeArray() (sum int) {
	for _, c := range t.cells { // failed
		sum += c
	}
	return sum
}

func Wrap(n int) {
	m := n + 1
	//calvin:assert m > n // failed
	_ = m
}

func WrapByte(n uint8) {
	m := n + 200
	//calvin:assert m >= 200 // failed
	_ = m
}

func Negate(n int) {
	m := n
	if m < 0 {
		m = -m
	}
	//calvin:assert m >= 0 // failed
}

func Narrow(n int) {
	m := int8(n)
	//calvin:assert int(m) == n // failed
	_ = m
}

func SignChange(n int32) {
	m := uint32(n)
	//calvin:assert m < 1 << 31 // failed
	_ = m
}

func Truncate() {
	q, r := -7/2, -7%2
	//calvin:assert q == -4 || r == 1 // failed
	_, _ = q, r
}

func DivideMin(n int) {
	if n < 0 {
		m := n / -1
		//calvin:assert m > 0 // failed
		_ = m
	}
}

func Remainder(n int) {
	m := n % 8
	//calvin:assert m >= 0 // failed
	_ = m
}

func Product(n int) {
	if n > 0 {
		m := n * 4
		//calvin:assert m > 0 // failed
		_ = m
	}
}

func ShiftOut(n uint) {
	m := 1 << (n % 80)
	//calvin:assert m != 0 // failed
	_ = m
}

func Unsigned(n uint) {
	m := n - 1
	//calvin:assert m < n // failed
	_ = m
}

func ArrayCopy() {
	a := [3]int{1, 2, 3}
	b := a
	b[0] = 9
	//calvin:assert a[0] == 9 // failed
	_ = b
}

func StructCopy() {
	type pair struct{ x, y int }
	a := pair{1, 2}
	b := a
	b.x = 9
	//calvin:assert a.x == 9 // failed
	_ = b
}

func LengthOfNil() {
	var s []int
	//calvin:assert len(s) > 0 // failed
	_ = s
}

func StringIndex(s string) byte {
	return s[0] // failed
}
