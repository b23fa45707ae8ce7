// Package confinedapart has a helper of a loop that is so large that its calls are steps of their own. It counts on its callers to be the goroutine of the loop.
package confinedapart

import "sync"

type loop struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:closable_if false
	in chan int
	//calvin:confined_to run
	sums map[int]int
}

func (b *loop) add(x int) {
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
	if x > 0 {
		b.sums[x+0] += b.sums[x] + x*2
	}
	if x > 1 {
		b.sums[x+1] += b.sums[x] + x*3
	}
	if x > 2 {
		b.sums[x+2] += b.sums[x] + x*4
	}
	if x > 3 {
		b.sums[x+3] += b.sums[x] + x*5
	}
	if x > 4 {
		b.sums[x+4] += b.sums[x] + x*6
	}
	if x > 5 {
		b.sums[x+5] += b.sums[x] + x*7
	}
	if x > 6 {
		b.sums[x+6] += b.sums[x] + x*8
	}
	if x > 7 {
		b.sums[x+7] += b.sums[x] + x*9
	}
	if x > 8 {
		b.sums[x+8] += b.sums[x] + x*10
	}
	if x > 9 {
		b.sums[x+9] += b.sums[x] + x*11
	}
	if x > 10 {
		b.sums[x+10] += b.sums[x] + x*12
	}
	if x > 11 {
		b.sums[x+11] += b.sums[x] + x*13
	}
	if x > 12 {
		b.sums[x+12] += b.sums[x] + x*14
	}
	if x > 13 {
		b.sums[x+13] += b.sums[x] + x*15
	}
	if x > 14 {
		b.sums[x+14] += b.sums[x] + x*16
	}
	if x > 15 {
		b.sums[x+15] += b.sums[x] + x*17
	}
	if x > 16 {
		b.sums[x+16] += b.sums[x] + x*18
	}
	if x > 17 {
		b.sums[x+17] += b.sums[x] + x*19
	}
	if x > 18 {
		b.sums[x+18] += b.sums[x] + x*20
	}
	if x > 19 {
		b.sums[x+19] += b.sums[x] + x*21
	}
	if x > 20 {
		b.sums[x+20] += b.sums[x] + x*22
	}
	if x > 21 {
		b.sums[x+21] += b.sums[x] + x*23
	}
	if x > 22 {
		b.sums[x+22] += b.sums[x] + x*24
	}
	if x > 23 {
		b.sums[x+23] += b.sums[x] + x*25
	}
	if x > 24 {
		b.sums[x+24] += b.sums[x] + x*26
	}
	if x > 25 {
		b.sums[x+25] += b.sums[x] + x*27
	}
	if x > 26 {
		b.sums[x+26] += b.sums[x] + x*28
	}
	if x > 27 {
		b.sums[x+27] += b.sums[x] + x*29
	}
	if x > 28 {
		b.sums[x+28] += b.sums[x] + x*30
	}
	if x > 29 {
		b.sums[x+29] += b.sums[x] + x*31
	}
	if x > 30 {
		b.sums[x+30] += b.sums[x] + x*32
	}
	if x > 31 {
		b.sums[x+31] += b.sums[x] + x*33
	}
}

func newLoop() *loop {
	b := &loop{in: make(chan int), sums: map[int]int{}}
	go b.run()
	return b
}

func (b *loop) run() {
	for x := range b.in {
		b.add(x)
		b.sums[x]++
	}
}

func (b *loop) poke() {
	b.add(1) // failed
}

func (b *loop) fork() {
	x := <-b.in
	go func() {
		b.add(x) // failed
	}()
}

func early() *loop {
	b := &loop{in: make(chan int), sums: map[int]int{}}
	b.add(1) // failed
	go b.run()
	return b
}

func late() *loop {
	b := &loop{in: make(chan int), sums: map[int]int{}}
	go b.run()
	b.add(1) // failed
	return b
}

func two(a, b *loop) {
	a.add(1) // failed
	b.add(1) // failed
}
