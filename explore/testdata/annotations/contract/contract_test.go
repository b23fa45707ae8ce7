package contract

import (
	"sync"
	"testing"
)

// both runs f in two goroutines.
func both(f func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(f)
	wg.Wait()
}

func TestPut(t *testing.T) {
	s := New(2)
	both(func() { s.Put(1) })
	if s.Put(1) || s.Sum() != 2 {
		t.Error("no")
	}
}

func TestGlance(t *testing.T) {
	s := New(2)
	both(func() { s.Put(1); s.Glance() })
}

func TestForce(t *testing.T)      { s := New(1); both(func() { s.Force(1) }) }
func TestHurry(t *testing.T)      { s := New(1); s.Hurry(1) }
func TestBackground(t *testing.T) { s := New(1); s.Background(1) }
func TestMiscount(t *testing.T)   { s := New(3); both(func() { s.Put(1) }); s.Put(1); s.Miscount() }
func TestSmall(t *testing.T)      { s := New(2); both(func() { s.Put(5) }); s.Small() }
func TestClaims(t *testing.T)     { New(1).Claims(1) }

func TestCount(t *testing.T) {
	var s Spin
	both(func() { s.Count() })
}

func TestLook(t *testing.T)  { var s Spin; both(func() { s.Count() }); s.Look() }
func TestTwice(t *testing.T) { var s Spin; both(s.Twice) }
func TestPair(t *testing.T)  { (&Pair[string]{"a", "b"}).Check("a") }
func TestSame(t *testing.T)  { (&Pair[string]{"a", "a"}).Check("a") }

func TestBox(t *testing.T) {
	var b Box[int]
	both(func() { b.Add(1) })
	b.items = nil
}

func TestBaton(t *testing.T) {
	var b Baton
	both(func() { b.Take(); b.Drop() })
}

func TestSnatch(t *testing.T) {
	var b Baton
	both(func() { b.word.Load() })
	done := make(chan bool)
	go func() { b.Take(); close(done) }()
	<-done
	b.Snatch()
}
