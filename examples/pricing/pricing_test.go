package pricing

import (
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestSell(t *testing.T) {
	half, _ := NewLedger(10)
	flat, _ := NewFlat(7)
	if got := half.Sell(3); got != 15 {
		t.Errorf("half of ten for three is %d, want 15", got)
	}
	if got := flat.Sell(100); got != 7 {
		t.Errorf("as many as one likes for %d, want 7", got)
	}
	if got := flat.Sell(0); got != -1 {
		t.Errorf("nothing for %d", got)
	}
}

// TestSums has goroutines buy at once: the ledger and who is told of its sales come to the same.
func TestSums(t *testing.T) {
	const each = 100
	ledger, total := NewLedger(10)
	exercise.Together(func(int) {
		for range each {
			ledger.Sell(2)
		}
	})
	const sales = exercise.Goroutines * each
	if pieces, cents := total.Sums(); pieces != 2*sales || cents != 10*sales {
		t.Errorf("%d pieces for %d, want %d for %d", pieces, cents, 2*sales, 10*sales)
	}
	if got := ledger.Turnover(); got != 10*sales {
		t.Errorf("the turnover is %d, want %d", got, 10*sales)
	}
}
