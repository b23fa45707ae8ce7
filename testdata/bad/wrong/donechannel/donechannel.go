// Package donechannel waits for goroutines by channels in ways that are easy to get wrong.
package donechannel

// Race writes what another goroutine reads when the channel is closed, after it has closed it.
func Race() int {
	//calvin:carries false
	done := make(chan struct{})
	//calvin:readable_if closed(done)
	//calvin:writable_if closer(done) == tid && !closed(done)
	x := 0
	go func() {
		close(done)
		x = 1 // failed
	}()
	<-done
	return x
}

// Hasty does not wait.
func Hasty() int {
	//calvin:carries false
	done := make(chan struct{})
	//calvin:readable_if closed(done)
	//calvin:writable_if closer(done) == tid && !closed(done)
	x := 0
	go func() {
		x = 1
		close(done)
	}()
	return x // failed
}

// Loud reads after a receive that says nothing.
func Loud() int {
	//calvin:carries true
	done := make(chan struct{}, 1)
	//calvin:readable_if closed(done)
	//calvin:writable_if closer(done) == tid && !closed(done)
	x := 0
	go func() {
		done <- struct{}{}
		x = 1
		close(done)
	}()
	<-done
	return x // failed
}
