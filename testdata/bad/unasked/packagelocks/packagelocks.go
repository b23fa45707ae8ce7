// Package packagelocks has no annotations. Its locks are package variables, which helpers expect their callers to hold.
package packagelocks

import "sync"

var (
	mu    sync.Mutex
	hits  int
	names []string

	once  sync.Once
	table map[string]int

	rw    sync.RWMutex
	users map[string]int
)

// Hit counts one.
func Hit(name string) {
	mu.Lock()
	defer mu.Unlock()
	note(name)
}

// Reset counts none.
func Reset() {
	mu.Lock()
	hits, names = 0, nil
	mu.Unlock()
}

// Double counts two.
func Double(name string) {
	mu.Lock()
	note(name)
	note(name)
	mu.Unlock()
}

func note(name string) {
	hits++
	names = append(names, name)
}

// Sneak counts without the lock.
func Sneak() {
	hits++ // failed
}

// Lookup reads a table that is made once.
func Lookup(name string) int {
	once.Do(fill)
	return at(name)
}

func fill() { table = map[string]int{"a": 1} }

func at(name string) int { return table[name] }

// Age reads what rw guards.
func Age(name string) int {
	rw.RLock()
	defer rw.RUnlock()
	return age(name)
}

// Ages reads twice.
func Ages(a, b string) (int, int) {
	rw.RLock()
	defer rw.RUnlock()
	return age(a), age(b)
}

// Grow writes what rw guards.
func Grow(name string) {
	rw.Lock()
	defer rw.Unlock()
	if users == nil {
		users = map[string]int{}
	}
	users[name] = age(name) + 1
}

func age(name string) int { return users[name] }

// Shrink writes with the lock for reading.
func Shrink(name string) {
	rw.RLock()
	defer rw.RUnlock()
	users[name] = age(name) - 1 // failed
}

// A Conf is filled in by a method of its own, once.
type Conf struct {
	once sync.Once
	vals map[string]string
}

// Value reads what is made once.
func (c *Conf) Value(name string) string {
	c.once.Do(c.fill)
	return c.vals[name]
}

func (c *Conf) fill() { c.vals = map[string]string{"a": "b"} }

// Raw reads it before it is made.
func (c *Conf) Raw(name string) string {
	return c.vals[name] // failed
}

var (
	late  sync.Once
	words map[string]bool
)

// Known reads what late makes.
func Known(word string) bool {
	late.Do(learn)
	return words[word]
}

// Learn calls what late is to run, without it.
func Learn() { learn() } // failed

func learn() {
	words = map[string]bool{"a": true}
}
