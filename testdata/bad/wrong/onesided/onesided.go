// Package onesided checks one side of a range, and not the other.
package onesided

// A T is annotated so that the package is looked at.
//
//calvin:invariant n >= 0
type T struct{ n int }

func Channel(n int) chan int {
	return make(chan int, min(n, 10)) // failed
}

func Length(n int) []int {
	return make([]int, min(n, 10)) // failed
}

func LargeLength(n int) []int {
	return make([]int, max(n, 0)) // failed
}

func Capacity(n int) []int {
	return make([]int, 5, max(0, min(n, 10))) // failed
}

func LargeCapacity(n int) []int {
	return make([]int, 5, max(n, 5)) // failed
}

func Below(a []int, i int) int {
	if i >= len(a) {
		return 0
	}
	return a[i] // failed
}

func Above(a []int, i int) int {
	if i < 0 {
		return 0
	}
	return a[i] // failed
}

func AtEnd(a []int, i int) int {
	if i < 0 || i > len(a) {
		return 0
	}
	return a[i] // failed
}

func BelowArray(a *[4]int, i int) int {
	if i > 3 {
		return 0
	}
	return a[i] // failed
}

func AboveArray(a *[4]int, i int) int {
	if i < 0 || i > 4 {
		return 0
	}
	return a[i] // failed
}

func BelowValue(a [4]int, i int) int {
	if i > 3 {
		return 0
	}
	return a[i] // failed
}

func AboveValue(a [4]int, i int) int {
	if i < 0 || i > 4 {
		return 0
	}
	return a[i] // failed
}

func BelowText(s string, i int) byte {
	if i >= len(s) {
		return 0
	}
	return s[i] // failed
}

func AboveText(s string, i int) byte {
	if i < 0 || i > len(s) {
		return 0
	}
	return s[i] // failed
}

func Assigned(i int) []int {
	a := make([]int, 3)
	if i >= 0 {
		a[i] = 1 // failed
	}
	return a
}

func AssignedBelow(i int) []int {
	a := make([]int, 3)
	if i < 3 {
		a[i] = 1 // failed
	}
	return a
}

func From(a []int, i int) []int {
	if i < 0 {
		return nil
	}
	return a[i:] // failed
}

func FromBelow(a []int, i int) []int {
	if i > len(a) {
		return nil
	}
	return a[i:] // failed
}

func To(a []int, i int) []int {
	if i < 0 {
		return nil
	}
	return a[:i] // failed
}

func Crossed(a []int, i, j int) []int {
	if i < 0 || i > len(a) || j < 0 || j > len(a) {
		return nil
	}
	return a[i:j] // failed
}

func BeyondThird(a []int, i, j int) []int {
	if i < 0 || j < i {
		return nil
	}
	return a[0:i:j] // failed
}

func ThirdBelow(a []int, i, j int) []int {
	if i < 0 || i > len(a) || j > cap(a) {
		return nil
	}
	return a[0:i:j] // failed
}

func TextCrossed(s string, i, j int) string {
	if i < 0 || i > len(s) || j < 0 || j > len(s) {
		return ""
	}
	return s[i:j] // failed
}

func TextAbove(s string, i int) string {
	if i < 0 {
		return ""
	}
	return s[i:] // failed
}

func ArrayAbove(a *[4]int, i int) []int {
	if i < 0 {
		return nil
	}
	return a[:i] // failed
}

func ToArray(s []int) [4]int {
	if len(s) < 3 {
		return [4]int{}
	}
	return [4]int(s) // failed
}

func ToArrayPointer(s []int) *[4]int {
	if len(s) < 3 {
		return nil
	}
	return (*[4]int)(s) // failed
}

func Shifted(n int) int {
	if n > 60 {
		return 0
	}
	return 1 << n // failed
}
