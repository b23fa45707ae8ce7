// Package callersvalues has values that one goroutine at a time may use, in fields with a lock and without, and uses them rightly and wrongly.
package callersvalues

import (
	"archive/tar"
	"bufio"
	"bytes"
	"container/heap"
	"container/list"
	"encoding/csv"
	"encoding/json"
	"io"
	"math/big"
	"math/rand"
	"strings"
	"sync"
)

type ints struct{ list []int }

func (h *ints) Len() int { return len(h.list) }

func (h *ints) Less(i, j int) bool {
	return 0 <= i && i < len(h.list) && 0 <= j && j < len(h.list) && h.list[i] < h.list[j]
}

func (h *ints) Swap(i, j int) {
	if 0 <= i && i < len(h.list) && 0 <= j && j < len(h.list) {
		h.list[i], h.list[j] = h.list[j], h.list[i]
	}
}

func (h *ints) Push(x any) {
	if n, ok := x.(int); ok {
		h.list = append(h.list, n)
	}
}

func (h *ints) Pop() any {
	if len(h.list) == 0 {
		return 0
	}
	x := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	return x
}

type Lists struct {
	mu   sync.Mutex
	v    *list.List
	open *list.List
}

func NewLists() *Lists { return &Lists{v: list.New(), open: list.New()} }

func (x *Lists) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.PushBack(1)
	}
}

func (x *Lists) Set(v *list.List) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Lists) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.PushBack(1) // failed
	}
}

func (x *Lists) Open() {
	if v := x.open; v != nil {
		v.PushBack(1) // failed
	}
}

type Heaps struct {
	mu   sync.Mutex
	v    *ints
	open *ints
}

func NewHeaps() *Heaps { return &Heaps{v: &ints{}, open: &ints{}} }

func (x *Heaps) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		heap.Push(v, 1)
	}
}

func (x *Heaps) Set(v *ints) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Heaps) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		_ = v.Len() // failed
	}
}

func (x *Heaps) Open() {
	if v := x.open; v != nil {
		heap.Push(v, 1) // failed
	}
}

type Readers struct {
	mu   sync.Mutex
	v    *bufio.Reader
	open *bufio.Reader
}

func NewReaders() *Readers {
	return &Readers{v: bufio.NewReader(strings.NewReader("a")), open: bufio.NewReader(strings.NewReader("a"))}
}

func (x *Readers) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.ReadByte()
	}
}

func (x *Readers) Set(v *bufio.Reader) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Readers) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.ReadByte() // failed
	}
}

func (x *Readers) Open() {
	if v := x.open; v != nil {
		v.ReadByte() // failed
	}
}

type Buffers struct {
	mu   sync.Mutex
	v    *bytes.Buffer
	open *bytes.Buffer
}

func NewBuffers() *Buffers { return &Buffers{v: new(bytes.Buffer), open: new(bytes.Buffer)} }

func (x *Buffers) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.WriteString("a")
	}
}

func (x *Buffers) Set(v *bytes.Buffer) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Buffers) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.WriteString("a") // failed
	}
}

func (x *Buffers) Open() {
	if v := x.open; v != nil {
		v.WriteString("a") // failed
	}
}

type Builders struct {
	mu   sync.Mutex
	v    *strings.Builder
	open *strings.Builder
}

func NewBuilders() *Builders { return &Builders{v: new(strings.Builder), open: new(strings.Builder)} }

func (x *Builders) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.WriteString("a")
	}
}

func (x *Builders) Set(v *strings.Builder) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Builders) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.WriteString("a") // failed
	}
}

func (x *Builders) Open() {
	if v := x.open; v != nil {
		v.WriteString("a") // failed
	}
}

type Dice struct {
	mu   sync.Mutex
	v    *rand.Rand
	open *rand.Rand
}

func NewDice() *Dice { return &Dice{v: rand.New(rand.NewSource(1)), open: rand.New(rand.NewSource(1))} }

func (x *Dice) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		_ = v.Intn(6)
	}
}

func (x *Dice) Set(v *rand.Rand) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Dice) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		_ = v.Intn(6) // failed
	}
}

func (x *Dice) Open() {
	if v := x.open; v != nil {
		_ = v.Intn(6) // failed
	}
}

type Encoders struct {
	mu   sync.Mutex
	v    *json.Encoder
	open *json.Encoder
}

func NewEncoders() *Encoders {
	return &Encoders{v: json.NewEncoder(io.Discard), open: json.NewEncoder(io.Discard)}
}

func (x *Encoders) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.Encode(1)
	}
}

func (x *Encoders) Set(v *json.Encoder) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Encoders) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.Encode(1) // failed
	}
}

func (x *Encoders) Open() {
	if v := x.open; v != nil {
		v.Encode(1) // failed
	}
}

type Numbers struct {
	mu   sync.Mutex
	v    *big.Int
	open *big.Int
}

func NewNumbers() *Numbers { return &Numbers{v: big.NewInt(1), open: big.NewInt(1)} }

func (x *Numbers) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.Add(v, big.NewInt(1))
	}
}

func (x *Numbers) Set(v *big.Int) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Numbers) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.Add(v, big.NewInt(1)) // failed
	}
}

func (x *Numbers) Open() {
	if v := x.open; v != nil {
		v.Add(v, big.NewInt(1)) // failed
	}
}

type Tables struct {
	mu   sync.Mutex
	v    *csv.Writer
	open *csv.Writer
}

func NewTables() *Tables {
	return &Tables{v: csv.NewWriter(io.Discard), open: csv.NewWriter(io.Discard)}
}

func (x *Tables) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.Flush()
	}
}

func (x *Tables) Set(v *csv.Writer) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Tables) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.Flush() // failed
	}
}

func (x *Tables) Open() {
	if v := x.open; v != nil {
		v.Flush() // failed
	}
}

type Archives struct {
	mu   sync.Mutex
	v    *tar.Writer
	open *tar.Writer
}

func NewArchives() *Archives {
	return &Archives{v: tar.NewWriter(io.Discard), open: tar.NewWriter(io.Discard)}
}

func (x *Archives) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.Flush()
	}
}

func (x *Archives) Set(v *tar.Writer) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Archives) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.Flush() // failed
	}
}

func (x *Archives) Open() {
	if v := x.open; v != nil {
		v.Flush() // failed
	}
}

// Operand reads a number without the lock.
func (x *Numbers) Operand() *big.Int {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	sum := big.NewInt(2)
	if v != nil {
		sum.Add(sum, v) // failed
	}
	return sum
}

// Returned writes by what Add returns, which is the number itself.
func (x *Numbers) Returned() {
	x.mu.Lock()
	v := x.v
	if v == nil {
		v = big.NewInt(3)
	}
	w := v.Add(v, v)
	x.mu.Unlock()
	if w != nil {
		w.SetInt64(2) // failed
	}
}
