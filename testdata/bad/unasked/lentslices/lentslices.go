// Package lentslices has no annotations. Functions that are called without their names get a part of what a lock guards.
package lentslices

import "sync"

// A Cache calls back with what it removes, under its lock. What it calls reads the entry while the call lasts.
type Cache struct {
	mu       sync.Mutex
	data     []byte
	onRemove func(entry []byte, why int)
}

// NewCache makes one that counts.
func NewCache(count bool) *Cache {
	on := ignore
	if count {
		on = (&counter{limit: 3}).count
	}
	return &Cache{data: make([]byte, 64), onRemove: on}
}

func ignore([]byte, int) {}

func sum(b []byte) (n int) {
	for _, x := range b {
		n += int(x)
	}
	return n
}

type counter struct{ limit int }

func (c *counter) count(entry []byte, why int) {
	if sum(entry) > c.limit && string(entry) != "none" {
		println(why)
	}
}

// Set sets.
func (c *Cache) Set(i int, x byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.data[i] = x
}

// Remove removes.
func (c *Cache) Remove(i int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onRemove(c.data[i:i+1], 1)
	c.data[i] = 0
}

// Early calls back without the lock.
func (c *Cache) Early(i int) {
	c.mu.Lock()
	part := c.data[i : i+1]
	c.mu.Unlock()
	c.onRemove(part, 2) // failed
}

// A Keeper has a function of another type that keeps what it gets.
type Keeper struct {
	mu   sync.Mutex
	data []byte
	on   func(entry []byte, why int8)
}

// A vault has what somebody keeps.
var vault struct {
	sync.Mutex
	b []byte
}

// Open shows what is in the vault.
func Open() byte {
	vault.Lock()
	defer vault.Unlock()
	return vault.b[0]
}

func keep(entry []byte, _ int8) {
	vault.Lock()
	defer vault.Unlock()
	vault.b = entry // failed
}

func drop(entry []byte, _ int8) { println(len(entry)) }

// NewKeeper makes one.
func NewKeeper(keeps bool) *Keeper {
	k := &Keeper{data: make([]byte, 8), on: drop}
	if keeps {
		k.on = keep
	}
	return k
}

// Set sets.
func (k *Keeper) Set(x byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.data[0] = x
	k.on(k.data, 1)
}

// A Grower has a function that keeps what append makes of the slice, in the same array.
type Grower struct {
	mu   sync.Mutex
	data []byte
	on   func(entry []byte, why int16)
	last []byte
}

func (g *Grower) grow(entry []byte, _ int16) {
	g.last = append(entry[:0], entry[:2]...) // failed
}

// NewGrower makes one.
func NewGrower() *Grower {
	g := &Grower{data: make([]byte, 8)}
	g.on = g.grow
	return g
}

// Set sets.
func (g *Grower) Set(x byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.data[0] = x
	g.on(g.data, 1)
}

// A Starter has a function that reads the slice in a goroutine.
type Starter struct {
	mu   sync.Mutex
	data []byte
	on   func(entry []byte, why int32)
}

func start(entry []byte, _ int32) {
	go func() { println(entry[0]) }() // failed
}

// NewStarter makes one.
func NewStarter() *Starter { return &Starter{data: make([]byte, 8), on: start} }

// Set sets.
func (s *Starter) Set(x byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data[0] = x
	s.on(s.data, 1)
}

// A Later has goroutines run its function.
type Later struct {
	mu   sync.Mutex
	data []byte
	on   func(entry []byte, why int64)
}

func look(entry []byte, _ int64) { println(entry[0]) } // failed

// NewLater makes one.
func NewLater() *Later { return &Later{data: make([]byte, 8), on: look} }

// Set sets.
func (l *Later) Set(x byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.data[0] = x
	go l.on(l.data, 1) // failed
}

// A Getter has a function that returns the slice.
type Getter struct {
	mu   sync.Mutex
	data []byte
	on   func(entry []byte) []byte
}

func itself(entry []byte) []byte { return entry }

// NewGetter makes one.
func NewGetter() *Getter { return &Getter{data: make([]byte, 8), on: itself} }

// Set sets.
func (g *Getter) Set(x byte) []byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.data[0] = x
	return g.on(g.data)
}

// Got reads what it has got without the lock.
func (g *Getter) Got() byte {
	return g.Set(1)[0] // failed
}

