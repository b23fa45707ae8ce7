// Package standardtypes has objects of the standard library under its guards.
package standardtypes

import (
	"bufio"
	"bytes"
	"container/list"
	"encoding/json"
	"io"
	"math/rand"
	"sync"
)

// A Journal has objects of the standard library that one goroutine at a time may use.
type Journal struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	buf *bytes.Buffer
	//calvin:guarded_by mu
	out *bufio.Writer
	//calvin:guarded_by mu
	enc *json.Encoder
	//calvin:guarded_by mu
	dice *rand.Rand
}

// NewJournal makes them.
func NewJournal(w io.Writer) *Journal {
	return &Journal{
		buf: new(bytes.Buffer), out: bufio.NewWriter(w), enc: json.NewEncoder(w), dice: rand.New(rand.NewSource(1)),
	}
}

// Log writes to two of them.
func (j *Journal) Log(text string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.dice == nil || j.out == nil {
		return io.ErrClosedPipe
	}
	if j.buf != nil && j.dice.Intn(2) == 0 {
		j.buf.WriteString(text)
	}
	if _, err := j.out.WriteString(text); err != nil {
		return err
	}
	return j.out.Flush()
}

// Encode uses the encoder.
func (j *Journal) Encode(n int) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.enc.Encode(n)
}

// Reset puts a new buffer in place of the old one, and reads that without the lock.
func (j *Journal) Reset() string {
	j.mu.Lock()
	old := j.buf
	j.buf = new(bytes.Buffer)
	j.mu.Unlock()
	if old == nil {
		return ""
	}
	return old.String()
}

// Recent has names in the order of their use, and where each is in the list.
type Recent struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	order *list.List
	//calvin:guarded_by mu
	byName map[string]*list.Element
	most   int
}

// NewRecent makes an empty one.
func NewRecent(most int) *Recent {
	return &Recent{order: list.New(), byName: make(map[string]*list.Element), most: most}
}

// Use moves a name to the front. The last one goes if there are too many.
func (r *Recent) Use(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.order == nil || r.byName == nil {
		return
	}
	if e := r.byName[name]; e != nil {
		r.order.MoveToFront(e)
		return
	}
	r.byName[name] = r.order.PushFront(name)
	if r.order.Len() > r.most {
		r.removeLast()
	}
}

func (r *Recent) removeLast() {
	e := r.order.Back()
	if e == nil {
		return
	}
	r.order.Remove(e)
	if name, ok := e.Value.(string); ok {
		delete(r.byName, name)
	}
}

// Names lists them.
func (r *Recent) Names() (names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.order == nil {
		return nil
	}
	for e := r.order.Front(); e != nil; e = e.Next() {
		if name, ok := e.Value.(string); ok {
			names = append(names, name)
		}
	}
	return names
}
