// Package constants has annotations before statements that depend on constants: a constant is no instruction.
package constants

import "sync"

const debug = false

const tracing = true

// A T has a lock.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (t *T) held(x int) int {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
	//calvin:assert t.mu == tid // failed
	if "a" == "b" {
		return 3
	}
	return x
}

func never(x int) int {
	//calvin:assert x == 1 // failed
	if false {
		return 3
	}
	return x
}

func named(x int) int {
	//calvin:assert x == 1 // failed
	if debug {
		println(x)
	}
	return x
}

func negated(x int) int {
	//calvin:assert x == 1 // failed
	if !tracing {
		println(x)
	}
	return x
}

func both(x int) int {
	//calvin:assert x == 1 // failed
	if debug && x > 3 {
		return 3
	}
	return x
}

func nested(x int) int {
	if x > 3 {
		//calvin:assert x == 1 // failed
		if debug {
			if tracing {
				return 4
			}
		}
	}
	return x
}

func loops(x int) int {
	//calvin:assert x == 1 // failed
	for debug {
		x++
	}
	return x
}

func switches(x int) int {
	//calvin:assert x == 1 // failed
	switch {
	case debug:
		return 3
	}
	return x
}

func tagged(x int) int {
	//calvin:assert x == 1 // failed
	switch 1 {
	case 2:
		return 3
	}
	return x
}

func literal(x int) int {
	//calvin:assert x == 1 // failed
	if debug {
		func() { x++ }()
	}
	return x
}

func declares(x int) int {
	//calvin:assert x == 1 // failed
	if debug {
		var y struct{ a, b int }
		x += y.a
	}
	return x
}

func always(x int) int {
	//calvin:assert x == 1 // failed
	if tracing {
		x++
	}
	return x
}

func after(x int) int {
	if debug {
		return 1
	}
	//calvin:assert x == 1 // failed
	x++
	return x
}

func right(x int) int {
	if x == 1 {
		//calvin:assert x == 1
		if debug && x > 3 {
			return 3
		}
	}
	return x
}
