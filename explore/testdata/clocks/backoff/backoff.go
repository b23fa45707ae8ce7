// Package backoff tries again.
package backoff

import (
	"context"
	"time"
)

// Retry calls f, with longer and longer pauses, until it succeeds or so much time has passed.
func Retry(ctx context.Context, f func() error, atMost time.Duration) error {
	began := time.Now()
	for pause := time.Millisecond; ; pause *= 2 {
		err := f()
		if err == nil || time.Since(began)+pause > atMost {
			return err
		}
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}
