// Package expected starts goroutines without what they expect, and calls literals without what they require.
package expected

import "sync"

// A T is annotated so that the package is looked at.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func Literal(n int) {
	go func() { // failed
		//calvin:requires n > 0
		println(n)
	}()
}

func LiteralInGroup(n int) {
	var wg sync.WaitGroup
	wg.Go(func() { // failed
		//calvin:requires n > 0
		println(n)
	})
	wg.Wait()
}

// positive requires a number that is.
//
//calvin:requires n > 0
func positive(n int) { println(n) }

func Function(n int) {
	go positive(n) // failed
}

func FunctionInGroup(n int) {
	var wg sync.WaitGroup
	wg.Go(func() { positive(n) }) // failed
	wg.Wait()
}

func Deferred(n int) {
	defer positive(n) // failed
}

// locked is called with the lock held.
//
//calvin:requires held(t.mu)
func (t *T) locked() { t.n++ }

// Locked holds it, but the goroutine does not.
func (t *T) Locked() {
	t.mu.Lock()
	go t.locked() // failed
	t.mu.Unlock()
}

func Indexed(xs []int) {
	go func() { // failed
		println(xs[3])
	}()
}

func IndexedByVariable(xs []int, i int) {
	go func() { // failed
		println(xs[i])
	}()
}
