package access

import (
	"sync"
	"testing"
)

// with calls f for an account that another goroutine has used before.
func with(t *testing.T, f func(*Account)) {
	a := New(1)
	var wg sync.WaitGroup
	wg.Go(func() { a.Deposit(1); a.Put(1, 1); a.Rename("x"); a.Hit(); a.Charge() })
	wg.Wait()
	f(a)
}

func TestAllowed(t *testing.T) {
	a := New(1)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			a.Deposit(i)
			_ = a.Title()
			a.Try()
			a.Hit()
			a.Charge()
			a.Fees()
			a.Put(i, i)
			Total()
			if a.State() < 0 || a.ID() != 1 || len(a.Table()) != 1 {
				t.Error("no")
			}
		})
	}
	wg.Wait()
	if a.balance != 2 { // a test may look
		t.Error(a.balance)
	}
}

func TestStop(t *testing.T) {
	a := New(1)
	go a.Stop(3)
	if a.Reason() != 3 {
		t.Error("no")
	}
}

func TestSubtests(t *testing.T) {
	a := New(1)
	t.Run("one", func(t *testing.T) {
		if a.Balance() != 1 {
			t.Error("no")
		}
	})
}

func TestHandOver(t *testing.T) {
	b := NewBelt()
	go b.Send()
	if b.Receive() != 3 {
		t.Error("no")
	}
}

func TestBalance(t *testing.T) { with(t, func(a *Account) { a.Balance() }) }
func TestFirst(t *testing.T)   { with(t, func(a *Account) { a.First() }) }
func TestName(t *testing.T)    { with(t, func(a *Account) { a.Name() }) }
func TestLimit(t *testing.T)   { with(t, func(a *Account) { a.Limit(1) }) }
func TestDay(t *testing.T)     { with(t, func(a *Account) { a.Day(1) }) }
func TestRetitle(t *testing.T) { with(t, func(a *Account) { a.Retitle("y") }) }
func TestBump(t *testing.T)    { with(t, func(a *Account) { a.Bump() }) }
func TestHits(t *testing.T)    { with(t, func(a *Account) { a.Hits() }) }
func TestOvercharge(t *testing.T) {
	with(t, func(a *Account) { a.Overcharge() })
}
func TestWaive(t *testing.T)  { with(t, func(a *Account) { a.Waive() }) }
func TestReset(t *testing.T)  { with(t, func(a *Account) { a.Table(); a.Reset() }) }
func TestNow(t *testing.T)    { with(t, func(a *Account) { a.Now() }) }
func TestMisput(t *testing.T) { with(t, func(a *Account) { a.Put(2, 1); a.Misput(2, 1) }) }
func TestRenumber(t *testing.T) {
	with(t, func(a *Account) { a.Renumber(2) })
}
func TestCheat(t *testing.T) { Cheat() }

func TestKeep(t *testing.T) {
	b := NewBelt()
	go b.Take()
	b.Keep()
}
