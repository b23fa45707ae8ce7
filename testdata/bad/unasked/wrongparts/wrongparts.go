// Package wrongparts has no annotations: goroutines that get parts of slices, and rows, which others have as well.
package wrongparts

import (
	"sort"
	"sync"
)

// Overlap gives two workers one element.
func Overlap(n int) []int {
	out := make([]int, n)
	m := n / 2
	var wg sync.WaitGroup
	wg.Add(2)
	go func(part []int) {
		defer wg.Done()
		for i := range part {
			part[i] = 1
		}
	}(out[:m+1])
	go func(part []int) { // failed
		defer wg.Done()
		for i := range part {
			part[i] = 2
		}
	}(out[m:])
	wg.Wait()
	return out
}

// Beyond writes one element too many.
func Beyond(n int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for lo := 0; lo < n; lo += 10 {
		hi := min(lo+10, n)
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := lo; i <= hi; i++ {
				out[i] = i
			}
		}()
	}
	wg.Wait()
	return out
}

// Resliced goes on to the capacity.
func Resliced(n int) []int {
	out := make([]int, n)
	m := n / 2
	var wg sync.WaitGroup
	wg.Add(1)
	go func(part []int) {
		defer wg.Done()
		part = part[:cap(part)]
		for i := range part {
			part[i] = 1 // failed
		}
	}(out[:m])
	for i := m; i < n; i++ {
		out[i] = 2 // failed
	}
	wg.Wait()
	return out
}

// Early reads before Wait.
func Early(n int) int {
	out := make([]int, n)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := range out {
			out[i] = i
		}
	}()
	s := out[0] // failed
	wg.Wait()
	return s
}

// Late writes after Done.
func Late(n int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	wg.Add(1)
	go func(part []int) {
		for i := range part {
			part[i] = i
		}
		wg.Done()
		part[0] = 1 // failed
	}(out)
	wg.Wait()
	return out
}

// Input is the caller's, who gets it back too early.
func Input(xs []int) {
	m := len(xs) / 2
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // failed
		defer wg.Done()
		sort.Ints(xs[:m])
	}()
}

var kept []int

// Keeps lets others know its part.
func Keeps(n int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	wg.Add(1)
	go func(part []int) {
		defer wg.Done()
		kept = part // failed
		for i := range part {
			part[i] = i
		}
	}(out)
	wg.Wait()
	return out
}

// SameRow has one row in two places.
func SameRow(m int) [][]int {
	c := make([][]int, 2)
	row := make([]int, m)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = row
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for j := range m {
				c[i][j] = i
			}
		}()
	}
	wg.Wait()
	return c
}

// OtherRow writes the row of another.
func OtherRow(n, m int) [][]int {
	c := make([][]int, n)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = make([]int, m)
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range m {
				c[i][j] = i
			}
			if i > 0 {
				c[i-1][0] = 1 // failed
			}
		}()
	}
	wg.Wait()
	return c
}

// Meanwhile writes a row that is lent.
func Meanwhile(n, m int) [][]int {
	c := make([][]int, n)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = make([]int, m)
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range m {
				c[i][j] = i
			}
		}()
		c[i][0] = 1 // failed
	}
	wg.Wait()
	return c
}

// Replaces assigns another row meanwhile.
func Replaces(n, m int) [][]int {
	c := make([][]int, n)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = make([]int, m)
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range m {
				c[i][j] = i
			}
		}()
		c[i] = nil // failed
	}
	wg.Wait()
	return c
}

var rows [][]int

// Known has rows that others know.
func Known(n, m int) [][]int {
	c := make([][]int, n)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = make([]int, m)
		kept = c[i]
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for j := range m {
				c[i][j] = i
			}
		}()
	}
	wg.Wait()
	return c
}

// Puts stores its row where others find it.
func Puts(n, m int) [][]int {
	c := make([][]int, n)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = make([]int, m)
		wg.Add(1)
		go func() {
			defer wg.Done()
			kept = c[i] // failed
			for j := range m {
				c[i][j] = i
			}
		}()
	}
	wg.Wait()
	return c
}

// Swaps takes a row that others know in place of its own.
func Swaps(n, m int) [][]int {
	c := make([][]int, n)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = make([]int, m)
		wg.Add(1)
		go func() {
			defer wg.Done()
			c[i] = kept
			for j := range m {
				c[i][j] = i // failed
			}
		}()
	}
	wg.Wait()
	return c
}

// ReadsRow reads before Wait.
func ReadsRow(n, m int) int {
	c := make([][]int, n)
	var wg sync.WaitGroup
	s := 0
	for i := range c {
		c[i] = make([]int, m)
		row := c[i]
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range m {
				c[i][j] = i
			}
		}()
		s += row[0] // failed
	}
	wg.Wait()
	return s
}

// Published hands the rows to others before Wait.
func Published(n, m int) {
	c := make([][]int, n)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = make([]int, m)
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range m {
				c[i][j] = i
			}
		}()
	}
	rows = c // failed
	wg.Wait()
}

// AfterDone writes its row when it has paid.
func AfterDone(n, m int) [][]int {
	c := make([][]int, n)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = make([]int, m)
		wg.Add(1)
		go func() {
			for j := range m {
				c[i][j] = i
			}
			wg.Done()
			c[i][0] = 1 // failed
		}()
	}
	wg.Wait()
	return c
}

// Loop keeps its slice in a variable that a loop assigns, and looks at something that has no guard where that is its slice.
func Loop(n int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			defer wg.Done()
			tally++ // failed
		}()
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		s := out
		for len(s) > 0 {
			if &s[0] == &out[0] {
				tally++
			}
			s[0] = 1
			s = s[1:]
		}
	}()
	wg.Wait()
	return out
}

// Inside counts where it has elements of its row.
func Inside(n, m int) [][]int {
	c := make([][]int, n)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = make([]int, m)
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range c[i] {
				c[i][j] = j
				inRows++ // failed
			}
		}()
	}
	wg.Wait()
	return c
}

// InPart counts where it has elements.
func InPart(n int) []int {
	out := make([]int, n)
	m := n / 2
	var wg sync.WaitGroup
	wg.Add(1)
	go func(part []int) {
		defer wg.Done()
		for i := range part {
			part[i] = i
			inPart++ // failed
		}
	}(out[:m])
	wg.Wait()
	return out
}

// Appends writes the element after its part.
func Appends(n int) []int {
	out := make([]int, n)
	m := n / 2
	var wg sync.WaitGroup
	wg.Add(1)
	go func(part []int) {
		defer wg.Done()
		more := append(part, 1) // failed
		more[0] = 2
	}(out[:m])
	out[m] = 2
	wg.Wait()
	return out
}

// Grown copies to the capacity.
func Grown(n int, xs []int) []int {
	out := make([]int, n)
	m := n / 2
	var wg sync.WaitGroup
	wg.Add(1)
	go func(part []int) {
		defer wg.Done()
		copy(part[:cap(part)], xs) // failed
	}(out[:m])
	out[m] = 2
	wg.Wait()
	return out
}

var tally, inRows, inPart int
