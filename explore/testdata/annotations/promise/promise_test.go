package promise

import (
	"sync"
	"testing"
)

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

func TestMove(t *testing.T) {
	r := New(0, 1)
	both(func() { r.Move(1) }, func() { r.Move(2) })
}

func TestCut(t *testing.T) {
	r := New(0, 10)
	both(func() { r.Move(1) }, func() { r.Cut(-5) })
}

func TestRaise(t *testing.T) {
	r := New(0, 10)
	both(func() { r.Move(1) }, func() { r.Raise() })
}

func TestBroken(t *testing.T) {
	r := Broken()
	both(func() { r.Move(0) }, func() { r.Move(0) })
}

func TestAlone(t *testing.T) { Broken() }

func TestWords(t *testing.T) {
	var p Pair
	both(func() { p.a.Load() }, func() { p.a.Load() })
	p.Set(1)
}

func TestOwn(t *testing.T) {
	var l List
	both(func() { l.Push(&l); l.Push(&l) }, func() { l.Push(&l) })
}

func TestForeign(t *testing.T) {
	var l, m List
	both(func() { l.Push(&l); l.Push(&l) }, func() { l.Push(&l) })
	l.Push(&m)
}

func TestAdd(t *testing.T)  { both(func() { Add(1) }, func() { Add(2) }) }
func TestLose(t *testing.T) { both(func() { Add(1) }, func() { Lose(2) }) }

func TestPush(t *testing.T) {
	var s Stack
	both(s.Push, s.Push)
}

func TestSneak(t *testing.T) {
	var s Stack
	both(s.Push, s.Sneak)
}
