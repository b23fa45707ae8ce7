// Package marshalled has no annotations. Functions of the standard library return an error beside a slice that they have just made.
package marshalled

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/calvin-go/calvin/testdata/bad/wrong/sourcelib"
)

// A Note has bytes of its own.
type Note struct {
	Title string
	Text  json.RawMessage
}

// A Log writes notes, one at a time.
type Log struct {
	writing sync.Mutex
	out     io.Writer

	mu   sync.Mutex
	last []byte
	text json.RawMessage
}

// Write writes what json.Marshal has made.
func (l *Log) Write(n *Note) error {
	n.Title = "note"
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	l.writing.Lock()
	defer l.writing.Unlock()
	_, err = fmt.Fprintf(l.out, "%d %s", len(data), data)
	return err
}

// Make stores it in a new object.
func Make(v any) (*Note, error) {
	n := &Note{Title: "made"}
	var err error
	n.Text, err = json.Marshal(v)
	return n, err
}

// Keep stores it in a variable that a lock guards, and writes it before.
func (l *Log) Keep(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil || len(data) == 0 {
		return err
	}
	data[0] = '-'
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = data
	l.last[len(l.last)-1] = '-'
	return nil
}

// Last changes the bytes under the lock.
func (l *Log) Last() byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.last) == 0 {
		return 0
	}
	l.last[0]++
	return l.last[0]
}

// KeepEarly writes it when the Log has it.
func (l *Log) KeepEarly(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.last = data
	l.mu.Unlock()
	data[0] = '-' // failed
	return nil
}

// Sent writes it when another goroutine has it.
func Sent(v any, to chan<- []byte) {
	data, _ := json.MarshalIndent(v, "", " ")
	to <- data
	data[0] = '-' // failed
}

// Shared writes it while another goroutine reads it.
func Shared(r io.Reader, w io.Writer) {
	data, _ := io.ReadAll(r)
	go func() {
		_, _ = w.Write(data)
	}()
	data[0] = '-' // failed
}

// Own writes what a method has returned, which may keep it.
func Own(m json.Marshaler) {
	data, err := m.MarshalJSON()
	if err == nil {
		data[0] = '-' // failed
	}
}

var none int

// None counts what there may be: with an error there is no slice, nor need there be one without.
func None(v any) {
	if data, err := json.Marshal(v); err == nil && data == nil {
		none++ // failed
	}
}

var spare int

// Spare does so of a slice that has more room than elements.
func Spare(r io.Reader) {
	if data, _ := io.ReadAll(r); cap(data) > len(data) {
		spare++ // failed
	}
}

var failures int

// Failed does so of the error.
func Failed(v any) {
	if _, err := json.Marshal(v); err != nil {
		failures++ // failed
	}
}

// Parts writes bytes of which another goroutine has a part: both are new, but not for themselves.
func Parts(to chan<- []byte) {
	all, head := sourcelib.Parts(8)
	to <- head
	all[0] = 2 // failed
}
