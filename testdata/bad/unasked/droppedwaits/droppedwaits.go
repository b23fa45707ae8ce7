// Package droppedwaits has no annotations. Each function has a twin that waits before it uses what goroutines write; here the wait is missing, comes too late,
// or ends for another reason.
package droppedwaits

import (
	"errors"
	"sync"
	"time"
)

// Squares returns the elements while they are written.
func Squares(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x * x
		}()
	}
	return out // failed
}

// SquaresRight waits.
func SquaresRight(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x * x
		}()
	}
	wg.Wait()
	return out
}

// Answer does not wait.
func Answer() int {
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		n = 42
	}()
	return n // failed
}

// Late waits after it has read.
func Late() int {
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		n = 42
	}()
	m := n // failed
	wg.Wait()
	return m
}

// Deferred waits when the result is read already.
func Deferred() string {
	var wg sync.WaitGroup
	var s string
	wg.Add(1)
	go func() {
		defer wg.Done()
		s = "a"
	}()
	defer wg.Wait()
	return s // failed
}

// Err does not receive.
func Err() error {
	done := make(chan struct{})
	var err error
	go func() {
		defer close(done)
		err = errors.New("a")
	}()
	return err // failed
}

// ErrRight does.
func ErrRight() error {
	done := make(chan struct{})
	var err error
	go func() {
		defer close(done)
		err = errors.New("a")
	}()
	<-done
	return err
}

// Named has a named result.
func Named() (err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = errors.New("a")
	}()
	return // failed
}

// TimeOut may go on before the goroutine has ended.
func TimeOut() int {
	var a int
	ch := make(chan bool)
	go func() {
		a = 1
		ch <- true
	}()
	select {
	case <-ch:
	case <-time.After(time.Second):
	}
	return a // failed
}

// TimeOutRight reads where it has.
func TimeOutRight() int {
	var a int
	ch := make(chan bool)
	go func() {
		a = 1
		ch <- true
	}()
	select {
	case <-ch:
		return a
	case <-time.After(time.Second):
		return 0
	}
}

// Half has two goroutines, and waits for one.
func Half() int {
	n := 0
	first, second := make(chan bool), make(chan bool)
	go func() {
		first <- true
	}()
	go func() {
		n = 1
		second <- true
	}()
	<-first
	return n // failed
}

// Signalled writes after Done.
func Signalled() int {
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	go func() {
		wg.Done()
		n = 42 // failed
	}()
	wg.Wait()
	return n
}

// A Task has its result in a field.
type Task struct {
	done chan struct{}
	err  error
}

// Start starts one.
func Start() *Task {
	t := &Task{done: make(chan struct{})}
	go t.run()
	return t
}

func (t *Task) run() {
	defer close(t.done)
	t.err = errors.New("a")
}

// Wait waits.
func (t *Task) Wait() error {
	<-t.done
	return t.err
}

// Err does not.
func (t *Task) Err() error {
	return t.err // failed
}
