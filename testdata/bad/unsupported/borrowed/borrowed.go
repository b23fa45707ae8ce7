// Package borrowed has a channel that nobody may close, says one variable; another, which holds it too, says nothing. A function
// that names neither counts on the first.
package borrowed

var base = make(chan int, 1)

// Closing closes it.
func Closing() { close(base) } // unfounded

// open says that nobody may close what is another variable's, too.
//
//calvin:closable_if false
var open = base // unknown

// Send sends on one channel or another.
//
//calvin:requires ch != nil && closer(ch) == tid && !closed(ch)
func Send(ch chan int) { // unfounded
	ch <- 1
}
