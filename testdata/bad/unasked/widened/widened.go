// Package widened has no annotations. Interfaces become interfaces without methods, and others that have the same methods, and go to other goroutines as these.
package widened

import "io"

type counter struct{ n int }

// Write counts.
func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p) // failed
	return len(p), nil
}

// Send is wrong: the goroutine has the counter, too.
func Send() {
	var w io.Writer = &counter{}
	a := w.(any)
	ch := make(chan any)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if x, ok := (<-ch).(io.Writer); ok {
			x.Write([]byte("a"))
		}
	}()
	ch <- a
	w.Write([]byte("b"))
	<-done
}

type lines struct{ n int }

// Write counts lines.
func (l *lines) Write(p []byte) (int, error) {
	l.n++ // failed
	return len(p), nil
}

// Switch is wrong in the same way.
func Switch() {
	var w io.Writer = &lines{}
	ch := make(chan any, 1)
	switch x := w.(type) {
	case interface{}:
		ch <- x
	}
	go func() {
		if x, ok := (<-ch).(io.Writer); ok {
			x.Write([]byte("a"))
		}
	}()
	w.Write([]byte("b"))
}
