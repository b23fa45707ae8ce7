// Package sharedbytes makes strings of bytes without a copy, and slices of the bytes of strings, by package unsafe. What is used at once, or made of bytes that are the goroutine's own and
// written no more, is right.
package sharedbytes

import (
	"sync"
	"unsafe"
)

func str(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }

func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func raw(s string) []byte { return *(*[]byte)(unsafe.Pointer(&s)) }

// A Names numbers names.
type Names struct {
	mu   sync.RWMutex
	ids  map[string]int
	last []byte
}

func New() *Names { return &Names{ids: map[string]int{}} }

func (n *Names) Lookup(key []byte) (int, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	id, ok := n.ids[*(*string)(unsafe.Pointer(&key))]
	return id, ok
}

func (n *Names) IsLast(name string) bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return str(n.last) == name
}

func (n *Names) Set(name string, id int) {
	n.mu.Lock()
	n.ids[name] = id
	n.last = append(n.last[:0], raw(name)...)
	n.mu.Unlock()
}

func (n *Names) Last() string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	b := make([]byte, len(n.last))
	copy(b, n.last)
	return text(b)
}

func Join(parts []string) string {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}

func Sum(s string) uint32 {
	var h uint32
	for _, c := range unsafe.Slice(unsafe.StringData(s), len(s)) {
		h = h*31 + uint32(c)
	}
	return h
}

// ---- wrong

func (n *Names) Put(key []byte, id int) {
	n.mu.Lock()
	n.ids[*(*string)(unsafe.Pointer(&key))] = id // failed
	n.mu.Unlock()
}

func (n *Names) Leaked() string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return str(n.last) // failed
}

func (n *Names) Later(name string) bool {
	n.mu.RLock()
	s := text(n.last) // failed
	n.mu.RUnlock()
	return s == name
}

func (n *Names) Meanwhile(name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := text(n.last) // failed
	n.last = append(n.last[:0], 'x')
	return s == name
}

func (n *Names) Longer() string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return str(n.last) + "" // failed
}

func (n *Names) Boxed() any {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return text(n.last) // failed
}

func (n *Names) Unlocked(name string) bool {
	return str(n.last) == name // failed
}

func Written() string {
	b := []byte("abc")
	s := unsafe.String(unsafe.SliceData(b), len(b))
	b[0] = 'x' // failed
	return s
}

func Sent(ch chan<- string) {
	b := []byte("abc")
	ch <- str(b)
	b[0] = 'x' // failed
}

// letter returns a new slice, of which a string is around.
func letter(ch chan<- string) []byte {
	b := []byte("abc")
	ch <- str(b)
	return b
}

func Letter(ch chan<- string) {
	letter(ch)[0] = 'x' // failed
}

func Kept(ch chan<- string, b []byte) {
	ch <- str(b) // failed
}
