package clock

import (
	"sync"
	"sync/atomic"
	"testing"
)

// Two additions of which nobody uses the results commute. What is done before one is in no order with what is done after the
// other, whichever came first.

func TestUnusedAdds(t *testing.T) {
	var n atomic.Int32
	data := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		data = 1 // want race
		n.Add(1)
	})
	wg.Go(func() {
		n.Add(1)
		data = 2 // want race
	})
	wg.Wait()
	_ = data
}

func TestUnusedAddsOfAWord(t *testing.T) {
	var n int64
	data := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		atomic.AddInt64(&n, 1)
		data = 2 // want race
	})
	wg.Go(func() {
		data = 1 // want race
		atomic.AddInt64(&n, 1)
	})
	wg.Wait()
	_ = data
}

func TestAddsThatAreRead(t *testing.T) {
	var n atomic.Int32
	data := [2]int{}
	for i := range data {
		go func() {
			data[i] = 1
			n.Add(1)
		}()
	}
	for n.Load() < 2 {
	}
	if data[0]+data[1] != 2 {
		t.Error(data)
	}
}

func TestAddThatIsUsed(t *testing.T) {
	var n atomic.Int32
	data := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if n.Add(1) == 1 {
				data = 1
				n.Add(1)
			} else if n.Load() == 3 {
				data = 2
			}
		})
	}
	wg.Wait()
	_ = data
}
