// Package lentfields counts on code that is not at hand for what it does not change: fields of structs that are elements of slices and arrays.
package lentfields

type point struct{ x, y int }

type line struct {
	name string
	ends [2]point
}

// Elements passes the structs in a slice.
func Elements(ps []point, f func([]point)) int {
	if f == nil || len(ps) == 0 {
		return 0
	}
	x := ps[0].x
	f(ps)
	//calvin:assert ps[0].x == x // failed
	return x
}

// Array passes those in an array, by its address.
func Array(ps *[4]point, f func(*[4]point)) int {
	if f == nil || ps == nil {
		return 0
	}
	x := ps[0].x
	f(ps)
	//calvin:assert ps[0].x == x // failed
	return x
}

// Rows passes those in arrays that are elements.
func Rows(rows [][2]point, f func([][2]point)) int {
	if f == nil || len(rows) == 0 {
		return 0
	}
	x := rows[0][1].x
	f(rows)
	//calvin:assert rows[0][1].x == x // failed
	return x
}

// Lines passes those that are parts of elements.
func Lines(ls []line, f func([]line)) int {
	if f == nil || len(ls) == 0 {
		return 0
	}
	x := ls[0].ends[1].x
	f(ls)
	//calvin:assert ls[0].ends[1].x == x // failed
	return x
}

// Numbers passes no structs: those stay as they are, and the numbers do not.
func Numbers(ps []point, ns []int, f func([]int)) int {
	if f == nil || len(ps) == 0 || len(ns) == 0 {
		return 0
	}
	x, n := ps[0].x, ns[0]
	f(ns)
	//calvin:assert ps[0].x == x
	//calvin:assert ns[0] == n // failed
	return x + n
}
