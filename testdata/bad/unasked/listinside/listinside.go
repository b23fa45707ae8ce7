// Package listinside has no annotations. A list and a buffer of the standard library lie by value in objects with a lock, as in
// golang.org/x/sync/semaphore: their methods are what accesses them.
package listinside

import (
	"bytes"
	"container/list"
	"fmt"
	"io"
	"sync"
)

type waiter struct {
	n     int64
	ready chan<- struct{}
}

// A Queue has goroutines wait in order.
type Queue struct {
	mu      sync.Mutex
	free    int64
	waiters list.List
}

// Wait waits for n.
func (q *Queue) Wait(n int64) {
	q.mu.Lock()
	if q.free >= n && q.waiters.Len() == 0 {
		q.free -= n
		q.mu.Unlock()
		return
	}
	ready := make(chan struct{})
	q.waiters.PushBack(waiter{n, ready})
	q.mu.Unlock()
	<-ready
}

// Give gives n back.
func (q *Queue) Give(n int64) {
	q.mu.Lock()
	q.free += n
	q.notify()
	q.mu.Unlock()
}

func (q *Queue) notify() {
	for {
		next := q.waiters.Front()
		if next == nil {
			return
		}
		w := next.Value.(waiter)
		if q.free < w.n {
			return
		}
		q.free -= w.n
		q.waiters.Remove(next)
		close(w.ready)
	}
}

// Leave takes an element out.
func (q *Queue) Leave(e *list.Element) {
	q.mu.Lock()
	q.waiters.Remove(e)
	q.mu.Unlock()
}

// Waiting looks at the list without the lock.
func (q *Queue) Waiting() int {
	return q.waiters.Len() // failed
}

// Late takes the lock too late.
func (q *Queue) Late() {
	q.waiters.Init() // failed
	q.mu.Lock()
	q.free = 0
	q.mu.Unlock()
}

// A Log collects lines.
type Log struct {
	mu  sync.RWMutex
	buf bytes.Buffer
}

// Print adds a line.
func (l *Log) Print(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf.WriteString(text)
	l.buf.WriteByte('\n')
}

// Printf adds a line, by the buffer's methods all the same.
func (l *Log) Printf(n int) {
	l.mu.Lock()
	fmt.Fprintf(&l.buf, "%d\n", n)
	l.mu.Unlock()
}

// Len is how much there is.
func (l *Log) Len() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.buf.Len()
}

// Text is all of it.
func (l *Log) Text() string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.buf.String()
}

// Sneak adds without the lock.
func (l *Log) Sneak(n int) {
	fmt.Fprintf(&l.buf, "%d\n", n) // failed
}

// Read reads, which moves what is read on, with the lock of readers.
func (l *Log) Read(p []byte) (int, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.buf.Read(p) // failed
}

// Copy hands the buffer to another goroutine.
func (l *Log) Copy(w io.Writer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	done := make(chan bool)
	go func() {
		w.Write(l.buf.Bytes()) // failed
		done <- true
	}()
	<-done
}
