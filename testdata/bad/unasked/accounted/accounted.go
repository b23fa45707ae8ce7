// Package accounted has no annotations. There is an account of its channels and WaitGroups, and somebody does not keep to it.
package accounted

import "sync"

// Twice pays twice for two, of which the other is paid by another goroutine.
func Twice(again bool) int {
	x := 0
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		wg.Done()
		if again {
			wg.Done() // failed
		}
	}()
	go func() {
		x = 1
		wg.Done()
	}()
	wg.Wait()
	return x
}

// Less takes away what a goroutine owes, as n may be less than nothing.
func Less(n int) int {
	x := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		x = 1
		wg.Done()
	}()
	wg.Add(-1) // failed
	wg.Wait()
	return x
}

// Closing closes the channel on which a goroutine is still to send.
func Closing(early bool) int {
	x := 0
	ch := make(chan int, 1)
	go func() {
		x = 1
		ch <- 1
	}()
	if early {
		close(ch) // failed
		x = 2
	}
	<-ch
	return x
}

// Deadline lets work know by a channel that nobody waits any more: by that name it can neither send nor close.
func Deadline(work func(<-chan struct{}) int, late <-chan bool) int {
	result := make(chan int, 1)
	stop := make(chan struct{})
	go func() {
		result <- work(stop)
	}()
	select {
	case n := <-result:
		return n
	case <-late:
		close(stop)
		return 0
	}
}

// Told lets work have the channel on which a goroutine is to send.
func Told(work func(chan int)) int {
	x := 0
	ch := make(chan int, 1)
	go func() {
		x = 1
		ch <- 1
	}()
	work(ch) // failed
	<-ch
	return x
}

// Several may start as many as it is told: a group that is new has the value zero.
func Several(n int) []int {
	var wg sync.WaitGroup
	out := make([]int, 8)
	wg.Add(len(out))
	for i := range out {
		go func() {
			defer wg.Done()
			out[i] = i
		}()
	}
	wg.Wait()
	return out
}

// First begins with any number: the group has the value zero.
func First(n int) int {
	var wg sync.WaitGroup
	wg.Add(n)
	x := 0
	for range n {
		go func() {
			defer wg.Done()
		}()
	}
	wg.Wait()
	return x
}
