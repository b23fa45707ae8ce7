package published

import (
	"errors"
	"testing"
)

func TestRight(t *testing.T) {
	c := New()
	go c.Close(errors.New("a"))
	go c.Close(errors.New("b"))
	if c.Wait() == nil {
		t.Error("no error")
	}
}

func TestAgain(t *testing.T) {
	c := New()
	go c.Close(nil)
	<-c.done
	c.Again(nil)
}

func TestPeek(t *testing.T) {
	c := New()
	go c.Close(nil)
	c.Peek()
	c.Wait()
}

func TestFirst(t *testing.T) {
	o := &Once{done: make(chan struct{})}
	go o.End(nil)
	go o.End(nil)
	o.Wait()
}
