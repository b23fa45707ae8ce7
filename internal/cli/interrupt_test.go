package cli

import (
	"context"
	"errors"
	"testing"
	"time"
)

// What has begun is waited for, and nothing else.
func TestUntilInterrupted(t *testing.T) {
	failed := errors.New("failed")
	if waited, err := untilInterrupted(t.Context(), func(func()) error { return failed }); !waited || err != failed {
		t.Errorf("not interrupted: %v, %v", waited, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan bool)
	waited, err := untilInterrupted(ctx, func(func()) error {
		cancel()
		<-release
		return failed
	})
	close(release)
	if waited || err != nil {
		t.Errorf("interrupted before anything was known: %v, %v", waited, err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	waited, err = untilInterrupted(ctx, func(begins func()) error {
		begins()
		cancel()
		time.Sleep(2 * afterInterrupt)
		return failed
	})
	if !waited || err != failed {
		t.Errorf("interrupted later: %v, %v", waited, err)
	}
}
