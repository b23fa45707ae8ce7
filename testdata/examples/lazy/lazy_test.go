package lazy

import (
	"sync"
	"testing"
)

func TestLazy(t *testing.T) {
	var v Value
	var c Checked
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if v.Get() != 42 || c.Get() != 42 {
				t.Error("Get() is not 42")
			}
			v.Forget()
		})
	}
	wg.Wait()
}
