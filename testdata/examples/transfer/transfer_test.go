package transfer

import (
	"math"
	"sync"
	"testing"
)

func TestMove(t *testing.T) {
	a, b := &Account{id: 1}, &Account{id: 2}
	if !a.Deposit(100) || a.Deposit(math.MaxInt) {
		t.Fatal("Deposit")
	}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() { Move(a, b, 3) })
		wg.Go(func() { Move(b, a, 2) })
	}
	wg.Wait()
	if got := Total(a, b); got != 100 {
		t.Errorf("Total() = %d, want 100", got)
	}
	if a.Withdraw(a.Balance() + 1) {
		t.Error("Withdraw of more than there is")
	}
	if !b.Withdraw(b.Balance()) {
		t.Error("Withdraw of all there is fails")
	}
}
