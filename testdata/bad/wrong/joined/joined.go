// Package joined shares variables and slices with the goroutines that it waits for, in ways that are easy to get wrong.
package joined

import (
	"sync"
	"sync/atomic"
)

var last atomic.Pointer[int]

// Early looks before it has waited.
func Early() int {
	var a int
	var wg sync.WaitGroup
	wg.Go(func() { a = 1 })
	b := a // failed
	wg.Wait()
	return a + b
}

// Never does not wait.
func Never() int {
	var a int
	var wg sync.WaitGroup
	wg.Go(func() { a = 1 })
	return a // failed
}

// Deferred waits when the result is there.
func Deferred() int {
	var a int
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { a = 1 })
	return a // failed
}

// Both has two goroutines assign one variable.
func Both() int {
	var a int
	var wg sync.WaitGroup
	wg.Go(func() { a = 1 })
	wg.Go(func() { a = 2 }) // failed
	wg.Wait()
	return a
}

// Each has every goroutine of a loop assign one variable.
func Each(n int) {
	var a int
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() { a++ }) // failed
	}
	wg.Wait()
}

// Other waits for others.
func Other() int {
	var a int
	var wg, other sync.WaitGroup
	wg.Go(func() { a = 1 })
	other.Wait()
	return a // failed
}

// Late assigns when it has been waited for.
func Late() int {
	var a int
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Done()
		a = 1 // failed
	}()
	wg.Wait()
	return a
}

// Perhaps waits only sometimes.
func Perhaps(wait bool) int {
	var a int
	var wg sync.WaitGroup
	wg.Go(func() { a = 1 })
	if wait {
		wg.Wait()
	}
	return a // failed
}

// Published shows the variable to everybody while it is the goroutine's.
func Published() int {
	var a int
	var wg sync.WaitGroup
	wg.Go(func() {
		a = 1
		last.Store(&a) // failed
	})
	wg.Wait()
	a++
	return a
}

// Known has shown the variable to everybody before.
func Known() {
	var a int
	var wg sync.WaitGroup
	last.Store(&a)
	wg.Go(func() { a = 1 }) // failed
	wg.Wait()
}

// Kept shows the variable to everybody while the goroutine has it.
func Kept() {
	var a int
	var wg sync.WaitGroup
	wg.Go(func() { a = 1 })
	last.Store(&a) // failed
	wg.Wait()
}

// Onward has somebody else pay for it, and goes on.
func Onward() int {
	var a int
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		//calvin:takes wg
		go func() { wg.Done() }()
		a = 1 // failed
	}()
	wg.Wait()
	return a
}

// Same has all goroutines assign one element.
func Same(n int) {
	out := make([]int, 1)
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() { out[0] = 1 }) // failed
	}
	wg.Wait()
}

// Unawaited returns what the goroutines still write.
func Unawaited(in []int) []int {
	out := make([]int, len(in))
	var wg sync.WaitGroup
	for i, x := range in {
		wg.Go(func() { out[i] = x })
	}
	return out // failed
}

// Peeks looks at an element meanwhile.
func Peeks(in []int) int {
	out := make([]int, len(in))
	var wg sync.WaitGroup
	for i, x := range in {
		wg.Go(func() { out[i] = x })
	}
	first := 0
	if len(out) > 0 {
		first = out[0] // failed
	}
	wg.Wait()
	return first
}

// Inside waits in the loop, but not for the last goroutine.
func Inside(in []int) []int {
	out := make([]int, len(in))
	var wg sync.WaitGroup
	for i, x := range in {
		wg.Wait()
		wg.Go(func() { out[i] = x })
	}
	return out // failed
}

// Neighbour looks at the element next to its own.
func Neighbour(in []int) {
	out := make([]int, len(in))
	var wg sync.WaitGroup
	for i := range in {
		wg.Go(func() {
			out[i] = 1
			if i > 0 {
				out[i] = out[i-1] // failed
			}
		})
	}
	wg.Wait()
}

