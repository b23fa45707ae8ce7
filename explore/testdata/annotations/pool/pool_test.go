package pool

import (
	"sync"
	"testing"
)

// both runs f in two goroutines.
func both(f func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			f()
			wg.Done()
		}()
	}
	wg.Wait()
}

func TestUse(t *testing.T)        { var s Store; both(s.Use) }
func TestUseLater(t *testing.T)   { var s Store; both(s.UseLater) }
func TestUseByValue(t *testing.T) { var s Store; both(s.UseByValue) }
func TestShelf(t *testing.T)      { both(Shelf) }
func TestLocal(t *testing.T)      { Local() } // long
func TestGetAgain(t *testing.T)   { var s Store; both(s.Again) }
func TestBox(t *testing.T) {
	var b Box[Item]
	both(func() { b.Use(func(x *Item) { set(x) }) })
}

func set(x *Item) { x.v++ }

func TestWriteAfter(t *testing.T)     { var s Store; s.WriteAfter() }
func TestWriteUntouched(t *testing.T) { var s Store; s.WriteUntouched() }
func TestReadAfter(t *testing.T)      { var s Store; s.ReadAfter() }
func TestReadPart(t *testing.T)       { var s Store; s.ReadPart() }
func TestPutTwice(t *testing.T)       { var s Store; s.Twice() }
func TestLate(t *testing.T)           { var s Store; s.Late() }
func TestOther(t *testing.T)          { Other() }
func TestOdd(t *testing.T)            { var b Box[Item]; b.Odd(Set) }
func TestOddValue(t *testing.T)       { var s Store; s.OddValue() }

func TestKept(t *testing.T) {
	var s Store
	s.Keep()
	s.Kept()
}

func TestHold(t *testing.T) {
	var s Store
	ready, done := make(chan bool), make(chan bool)
	go s.Got(ready, done)
	s.Hold(ready, done)
}
func TestLockedAfter(t *testing.T) { var l Locked; l.After() }
