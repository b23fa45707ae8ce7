// Package values computes with values of all types.
package values

type point struct{ x, y int }

type line struct{ from, to point }

var origin point

func logic(a, b bool) bool { return a && (b || !a) }

func swap(x, y int) (int, int) {
	x, y = y, x
	return x, y
}

func fields(l line) int {
	l.from.x = 1
	m := l
	m.to = point{2, 3}
	p := &m
	return p.to.y + l.from.x + origin.x
}

func choose(n int) string {
	switch {
	case n < 0:
		return "negative"
	case n == 0:
		return "zero"
	}
	return "positive"
}

func pointers(p **int) int { return **p }

func fail(n int) int {
	if n < 0 {
		panic("negative")
	}
	return n
}

func shift(x uint8, n int) uint8 { return x<<n | uint8(n) }

func box(n int) any { return n }

type reader interface{ read() }

type readCloser interface {
	reader
	close()
}

func narrow(r readCloser) (reader, bool) {
	narrower := reader(r)
	return narrower, (narrower == nil) == (r == nil)
}

func unsupported(m map[string]int, c chan int, x any) int {
	m["x"] = 1
	c <- 1
	select {
	case <-c:
	default:
	}
	n, _ := x.(int)
	for range m {
		n++
	}
	return m["y"] + <-c + n + int(real(complex(1, 2)))
}

func generic[T any](x T) T { return x }

func instance() int { return generic(1) }
