// Package widened computes with numbers that were converted to a wider type: the result is one of that.
package widened

import "sync"

// A T has a lock.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func difference(i, j uint8) {
	v := int(i) - int(j)
	//calvin:assert v >= 0 // failed
	_ = v
}
func sum(i, j uint8) {
	v := int(i) + int(j)
	//calvin:assert v <= 255 // failed
	_ = v
}
func shift(i uint8) {
	v := int(i) << 3
	//calvin:assert v <= 255 // failed
	_ = v
}
func product(i uint8) {
	v := int(i) * 7
	//calvin:assert v <= 255 // failed
	_ = v
}
func quotient(i int8) {
	v := int(i) / -1
	//calvin:assert v <= 127 // failed
	_ = v
}
func cleared(i uint8) {
	v := int(i) &^ 1
	//calvin:assert v != 0 // failed
	_ = v
}
func increment(i uint8) {
	v := int(i)
	v++
	//calvin:assert v != 256 // failed
	_ = v
}
func negation(i int8) {
	v := -int(i)
	//calvin:assert v != 128 // failed
	_ = v
}
func larger(i, j uint8) {
	v := max(int(i), 3) - 200
	//calvin:assert v >= 0 // failed
	_ = v
}
func complement(i uint8) {
	//calvin:assert ^int(i) != -1 // failed
	_ = i
}
func right(i uint8) {
	//calvin:assert -int(i) <= 0 && -int(i) >= -255 && int(i) - 256 < 0
	_ = i
}
func predecessor(i uint8) {
	//calvin:assert int(i) - 1 >= 0 // failed
	_ = i
}
func runeOf(i uint8) {
	v := ^rune(i)
	//calvin:assert v >= 0 // failed
	_ = v
}
func bytes(s string) {
	if len(s) > 0 {
		v := -int(s[0])
		//calvin:assert v >= 0 // failed
		_ = v
	}
}
