// Package encoders has an encoder, a source of random numbers and lists in guarded fields.
package encoders

import (
	"container/list"
	"encoding/json"
	"io"
	"math/rand"
	"sync"
)

// An Event is sent.
type Event struct {
	Name string
	N    int
}

// Events goes over a connection.
type Events struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	enc *json.Encoder
	//calvin:guarded_by mu
	dec *json.Decoder
}

// NewEvents uses a connection.
func NewEvents(rw io.ReadWriter) *Events {
	return &Events{enc: json.NewEncoder(rw), dec: json.NewDecoder(rw)}
}

// Send sends one event.
func (e *Events) Send(ev Event) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.enc.Encode(ev)
}

// Receive receives one event.
func (e *Events) Receive() (ev Event, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	err = e.dec.Decode(&ev)
	return ev, err
}

// Dice is a source that several goroutines use.
type Dice struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	r *rand.Rand
}

// NewDice returns dice.
func NewDice(seed int64) *Dice { return &Dice{r: rand.New(rand.NewSource(seed))} }

// Roll rolls one.
func (d *Dice) Roll() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.r.Intn(6) + 1
}

// Pick unlocks before it reads the slice.
func (d *Dice) Pick(names []string) string {
	if len(names) == 0 {
		return ""
	}
	d.mu.Lock()
	i := d.r.Intn(len(names))
	d.mu.Unlock()
	return names[i]
}

type mark struct{ n int }

// A History has lists, one by pointer and one by value.
type History struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	marks *list.List
	//calvin:guarded_by mu
	names list.List
}

// NewHistory returns an empty one.
func NewHistory() *History { return &History{marks: list.New()} }

// Add adds to both, and forgets what is old.
func (h *History) Add(n int, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.marks.PushBack(&mark{n})
	h.names.PushBack(name)
	for h.marks.Len() > 10 {
		first := h.marks.Front()
		if first == nil {
			return
		}
		h.marks.Remove(first)
	}
}

// Sum writes what the elements hold.
func (h *History) Sum() (s int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for e := h.marks.Front(); e != nil; e = e.Next() {
		if m, ok := e.Value.(*mark); ok && m != nil {
			m.n++
			s += m.n
		}
	}
	return s
}

// Pop removes the first name.
func (h *History) Pop() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.names.Front()
	if e == nil {
		return ""
	}
	name, _ := h.names.Remove(e).(string)
	return name
}
