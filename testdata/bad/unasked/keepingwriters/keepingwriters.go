// Package keepingwriters has no annotations, and no code that passes bytes to its writers. Most keep what they are passed, which package io forbids: the caller formats its next line there.
package keepingwriters

import (
	"bytes"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// A Copier sends a copy.
type Copier struct{ lines chan []byte }

func NewCopier() io.Writer {
	c := &Copier{lines: make(chan []byte, 8)}
	go func() {
		for line := range c.lines {
			os.Stdout.Write(line)
		}
	}()
	return c
}

func (c *Copier) Write(p []byte) (int, error) {
	c.lines <- bytes.Clone(p)
	return len(p), nil
}

// A Pipe waits until the other goroutine is done.
type Pipe struct {
	lines chan []byte
	done  chan int
}

func NewPipe() io.Writer {
	c := &Pipe{lines: make(chan []byte), done: make(chan int)}
	go func() {
		for line := range c.lines {
			os.Stdout.Write(line)
			c.done <- len(line)
		}
	}()
	return c
}

func (c *Pipe) Write(p []byte) (int, error) {
	c.lines <- p
	return <-c.done, nil
}

// A Tee has goroutines write, and waits for them.
type Tee struct{ to []io.Writer }

func (t *Tee) Write(p []byte) (int, error) {
	var wg sync.WaitGroup
	for _, w := range t.to {
		wg.Go(func() { w.Write(p) })
	}
	wg.Wait()
	return len(p), nil
}

// A Queue waits for the other goroutine. When the queue is closed nobody receives any more.
type Queue struct {
	requests chan []byte
	done     chan int
	closed   chan struct{}
}

func (q *Queue) Write(p []byte) (int, error) {
	select {
	case q.requests <- p:
	case <-q.closed:
		return 0, io.ErrClosedPipe
	}
	select {
	case n := <-q.done:
		return n, nil
	case <-q.closed:
		return 0, io.ErrClosedPipe
	}
}

// What follows is wrong.

// A Sender sends the bytes themselves.
type Sender struct{ lines chan []byte }

func NewSender() io.Writer {
	s := &Sender{lines: make(chan []byte, 8)}
	go func() {
		for line := range s.lines {
			os.Stdout.Write(line)
		}
	}()
	return s
}

func (s *Sender) Write(p []byte) (int, error) {
	s.lines <- p // failed
	return len(p), nil
}

type message struct {
	at   time.Time
	text []byte
}

// A Dropper sends them in a struct, by a helper, if there is room.
type Dropper struct {
	messages chan message
	dropped  atomic.Int64
}

func (d *Dropper) Write(p []byte) (int, error) {
	d.put(message{time.Now(), p}) // failed
	return len(p), nil
}

func (d *Dropper) put(m message) {
	select {
	case d.messages <- m:
	default:
		d.dropped.Add(1)
	}
}

// A Later has goroutines write, and does not wait.
type Later struct {
	w     io.Writer
	delay time.Duration
}

func (l *Later) Write(p []byte) (int, error) {
	if l.delay == 0 {
		go l.w.Write(p) // failed
	} else {
		time.AfterFunc(l.delay, func() { l.w.Write(p) }) // failed
	}
	return len(p), nil
}
