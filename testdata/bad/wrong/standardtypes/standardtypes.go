// Package standardtypes has objects of the standard library under its guards, and is wrong about whose they are.
package standardtypes

import (
	"bufio"
	"bytes"
	"container/list"
	"math/rand"
	"sync"
)

type Log struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	buf *bytes.Buffer
	//calvin:guarded_by mu
	out *bufio.Writer
	//calvin:guarded_by mu
	dice *rand.Rand
	//calvin:guarded_by mu
	recent *list.List
	//calvin:guarded_by mu
	byName map[string]*list.Element
	other  sync.Mutex
	//calvin:guarded_by other
	spare *list.List
	//calvin:guarded_by other
	count int
}

func (l *Log) BufferWithout(s string) {
	l.buf.WriteString(s) // failed
}

func (l *Log) BufferKept(s string) {
	l.mu.Lock()
	b := l.buf
	l.mu.Unlock()
	b.WriteString(s) // failed
}

func (l *Log) WriterKept() {
	l.mu.Lock()
	w := l.out
	l.mu.Unlock()
	w.Flush() // failed
}

func (l *Log) WriterUnderReadLock(s string) {
	l.mu.RLock()
	l.out.WriteString(s) // failed
	l.mu.RUnlock()
}

func (l *Log) DiceUnderOther() int {
	l.mu.Lock()
	d := l.dice
	l.mu.Unlock()
	l.other.Lock()
	defer l.other.Unlock()
	return d.Intn(6) // failed
}

func (l *Log) ListKept(x int) {
	l.mu.Lock()
	recent := l.recent
	l.mu.Unlock()
	recent.PushBack(x) // failed
}

func (l *Log) ElementKept() {
	l.mu.Lock()
	e := l.recent.Front()
	l.mu.Unlock()
	if e != nil {
		e.Value = 1 // failed
	}
}

func (l *Log) ElementOfMapKept(name string) {
	l.mu.Lock()
	e := l.byName[name]
	l.mu.Unlock()
	if e != nil {
		_ = e.Value // failed
	}
}

func (l *Log) InTwo() {
	n := list.New()
	l.mu.Lock()
	l.recent = n
	l.mu.Unlock()
	l.other.Lock()
	l.spare = n // failed
	l.other.Unlock()
}

func (l *Log) Between() {
	l.mu.Lock()
	l.other.Lock()
	l.spare = l.recent // failed
	l.other.Unlock()
	l.mu.Unlock()
}

func (l *Log) ElementBetween(name string) {
	l.mu.Lock()
	l.other.Lock()
	l.byName[name] = l.spare.PushFront(name) // failed
	l.other.Unlock()
	l.mu.Unlock()
}

func (l *Log) MadeAndKept(x int) {
	n := list.New()
	l.mu.Lock()
	l.recent = n
	l.mu.Unlock()
	n.PushBack(x) // failed
}

func (l *Log) Spawned() {
	l.mu.Lock()
	w := l.out
	l.mu.Unlock()
	go flush(w) // failed
}

func flush(w *bufio.Writer) { w.Flush() } // failed

func (l *Log) Sent(c chan *list.List) {
	l.mu.Lock()
	c <- l.recent // failed
	l.mu.Unlock()
}

func (l *Log) Counts(s string, x int) {
	l.mu.Lock()
	l.buf.WriteString(s)
	l.out.WriteString(s)
	e := l.recent.PushFront(x)
	if l.byName != nil {
		l.byName[s] = e
	}
	for e := l.recent.Front(); e != nil; e = e.Next() {
		_ = e.Value
	}
	l.mu.Unlock()
	l.count++ // failed
}

func New(w *bufio.Writer) *Log {
	l := &Log{buf: new(bytes.Buffer), dice: rand.New(rand.NewSource(1)), recent: list.New(), byName: map[string]*list.Element{}}
	l.out = w
	l.spare = list.New()
	l.spare.PushBack(1)
	return l
}
