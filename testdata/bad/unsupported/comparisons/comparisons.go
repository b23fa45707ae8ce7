// Package comparisons compares values of which it is not known how they compare.
package comparisons

import "unsafe"

// A Box has anything in it.
type Box struct {
	n int
	x any
}

//calvin:atomic
func Boxes(a, b Box) bool {
	return a == b // unknown
}

// Ratio says of numbers of which nothing is known that they are equal.
//
//calvin:atomic // unknown
//calvin:ensures result == a
func Ratio(a float64) float64 { return a }

//calvin:atomic
func Address(p *int) unsafe.Pointer { // unknown
	return unsafe.Pointer(p)
}

//calvin:atomic
func Complex(c complex128) float64 {
	return real(c) // unknown
}

// Pure is pure for any type.
//
//calvin:pure // unknown
func Pure[T any](x T) int { return 1 }
