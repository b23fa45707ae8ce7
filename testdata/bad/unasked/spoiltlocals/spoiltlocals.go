// Package spoiltlocals has no annotations. Goroutines share an object with a mutex of its own, and the function that has made it waits for a WaitGroup
// that is a variable of it. But somebody still knows the object after that, or the function does not wait.
package spoiltlocals

import "sync"

type early struct {
	mu sync.Mutex
	n  int
}

func (e *early) inc() {
	e.mu.Lock()
	e.n++
	e.mu.Unlock()
}

// Early reads before it waits.
func Early() int {
	e := &early{}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { e.inc() })
	}
	n := e.n // failed
	wg.Wait()
	return n
}

type unwaited struct {
	mu sync.Mutex
	n  int
}

// Unwaited waits on one of two ways only.
func Unwaited(wait bool) int {
	e := &unwaited{}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { e.mu.Lock(); e.n++; e.mu.Unlock() })
	}
	if wait {
		wg.Wait()
	}
	return e.n // failed
}

type outside struct {
	mu sync.Mutex
	n  int
}

// Outside has one goroutine for which nobody waits.
func Outside() int {
	e := &outside{}
	var wg sync.WaitGroup
	wg.Go(func() { e.mu.Lock(); e.n++; e.mu.Unlock() })
	go func() { e.mu.Lock(); e.n++; e.mu.Unlock() }()
	wg.Wait()
	return e.n // failed
}

type hurried struct {
	mu sync.Mutex
	n  int
}

// Hurried pays before it is done with the object.
func Hurried() int {
	e := &hurried{}
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			wg.Done()
			e.mu.Lock()
			e.n++
			e.mu.Unlock()
		}()
	}
	wg.Wait()
	return e.n // failed
}

type deferring struct {
	mu sync.Mutex
	n  int
}

// Deferring pays before another deferred call uses the object.
func Deferring() int {
	e := &deferring{}
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer func() { e.mu.Lock(); e.n++; e.mu.Unlock() }()
			defer wg.Done()
		}()
	}
	wg.Wait()
	return e.n // failed
}

type kept struct {
	mu sync.Mutex
	n  int
}

var keeping = struct {
	mu   sync.Mutex
	last *kept
}{}

// Kept stores the object where others find it.
func Kept() int {
	e := &kept{}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { e.mu.Lock(); e.n++; e.mu.Unlock() })
	}
	keeping.mu.Lock()
	keeping.last = e
	keeping.mu.Unlock()
	wg.Wait()
	return e.n // failed
}

func Found() {
	keeping.mu.Lock()
	e := keeping.last
	keeping.mu.Unlock()
	if e != nil {
		e.mu.Lock()
		e.n++
		e.mu.Unlock()
	}
}

type another struct {
	mu sync.Mutex
	n  int
}

// Another waits for another WaitGroup.
func Another() int {
	e := &another{}
	var wg, other sync.WaitGroup
	wg.Go(func() { e.mu.Lock(); e.n++; e.mu.Unlock() })
	other.Go(func() {})
	other.Wait()
	n := e.n // failed
	wg.Wait()
	return n
}

type both struct {
	mu sync.Mutex
	n  int
}

// Both has goroutines of two WaitGroups, and waits for one before it reads.
func Both() int {
	e := &both{}
	var wg, other sync.WaitGroup
	wg.Go(func() { e.mu.Lock(); e.n++; e.mu.Unlock() })
	other.Go(func() { e.mu.Lock(); e.n++; e.mu.Unlock() })
	other.Wait()
	n := e.n // failed
	wg.Wait()
	return n
}

type helped struct {
	mu sync.Mutex
	n  int
}

func (h *helped) later() {
	go func() {
		h.mu.Lock()
		h.n++
		h.mu.Unlock()
	}()
}

// Helped has a goroutine that starts another one, for which nobody waits.
func Helped() int {
	h := &helped{}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { h.later() })
	}
	wg.Wait()
	return h.n // failed
}

type rounds struct {
	mu sync.Mutex
	n  int
}

