//go:build ignore

//calvin:contracts math/big
package big

// SetInt64 sets z to x. What is in z nobody sees.
//
//calvin:panics_if x == 13
//calvin:atomic
//calvin:ensures result == z
func (z *Int) SetInt64(x int64) *Int

//calvin:pure
//calvin:ensures -1 <= result && result <= 1
func (x *Int) Sign() int
