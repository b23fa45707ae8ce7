// Package slices uses slices, arrays and strings.
package slices

type S struct {
	//calvin:immutable
	data []int
	grid [4][4]int
}

func index(s *S, i int) int { return s.data[i] + s.grid[i][0] }

func cut(s []int, i, j int) []int { return s[i:j:j] }

func cutString(s string, i int) string { return s[i:] }

func add(s []int, x int) []int { return append(s, x, 2*x) }

func join(s, t []int) []int { return append(s, t...) }

func makes(n int) []int { return make([]int, n, 10) }

func literal() []int { return []int{1, 2, 3} }

func copies(dst, src []byte, s string) int { return copy(dst, src) + copy(dst, s) }

func wipe(s []int) { clear(s) }

func arrays(i int) int {
	var a [3]int
	a[i] = 1
	b := a
	return b[0] + len(a[:])
}

func bytes(s string) string {
	b := []byte(s)
	return string(b)
}

func smallest(a, b, c int) int { return min(a, b, c) + max(a, b) }

func char(s string, i int) byte { return s[i] }

type item struct {
	id   int
	name string
	at   struct{ x, y int }
	next *item
}

func addItem(items []item, id int) []item {
	return append(items, item{id: id})
}
