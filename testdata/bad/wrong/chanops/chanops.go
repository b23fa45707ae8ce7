// Package chanops makes and closes channels that may not be made or closed so.
package chanops

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:carries[j] j > 0
	//calvin:carries[j] j < 10
	//calvin:closable_if false
	positive chan int
	//calvin:carries[p] p != nil
	//calvin:closable_if false
	parts chan *T
	//calvin:transfers
	//calvin:closable_if false
	given chan *T
	part  *T
	//calvin:transfers
	//calvin:closable_if false
	pairs chan [2]*T
}

func Negative(n int) chan int {
	return make(chan int, n) // failed
}

func NegativeByLess(n int) chan int {
	if n < -1 {
		n = 0
	}
	return make(chan int, n) // failed
}

func CloseNil(b bool) {
	var ch chan int
	if b {
		ch = make(chan int)
	}
	close(ch) // failed
}

func CloseTwice() {
	ch := make(chan int)
	close(ch)
	close(ch) // failed
}

func SendNothing(t *T) {
	t.positive <- 0 // failed
}

func SendNegative(t *T, n int) {
	t.positive <- n // failed
}

func SendNil(t *T) {
	t.parts <- nil // failed
}

func SelectNil(t *T, done chan struct{}) {
	select { // failed
	case t.parts <- nil:
	case <-done:
	}
}

// GiveShared gives away what others know.
func GiveShared(t, u *T) {
	t.given <- u // failed
}

// GiveStored gives away what it also keeps.
func GiveStored(t *T) {
	u, v := &T{}, &T{}
	v.part = u
	t.given <- u // failed
	t.given <- v
}

// GiveTwice gives one object twice.
func GiveTwice(t *T) {
	u := &T{}
	t.given <- u
	t.given <- u // failed
}

func SendMuch(t *T) {
	t.positive <- 10 // failed
}

// GivePair gives away what is new with what others know.
func GivePair(t, u *T) {
	t.pairs <- [2]*T{u, &T{}} // failed
}

func GivePairOfOne(t *T) {
	u := &T{}
	t.pairs <- [2]*T{u, u}
	u.part = t // failed
}

// Nothing believes that something is always there.
func Nothing(ch chan int) {
	if ch == nil {
		return
	}
	select {
	case <-ch:
	default:
		panic("nothing") // failed
	}
}

// GotNil believes that what it gets is there.
func GotNil(t *T) *T {
	u := <-t.given
	return u.part // failed
}
