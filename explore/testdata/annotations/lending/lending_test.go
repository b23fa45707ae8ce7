package lending

import (
	"errors"
	"sync"
	"testing"
)

func TestSum(t *testing.T) {
	if Sum(3) != 3 {
		t.Error("no")
	}
}

func TestRounds(t *testing.T)   { Rounds(2) }
func TestSeldom(t *testing.T)   { Seldom(nil) }
func TestBad(t *testing.T)      { Seldom(errors.New("bad")) }
func TestWritten(t *testing.T)  { Written(3) }
func TestHeld(t *testing.T)     { Held() }
func TestNested(t *testing.T)   { Nested() }
func TestAll(t *testing.T)      { All(2) }
func TestVariable(t *testing.T) { Variable() }

func TestDo(t *testing.T) {
	var q Queue
	var wg sync.WaitGroup
	wg.Go(q.Do)
	wg.Go(func() { q.Lines() })
	q.Lines()
	wg.Wait()
	q.Lines()
}

func TestDoLate(t *testing.T) {
	var q Queue
	var wg sync.WaitGroup
	seen := make(chan bool)
	wg.Go(func() {
		<-seen
		q.Lines()
		seen <- true
	})
	q.DoLate(seen)
	wg.Wait()
}

func TestAfter(t *testing.T)      { After() }
func TestOtherGroup(t *testing.T) { OtherGroup() }
func TestLocked(t *testing.T)     { Locked() }
func TestLentTwice(t *testing.T)  { Twice() }
func TestLentLate(t *testing.T)   { Late() }
func TestLooked(t *testing.T)     { Looked() }
func TestGuarded(t *testing.T)    { Guarded() }
func TestUnpaid(t *testing.T)     { Unpaid() }
func TestThird(t *testing.T)      { Third() }
func TestLentOther(t *testing.T)  { Other() }

func TestWeigh(t *testing.T) {
	s := NewScale()
	go s.weigh()
	if s.Weigh() != 7 {
		t.Error("no")
	}
}

func TestKeptParcel(t *testing.T) {
	s := NewScale()
	var wg sync.WaitGroup
	wg.Go(s.keep)
	s.Back()
	wg.Wait()
}