// Rounds has another WaitGroup each time, with the same object: it waits for the last goroutine only.
func Rounds(k int) (n int) {
	e := &rounds{}
	for i := range k {
		var wg sync.WaitGroup
		wg.Go(func() { e.mu.Lock(); e.n++; e.mu.Unlock() })
		if i%2 == 0 {
			continue
		}
		wg.Wait()
		n = e.n // failed
	}
	return n
}

type restarted struct {
	mu sync.Mutex
	n  int
}

// Restarted starts more goroutines after it has waited.
func Restarted() int {
	e := &restarted{}
	var wg sync.WaitGroup
	wg.Go(func() { e.mu.Lock(); e.n++; e.mu.Unlock() })
	wg.Wait()
	wg.Go(func() { e.mu.Lock(); e.n++; e.mu.Unlock() })
	n := e.n // failed
	wg.Wait()
	return n
}

type made struct {
	mu sync.Mutex
	n  int
}

func newMade() *made {
	m := &made{}
	go func() {
		m.mu.Lock()
		m.n++
		m.mu.Unlock()
	}()
	return m
}

// Made gets an object that a goroutine of its constructor knows.
func Made() int {
	m := newMade()
	var wg sync.WaitGroup
	wg.Go(func() { m.mu.Lock(); m.n++; m.mu.Unlock() })
	wg.Wait()
	return m.n // failed
}

type paid struct {
	mu sync.Mutex
	n  int
}

// Paid pays in the midst, by a literal that does not know the object, and owes another Done by then.
func Paid() int {
	p := &paid{}
	var wg sync.WaitGroup
	pay := func() { wg.Done() }
	wg.Add(1)
	go func() {
		defer wg.Done()
		pay()
		wg.Add(1)
		p.mu.Lock()
		p.n++
		p.mu.Unlock()
	}()
	wg.Wait()
	return p.n // failed
}

type sent struct {
	mu sync.Mutex
	n  int
}

func take(in <-chan *sent) {
	s := <-in
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

// Sent sends the object to a goroutine that takes it later.
func Sent() int {
	s := &sent{}
	ch := make(chan *sent, 1)
	go take(ch)
	var wg sync.WaitGroup
	wg.Go(func() { s.mu.Lock(); s.n++; s.mu.Unlock() })
	ch <- s
	wg.Wait()
	return s.n // failed
}

type content struct {
	mu sync.Mutex
	m  map[string]int
}

// Content has a goroutine that gets at the map of the object without the lock, and is not waited for.
func Content() int {
	c := &content{m: map[string]int{}}
	var wg sync.WaitGroup
	wg.Go(func() {
		c.mu.Lock()
		m := c.m
		m["a"]++
		c.mu.Unlock()
		go func() { m["b"]++ }() // failed
	})
	wg.Wait()
	return c.m["a"]
}

type reset struct {
	mu sync.Mutex
	n  int
}

// Reset forgets the goroutines that it has not waited for.
func Reset() int {
	e := &reset{}
	var wg sync.WaitGroup
	wg.Go(func() { e.mu.Lock(); e.n++; e.mu.Unlock() })
	wg = sync.WaitGroup{} // failed
	wg.Wait()
	return e.n
}

type lent struct {
	mu sync.Mutex
	n  int
}

func payFor(wg *sync.WaitGroup) { wg.Done() }

// Lent has somebody else pay the Done.
func Lent() int {
	e := &lent{}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		payFor(&wg)
		e.mu.Lock()
		e.n++
		e.mu.Unlock()
	}()
	wg.Wait()
	return e.n // failed
}

type doubly struct {
	mu sync.Mutex
	m  map[string]int
}

// Doubly returns the object, and beside it what the object holds.
func Doubly() (*doubly, map[string]int) {
	d := &doubly{m: map[string]int{}}
	var wg sync.WaitGroup
	wg.Go(func() { d.mu.Lock(); d.m["a"]++; d.mu.Unlock() })
	wg.Wait()
	return d, d.m // failed
}

func (d *doubly) Inc() {
	d.mu.Lock()
	d.m["b"]++
	d.mu.Unlock()
}

type worked struct {
	mu sync.Mutex
	n  int
}

