package singleflight

import (
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestGroup(t *testing.T) {
	g := New()
	var inside, runs, shared atomic.Int32
	const times = 100
	exercise.Together(func(int) {
		for range times {
			v, did, err := g.Do("key", func() (any, error) {
				if inside.Add(1) > 1 {
					t.Error("the work is done twice at the same time")
				}
				defer inside.Add(-1)
				return runs.Add(1), nil
			})
			if v == nil || err != nil {
				t.Errorf("Do() = %v, %v", v, err)
			}
			if !did {
				shared.Add(1)
			}
		}
	})
	if runs.Load()+shared.Load() != times*exercise.Goroutines {
		t.Errorf("%d runs, %d shared outcomes, want %d together", runs.Load(), shared.Load(), times*exercise.Goroutines)
	}
}
