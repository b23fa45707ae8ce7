// Package channels uses channels in ways that are easy to get wrong.
package channels

// Twice closes a channel twice.
func Twice() {
	c := make(chan int)
	close(c)
	close(c) // failed
}

// After sends on a channel that it has closed.
func After() {
	c := make(chan int, 1)
	close(c)
	c <- 1 // failed
}

// Nil closes a nil channel.
func Nil() {
	var c chan int
	close(c) // failed
}

// Theirs closes a channel that it did not make.
func Theirs(c chan int) {
	close(c) // failed
}

// Unsure sends on a channel that others may close.
func Unsure(c chan int) {
	c <- 1 // failed
}

// Select sends on a channel that others may close.
func Select(c chan int) {
	select { // failed
	case c <- 1:
	default:
	}
}

// Given starts a goroutine that closes the channel, and sends on it.
func Given() {
	c := make(chan int, 1)
	go func() {
		close(c)
	}()
	c <- 1 // failed
}

// TwoClosers starts two goroutines that close one channel.
func TwoClosers() {
	c := make(chan int)
	go func() {
		close(c)
	}()
	go func() { // failed
		close(c)
	}()
}

// Handed closes a channel that it has handed to a goroutine.
func Handed() {
	c := make(chan int)
	go closes(c)
	close(c) // failed
}

//calvin:takes c
func closes(c chan int) {
	close(c)
}

// NotMine hands over a channel that is not its own to close.
func NotMine(c chan int) {
	go closes(c) // failed
}

// NilHanded hands over a nil channel.
func NilHanded() {
	var c chan int
	go closes(c) // failed
}

// InLoop starts goroutines that close one channel.
func InLoop(n int) {
	c := make(chan int)
	for range n {
		go func() { // failed
			close(c)
		}()
	}
}

// A Latch has a channel of which nothing is said.
type Latch struct {
	//calvin:carries true
	c    chan struct{}
	free chan int
}

// Free sends on a channel of which nothing is said.
func (l *Latch) Free() {
	l.free <- 1 // failed
}
