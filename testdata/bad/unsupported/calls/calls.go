// Package calls calls what cannot be read.
package calls

// Chosen calls a function literal that is only called, of which it is not known that it is this one.
//
//calvin:atomic
func Chosen(b bool) (n int) {
	var f func()
	if b {
		f = func() { n++ }
	}
	f() // unknown
	return n
}

// Recursive has no contract, so that its calls are read instead.
func Recursive(n int) int {
	if n == 0 {
		return 0
	}
	return Recursive(n-1) + 1 // unknown
}

// A Set is generic.
type Set[K comparable] struct{ k K }

//calvin:atomic
func (s *Set[K]) Put(k K) { // unknown
	s.k = k
}
