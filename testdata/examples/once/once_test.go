package once

import (
	"sync"
	"testing"
)

func TestOnce(t *testing.T) {
	var c Config
	var r Ready
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if c.Limit() != 10 || c.Twice() != 20 || c.Name(0) != "first" || c.Name(5) != "" {
				t.Error("the configuration is not loaded")
			}
			if got := Square(3); got != 9 {
				t.Errorf("Square(3) = %d", got)
			}
			r.Start()
		})
	}
	wg.Wait()
}
