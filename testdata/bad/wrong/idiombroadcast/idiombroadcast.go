// Package idiombroadcast has a set of subscribers, and code that uses them wrongly.
package idiombroadcast

import "sync"

type subscriber struct {
	id      int
	dropped int
	topics  map[string]bool
}

type Broker struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	subs map[*subscriber]struct{}
	//calvin:guarded_by mu
	byID map[int]*subscriber
	//calvin:guarded_by mu
	sent  int
	other sync.Mutex
	//calvin:guarded_by other
	slow map[*subscriber]bool
}

func New() *Broker {
	return &Broker{subs: make(map[*subscriber]struct{}), byID: map[int]*subscriber{}, slow: map[*subscriber]bool{}}
}

func (b *Broker) Add(id int) {
	s := &subscriber{id: id}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[s] = struct{}{}
	b.byID[id] = s
}

func (b *Broker) Unlocked() {
	for s := range b.subs { // failed
		s.dropped++
	}
}

func (b *Broker) UnderReadLock() {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for s := range b.subs {
		s.dropped++ // failed
	}
}

func (b *Broker) UnderOthersLock(o *Broker) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for s := range b.subs { // failed
		s.dropped++
	}
}

func (b *Broker) Collected() {
	b.mu.RLock()
	var all []*subscriber
	for s := range b.subs {
		all = append(all, s)
	}
	b.mu.RUnlock()
	for _, s := range all {
		if s != nil {
			s.dropped++ // failed
		}
	}
}

func (b *Broker) OwnKept(id int) *int {
	s := &subscriber{id: id}
	b.mu.Lock()
	b.subs[s] = struct{}{}
	b.mu.Unlock()
	s.dropped = 1 // failed
	return nil
}

func (b *Broker) Unsubscriber(id int) func() {
	s := &subscriber{id: id}
	b.mu.Lock()
	b.subs[s] = struct{}{}
	b.mu.Unlock()
	return func() { // failed
		s.dropped = 0 // failed
	}
}

func (b *Broker) TopicsKept(id int) bool {
	b.mu.RLock()
	var topics map[string]bool
	if s := b.byID[id]; s != nil {
		topics = s.topics
	}
	b.mu.RUnlock()
	return topics["all"] // failed
}

func (b *Broker) InTwoSets() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.other.Lock()
	defer b.other.Unlock()
	for s := range b.subs {
		b.slow[s] = true // failed
	}
}

func (b *Broker) Sent(ch chan *subscriber) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subs {
		ch <- s // failed
	}
}

func (b *Broker) Started() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subs {
		go tell(s) // failed
	}
}

func tell(s *subscriber) {}

func (b *Broker) MissingID(id int) int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.byID[id].dropped // failed
}

// Counts tells rightly, and then counts without the lock.
func (b *Broker) Counts() {
	b.mu.Lock()
	for s := range b.subs {
		s.dropped = 0
	}
	b.mu.Unlock()
	b.sent++ // failed
}
