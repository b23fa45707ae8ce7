// Package tablesofown has no annotations. It has tables, and guarded slices and maps of the same types; some of these share their memory.
package tablesofown

import (
	"sort"
	"strings"
	"sync"
)

// A Store is right.
type Store struct {
	mu    sync.Mutex
	names []string
	count map[string]int
	kinds []string
}

var levels = []string{"debug", "info"}

var codes = map[string]int{"a": 1}

var words = strings.Fields("a b c")

// New is right.
func New() *Store {
	return &Store{count: map[string]int{}, kinds: []string{"x", "y"}}
}

// Set is right.
func (s *Store) Set(i int, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[i] = name
	s.count[name]++
}

// Kind is right.
func (s *Store) Kind(i int) string { return s.kinds[i] }

// Level is right.
func Level(i int) string { return levels[i] }

// Code is right.
func Code(name string) int { return codes[name] }

// Word is right.
func Word(i int) string { return words[i] }

// All is right.
func All() string { return strings.Join(levels, ",") }

// Has is right.
func Has(name string) bool {
	for _, l := range levels {
		if l == name {
			return true
		}
	}
	return false
}

func index(list []string, name string) int { return sort.SearchStrings(list, name) }

// Index is right.
func Index(name string) int { return index(levels, name) }

var late = []string{"a"}

var third = &Store{}

func init() {
	third.names = late // failed
}

// Late is a part of a store.
func Late() string { return late[0] } // failed

var adopted = []string{"a"}

func init() { // unfounded
	third.adopt(adopted)
}

func (s *Store) adopt(names []string) { s.names = names } // failed

// Adopted is a part of a store.
func Adopted() string { return adopted[0] } // failed

var counts = map[string]int{"a": 1}

func init() {
	fourth := &Store{}
	fourth.count = counts // failed
	third = fourth
}

// Counts is a part of a store.
func Counts() int { return counts["a"] } // failed

var called = []string{"a"}

var calls = []func(){func() { third.adopt(called) }} // unfounded

func init() {
	for _, f := range calls {
		f()
	}
}

// Called is a part of a store.
func Called() string { return called[0] } // failed

type adopter interface{ adopt(names []string) }

var through = []string{"a"}

func init() {
	var a adopter = third
	a.adopt(through)
}

// Through is a part of a store.
func Through() string { return through[0] } // failed

var base = []string{"a", "b"}

var part = base[:1]

// Part is a part of another table.
func Part() string { return part[0] + base[0] } // failed

var given = []string{"a"}

// Give gives a table to a store.
func Give(s *Store) {
	s.mu.Lock()
	s.names = given // failed
	s.mu.Unlock()
}

// Given is right, as Give is not.
func Given() string { return given[0] }

var changed = []string{"a"}

// Change writes a table.
func Change() { changed[0] = "b" } // failed

// Changed is right, as Change is not.
func Changed() string { return changed[0] }

var grown = []string{"a"}

// Grow assigns a table.
func Grow() { grown = append(grown, "b") } // failed

// Grown reads it.
func Grown() string { return grown[0] } // failed

var upper = []string{"a"}

// Upper writes each.
func Upper() {
	for i := range upper {
		upper[i] = strings.ToUpper(upper[i]) // failed
	}
}

var sorted = []string{"b", "a"}

// Sort writes a table.
func Sort() { sort.Strings(sorted) } // failed

var renamed = []string{"a"}

// Rename writes by another name.
func Rename() {
	x := renamed
	x[0] = "b" // failed
}

var started = []string{"a"}

// Start has a goroutine write.
func Start() {
	go func(list []string) { // failed
		list[0] = "b"
	}(started)
}

var entries = map[string]int{"a": 1}

// Put writes a table.
func Put() { entries["b"] = 1 } // failed

var pointed = []string{"a"}

// Point gives away the variable.
func Point() *[]string { return &pointed }

// Pointed reads it.
func Pointed() string { return pointed[0] } // failed
