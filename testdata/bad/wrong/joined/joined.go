// Package joined has functions that wait for goroutines which know their variables, and others that only seem to.
package joined

import (
	"errors"
	"sync"
)

// Count is right.
func Count(n int) int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			sum++
			mu.Unlock()
		}()
	}
	wg.Wait()
	return sum
}

// Rounds is right: the variable is shared again after it has come back.
func Rounds(n int) int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Go(func() {
			mu.Lock()
			sum++
			mu.Unlock()
		})
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			sum--
		})
		wg.Wait()
		sum *= 2
	}
	return sum
}

// First is right: the literal that a Once runs is part of the goroutine.
func First(names []string) error {
	var once sync.Once
	var first error //calvin:guarded_by once
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := open(name); err != nil {
				once.Do(func() { first = err })
			}
		}()
	}
	wg.Wait()
	return first
}

func open(name string) error {
	if name == "" {
		return errors.New("no name")
	}
	return nil
}

// TooEarly pays before it counts.
func TooEarly() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Done()
		mu.Lock() // failed
		sum++
		mu.Unlock()
	}()
	wg.Wait()
	return sum
}

// Deferred pays before what is deferred counts.
func Deferred() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer func() {
			mu.Lock() // failed
			sum++
			mu.Unlock()
		}()
		defer wg.Done()
	}()
	wg.Wait()
	return sum
}

// Holding pays while it holds the lock.
func Holding() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		mu.Lock()
		sum++
		wg.Done() // failed
		mu.Unlock()
	}()
	wg.Wait()
	return sum
}

// Others waits for one of two groups.
func Others() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg, more sync.WaitGroup
	wg.Add(1)
	more.Add(1)
	go func() {
		defer wg.Done()
		mu.Lock()
		sum++
		mu.Unlock()
	}()
	go func() {
		defer more.Done()
		mu.Lock()
		sum++
		mu.Unlock()
	}()
	wg.Wait()
	return sum // failed
}

// Unpaid has one goroutine that nobody waits for.
func Unpaid() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		mu.Lock()
		sum++
		mu.Unlock()
	}()
	go func() {
		mu.Lock()
		sum++
		mu.Unlock()
	}()
	wg.Wait()
	return sum // failed
}

// Nested has a goroutine start another one.
func Nested() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		go func() {
			mu.Lock()
			sum++
			mu.Unlock()
		}()
	}()
	wg.Wait()
	return sum // failed
}

// Registered leaves a literal to others.
func Registered() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		mu.Lock()
		sum++
		mu.Unlock()
	}()
	handlers <- func() {
		mu.Lock()
		sum++
		mu.Unlock()
	}
	wg.Wait()
	return sum // failed
}

var handlers = make(chan func(), 1)

// Passed has a goroutine leave a literal to others.
func Passed() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Go(func() {
		handlers <- func() {
			mu.Lock()
			sum++
			mu.Unlock()
		}
	})
	wg.Wait()
	return sum // failed
}

// Before reads before it has waited.
func Before() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		sum++
		mu.Unlock()
	})
	n := sum // failed
	wg.Wait()
	return n
}

// Again starts another goroutine after it has waited.
func Again() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		sum++
		mu.Unlock()
	})
	wg.Wait()
	wg.Go(func() {
		mu.Lock()
		sum++
		mu.Unlock()
	})
	return sum // failed
}

// Perhaps waits if it is asked to.
func Perhaps(wait bool) int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		sum++
		mu.Unlock()
	})
	if wait {
		wg.Wait()
	}
	return sum // failed
}

// Unlocked has a goroutine count without the lock.
func Unlocked() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Go(func() {
		sum++ // failed
	})
	wg.Go(func() {
		mu.Lock()
		sum++
		mu.Unlock()
	})
	wg.Wait()
	return sum
}

// Late counts without the lock when it has paid.
func Late() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		mu.Lock()
		sum++
		mu.Unlock()
		wg.Done()
		sum = 0 // failed
	}()
	wg.Wait()
	return sum
}

// Handed has a goroutine hand its Done on to another one.
func Handed() int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		go func() { // failed
			defer wg.Done()
		}()
		mu.Lock()
		sum++
		mu.Unlock()
	}()
	wg.Wait() // failed
	return sum
}

