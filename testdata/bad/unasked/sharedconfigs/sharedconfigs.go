// Package sharedconfigs has no annotations. Objects that goroutines share by design are set up once, with a configuration by value: flags set that of the program.
package sharedconfigs

import (
	"flag"
	"sync"
)

// A Config is what a cache is made of.
type Config struct {
	Shards  int
	Verbose bool
	OnMiss  func(string)
}

var config = Config{}

func init() {
	flag.IntVar(&config.Shards, "shards", 4, "")
	flag.BoolVar(&config.Verbose, "v", false, "")
}

type shard struct {
	mu sync.Mutex
	m  map[string]int
}

func newShard() *shard { return &shard{m: map[string]int{}} }

func (s *shard) get(k string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m[k]
}

func (s *shard) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m = map[string]int{}
}

// A Cache is shared: its fields never change.
type Cache struct {
	shards []*shard
	config Config
	close  chan struct{}
}

// New starts a goroutine that has the variable.
func New(config Config, ticks <-chan int) *Cache {
	cache := &Cache{shards: make([]*shard, config.Shards), config: config, close: make(chan struct{})}
	for i := range cache.shards {
		cache.shards[i] = newShard()
	}
	go func() {
		for {
			select {
			case <-cache.close:
				return
			case <-ticks:
				cache.clean()
			}
		}
	}()
	return cache
}

func (c *Cache) clean() {
	for _, s := range c.shards {
		s.reset()
	}
}

// Get is right: any goroutine may call it.
func (c *Cache) Get(k string) int {
	n := c.shards[len(k)%c.config.Shards].get(k)
	if n == 0 && c.config.OnMiss != nil {
		c.config.OnMiss(k)
	}
	return n
}

var shared = New(Config{Shards: 4}, nil)

// Handle is right.
func Handle(k string) int { return shared.Get(k) }

// An Iterator keeps the cache.
type Iterator struct {
	mu    sync.Mutex
	at    int
	cache *Cache
}

// Iterator is right.
func (c *Cache) Iterator() *Iterator { return &Iterator{cache: c} }

// Next is right.
func (it *Iterator) Next() bool {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.at++
	return it.at < it.cache.config.Shards
}

// A Late is written when the goroutine has it.
type Late struct {
	shards []*shard
	n      int
}

// NewLate sets it up too late.
func NewLate() *Late {
	l := &Late{shards: make([]*shard, 2)}
	go func() {
		for _, s := range l.shards {
			s.reset()
		}
	}()
	l.shards[0] = newShard() // failed
	return l
}

// A Held is known to others by a method value.
type Held struct {
	n  int
	to func() int
}

func (h *Held) get() int { return h.n }

// NewHeld writes it after that.
func NewHeld(register func(func() int)) *Held {
	h := &Held{}
	register(h.get)
	h.n = 1 // failed
	return h
}

// An Other is what a variable comes to hold by a literal.
type Other struct{ n int }

var some = &Other{}

// NewOther writes the one that others know.
func NewOther() int {
	o := &Other{}
	take := func() { o = some }
	take()
	o.n = 1 // failed
	return o.n
}

// A Changed has parts that a method changes.
type Changed struct {
	shards []*shard
	config Config
}

var changed = &Changed{shards: make([]*shard, 4)}

// Set changes one.
func (c *Changed) Set(i int) { c.shards[i] = newShard() }

// HandleChanged calls it for the variable that all have.
func HandleChanged(i int) { changed.Set(i) } // failed

// A Setting is set by flags, and by whoever likes.
type Setting struct{ N int }

var setting Setting

func init() { flag.IntVar(&setting.N, "n", 1, "") }

// Change changes it.
func Change(n int) { setting.N = n } // failed

// A Kept is set by a flag of which others have the address.
type Kept struct{ N int }

var (
	kept Kept
	at   *int
)

func init() {
	p := &kept.N
	flag.IntVar(p, "k", 1, "")
	at = p
}

// Add writes it.
func Add() { *at++ } // failed

// An Initial is changed after it has been initialised.
type Initial struct{ n int }

var initial = Initial{n: 1}

// Next changes it.
func Next() int {
	initial.n++ // failed
	return initial.n
}

// Replace does so as a whole.
func Replace() { initial = Initial{} } // failed
