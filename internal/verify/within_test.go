package verify

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// A budget by another clock ends when that clock has gone on so far, and not before.
func TestWithin(t *testing.T) {
	var now atomic.Int64
	clock := func() time.Duration { return time.Duration(now.Load()) }
	r := &run{opts: Options{Clock: clock}}
	ctx, cancel := r.within(t.Context(), 20*time.Millisecond, overBudget{20 * time.Millisecond})
	defer cancel()
	time.Sleep(40 * time.Millisecond)
	if ctx.Err() != nil {
		t.Fatalf("the clock stands, and the time is over: %v", context.Cause(ctx))
	}
	now.Store(int64(20 * time.Millisecond))
	<-ctx.Done()
	if over := (overBudget{}); !errors.As(context.Cause(ctx), &over) {
		t.Errorf("the time is over, as %v", context.Cause(ctx))
	}
}