// Each waits for a group of its own each time.
func Each(n int) int {
	var mu sync.Mutex
	sum := 0 //calvin:guarded_by mu
	for i := 0; i < n; i++ {
		var wg sync.WaitGroup
		wg.Go(func() {
			mu.Lock()
			sum++
			mu.Unlock()
		})
		if i == n-1 {
			wg.Wait()
		}
	}
	return sum // failed
}

// Names is right: the list is the function's own when it returns.
func Names(words []string) []string {
	var mu sync.Mutex
	var out []string //calvin:guarded_by mu
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Go(func() {
			mu.Lock()
			out = append(out, w)
			mu.Unlock()
		})
	}
	wg.Wait()
	if len(out) > 0 && out[0] == "" {
		out[0] = "none"
	}
	return out
}

// Lengths is right.
func Lengths(words []string) map[string]int {
	var mu sync.Mutex
	out := make(map[string]int) //calvin:guarded_by mu
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			out[w] = len(w)
		})
	}
	wg.Wait()
	out[""] = 0
	return out
}

// Use is right: what it gets is its own.
func Use() int {
	m := Lengths([]string{"a"})
	m["b"] = 1
	return len(m)
}

// Unwaited returns the map while others write it.
func Unwaited(words []string) map[string]int {
	var mu sync.Mutex
	out := make(map[string]int) //calvin:guarded_by mu
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Go(func() {
			mu.Lock()
			out[w] = len(w)
			mu.Unlock()
		})
	}
	mu.Lock()
	defer mu.Unlock()
	return out // failed
}

// Raced has a goroutine that writes the map without the lock.
func Raced(words []string) map[string]int {
	var mu sync.Mutex
	out := make(map[string]int) //calvin:guarded_by mu
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Go(func() {
			out[w] = len(w) // failed
		})
		wg.Go(func() {
			mu.Lock()
			out[w] = len(w)
			mu.Unlock()
		})
	}
	wg.Wait()
	return out
}

// Sooner reads an element before it has waited.
func Sooner(words []string) string {
	var mu sync.Mutex
	out := []string{""} //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		out[0] = "a"
		mu.Unlock()
	})
	s := out[0] // failed
	wg.Wait()
	return s
}

// Twice is right: the second round shares the list again.
func Twice(words []string) []string {
	var mu sync.Mutex
	var out []string //calvin:guarded_by mu
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Go(func() {
			mu.Lock()
			out = append(out, w)
			mu.Unlock()
		})
	}
	wg.Wait()
	out = append(out, "")
	wg.Go(func() {
		mu.Lock()
		out = append(out, "more")
		mu.Unlock()
	})
	wg.Wait()
	return out
}

// Half writes an element while the second round is on.
func Half(words []string) []string {
	var mu sync.Mutex
	out := []string{""} //calvin:guarded_by mu
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		out[0] = "a"
		mu.Unlock()
	})
	wg.Wait()
	out[0] = "b"
	wg.Go(func() {
		mu.Lock()
		out[0] = "c"
		mu.Unlock()
	})
	out[0] = "d" // failed
	wg.Wait()
	return out
}

// InPlace has a literal that is called where it stands start the goroutine, which pays before it counts.
func InPlace() int {
	var mu sync.Mutex
	n := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	func() {
		wg.Add(1)
		go func() {
			wg.Done()
			mu.Lock() // failed
			n++
			mu.Unlock()
		}()
	}()
	wg.Wait()
	return n
}

// Ranged does so in a range over a function.
func Ranged(words []string) int {
	var mu sync.Mutex
	n := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	for range times(len(words)) {
		wg.Add(1)
		go func() {
			wg.Done()
			mu.Lock() // failed
			n++
			mu.Unlock()
		}()
	}
	wg.Wait()
	return n
}

// Ranging is right.
func Ranging(words []string) int {
	var mu sync.Mutex
	n := 0 //calvin:guarded_by mu
	var wg sync.WaitGroup
	for range times(len(words)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			n++
			mu.Unlock()
		}()
	}
	wg.Wait()
	return n
}

func times(n int) func(func() bool) {
	return func(yield func() bool) {
		for range n {
			if !yield() {
				return
			}
		}
	}
}
