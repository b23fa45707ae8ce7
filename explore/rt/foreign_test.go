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

func TestParseGoroutine(t *testing.T) {
	for _, c := range []struct {
		text string
		want goroutineInfo
	}{
		{"goroutine 1 [chan receive]:\nmain.f(...)\n\t/p/main.go:12 +0x1d", goroutineInfo{id: "1"}},
		{
			"goroutine 7 [select, 2 minutes]:\nmain.g()\n\t/p/main.go:3 +0x1d\ncreated by main.main in goroutine 1\n\t/p/main.go:20 +0x5c",
			goroutineInfo{id: "7", parent: "1", place: "main.main (/p/main.go:20)"},
		},
		{"goroutine 8 [coroutine]:\nx()\n\t/p/x.go:3 +0x1\ncreated by iter.Pull[...] in goroutine 1\n\t/p/i.go:2 +0x5",
			goroutineInfo{id: "8", parent: "1", place: "iter.Pull[...] (/p/i.go:2)", coroutine: true}},
	} {
		if got := parseGoroutine(c.text); got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}

// deep calls f at each of so many depths of the stack.
func deep(n int, f func()) byte {
	var frame [512]byte
	f()
	if n > 0 {
		frame[n%len(frame)] = deep(n-1, f)
	}
	return frame[0]
}

// TestForeignOnOldStack: when the stack of a coroutine moves, others get the memory where it was. They are not taken for it.
func TestForeignOnOldStack(t *testing.T) {
	ours, taken := 0, 0
	r := Explore(Config{Strategy: first{}}, func(*T) {
		count := func() {
			if _, g := enter(); g != nil {
				ours++
			}
		}
		deep(5, count)
		deep(2000, func() {}) // the stack moves, and nobody notes where it is
		for range 100 {
			done := make(chan int)
			go func() {
				n := 0
				deep(40, func() {
					if _, g := enter(); g != nil {
						n++
					}
				})
				done <- n
			}()
			taken += <-done
		}
		deep(5, count)
	})
	if ours != 12 || taken != 0 || len(r.OutOfControl) == 0 {
		t.Errorf("a coroutine is taken for itself %d times of 12, another goroutine %d times; out of control: %v", ours, taken, r.OutOfControl)
	}
}
