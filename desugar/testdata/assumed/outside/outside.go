// Package outside has no annotations, and a function that is too large for its caller.
package outside

import "github.com/calvin-go/calvin/desugar/testdata/assumed"

func large(g *assumed.Gauge, n int) {
	a, b := n, 1
	for i := range n {
		switch i % 3 {
		case 0:
			a += i
		case 1:
			b -= i
		case 2:
			a, b = b, a
		}
		if a == n && b == n {
			a = 0
			b = 0
		}
		if a > b {
			a--
			b++
		}
	}
	g.Add(a + b)
}

func apart(g *assumed.Gauge) {
	large(g, 1)
	large(g, 2)
	large(g, 3)
	large(g, 4)
	large(g, 5)
	large(g, 6)
}
