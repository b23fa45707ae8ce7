package small

import (
	"fmt"
	"sync/atomic"
	"testing"
)

// Subtests that have nothing to do with each other are run in one order.
func TestParallelApart(t *testing.T) {
	for i := range 12 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			if n := fmt.Sprint(i); n == "" {
				t.Error(n)
			}
		})
	}
}

func TestParallelGroups(t *testing.T) {
	for i := range 3 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for j := range 4 {
				t.Run(fmt.Sprint(j), func(t *testing.T) {
					t.Parallel()
					if i+j < 0 {
						t.Error(i, j)
					}
				})
			}
		})
	}
}

func TestParallelRace(t *testing.T) {
	n := 0
	for range 2 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			n++ // want race
		})
	}
}

func TestParallelOrder(t *testing.T) {
	var last atomic.Int32
	for i := range 3 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			last.Store(int32(i))
		})
	}
	t.Cleanup(func() {
		if last.Load() == 1 {
			t.Error("the second one was last") // want failure
		}
	})
}

// A parallel subtest goes on when the function of its parent has returned.
func TestParallelAfterParent(t *testing.T) {
	n := 0
	for range 2 {
		t.Run("", func(t *testing.T) {
			if n != 0 {
				t.Error(n)
			}
			t.Parallel()
			if n != 1 {
				t.Error(n)
			}
		})
	}
	n = 1
}

func TestParallelBeforeCleanup(t *testing.T) {
	var n [2]int
	for i := range n {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			n[i]++
		})
	}
	t.Cleanup(func() {
		if n != [2]int{1, 1} {
			t.Error(n)
		}
	})
}

func TestParallelAwaited(t *testing.T) {
	done := make(chan bool)
	t.Run("", func(t *testing.T) {
		t.Parallel()
		done <- true
	})
	<-done // want deadlock
}
