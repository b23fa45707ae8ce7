// Package awaited waits for goroutines by channels, in ways that are easy to get wrong.
package awaited

import "sync"

// A Box is shared.
type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Early looks before it has waited.
func Early() int {
	var a int
	done := make(chan struct{})
	go func() {
		a = 1
		close(done)
	}()
	b := a // failed
	<-done
	return a + b
}

// Late closes too early.
func Late() int {
	var a int
	done := make(chan struct{})
	go func() {
		close(done)
		a = 1 // failed
	}()
	<-done
	return a
}

// LateSend sends too early.
func LateSend() int {
	var a int
	done := make(chan struct{})
	go func() {
		done <- struct{}{}
		a = 1 // failed
	}()
	<-done
	return a
}

// Other waits for another.
func Other() int {
	var a int
	done, other := make(chan struct{}), make(chan struct{})
	go func() {
		a = 1
		close(done)
	}()
	go func() { close(other) }()
	<-other
	return a // failed
}

// Perhaps does not always wait.
func Perhaps(stop <-chan struct{}) int {
	var a int
	done := make(chan struct{}, 1)
	go func() {
		a = 1
		done <- struct{}{}
	}()
	select {
	case <-done:
	case <-stop:
	}
	return a // failed
}

// Never sends itself what it waits for.
func Never() int {
	var a int
	done := make(chan struct{}, 2)
	done <- struct{}{}
	go func() { // failed
		a = 1
		done <- struct{}{}
	}()
	<-done
	return a
}

// Itself sends while it waits.
func Itself() int {
	var a int
	done := make(chan struct{}, 2)
	go func() {
		a = 1
		done <- struct{}{}
	}()
	done <- struct{}{}
	<-done
	return a // failed
}

// ItselfClosing had sent already what it takes for the end.
func ItselfClosing() int {
	var a int
	done := make(chan struct{}, 2)
	done <- struct{}{}
	go func() { // failed
		a = 1
		close(done)
	}()
	<-done
	return a
}

// Fewer waits for one less than it has started.
func Fewer(n int) []int {
	if n < 1 {
		return nil
	}
	out := make([]int, n)
	done := make(chan int)
	for i := 0; i < n; i++ {
		go func() {
			out[i] = i
			done <- i
		}()
	}
	for i := 1; i < n; i++ {
		<-done
	}
	return out // failed
}

// First looks when the first is there.
func First(n int) int {
	out := make([]int, n)
	done := make(chan int)
	for i := 0; i < n; i++ {
		go func() {
			out[i] = i
			done <- i
		}()
	}
	sum := 0
	for i := 0; i < n; i++ {
		k := <-done
		if 0 <= k && k < n {
			sum += out[k] // failed
		}
	}
	return sum
}

// Twice sends twice, so that one has the other's value taken for its own.
func Twice() int {
	var a, b int
	done := make(chan int, 2)
	go func() {
		a = 1
		done <- 1
		done <- 2 // failed
	}()
	go func() {
		b = 1
		done <- 1
	}()
	<-done
	<-done
	return a + b
}

// Loops sends any number of times.
func Loops(n int) {
	done := make(chan int)
	go func() {
		for i := range n {
			done <- i // failed
		}
	}()
	<-done
}

// Closing closes what others still send on.
func Closing() {
	done := make(chan int, 2)
	go func() { done <- 1 }()
	go func() { done <- 2 }()
	<-done
	close(done) // failed
}

// Given lets another close what others still send on.
func Given() {
	done := make(chan int, 2)
	go func() { done <- 1 }()
	go func() { close(done) }() // failed
	<-done
}

// Stolen has another goroutine receive some of the values.
func Stolen() int {
	var a int
	done := make(chan int, 2)
	go func() {
		a = 1
		done <- 1
	}()
	go func() { <-done }()
	return a // failed
}

// Both has two goroutines assign one variable.
func Both() int {
	var a int
	done := make(chan int, 2)
	go func() {
		a = 1
		done <- 1
	}()
	go func() { // failed
		a = 2
		done <- 1
	}()
	<-done
	<-done
	return a
}

// Streaming takes the first of many values for the end.
func Streaming() int {
	var a int
	out := make(chan int)
	go func() {
		defer close(out)
		out <- 1
		a = 1
	}()
	<-out
	return a // failed
}

// Aliased is given one channel by two names.
func Aliased() {
	done := make(chan int, 2)
	go both(done, done) // failed
	<-done
}

func both(a, b chan int) {
	a <- 1
	close(b)
}

// Twofold is given one WaitGroup by two names.
func Twofold() {
	var wg sync.WaitGroup
	wg.Add(1)
	go two(&wg, &wg) // failed
	wg.Wait()
}

func two(a, b *sync.WaitGroup) {
	a.Done()
	b.Done()
}

// send is told that the channel is open.
//
//calvin:requires ch != nil && closer(ch) == tid && !closed(ch)
//calvin:atomic
//calvin:ensures true
func send(ch chan int) { ch <- 1 }

// Called has another function send while it waits.
func Called() int {
	var a int
	done := make(chan int, 2)
	go func() {
		a = 1
		done <- 1
	}()
	send(done) // failed
	<-done
	return a
}

// fresh starts a goroutine that sends on what it returns.
//
//calvin:atomic
//calvin:ensures result != nil && closer(result) == tid && !closed(result)
func fresh() chan int { // failed
	ch := make(chan int, 1)
	go func() { ch <- 1 }()
	return ch
}

// Close closes it.
func Close() { close(fresh()) }

// Shared lends what others have.
func Shared(b *Box) {
	done := make(chan int, 1)
	p := &Box{}
	go func() {
		p.n = 1 // failed
		done <- 1
	}()
	<-done
	p.n = 2 // failed
}

// Kept keeps a way to what it gives back.
func Kept(keep chan *int) {
	var a int
	done := make(chan int, 1)
	go func() {
		a = 1
		last = &a // failed
		done <- 1
	}()
	<-done
	a = 2
}

var last *int

// Nil waits for ever, and its goroutine too.
func Nil() int {
	var a int
	var done chan int
	go func() { // failed
		a = 1
		done <- 1
	}()
	<-done
	return a
}

// Passed has a goroutine hand on what it was promised.
func Passed() int {
	var a int
	done := make(chan int, 2)
	go func() {
		go func() { done <- 1 }() // failed
		a = 1
	}()
	<-done
	return a // failed
}

// Nested hands the right to close to another, and goes on.
func Nested() int {
	var a int
	done := make(chan int)
	go func() {
		//calvin:takes a, done
		go func() { close(done) }()
		a = 1 // failed
	}()
	<-done
	return a
}

// Ranged takes the end of one loop for that of all.
func Ranged(n int) []int {
	out := make([]int, n)
	done := make(chan int, n)
	for i := 0; i < n; i++ {
		go func() {
			out[i] = i
			done <- i
		}()
	}
	for range done {
		break
	}
	return out // failed
}
