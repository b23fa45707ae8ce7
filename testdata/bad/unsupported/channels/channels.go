// Package channels uses what channels are not modelled by yet.
package channels

type T struct {
	c chan int
	n int
}

//calvin:atomic
func (t *T) Send() {
	t.c <- 1 // unknown
}

//calvin:atomic
func (t *T) Receive() int {
	return <-t.c // unknown
}

//calvin:atomic
func (t *T) Close() {
	close(t.c) // unknown
}

//calvin:atomic
func (t *T) Make() {
	c := make(chan int, 1) // unknown
	_ = c
}

//calvin:atomic
func (t *T) Select() int {
	select { // unknown
	case n := <-t.c:
		return n
	default:
		return 0
	}
}

//calvin:atomic
func (t *T) Range() (sum int) {
	for n := range t.c { // unknown
		sum += n
	}
	return sum
}
