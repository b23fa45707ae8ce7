// Package told calls functions by contracts that do not say who else comes to know what they are given.
package told

import "sync"

// A P is a number with a lock.
type P struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	high int
}

// A Mailer sends.
type Mailer struct {
	//calvin:closable_if false
	//calvin:carries[p] p != nil
	box chan *P
}

// Post sends p.
//
//calvin:atomic
//calvin:ensures true
func (m *Mailer) Post(p *P) {
	if m.box != nil {
		m.box <- p
	}
}

// Five makes it five.
func (m *Mailer) Five() {
	if m.box == nil {
		return
	}
	p, ok := <-m.box
	if ok {
		p.five()
	}
}

func (p *P) five() {
	p.mu.Lock()
	p.high = 5
	p.mu.Unlock()
}

//calvin:atomic
//calvin:ensures true
func start(p *P) { go p.five() }

//calvin:requires p != nil && local(p)
//calvin:atomic
//calvin:ensures true
func startOwn(p *P) { go p.five() }

//calvin:atomic
//calvin:ensures true
func startAny(p any) {
	if q, ok := p.(*P); ok && q != nil {
		go q.five()
	}
}

// Posted believes that nobody has it yet.
func Posted(m *Mailer) {
	p := &P{}
	p.high = 3
	m.Post(p)
	p.mu.Lock()
	//calvin:assert p.high == 3 // failed
	p.mu.Unlock()
}

// Started does too.
func Started() {
	p := &P{}
	p.high = 3
	start(p)
	p.mu.Lock()
	//calvin:assert p.high == 3 // failed
	p.mu.Unlock()
}

// Given does too.
func Given() {
	p := &P{}
	p.high = 3
	startOwn(p)
	p.mu.Lock()
	//calvin:assert p.high == 3 // failed
	p.mu.Unlock()
}

// Wrapped does too.
func Wrapped() {
	p := &P{}
	p.high = 3
	startAny(p)
	p.mu.Lock()
	//calvin:assert p.high == 3 // failed
	p.mu.Unlock()
}

// Through does too, with what another object leads to.
func Through() {
	p := &P{}
	p.high = 3
	startNode(&node{p})
	p.mu.Lock()
	//calvin:assert p.high == 3 // failed
	p.mu.Unlock()
}

type node struct{ p *P }

//calvin:atomic
//calvin:ensures true
func startNode(n *node) {
	if n.p != nil {
		go n.p.five()
	}
}

//calvin:performs skip
func startSkipping(p *P) { go p.five() }

// Skipped does too, by a function that does nothing.
func Skipped() {
	p := &P{}
	p.high = 3
	startSkipping(p)
	p.mu.Lock()
	//calvin:assert p.high == 3 // failed
	p.mu.Unlock()
}
