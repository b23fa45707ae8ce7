// Package control has control flow that is not modelled.
package control

type T struct{ n int }

// Irreducible jumps into a loop.
//
//calvin:atomic
func Irreducible(n int) int { // unknown
	if n > 3 {
		goto middle
	}
top:
	n++
middle:
	n += 2
	if n < 10 {
		goto top
	}
	return n
}

//calvin:atomic
func DeferInLoop(t *T) {
	for i := range 3 {
		defer func() { t.set(i) }() // unknown
	}
}

//calvin:atomic
func DefersInLoop(t *T) {
	for i := range 3 {
		defer t.set(i) // unknown
		defer t.set(-i)
	}
}

//calvin:atomic
//calvin:modifies t.n
func (t *T) set(n int) {
	if t.n != n {
		return
	}
}

//calvin:atomic
func RangeOverFunc(seq func(func(int) bool)) (sum int) {
	for n := range seq { // unknown
		sum += n
	}
	return sum
}
