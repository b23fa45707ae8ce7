// Package literals passes on function literals by way of variables of which it is not known which literal they hold.
package literals

func run(f func()) {
	if f != nil {
		f()
	}
}

func again(f func()) { run(f) }

func later(f func()) {
	if f != nil {
		defer f()
	}
}

func inner(f func()) {
	g := func() {
		if f != nil {
			f()
		}
	}
	g()
}

// Passed passes on what may be a literal.
func Passed(b bool) int {
	n := 0
	var f func()
	if b {
		f = func() { n++ }
	}
	run(f) // failed
	//calvin:assert n == 0
	return n
}

// Twice passes it on twice.
func Twice(b bool) int {
	n := 0
	var f func()
	if b {
		f = func() { n++ }
	}
	again(f) // failed
	//calvin:assert n == 0
	return n
}

// Later has it called at the end of another function.
func Later(b bool) int {
	n := 0
	var f func()
	if b {
		f = func() { n++ }
	}
	later(f) // failed
	//calvin:assert n == 0
	return n
}

// Inner has it called by a literal.
func Inner(b bool) int {
	n := 0
	var f func()
	if b {
		f = func() { n++ }
	}
	inner(f) // failed
	//calvin:assert n == 0
	return n
}

// Captured calls it in a literal.
func Captured(b bool) int {
	n := 0
	var f func()
	if b {
		f = func() { n++ }
	}
	g := func() {
		if f != nil {
			f() // failed
		}
	}
	g()
	//calvin:assert n == 0
	return n
}

// Deferred passes it on at the end.
func Deferred(b bool) (n int) {
	var f func()
	if b {
		f = func() { n++ }
	}
	defer run(f) // failed
	return n
}

// Known is right.
func Known() int {
	n := 0
	f := func() { n++ }
	run(f)
	again(f)
	inner(f)
	//calvin:assert n == 3
	return n
}
