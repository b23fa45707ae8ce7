package pipeline

// Answer computes a number in another goroutine, and waits until it is there.
func Answer() int {
	//calvin:carries false
	done := make(chan struct{})
	//calvin:readable_if closed(done)
	//calvin:writable_if closer(done) == tid && !closed(done)
	answer := 0
	go func() {
		answer = 42
		close(done)
	}()
	<-done
	return answer
}

// A Buffer is handed around.
type Buffer struct{ n int }

// A Pool keeps buffers for reuse. Each belongs to whoever got it last.
type Pool struct {
	//calvin:transfers
	//calvin:closable_if false
	free chan *Buffer
}

// NewPool returns a pool that keeps up to n buffers.
//
//calvin:requires 0 <= n && n <= 1<<40
func NewPool(n int) *Pool {
	return &Pool{free: make(chan *Buffer, n)}
}

// Use counts what is done with a buffer.
func (p *Pool) Use() int {
	var b *Buffer
	select {
	case b = <-p.free:
	default:
		b = &Buffer{}
	}
	if b == nil {
		return 0
	}
	b.n++
	n := b.n
	select {
	case p.free <- b:
	default:
	}
	return n
}
