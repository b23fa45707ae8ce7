// Package loops has loops of all kinds.
package loops

func up(n int) (sum int) {
	//calvin:invariant 0 <= i && sum >= 0
	for i := 0; i < n; i++ {
		sum = i
	}
	return sum
}

func down(n int) {
	for n > 0 {
		n--
	}
}

func integers(n int) (sum int) {
	//calvin:invariant sum == i
	for i := range n {
		sum = i + 1
	}
	return
}

func elements(s []int) (n int) {
	//calvin:invariant n == i
	for i, x := range s {
		n = i + 1
		_ = x
	}
	return
}

func characters(s string) (n int) {
	for range s {
		n++
	}
	for _, c := range s {
		if c == 'x' {
			break
		}
	}
	return n
}

func nested(n int) {
outer:
	for {
		for i := 0; ; i++ {
			if i > n {
				continue outer
			}
			if i == 5 {
				break outer
			}
		}
	}
}

func captured() {
	for i := 0; i < 3; i++ {
		f := func() int { return i }
		use(f)
	}
}

func use(f func() int) { f() }

func backwards(n int) {
again:
	n--
	if n > 0 {
		goto again
	}
}

func always(n int) int {
	for {
		return n
	}
}

type wide struct{ cells [100]int }

func counted(w *wide) (n int) {
	for i := range w.cells {
		n = i
	}
	return n
}
