package memory

import (
	"context"
	"errors"
	"testing"
)

// TestWait: after memory has run out a new context waits for the others to end, and then what is allocated is lost.
func TestWait(t *testing.T) {
	a := New(func() uint64 { return 300 << 20 })
	if lost := a.Enter(t.Context()); lost != 300 {
		t.Fatalf("%d MB are lost, want 300", lost)
	}
	a.Failed(errors.New("out of memory"))
	entered := make(chan int)
	go func() { entered <- a.Enter(context.Background()) }()
	a.Leave()
	if lost := <-entered; lost != 300 {
		t.Errorf("%d MB are lost, want 300", lost)
	}
	a.Leave()
	if a.live != 0 {
		t.Errorf("%d contexts are left", a.live)
	}
}

// TestWaitEnds: the wait ends with the context of the one who waits, and another error is none of memory.
func TestWaitEnds(t *testing.T) {
	a := New(func() uint64 { return 0 })
	a.Enter(t.Context())
	a.Failed(errors.New("syntax error"))
	a.Enter(t.Context()) // at once
	a.Failed(errors.New("out of memory"))
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	a.Enter(ctx)
	a.Leave()
	a.Leave()
	a.Leave()
	if a.live != 0 || a.empty != nil {
		t.Errorf("%d contexts are left", a.live)
	}
}
