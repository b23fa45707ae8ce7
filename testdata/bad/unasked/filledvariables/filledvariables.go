// Package filledvariables has package variables that no statement assigns to, and that are not zero all the same: directives fill them.
package filledvariables

import (
	_ "embed"
	_ "unsafe"
)

//go:embed data.txt
var data []byte

//go:embed data.txt

// The directive stands apart.
var more []byte

//go:linkname limit other.limit
var limit int

var n int

// Embedded comes to where it counts.
func Embedded() {
	if len(data) > 0 {
		n++ // failed
	}
}

// Apart does so, too.
func Apart() {
	if len(more) > 0 {
		n++ // failed
	}
}

// Linked does so if the other package has set the limit.
func Linked() {
	if limit > 0 {
		n++ // failed
	}
}

// N reads what they write.
func N() int { return n }
