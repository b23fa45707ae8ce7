package published

import (
	"errors"
	"testing"
)

func TestPublished(t *testing.T) {
	c := New()
	go c.Close(errors.New("a"))
	go c.Close(errors.New("b"))
	if c.Wait() == nil {
		t.Error("no error")
	}
}

func TestClosedWrite(t *testing.T) {
	c := New()
	go c.Close(nil)
	<-c.done
	c.Again(nil)
}

func TestOpenRead(t *testing.T) {
	c := New()
	seen := make(chan bool)
	go func() { seen <- c.Closed() }()
	<-seen
	c.Peek()
}

func TestWhoeverIsFirst(t *testing.T) {
	o := &Once{done: make(chan struct{})}
	go o.End(nil)
	go o.End(nil)
	o.Wait()
}
