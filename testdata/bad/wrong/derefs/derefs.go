// Package derefs follows pointers that may be nil.
package derefs

// A T is annotated so that the package is looked at.
//
//calvin:invariant n >= 0
type T struct{ n int }

func Load(b bool) int {
	var p *int
	if b {
		p = new(int)
	}
	return *p // failed
}

func Store(b bool) {
	var p *int
	if b {
		p = new(int)
	}
	*p = 1 // failed
}

func Copy(b bool) T {
	var p *T
	if b {
		p = new(T)
	}
	return *p // failed
}

func Assign(b bool) {
	var p *T
	if b {
		p = new(T)
	}
	*p = T{} // failed
}

func Twice(p **int) int {
	return **p // failed
}

func Entry(m map[string]*int) int {
	return *m["a"] // failed
}

func Address(b bool) *int {
	var p *T
	if b {
		p = new(T)
	}
	return &p.n // failed
}

func Array(b bool) int {
	var p *[2]int
	if b {
		p = new([2]int)
	}
	return p[1] // failed
}

func Element(b bool) {
	var p *[2]int
	if b {
		p = new([2]int)
	}
	p[1]++ // failed
}

func Slice(b bool) []int {
	var p *[2]int
	if b {
		p = new([2]int)
	}
	return p[:1] // failed
}

func Whole(b bool) [2]int {
	var p *[2]int
	if b {
		p = new([2]int)
	}
	return *p // failed
}
