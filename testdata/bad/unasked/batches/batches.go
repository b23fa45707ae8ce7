// Package batches has batches that are taken out of a field under its lock, and passed on for good by helpers: to a function value, to a method behind an
// interface, by a channel. A helper counts on its callers to leave it the batch.
package batches

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

type item struct{ id int }

// A Batcher passes on what it has when it is full, or when a timer fires.
type Batcher struct {
	mu    sync.Mutex
	items []*item
	timer *time.Timer
	max   int
	out   func([]*item)
}

func New(max int, out func([]*item)) *Batcher { return &Batcher{max: max, out: out} }

func (b *Batcher) Add(id int) {
	b.mu.Lock()
	b.items = append(b.items, &item{id})
	if len(b.items) >= b.max {
		batch := b.takeLocked()
		b.mu.Unlock()
		b.flush(batch)
		return
	}
	if b.timer == nil {
		b.timer = time.AfterFunc(time.Second, b.onTimer)
	}
	b.mu.Unlock()
}

func (b *Batcher) takeLocked() []*item {
	batch := b.items
	b.items = nil
	if b.timer != nil {
		b.timer.Stop()
		b.timer = nil
	}
	return batch
}

func (b *Batcher) onTimer() {
	b.mu.Lock()
	batch := b.takeLocked()
	b.mu.Unlock()
	if len(batch) > 0 {
		b.flush(batch)
	}
}

func (b *Batcher) flush(batch []*item) { b.out(batch) }

// A Queue sends what it has taken to a goroutine.
type Queue struct {
	mu      sync.Mutex
	pending []int
	batches chan []int
}

func NewQueue() *Queue {
	q := &Queue{batches: make(chan []int, 8)}
	go q.run()
	return q
}

func (q *Queue) run() {
	for batch := range q.batches {
		for _, n := range batch {
			fmt.Println(n)
		}
	}
}

func (q *Queue) Put(n int) {
	q.mu.Lock()
	q.pending = append(q.pending, n)
	q.mu.Unlock()
}

func (q *Queue) Flush() {
	q.mu.Lock()
	batch := q.pending
	q.pending = nil
	q.mu.Unlock()
	q.send(batch)
}

func (q *Queue) send(batch []int) {
	select {
	case q.batches <- batch:
	case <-time.After(time.Second):
	}
}

// A Sink takes batches.
type Sink interface {
	Put(ctx context.Context, lines []string) error
}

// A Log tries several times to pass on its lines.
type Log struct {
	mu    sync.Mutex
	lines []string
	sink  Sink
}

func (l *Log) Print(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

func (l *Log) Flush(ctx context.Context) error {
	l.mu.Lock()
	lines := l.lines
	l.lines = nil
	l.mu.Unlock()
	for range 3 {
		if err := l.sink.Put(ctx, lines); err == nil {
			return nil
		}
	}
	return errors.New("sink does not take it")
}

// What follows is wrong.

// A Keeper goes on to use the batch that it passes on.
type Keeper struct {
	mu    sync.Mutex
	items []*item
	out   func([]*item)
}

func (k *Keeper) Add(i *item) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.items = append(k.items, i)
}

func (k *Keeper) Flush() {
	k.mu.Lock()
	batch := k.items
	k.mu.Unlock()
	k.send(batch) // failed
}

func (k *Keeper) send(batch []*item) { k.out(batch) } // failed inlined

// A Reuser keeps the array.
type Reuser struct {
	mu    sync.Mutex
	items []int
	out   chan []int
}

func (r *Reuser) Add(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.items = append(r.items, n)
}

func (r *Reuser) Flush() { // unfounded
	r.mu.Lock()
	batch := r.items
	r.items = r.items[:0]
	r.mu.Unlock()
	r.send(batch)
}

func (r *Reuser) send(batch []int) { r.out <- batch } // failed inlined

// A Writer writes a batch that another goroutine has.
type Writer struct {
	mu    sync.Mutex
	items []int
	out   chan []int
}

func (w *Writer) Add(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.items = append(w.items, n)
}

func (w *Writer) Flush() {
	w.mu.Lock()
	batch := w.items
	w.items = nil
	w.mu.Unlock()
	w.send(batch)
	batch[0] = 0 // failed
}

func (w *Writer) send(batch []int) { w.out <- batch }

// A Counter gives others the map that its lock guards.
type Counter struct {
	mu     sync.Mutex
	counts map[string]int
	out    chan map[string]int
}

func NewCounter() *Counter {
	return &Counter{counts: map[string]int{}, out: make(chan map[string]int, 1)}
}

func (c *Counter) Inc(key string) { // unfounded
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[key]++
	c.send(c.counts)
}

func (c *Counter) send(counts map[string]int) { c.out <- counts } // failed inlined

func (c *Counter) C() <-chan map[string]int { return c.out }

// A Reader sends parts of one buffer.
type Reader struct{ out chan []byte }

func (r *Reader) Run(in io.Reader) {
	buf := make([]byte, 100)
	for {
		n, err := in.Read(buf) // failed
		if err != nil {
			return
		}
		r.send(buf[:n])
	}
}

func (r *Reader) send(part []byte) { r.out <- part }

// A Meter does so by a literal, by a generic helper, and by an interface.
type Meter struct {
	mu     sync.Mutex
	counts map[string]int
	out    chan map[string]int
	to     deliverer
}

type deliverer interface{ deliver(map[string]int) }

// An Outlet is one.
type Outlet struct{ out chan map[string]int }

func NewMeter() (*Meter, *Outlet) {
	o := &Outlet{make(chan map[string]int)}
	return &Meter{counts: map[string]int{}, out: make(chan map[string]int, 1), to: o}, o
}

func (o *Outlet) C() <-chan map[string]int { return o.out }

func (o *Outlet) deliver(counts map[string]int) { o.out <- counts } // failed

func (m *Meter) Inc(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts[key]++
}

func (m *Meter) Show() {
	show := func(counts map[string]int) { m.out <- counts } // failed
	m.mu.Lock()
	defer m.mu.Unlock()
	show(m.counts)
}

func (m *Meter) ShowGeneric() { // unfounded
	m.mu.Lock()
	defer m.mu.Unlock()
	pass(m.out, m.counts)
}

func (m *Meter) ShowOther() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.to.deliver(m.counts)
}

func (m *Meter) C() <-chan map[string]int { return m.out }

func pass[T any](out chan T, v T) { out <- v } // failed inlined
