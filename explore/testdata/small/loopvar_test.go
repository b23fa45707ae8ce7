//go:build go1.21

package small

import "testing"

// A loop variable is one for the whole loop in a file of an older version.
func TestModelLoopVariablePerLoop(t *testing.T) {
	c := make(chan int, 3)
	for i := 0; i < 3; i++ {
		go func() { c <- i }() // want race
	}
}
