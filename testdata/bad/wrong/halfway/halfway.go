// Package halfway breaks an invariant where others may run, past a step that has committed it.
package halfway

import (
	"sync"
	"sync/atomic"
)

// A Pair has two equal numbers.
//
//calvin:invariant a == b
type Pair struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a int
	//calvin:guarded_by mu
	b    int
	hits atomic.Int64
	//calvin:closable_if false
	open chan int
	next sync.Mutex
	rw   sync.RWMutex
	once sync.Once
}

// A Doer does something.
type Doer interface {
	//calvin:requires n > 0
	Do(n int)
}

func (p *Pair) AtClose() {
	ch := make(chan int)
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	close(ch) // failed
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtSend() {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	p.open <- 1 // failed
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtReceive() {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	<-p.open // failed
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtSelect() {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	select { // failed
	case p.open <- 1:
	case <-p.open:
	}
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtLock() {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	p.next.Lock() // failed
	p.b++
	p.next.Unlock()
	p.mu.Unlock()
}

func (p *Pair) AtTryLock() {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	if p.next.TryLock() { // failed
		p.next.Unlock()
	}
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtRLock() {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	p.rw.RLock() // failed
	p.b++
	p.rw.RUnlock()
	p.mu.Unlock()
}

func (p *Pair) AtTryRLock() {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	if p.rw.TryRLock() { // failed
		p.rw.RUnlock()
	}
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtLoad() {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	p.hits.Load() // failed
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtWait(wg *sync.WaitGroup) {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	wg.Wait() // failed
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtOnce() {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	p.once.Do(func() {}) // failed
	p.b++
	p.mu.Unlock()
}

// AtCall lets anybody run, who counts on the invariant.
func (p *Pair) AtCall(f func()) {
	if f == nil {
		return
	}
	p.mu.Lock()
	p.a++
	f() // failed
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtMethod(d Doer) {
	if d == nil {
		return
	}
	p.mu.Lock()
	p.a++
	d.Do(1) // failed
	p.b++
	p.mu.Unlock()
}

// counts adds a hit.
//
//calvin:atomic
//calvin:modifies p.hits
func (p *Pair) counts() { p.hits.Add(1) }

func (p *Pair) AtContract() {
	p.mu.Lock()
	p.a++
	p.counts() // failed
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtGo() {
	p.mu.Lock()
	p.hits.Add(1)
	p.a++
	go p.AtGo()
	p.hits.Add(1) // failed
	p.b++
	p.mu.Unlock()
}

func (p *Pair) AtReturn() {
	p.mu.Lock()
	p.a++
	p.mu.Unlock()
} // failed

func (p *Pair) AtLoop(n int) {
	p.mu.Lock()
	p.a++
	p.hits.Add(1)
	for p.hits.Load() < 10 { // failed
	}
	p.b++
	p.mu.Unlock()
}
