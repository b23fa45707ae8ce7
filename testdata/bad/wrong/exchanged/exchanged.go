// Package exchanged has two buffers that change places, and is wrong about whose they are.
package exchanged

import "sync"

type event struct{ n int }

type Buf struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	front []event
	//calvin:guarded_by mu
	back []event
	//calvin:guarded_by mu
	seen map[string]int
	//calvin:guarded_by mu
	old map[string]int
	//calvin:guarded_by mu
	total int
	mu2   sync.Mutex
	//calvin:guarded_by mu2
	other []event
}

// Swap and Age are right: they make of front and back variables that exchange what they lead to, and of seen and old.
func (b *Buf) Swap() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.front, b.back = b.back[:0], b.front
	for i := range b.back {
		b.back[i].n++
	}
}

func (b *Buf) Age() {
	b.mu.Lock()
	b.old, b.seen = b.seen, make(map[string]int)
	b.mu.Unlock()
}

func (b *Buf) SwapCounts() {
	b.mu.Lock()
	b.front, b.back = b.back, b.front
	b.mu.Unlock()
	b.total++ // failed
}

func (b *Buf) AgeCounts() {
	b.mu.Lock()
	b.old, b.seen = b.seen, b.old
	if b.seen != nil {
		b.seen["x"]++
	}
	b.mu.Unlock()
	b.total++ // failed
}

func (b *Buf) Unlocked() {
	b.front, b.back = b.back, b.front // failed
}

func (b *Buf) UnderReadLock() {
	b.mu.RLock()
	b.front, b.back = b.back, b.front // failed
	b.mu.RUnlock()
}

func (b *Buf) WritesUnderReadLock() {
	b.mu.RLock()
	if len(b.back) > 0 {
		b.back[0].n++ // failed
	}
	b.mu.RUnlock()
}

func (b *Buf) AfterUnlock() {
	b.mu.Lock()
	b.front, b.back = b.back, b.front
	back := b.back
	b.mu.Unlock()
	if len(back) > 0 {
		back[0].n++ // failed
	}
}

func (b *Buf) MapAfterUnlock() {
	b.mu.Lock()
	b.old, b.seen = b.seen, b.old
	old := b.old
	b.mu.Unlock()
	if old != nil {
		old["x"]++ // failed
	}
}

func (b *Buf) Others(o *Buf) {
	b.mu.Lock()
	o.mu.Lock()                         // failed
	b.front, o.front = o.front, b.front // failed
	o.mu.Unlock()
	b.mu.Unlock()
}

func (b *Buf) OthersUnlocked(o *Buf) {
	b.mu.Lock()
	b.front, b.back = o.back, b.front // failed
	b.mu.Unlock()
}

func (b *Buf) OtherGuard() {
	b.mu.Lock()
	b.mu2.Lock()
	b.other = b.front // failed
	b.mu2.Unlock()
	b.mu.Unlock()
}

func (b *Buf) OwnInTwo(o *Buf) {
	own := make([]event, 3)
	b.mu.Lock()
	b.front = own
	b.mu.Unlock()
	o.mu.Lock()
	o.back = own // failed
	o.mu.Unlock()
}

func (b *Buf) OwnKept() {
	own := make([]event, 3)
	b.mu.Lock()
	b.back = own
	b.mu.Unlock()
	own[0].n = 1 // failed
}

func (b *Buf) Returned() []event {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.front, b.back = b.back, b.front
	return b.back // failed
}

func (b *Buf) Sent(c chan []event) {
	b.mu.Lock()
	b.front, b.back = b.back, b.front
	c <- b.back // failed
	b.mu.Unlock()
}

func (b *Buf) Spawned() {
	b.mu.Lock()
	b.front, b.back = b.back, b.front
	go count(b.back) // failed
	b.mu.Unlock()
}

func count(events []event) int { return len(events) }

func (b *Buf) GrowsUnlocked() {
	b.mu.Lock()
	back := b.back
	b.mu.Unlock()
	back = append(back, event{}) // failed
	_ = back
}

func (b *Buf) Element(c chan *event) {
	b.mu.Lock()
	if len(b.back) > 0 {
		c <- &b.back[0] // failed
	}
	b.mu.Unlock()
}
