// Package libwrites passes guarded memory under a read lock to functions of the standard library that write it.
package libwrites

import (
	"bufio"
	"container/ring"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"io"
	"math/big"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"
)

// A T is guarded.
type T struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	out bufio.Writer
	//calvin:guarded_by mu
	b []byte
	//calvin:guarded_by mu
	round ring.Ring
	//calvin:guarded_by mu
	ints []int
	//calvin:guarded_by mu
	sum big.Int
}

// WriteString writes to the writer.
func (t *T) WriteString() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	io.WriteString(&t.out, "x") // failed
}

// AppendEncode writes what is beyond the length.
func (t *T) AppendEncode(src []byte) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(base64.StdEncoding.AppendEncode(t.b, src)) // failed
}

// AppendInt writes there too.
func (t *T) AppendInt(n int64) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(strconv.AppendInt(t.b, n, 10)) // failed
}

// Len sets up a ring that is zero.
func (t *T) Len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.round.Len() // failed
}

// Put writes the number.
func (t *T) Put(n uint32) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.b) >= 4 {
		binary.BigEndian.PutUint32(t.b, n) // failed
	}
}

// Order puts a number in an order that is not known.
func (t *T) Order(order binary.ByteOrder, n uint16) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.b) >= 2 {
		order.PutUint16(t.b, n) // failed
	}
}

// Decode writes the first argument.
func (t *T) Decode(src []byte) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(src)/2 > len(t.b) {
		return 0
	}
	n, _ := hex.Decode(t.b, src) // failed
	return n
}

// Rune writes the first argument.
func (t *T) Rune(r rune) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.b) < 4 {
		return 0
	}
	return utf8.EncodeRune(t.b, r) // failed
}

// Compact moves elements.
func (t *T) Compact() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(slices.Compact(t.ints)) // failed
}

// Add writes the receiver.
func (t *T) Add(x *big.Int) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	t.sum.Add(&t.sum, x) // failed
}

// A plain has a lock, and a buffer of which nobody has said who may write it: nobody may, once others have it.
type plain struct {
	mu   sync.Mutex
	data [8]byte
	rest []byte
}

func (p *plain) put(n uint32) {
	binary.LittleEndian.PutUint32(p.data[2:], n) // failed
}

func (p *plain) read(r io.Reader) {
	_, _ = io.ReadFull(r, p.rest) // failed
}

// A function with a contract says there what its callers have to see to.
//
//calvin:requires len(b) > 4
func put(b []byte, n uint32) {
	if len(b) > 4 {
		binary.BigEndian.PutUint32(b, n) // failed
	}
}

func fresh(n uint32) []byte {
	b := make([]byte, 8)
	binary.BigEndian.PutUint32(b[4:], n)
	return b
}

// Sum takes what Add returns for another number than the one it was called on.
func Sum(y *big.Int) bool {
	z := new(big.Int)
	if w := z.Add(z, y); w == z {
		//calvin:assert false // failed
		return true
	}
	return false
}
