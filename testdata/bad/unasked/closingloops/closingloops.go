// Package closingloops has no annotations. A goroutine closes a channel when its loop is over, in which it makes batches and gives them away.
package closingloops

import "time"

// An Event is what is collected.
type Event struct{ Name string }

// A Sink is right: it sends batches, and tells when it is done.
type Sink struct {
	in   chan Event
	done chan struct{}
	send func([]Event)
}

// NewSink starts the loop.
func NewSink(send func([]Event)) *Sink {
	s := &Sink{in: make(chan Event, 100), done: make(chan struct{}), send: send}
	go s.loop()
	return s
}

func (s *Sink) loop() {
	defer close(s.done)
	t := time.NewTicker(time.Second)
	defer t.Stop()
	batch := make([]Event, 0, 50)
	flush := func() {
		if len(batch) > 0 {
			s.send(batch)
			batch = make([]Event, 0, 50)
		}
	}
	for {
		select {
		case e, ok := <-s.in:
			if !ok {
				flush()
				return
			}
			batch = append(batch, e)
			if len(batch) == cap(batch) {
				flush()
			}
		case <-t.C:
			flush()
		}
	}
}

// Emit adds one.
func (s *Sink) Emit(name string) { s.in <- Event{name} }

// Close waits for the last batch.
func (s *Sink) Close() {
	close(s.in)
	<-s.done
}

// Kept goes on with a batch that it has given away.
type Kept struct {
	in   chan Event
	done chan struct{}
	send func([]Event)
}

// NewKept starts the loop.
func NewKept(send func([]Event)) *Kept {
	s := &Kept{in: make(chan Event, 100), done: make(chan struct{}), send: send}
	go s.loop()
	return s
}

func (s *Kept) loop() {
	defer close(s.done)
	batch := make([]Event, 0, 50)
	for e := range s.in {
		batch = append(batch, e) // failed
		if len(batch) == cap(batch) {
			s.send(batch)
			batch = batch[:0]
		}
	}
}

// Twice has two goroutines that close the channel.
type Twice struct {
	in   chan Event
	done chan struct{}
	send func([]Event)
}

// NewTwice starts the loop twice.
func NewTwice(send func([]Event)) *Twice {
	s := &Twice{in: make(chan Event, 100), done: make(chan struct{}), send: send}
	go s.loop()
	go s.loop() // failed
	return s
}

func (s *Twice) loop() {
	defer close(s.done)
	var batch []Event
	for e := range s.in {
		if batch = append(batch, e); len(batch) == 50 {
			s.send(batch)
			batch = nil
		}
	}
}

// Inside closes the channel in the loop.
type Inside struct {
	in   chan Event
	done chan struct{}
	send func([]Event)
}

// NewInside starts the loop.
func NewInside(send func([]Event)) *Inside {
	s := &Inside{in: make(chan Event, 100), done: make(chan struct{}), send: send}
	go s.loop()
	return s
}

func (s *Inside) loop() {
	batch := make([]Event, 0, 50)
	for e := range s.in {
		if batch = append(batch, e); len(batch) == 50 {
			s.send(batch)
			batch = nil
			close(s.done) // failed
		}
	}
}
