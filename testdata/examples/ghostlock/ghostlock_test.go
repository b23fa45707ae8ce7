package ghostlock

import (
	"sync"
	"testing"
)

func TestDeposit(t *testing.T) {
	var a Account
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() { a.Deposit(2) })
	}
	wg.Wait()
	if a.balance != 20 || a.moves != 10 {
		t.Errorf("balance = %d after %d moves, want 20 after 10", a.balance, a.moves)
	}
}

func TestTryLock(t *testing.T) {
	var l Lock
	if !l.TryLock() || l.TryLock() {
		t.Error("TryLock")
	}
	l.Unlock()
	l.Lock()
}
