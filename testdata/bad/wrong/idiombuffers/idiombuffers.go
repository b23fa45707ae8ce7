// Package idiombuffers has buffers and writers in guarded fields, and code that uses them wrongly.
package idiombuffers

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"sync"
)

type Log struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	buf bytes.Buffer
	//calvin:guarded_by mu
	text strings.Builder
	//calvin:guarded_by mu
	w *bufio.Writer
	//calvin:guarded_by mu
	out map[string]*bytes.Buffer
	//calvin:guarded_by mu
	n     int
	other sync.Mutex
	//calvin:guarded_by other
	spare *bytes.Buffer
}

func (l *Log) BufferUnlocked(s string) {
	l.buf.WriteString(s) // failed
}

func (l *Log) BufferUnderReadLock(s string) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.buf.WriteString(s) // failed
}

func (l *Log) BufferUnderOthersLock(o *Log, s string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	fmt.Fprintf(&l.buf, "%s", s) // failed
}

func (l *Log) BufferKept(s string) {
	l.mu.Lock()
	b := &l.buf
	l.mu.Unlock()
	b.WriteString(s) // failed
}

func (l *Log) BufferOfMapKept(name string) {
	l.mu.Lock()
	b, ok := l.out[name]
	if !ok {
		b = new(bytes.Buffer)
		if l.out != nil {
			l.out[name] = b
		}
	}
	l.mu.Unlock()
	b.WriteByte(1) // failed
}

func (l *Log) BufferInTwo(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.other.Lock()
	defer l.other.Unlock()
	l.spare = l.out[name] // failed
}

func (l *Log) BufferMissing(name string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.out[name]
	b.WriteByte(1) // failed
	return b.String()
}

func (l *Log) TextUnlocked(s string) {
	l.text.WriteString(s) // failed
}

func (l *Log) TextUnderReadLock(s string) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.text.WriteString(s) // failed
}

func (l *Log) TextKept(s string) {
	l.mu.Lock()
	t := &l.text
	l.mu.Unlock()
	t.WriteString(s) // failed
}

func (l *Log) TextUnderOther(s string) {
	l.other.Lock()
	defer l.other.Unlock()
	l.text.WriteByte(1) // failed
}

func (l *Log) WriterUnlocked(s string) {
	l.w.WriteString(s) // failed
}

func (l *Log) WriterUnderReadLock() {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.w.Flush() // failed
}

func (l *Log) WriterKept(s string) {
	l.mu.Lock()
	w := l.w
	l.mu.Unlock()
	fmt.Fprintln(w, s) // failed
}

func (l *Log) WriterStarted() {
	l.mu.Lock()
	defer l.mu.Unlock()
	go flush(l.w) // failed
}

func flush(w *bufio.Writer) {}

func (l *Log) WriterUnderOthersLock(o *Log) {
	o.mu.Lock()
	defer o.mu.Unlock()
	l.w.Flush() // failed
}

// Counts writes rightly, and then counts without the lock.
func (l *Log) Counts(s string) {
	l.mu.Lock()
	l.buf.WriteString(s)
	l.text.WriteString(s)
	l.mu.Unlock()
	l.n++ // failed
}
