// Package idiomencoders has an encoder, random numbers and lists in guarded fields, and code that uses them wrongly.
package idiomencoders

import (
	"container/list"
	"encoding/json"
	"math/rand"
	"sync"
)

type mark struct{ n int }

type All struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	enc *json.Encoder
	//calvin:guarded_by mu
	dice *rand.Rand
	//calvin:guarded_by mu
	marks *list.List
	//calvin:guarded_by mu
	names list.List
	//calvin:guarded_by mu
	n     int
	other sync.Mutex
	//calvin:guarded_by other
	spare *list.List
	//calvin:guarded_by other
	second *json.Encoder
	//calvin:guarded_by other
	loaded *rand.Rand
}

func New() *All { return &All{marks: list.New(), dice: rand.New(rand.NewSource(1))} }

func (a *All) EncoderUnlocked() error {
	return a.enc.Encode(1) // failed
}

func (a *All) EncoderUnderReadLock() error {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.enc.Encode(1) // failed
}

func (a *All) EncoderKept() error {
	a.mu.Lock()
	e := a.enc
	a.mu.Unlock()
	return e.Encode(1) // failed
}

func (a *All) EncoderUnderOthersLock(o *All) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return a.enc.Encode(1) // failed
}

func (a *All) EncoderInTwo() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.other.Lock()
	defer a.other.Unlock()
	a.second = a.enc // failed
}

func (a *All) DiceUnlocked() int {
	return a.dice.Intn(6) // failed
}

func (a *All) DiceUnderReadLock() int {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.dice.Intn(6) // failed
}

func (a *All) DiceKept() int {
	a.mu.Lock()
	d := a.dice
	a.mu.Unlock()
	return d.Intn(6) // failed
}

func (a *All) DiceUnderOther() int {
	a.other.Lock()
	defer a.other.Unlock()
	return a.dice.Intn(6) // failed
}

func (a *All) DiceInTwo() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.other.Lock()
	defer a.other.Unlock()
	a.loaded = a.dice // failed
}

func (a *All) ListUnlocked() {
	a.marks.PushBack(&mark{}) // failed
}

func (a *All) ListUnderReadLock() {
	m := &mark{}
	a.mu.RLock()
	defer a.mu.RUnlock()
	a.marks.PushBack(m) // failed
}

func (a *All) ListByValueUnderOthersLock(o *All) {
	o.mu.Lock()
	defer o.mu.Unlock()
	a.names.PushBack("x") // failed
}

func (a *All) ElementKept() {
	a.mu.Lock()
	e := a.names.Front()
	a.mu.Unlock()
	if e != nil {
		e.Value = "x" // failed
	}
}

func (a *All) MarkKept() {
	m := &mark{}
	a.mu.Lock()
	a.marks.PushBack(m)
	a.mu.Unlock()
	m.n++ // failed
}

func (a *All) RemovedAndKept() {
	a.mu.Lock()
	var m *mark
	if e := a.marks.Front(); e != nil {
		m, _ = a.marks.Remove(e).(*mark)
	}
	a.mu.Unlock()
	if m != nil {
		m.n++ // failed
	}
}

func (a *All) MarkInTwoLists() {
	m := &mark{}
	a.mu.Lock()
	a.marks.PushBack(m)
	a.mu.Unlock()
	a.other.Lock()
	defer a.other.Unlock()
	if a.spare != nil {
		a.spare.PushBack(m) // failed
	}
}

// Counts writes rightly, and then counts without the lock.
func (a *All) Counts() {
	a.mu.Lock()
	a.marks.PushBack(&mark{a.dice.Intn(6)})
	a.names.PushBack("x")
	a.mu.Unlock()
	a.n++ // failed
}
