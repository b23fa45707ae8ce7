// Package spoiltelements has no annotations. Goroutines get pointers to elements of a slice, but somebody else uses these at the same time.
package spoiltelements

import "sync"

type same struct{ n int }

// Same hands one element to all.
func Same(n int) int {
	out := make([]same, n+1)
	var wg sync.WaitGroup
	for range n {
		p := &out[0]
		wg.Go(func() { p.n++ }) // failed
	}
	wg.Wait()
	return out[0].n
}

type halves struct{ n int }

// Halves hands each element to two.
func Halves(n int) int {
	out := make([]halves, n)
	var wg sync.WaitGroup
	for i := range n {
		p := &out[i/2]
		wg.Go(func() { p.n++ }) // failed
	}
	wg.Wait()
	return out[0].n
}

type early struct{ n int }

// Early uses an element that it has handed over.
func Early(n int) int {
	out := make([]early, n)
	var wg sync.WaitGroup
	sum := 0
	for i := range n {
		p := &out[i]
		wg.Go(func() { p.n = i })
		sum += p.n // failed
	}
	wg.Wait()
	return sum
}

type unwaited struct{ n int }

// Unwaited reads before it waits.
func Unwaited(n int) int {
	out := make([]unwaited, n)
	var wg sync.WaitGroup
	for i := range n {
		p := &out[i]
		wg.Go(func() { p.n = i })
	}
	sum := 0
	for _, x := range out { // failed
		sum += x.n
	}
	wg.Wait()
	return sum
}

type alone struct{ n int }

// Alone waits for nobody.
func Alone(n int) []alone {
	out := make([]alone, n)
	for i := range n {
		p := &out[i]
		go func() { p.n = i }() // failed
	}
	return out
}

type moved struct{ n int }

// Moved points to the next element, which another goroutine has.
func Moved(n int) []moved {
	out := make([]moved, n+1)
	var wg sync.WaitGroup
	for i := range n {
		p := &out[i]
		wg.Go(func() {
			p.n = i // failed
		})
		p = &out[i+1]
	}
	wg.Wait()
	return out
}

type grown struct{ n int }

// Grown lets the slice grow meanwhile, which reads what goroutines write.
func Grown(n int) []grown {
	var out []grown
	var wg sync.WaitGroup
	for i := range n {
		out = append(out, grown{})
		p := &out[i]
		wg.Go(func() { p.n = i }) // failed
	}
	wg.Wait()
	return out
}

type kept struct{ n int }

// Kept has the pointers in another slice, too.
func Kept(n int) int {
	out := make([]kept, n)
	var all []*kept
	var wg sync.WaitGroup
	for i := range n {
		p := &out[i]
		all = append(all, p)
		wg.Go(func() { p.n = i })
	}
	sum := 0
	for _, p := range all {
		sum += p.n // failed
	}
	wg.Wait()
	return sum
}

type twice struct{ n int }

// Twice hands each element to two goroutines.
func Twice(n int) []twice {
	out := make([]twice, n)
	var wg sync.WaitGroup
	for i := range n {
		p := &out[i]
		wg.Go(func() { p.n++ })
		wg.Go(func() { p.n++ }) // failed
	}
	wg.Wait()
	return out
}

type passed struct{ n int }

// Passed passes one element to all, as an argument.
func Passed(n int) []passed {
	out := make([]passed, n+1)
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func(p *passed) { // failed
			defer wg.Done()
			p.n += i
		}(&out[1])
	}
	wg.Wait()
	return out
}

type counter struct{ n int }

// Counter has one variable for all indices.
func Counter(n int) []counter {
	out := make([]counter, n)
	var wg sync.WaitGroup
	i := 0
	for range n {
		p := &out[i]
		wg.Go(func() { p.n = 1 }) // failed
		i++
		if i == n {
			i = 0
		}
	}
	wg.Wait()
	return out
}

type neighbour struct{ n int }

// Neighbour reads the element of another goroutine.
func Neighbour(n int) []neighbour {
	out := make([]neighbour, n)
	var wg sync.WaitGroup
	for i := range n {
		p := &out[i]
		wg.Go(func() {
			p.n = i
			if i > 0 {
				p.n += out[i-1].n // failed
			}
		})
	}
	wg.Wait()
	return out
}

type argument struct{ n int }

// Argument passes one element to all.
func Argument(n int) int {
	out := make([]argument, n+1)
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func(p *argument) { // failed
			defer wg.Done()
			p.n++
		}(&out[0])
	}
	wg.Wait()
	return out[0].n
}

type peeks struct{ n int }

// Peeks has each goroutine look at the element of another one.
func Peeks(n int) int {
	out := make([]peeks, n+1)
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func(p *peeks) {
			defer wg.Done()
			p.n = out[i+1].n // failed
		}(&out[i])
	}
	wg.Wait()
	return out[0].n
}

type goesOn struct{ n int }

// GoesOn has goroutines go on to the element after theirs.
func GoesOn(n int) int {
	out := make([]goesOn, n+1)
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func(p *goesOn) {
			defer wg.Done()
			p.n++ // failed
			p = &out[i+1]
			p.n++
		}(&out[i])
	}
	wg.Wait()
	return out[0].n
}

type readsEarly struct{ n int }

// ReadsEarly reads what it passed on before it waits.
func ReadsEarly(n int) int {
	out := make([]readsEarly, n)
	var wg sync.WaitGroup
	for i := range out {
		wg.Add(1)
		go func(p *readsEarly) {
			defer wg.Done()
			p.n = i
		}(&out[i])
	}
	sum := out[0].n // failed
	wg.Wait()
	return sum
}
