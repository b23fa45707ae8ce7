package bank

import (
	"sync"
	"testing"
)

func TestTransfer(t *testing.T) {
	var a, b Account
	var wg sync.WaitGroup
	wg.Go(func() { Transfer(&a, &b, 1) })
	wg.Go(func() { Transfer(&b, &a, 1) })
	wg.Wait()
	if a.sum != 0 || b.sum != 0 {
		t.Errorf("balances %d and %d, want 0", a.sum, b.sum)
	}
}
