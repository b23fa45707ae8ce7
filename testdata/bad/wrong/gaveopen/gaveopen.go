// Package gaveopen hands channels on, and says of them what is their new owner's affair.
package gaveopen

// A H hands channels on.
type H struct {
	//calvin:transfers
	//calvin:closable_if false
	in chan chan int
}

// Give says that it is still open.
func (h *H) Give() {
	ch := make(chan int)
	h.in <- ch
	//calvin:assert !closed(ch) // failed
	println(h)
}

// Take closes it, though it does not know that this is its to do.
func (h *H) Take() {
	if ch := <-h.in; ch != nil {
		close(ch) // failed
	}
}