// Overlap divides a slice so that two goroutines get one element.
func Overlap() {
	out := make([]int, 3)
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes out[0:2]
		out[1] = 1
	})
	wg.Go(func() { // failed
		//calvin:takes out[1:3]
		out[1] = 2
	})
	wg.Wait()
}

// Alias writes to the element by another name.
func Alias() {
	out := make([]int, 3)
	end := out[1:]
	var wg sync.WaitGroup
	wg.Go(func() { out[1] = 1 })
	end[0] = 2 // failed
	wg.Wait()
}

// Captured gives the goroutine another way to the slice.
func Captured() {
	out := make([]int, 3)
	end := out[1:]
	var wg sync.WaitGroup
	wg.Go(func() { // failed
		out[1] = 1
		if len(end) > 0 && end[0] > 0 {
			out[1] = 2
		}
	})
	wg.Wait()
}

// Outside takes over elements that there are not.
func Outside() {
	out := make([]int, 3)
	var wg sync.WaitGroup
	wg.Go(func() { // failed
		//calvin:takes out[2:4]
		out[3] = 1
	})
	wg.Wait()
}

// Given divides a slice of the caller's.
func Given(out []int) {
	var wg sync.WaitGroup
	for i := range out {
		wg.Go(func() { out[i] = 1 }) // failed
	}
	wg.Wait()
}

// Appended goes on filling the slice.
func Appended() []int {
	out := make([]int, 1, 2)
	var wg sync.WaitGroup
	wg.Go(func() { out[0] = 1 })
	more := append(out[:0], 2) // failed
	wg.Wait()
	return more
}

type pair struct{ a, b int }

// Halved has two goroutines assign one element, though not the same field.
func Halved() {
	out := make([]pair, 1)
	var wg sync.WaitGroup
	wg.Go(func() { out[0].a = 1 })
	wg.Go(func() { out[0].b = 1 }) // failed
	wg.Wait()
}

// Pointed keeps a pointer to a struct in an element.
func Pointed() int {
	p := &pair{}
	out := make([]*pair, 1)
	out[0] = p
	var wg sync.WaitGroup
	wg.Go(func() { // failed
		if out[0] != nil {
			out[0].a = 1 // failed
		}
		out[0] = nil
	})
	wg.Wait()
	return p.a
}

// Reused goes on with a goroutine of the second round.
func Reused() int {
	var a int
	var wg sync.WaitGroup
	wg.Go(func() { a = 1 })
	wg.Wait()
	wg.Go(func() { a = 2 })
	return a // failed
}

// Crossed pays the wrong group.
func Crossed() int {
	var a int
	var wg, other sync.WaitGroup
	wg.Add(1)
	other.Add(1)
	go func() {
		defer other.Done()
		a = 1
	}()
	go func() { wg.Done() }()
	wg.Wait()
	return a // failed
}

// Unreachable has the goroutine store a variable of its own in what it gives back, and go on with it.
func Unreachable() int {
	var p *int
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		x := 1
		p = &x
		wg.Done()
		x = 2 // failed
	}()
	wg.Wait()
	if p != nil {
		return *p
	}
	return 0
}

// Abandoned lets its caller go on with what goroutines still write.
//
//calvin:requires local(xs)
func Abandoned(xs []int) { // failed
	var wg sync.WaitGroup
	for i := range xs {
		wg.Go(func() { xs[i] = 0 })
	}
}

// Rest takes over all elements but the first, and All every one.
func Rest() int64 {
	s := make([]int64, 3)
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes s[1:]
		s[2] = 1
	})
	s[0] = 1
	wg.Wait()
	return s[2]
}

func All() {
	s := make([]int64, 3)
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes s[:]
		s[2] = 1
	})
	wg.Wait()
}

// First looks at what went with the rest.
func First() int64 {
	s := make([]int64, 3)
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes s[1:]
		s[1] = 1
	})
	x := s[2] // failed
	wg.Wait()
	return x
}

// Begin looks at what went with all.
func Begin() int64 {
	s := make([]int64, 3)
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes s[:2]
		s[0] = 1
	})
	x := s[0] // failed
	wg.Wait()
	return x
}
