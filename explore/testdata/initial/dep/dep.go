// Package dep has a registry that does not like to be given a name twice, and a counter of its own.
package dep

import "expvar"

var names = map[string]int{}

// Register adds a name.
func Register(name string) {
	if _, ok := names[name]; ok {
		panic("already registered: " + name)
	}
	names[name] = len(names)
}

// Len is how many there are.
func Len() int { return len(names) }

// Calls counts.
var Calls = newCounter()

func newCounter() *expvar.Int { return expvar.NewInt("calls") }
