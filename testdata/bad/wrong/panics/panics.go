// Package panics may panic.
package panics

// A T is annotated so that the package is looked at.
//
//calvin:invariant n >= 0
type T struct{ n int }

func Index(a []int, i int) int {
	return a[i] // failed
}

func Bounds(a []int, i int) []int {
	return a[:i] // failed
}

func Divide(a, b int) int {
	return a / b // failed
}

func Nil(t *T) int {
	if t == nil {
		return t.n // failed
	}
	return 0
}

func Make(n int) []int {
	return make([]int, n) // failed
}

func Panic(n int) {
	if n > 3 {
		panic("too large") // failed
	}
}

func Shift(n int) int {
	return 1 << n // failed
}

func OffByOne(a []int) (sum int) {
	for i := 0; i <= len(a); i++ {
		sum += a[i] // failed
	}
	return sum
}
