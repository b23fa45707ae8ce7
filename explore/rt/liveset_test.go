package rt_test

import (
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
)

func TestLiveSet(t *testing.T) {
	defer rt.Watching()()
	check(t, []program{
		{name: "waiting for goroutines to end", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			for range 2 {
				rt.Go(1, func() { rt.AddOnly(2, x, 1) })
			}
			for rt.NumGoroutine(3) > 1 {
				rt.Spin(4)
			}
			if x.Load() != 2 {
				t.Error("they go on")
			}
		}},
		{name: "both numbers", want: "failure", complete: some, run: func(t *rt.T) {
			rt.Go(1, func() {})
			if rt.NumGoroutine(2) == 1 {
				t.Error("it has ended")
			}
		}},
	})
}
