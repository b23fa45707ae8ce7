// Package bycontract calls functions of other packages by the contracts in files.
package bycontract

import (
	"encoding/hex"
	"math/big"
	"mime/quotedprintable"
	"net/url"
	"sync"
)

type store struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	raw []byte
	//calvin:guarded_by mu
	text []byte
	//calvin:guarded_by mu
	sum big.Int
	//calvin:guarded_by mu
	n int
}

// encode has the lock for all that it does.
func (s *store) encode() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.raw) == 0 || len(s.text) < 2*len(s.raw) {
		return 0
	}
	n := hex.Encode(s.text, s.raw)
	//calvin:assert n == 2*len(s.raw)
	return n
}

// underRead writes with the lock for reading.
func (s *store) underRead() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.raw) > 0 && len(s.text) >= 2*len(s.raw) {
		hex.Encode(s.text, s.raw) // failed
	}
}

// empty does not keep what the contract requires beyond the table.
func (s *store) empty(b []byte) {
	hex.Encode(b, nil) // failed
}

// short does not keep what the table requires beyond the contract.
func (s *store) short() {
	b := make([]byte, 3)
	hex.Encode(b[:1], b) // failed
}

// stale has a value that the call may change.
func stale() {
	b := make([]byte, 8)
	hex.Encode(b, []byte("abc"))
	//calvin:assert b[0] == 0 // failed
	_ = b
}

// beside has a value that the call does not change.
func beside() {
	b, c := make([]byte, 8), make([]byte, 8)
	hex.Encode(b, []byte("abc"))
	//calvin:assert c[0] == 0
	_, _ = b, c
}

// print reads with the lock for reading.
func (s *store) print() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return hex.EncodeToString(s.raw)
}

// unlocked reads without the lock.
func (s *store) unlocked() string {
	s.mu.RLock()
	raw := s.raw
	s.mu.RUnlock()
	return hex.EncodeToString(raw) // failed
}

// sign reads what is hidden.
func (s *store) sign() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	n := s.sum.Sign()
	//calvin:assert n <= 1
	return n
}

// signUnlocked reads it without the lock.
func (s *store) signUnlocked() int {
	return s.sum.Sign() // failed
}

// set writes what is hidden, with the lock for reading.
func (s *store) set() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.sum.SetInt64(3) // failed
}

// panics may do so.
func (s *store) panics(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum.SetInt64(n) // failed
}

// reached is come to: nobody else knows x, and the contract says that it is what comes back.
func reached() {
	x := new(big.Int)
	y := x.SetInt64(3)
	//calvin:assert y == x
	//calvin:assert false // failed
	_ = y
}

// twice is not one step: what others see of the count between is a step of its own.
//
//calvin:atomic
//calvin:modifies s.n
//calvin:ensures s.n == old(s.n)+2
func (s *store) twice() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	hex.EncodedLen(1) // failed
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

// once is one step, with calls around it that others do not notice.
//
//calvin:atomic
//calvin:modifies s.n
//calvin:ensures s.n == old(s.n)+1
func (s *store) once() {
	hex.EncodedLen(1)
	s.mu.Lock()
	s.n += hex.EncodedLen(0) * 0
	s.n++
	s.mu.Unlock()
}

// shared has a call write a field that the function could not write itself.
func shared(u *url.URL) error {
	return u.UnmarshalBinary(nil) // failed
}

// own has it write a field of an object that nobody else knows.
func own() string {
	u := &url.URL{Path: "a", Host: "b"}
	if u.UnmarshalBinary(nil) != nil {
		return ""
	}
	//calvin:assert u.Host == "b"
	//calvin:assert u.Path == "a" // failed
	return u.Path
}

type empty struct{}

// Read reads nothing.
func (e *empty) Read(b []byte) (int, error) { return 0, nil }

// passes lets the function run a method, for all that is known.
func passes() {
	quotedprintable.NewReader(&empty{}) // failed
}
