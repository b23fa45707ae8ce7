// Package buffers has buffers and writers of the standard library in guarded fields.
package buffers

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A Logger formats into a buffer that it uses again.
type Logger struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	buf bytes.Buffer
	//calvin:guarded_by mu
	w *bufio.Writer
	//calvin:guarded_by mu
	n int
}

// NewLogger returns a logger that writes to out.
func NewLogger(out io.Writer) *Logger { return &Logger{w: bufio.NewWriter(out)} }

// Printf writes one line.
func (l *Logger) Printf(format string, args ...any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf.Reset()
	fmt.Fprintf(&l.buf, format, args...)
	l.buf.WriteByte('\n')
	l.n++
	if _, err := l.w.Write(l.buf.Bytes()); err != nil {
		return err
	}
	return l.w.Flush()
}

// Line writes without the buffer.
func (l *Logger) Line(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintln(l.w, s)
	l.w.WriteString(s)
}

// A Text is put together by several goroutines.
type Text struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	b strings.Builder
}

// Add adds a word.
func (t *Text) Add(s string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.b.Len() > 0 {
		t.b.WriteByte(',')
	}
	t.b.WriteString(s)
	fmt.Fprintf(&t.b, "%d", len(s))
}

// String returns what there is.
func (t *Text) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.String()
}

// Outputs has a buffer for each name.
type Outputs struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	out map[string]*bytes.Buffer
}

// Write writes to one of them.
func (o *Outputs) Write(name string, p []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.out == nil {
		o.out = make(map[string]*bytes.Buffer)
	}
	b, ok := o.out[name]
	if !ok {
		b = new(bytes.Buffer)
		o.out[name] = b
	}
	b.Write(p)
}

// Text returns what one has.
func (o *Outputs) Text(name string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if b := o.out[name]; b != nil {
		return b.String()
	}
	return ""
}
