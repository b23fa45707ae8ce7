// Package linkedvariables has package variables that are assigned where they are declared. Of one a go:linkname directive says that another package has it, too.
//
//calvin:panics
package linkedvariables

import _ "unsafe"

type level struct{ n int }

//go:linkname threshold other.threshold
var threshold = new(level)

var fixed = new(level)

// Threshold panics if the other package has set it to nil.
func Threshold() int {
	return threshold.n // failed
}

// Fixed does not.
func Fixed() int {
	return fixed.n
}
