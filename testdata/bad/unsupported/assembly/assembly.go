// Package assembly has a function without a body.
package assembly

// Add is written in assembly.
//
//calvin:atomic
func Add(a, b int) int // unknown

//calvin:atomic
//calvin:ensures result == a+b+1
func AddOne(a, b int) int {
	return Add(a, b) + 1 // unknown
}
