// Package limit has a function whose proof takes some work.
package limit

// Tower returns the height of a tower with n steps.
//
//calvin:atomic
//calvin:ensures result >= n
func Tower(n, step int) int {
	if n < 0 || n > 1000 || step < 1 || step > 1000 {
		return n
	}
	return n * step
}
