// Package collectors has no annotations. One goroutine collects what others send, and closes a channel when it is done.
package collectors

import "context"

// Collect returns what was sent.
func Collect(n int, f func(int) string) []string {
	ch := make(chan string)
	done := make(chan struct{})
	var out []string
	go func() {
		defer close(done)
		for s := range ch {
			out = append(out, s)
		}
	}()
	for i := range n {
		ch <- f(i)
	}
	close(ch)
	<-done
	return out
}

// Count counts in a map, and goes on with it.
func Count(words []string) (map[string]int, int) {
	ch := make(chan string, 1)
	done := make(chan struct{})
	counts := map[string]int{}
	total := 0
	go func() {
		for w := range ch {
			counts[w]++
			total++
		}
		close(done)
	}()
	for _, w := range words {
		ch <- w
	}
	close(ch)
	<-done
	counts["all"] = total
	total++
	return counts, total
}

// Wait does not wait for ever.
func Wait(ctx context.Context, f func() int) (int, error) {
	done := make(chan struct{})
	result := 0
	go func() {
		defer close(done)
		result = f()
	}()
	select {
	case <-done:
		return result, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Early looks before.
func Early(ch chan string) int {
	done := make(chan struct{})
	var out []string
	go func() {
		defer close(done)
		for s := range ch {
			out = append(out, s)
		}
	}()
	n := len(out) // failed
	<-done
	return n
}

// Impatient looks although nothing was received.
func Impatient(ctx context.Context, f func() int) int {
	done := make(chan struct{})
	result := 0
	go func() {
		defer close(done)
		result = f()
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	return result // failed
}

// Soon closes too soon.
func Soon(ch chan string) []string {
	done := make(chan struct{})
	var out []string
	go func() {
		close(done)
		for s := range ch {
			out = append(out, s) // failed
		}
	}()
	<-done
	return out
}

// Two has another goroutine add something.
func Two(ch chan string) []string {
	done := make(chan struct{})
	var out []string
	go func() {
		defer close(done)
		for s := range ch {
			out = append(out, s)
		}
	}()
	go func() { out = append(out, "last") }() // failed
	<-done
	return out // failed
}

// Inner has the goroutine start another one.
func Inner(ch chan string) []string {
	done := make(chan struct{})
	var out []string
	go func() {
		defer close(done)
		for s := range ch {
			go func() { out = append(out, s) }() // failed
		}
	}()
	<-done
	return out
}

// Closes closes the channel itself.
func Closes(ch chan string) []string {
	done := make(chan struct{})
	var out []string
	go func() {
		for s := range ch {
			out = append(out, s) // failed
		}
	}()
	close(done)
	<-done
	return out
}

// Another waits for another channel.
func Another(ch chan string) []string {
	done := make(chan struct{})
	other := make(chan struct{})
	var out []string
	go func() {
		defer close(done)
		for s := range ch {
			out = append(out, s)
		}
	}()
	go func() { close(other) }()
	<-other
	return out // failed
}

// Kept leaves a literal that looks later.
func Kept(ch chan string) (func() int, []string) {
	done := make(chan struct{})
	var out []string
	look := func() int { return len(out) } // failed
	go func() {
		defer close(done)
		for s := range ch {
			out = append(out, s)
		}
	}()
	<-done
	return look, out // failed
}

// Signals also sends on the channel.
func Signals(ch chan string) []string {
	done := make(chan struct{}, 1)
	var out []string
	go func() {
		defer close(done)
		for s := range ch {
			out = append(out, s)
			select {
			case done <- struct{}{}:
			default:
			}
		}
	}()
	<-done
	return out // failed
}

// Again has the next goroutine close another channel of the same name.
func Again(ch chan string) []string {
	done := make(chan struct{})
	close(done)
	var out []string
	for range 2 {
		<-done
		done = make(chan struct{})
		go func() {
			defer close(done)
			out = append(out, <-ch) // failed
		}()
	}
	return out // failed
}
