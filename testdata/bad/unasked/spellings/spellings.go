// Package spellings has types that are written in two ways: any and interface{}, byte and uint8, a type and its alias, functions with and without the names of parameters. Memory of
// such a type is one, however it is written.
package spellings

import (
	"io"
	"sync"
)

type key = string

// A board keeps lists under its lock.
type board struct {
	mu      sync.Mutex
	values  []interface{}
	byValue map[interface{}]int
	raw     []uint8
	names   [][]key
	calls   []func(n int) int
	readers []interface {
		io.Reader
		io.Closer
	}
}

// Set writes all of them.
func (b *board) Set(v int, call func(n int) int, r io.ReadCloser) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.values[0] = v
	b.byValue[v] = v
	b.raw[0] = byte(v)
	b.names[0] = nil
	b.calls[0] = call
	b.readers[0] = r
}

// Len reads them with the lock.
func (b *board) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return countAny(b.values) + countBytes(b.raw) + countNames(b.names)
}

func countAny(all []any) (n int) {
	for _, v := range all {
		if v != nil {
			n++
		}
	}
	return n
}

func countBytes(all []byte) (n int) {
	for _, v := range all {
		n += int(v)
	}
	return n
}

func countNames(all [][]string) (n int) {
	for _, v := range all {
		n += len(v)
	}
	return n
}

func (b *board) snapshot() ([]interface{}, map[interface{}]int, []uint8, [][]key, []func(n int) int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.values, b.byValue, b.raw, b.names, b.calls
}

func firstAny(all []any) bool { return all[0] == nil }

func oneOf(all map[any]int) int { return all[1] }

func firstByte(all []byte) byte { return all[0] }

func firstName(all [][]string) []string { return all[0] }

func firstCall(all []func(int) int) func(int) int { return all[0] }

// Value looks at an element after the unlock.
func (b *board) Value() bool {
	b.mu.Lock()
	all := b.values
	b.mu.Unlock()
	return firstAny(all) // failed
}

// Entry does so in a map.
func (b *board) Entry() int {
	b.mu.Lock()
	all := b.byValue
	b.mu.Unlock()
	return oneOf(all) // failed
}

// Raw does so with bytes.
func (b *board) Raw() byte {
	b.mu.Lock()
	all := b.raw
	b.mu.Unlock()
	return firstByte(all) // failed
}

// Name does so with slices of strings.
func (b *board) Name() int {
	b.mu.Lock()
	all := b.names
	b.mu.Unlock()
	return len(firstName(all)) // failed
}

// Call does so with functions.
func (b *board) Call() bool {
	b.mu.Lock()
	all := b.calls
	b.mu.Unlock()
	return firstCall(all) == nil // failed
}

// Reader does so with interfaces.
func (b *board) Reader() bool {
	b.mu.Lock()
	all := b.readers
	b.mu.Unlock()
	return firstReader(all) // failed
}

func firstReader(all []interface {
	Close() error
	Read(p []byte) (int, error)
}) bool {
	return all[0] == nil
}