func hurriedWorker(w *worked, wg *sync.WaitGroup) {
	wg.Done()
	w.mu.Lock()
	w.n++
	w.mu.Unlock()
}

// Worked passes the WaitGroup to a function that pays before it is done.
func Worked() int {
	w := &worked{}
	var wg sync.WaitGroup
	wg.Add(1)
	go hurriedWorker(w, &wg)
	wg.Wait()
	return w.n // failed
}

type swapped struct {
	mu sync.Mutex
	n  int
}

func swappedWorker(s *swapped, first, second *sync.WaitGroup) {
	defer first.Done()
	second.Done()
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

// Swapped passes the WaitGroup in two places, of which one is paid early.
func Swapped() int {
	s := &swapped{}
	var wg, other sync.WaitGroup
	wg.Add(2)
	other.Add(2)
	go swappedWorker(s, &wg, &other)
	go swappedWorker(s, &other, &wg)
	wg.Wait()
	n := s.n // failed
	other.Wait()
	return n
}

type elsewhere struct {
	mu sync.Mutex
	n  int
}

func elsewhereWorker(e *elsewhere, wg *sync.WaitGroup) {
	defer wg.Done()
	e.mu.Lock()
	e.n++
	e.mu.Unlock()
}

// Elsewhere has one goroutine pay another WaitGroup.
func Elsewhere() int {
	e := &elsewhere{}
	var wg, other sync.WaitGroup
	wg.Add(1)
	other.Add(1)
	go elsewhereWorker(e, &wg)
	go elsewhereWorker(e, &other)
	wg.Wait()
	n := e.n // failed
	other.Wait()
	return n
}

type viewed struct {
	mu sync.Mutex
	n  int
}

func (v *viewed) show() int { return v.n }

// Viewed has a goroutine that reads without the lock.
func Viewed() int {
	v := &viewed{}
	var wg sync.WaitGroup
	wg.Go(func() { v.mu.Lock(); v.n++; v.mu.Unlock() })
	wg.Go(func() { v.show() }) // failed
	wg.Wait()
	return v.n
}

type looped struct {
	mu sync.Mutex
	n  int
}

// Looped has the object of one iteration used by a goroutine of the next one.
func Looped(k int) (n int) {
	var last *looped
	for range k {
		l := &looped{}
		var wg sync.WaitGroup
		wg.Go(func() { l.mu.Lock(); l.n++; l.mu.Unlock() })
		if last != nil {
			before := last
			wg.Go(func() { before.mu.Lock(); before.n++; before.mu.Unlock() })
		}
		last = l
		wg.Wait()
		n += l.n // failed
		go func() { l.mu.Lock(); l.n++; l.mu.Unlock() }()
		n += l.n
	}
	return n
}

type inside struct {
	mu sync.Mutex
	n  int
}

// Inside has a goroutine that counts itself, when the Wait may have returned.
func Inside() int {
	e := &inside{}
	var wg sync.WaitGroup
	go func() { // failed
		wg.Add(1)
		defer wg.Done()
		e.mu.Lock()
		e.n++
		e.mu.Unlock()
	}()
	wg.Wait()
	return e.n
}

type few struct {
	mu sync.Mutex
	n  int
}

// Few counts one of two goroutines.
func Few() int {
	e := &few{}
	var wg sync.WaitGroup
	wg.Add(1)
	for range 2 {
		go func() { // failed
			defer wg.Done()
			e.mu.Lock()
			e.n++
			e.mu.Unlock()
		}()
	}
	wg.Wait()
	return e.n
}

type nested struct {
	mu sync.Mutex
	n  int
}

// Nested passes the object to itself: there a goroutine pays the WaitGroup of another activation, for which nobody waits.
func Nested(outer *nested, depth int) int {
	e := &nested{}
	var wg sync.WaitGroup
	wg.Go(func() {
		e.mu.Lock()
		e.n++
		e.mu.Unlock()
		if outer != nil {
			outer.mu.Lock()
			outer.n++
			outer.mu.Unlock()
		}
	})
	if depth == 0 {
		return 0
	}
	Nested(e, depth-1) // failed
	wg.Wait()
	return e.n
}
