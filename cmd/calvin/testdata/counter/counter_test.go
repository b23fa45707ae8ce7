package counter

import (
	"sync"
	"testing"
)

func TestReset(t *testing.T) {
	var c Counter
	var wg sync.WaitGroup
	wg.Go(c.Hit)
	wg.Wait()
	c.Reset()
}
