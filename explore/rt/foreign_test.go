package rt

import "testing"

// first is a strategy that runs one execution and lets the first goroutine go on each time.
type first struct{}

func (first) Next(*State) int      { return 0 }
func (first) Done(*Execution) bool { return false }

// TestForeignCallIsNoBug: what goes wrong where a goroutine out of control took part is not reported as a bug, only that it
// did.
func TestForeignCallIsNoBug(t *testing.T) {
	for _, calls := range []bool{false, true} {
		r := Explore(Config{Strategy: first{}}, func(*T) {
			ch := make(chan int)
			Go(1, func() { Send(2, ch, 1) })
			if calls {
				current.Load().foreign.note()
			}
		})
		if leak := len(r.Bugs) > 0; leak == calls || calls != (len(r.OutOfControl) > 0) {
			t.Errorf("with a call: %v: %d bugs, %v", calls, len(r.Bugs), r.OutOfControl)
		}
	}
}