// A Captor has literals that keep what they get in a variable around them.
type Captor struct {
	mu   sync.Mutex
	data []byte
	on   func(entry []byte, why uint8)
}

// NewCaptor makes one, and returns what shows the slice.
func NewCaptor() (*Captor, func() byte) {
	var mu sync.Mutex
	var held []byte
	on := func(entry []byte, _ uint8) {
		mu.Lock()
		defer mu.Unlock()
		held = entry // failed
	}
	return &Captor{data: make([]byte, 8), on: on}, func() byte {
		mu.Lock()
		defer mu.Unlock()
		return held[0]
	}
}

// Set sets.
func (c *Captor) Set(x byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.data[0] = x
	c.on(c.data, 1)
}

// A Writer has a function that writes what it gets, and calls it with what nobody guards.
type Writer struct {
	on func(entry []byte, why uint16)
}

func wipe(entry []byte, _ uint16) {
	clear(entry) // failed
}

// NewWriter makes one.
func NewWriter() *Writer { return &Writer{on: wipe} }

// All has it write what two goroutines have.
func (w *Writer) All(b []byte) {
	go w.on(b, 1) // failed
	w.on(b, 2)
}

// Both is the same without a go statement for the function.
func (w *Writer) Both() {
	b := make([]byte, 8)
	go func() { w.on(b, 1) }()
	w.on(b, 2)
}

type named func(entry []byte, why uint32)

// A Named has a function of a type with a name, which another type with the same functions is converted to.
type Named struct {
	mu   sync.Mutex
	data []byte
	on   named
}

var keeping = func(entry []byte, _ uint32) {
	vault.Lock()
	defer vault.Unlock()
	vault.b = entry // failed
}

// NewNamed makes one.
func NewNamed() *Named { return &Named{data: make([]byte, 8), on: named(keeping)} }

// Set sets.
func (n *Named) Set(x byte) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.data[0] = x
	n.on(n.data, 1)
}

// A Generic calls by a type parameter what others call by its type.
type Generic struct {
	mu   sync.Mutex
	data []byte
	on   func(entry []byte, why, how uint64)
}

func show(entry []byte, _, _ uint64) { println(entry[0]) } // failed

func later[T any](f func(T, uint64, uint64), x T) { f(x, 1, 2) }

// NewGeneric makes one.
func NewGeneric() *Generic { return &Generic{data: make([]byte, 8), on: show} }

// Set sets.
func (g *Generic) Set(x byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.data[0] = x
	g.on(g.data, 1, 2)
	later(g.on, g.data)
}

// A Reader calls under the lock for reading, where the function is not known to write nothing.
type Reader struct {
	mu   sync.RWMutex
	data []byte
	on   func(entry []byte, why bool)
}

func length(entry []byte, _ bool) { println(len(entry), entry[0]) }

// NewReader makes one.
func NewReader(on func(entry []byte, why bool)) *Reader {
	if on == nil {
		on = length
	}
	return &Reader{data: make([]byte, 8), on: on}
}

// Set sets.
func (r *Reader) Set(x byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.data[0] = x
	r.on(r.data, true)
}

// Look looks.
func (r *Reader) Look() {
	r.mu.RLock()
	defer r.mu.RUnlock()
	r.on(r.data, false) // failed
}

// An Asker gives its function away, too.
type Asker struct {
	mu   sync.Mutex
	data []byte
	on   func(entry []byte, why string)
}

func ask(entry []byte, _ string) { println(entry[0]) } // failed

// NewAsker makes one.
func NewAsker() *Asker { return &Asker{data: make([]byte, 8), on: ask} }

// Set sets, and lets an interface have the function.
func (a *Asker) Set(x byte, to interface{ Take(any) }) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.data[0] = x
	a.on(a.data, "set")
	to.Take(a.on)
}

// An Owner's function is called by its name as well, without the lock.
type Owner struct {
	mu   sync.Mutex
	data []byte
	on   func(entry []byte, why [2]int)
}

func first(entry []byte, _ [2]int) { println(entry[0]) }

// NewOwner makes one.
func NewOwner() *Owner { return &Owner{data: make([]byte, 8), on: first} }

// Set sets.
func (o *Owner) Set(x byte) {
	o.mu.Lock()
	o.data[0] = x
	o.on(o.data, [2]int{})
	part := o.data
	o.mu.Unlock()
	first(part, [2]int{1, 2}) // failed
}
