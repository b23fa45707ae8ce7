package action

import (
	"runtime"
	"sync"
	"testing"
)

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

func TestSteps(t *testing.T) {
	var c Counter
	both(c.Twice, func() { c.Add(2) })
}

func TestLess(t *testing.T) {
	var c Counter
	both(c.Less, func() { c.Add(1) })
}

func TestEven(t *testing.T) {
	var c Counter
	both(func() { c.Add(2) }, func() { c.Add(1); c.Even() })
}

func TestTake(t *testing.T) {
	var p Pool
	both(func() { p.Take(); p.Take() }, func() { p.Take() })
	p.Take()
}

func TestGrab(t *testing.T) {
	var p Pool
	both(func() { p.Take() }, func() { p.Grab() })
}

func TestPush(t *testing.T) {
	var r Row
	both(func() { r.Push(1); r.Push(1) }, func() { r.Push(2) })
}

func TestReplace(t *testing.T) {
	var r Row
	both(func() { r.Push(1) }, func() { r.Replace(2) })
}

func TestFail(t *testing.T) {
	defer func() { _ = recover() }()
	Fail()
}

func TestExit(t *testing.T) {
	done := make(chan bool)
	go func() {
		defer close(done)
		exit()
	}()
	<-done
}

// Test files have no annotations here.
func exit() { runtime.Goexit() }
