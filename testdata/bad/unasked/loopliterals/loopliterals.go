// Package loopliterals has no annotations. Its loops call function literals that assign variables of the function around them, and its ranges over functions
// do the same.
package loopliterals

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Keys fills a slice of its own in a range over an iterator of the standard library.
func Keys(m map[string]int) []string {
	var out []string
	for k := range maps.Keys(m) {
		if k != "" {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// AllKeys does so in a loop in a loop.
func AllKeys(ms []map[string]int) []string {
	var out []string
	for _, m := range ms {
		for k := range maps.Keys(m) {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// Filter fills its slice by a function literal.
func Filter(words []string) []string {
	var out []string
	add := func(s string) {
		if s != "" {
			out = append(out, s)
		}
	}
	for _, w := range words {
		add(w)
	}
	slices.Sort(out)
	return out
}

// Idents fills a slice and a map where a function of others calls a literal.
func Idents(n ast.Node) (names []string, count map[string]int) {
	count = map[string]int{}
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names = append(names, id.Name)
			count[id.Name]++
		}
		return true
	})
	slices.Sort(names)
	return names, count
}

func fields(s string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, f := range strings.Fields(s) {
			if !yield(f) {
				return
			}
		}
	}
}

// Fields ranges over an iterator of this package.
func Fields(s string) []string {
	var out []string
	for f := range fields(s) {
		out = append(out, f)
	}
	slices.Sort(out)
	return out
}

// A Set has a list that its lock guards.
type Set struct {
	mu   sync.Mutex
	list []string
}

// Add fills the list.
func (s *Set) Add(m map[string]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := range maps.Keys(m) {
		s.list = append(s.list, k)
	}
}

// Fill makes it of one of its own.
func (s *Set) Fill(m map[string]int) {
	var list []string
	for k := range maps.Keys(m) {
		list = append(list, k)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = list
}

// Get copies it.
func (s *Set) Get() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.list)
}

// FillEarly goes on with its slice after the set has it.
func (s *Set) FillEarly(m map[string]int) {
	var list []string
	for k := range maps.Keys(m) {
		list = append(list, k) // failed
		s.mu.Lock()
		s.list = list // failed
		s.mu.Unlock()
	}
	if len(list) > 0 {
		list[0] = "x" // failed
	}
}

// FillBy does so in a literal.
func (s *Set) FillBy(words []string) {
	var list []string
	add := func(w string) {
		list = append(list, w) // failed
		s.mu.Lock()
		s.list = list // failed
		s.mu.Unlock()
	}
	for _, w := range words {
		add(w)
	}
}

// Share lets a goroutine have the slice that the literal goes on to fill.
func Share(words []string, out chan<- []string) {
	var list []string
	add := func(w string) {
		list = append(list, w) // failed
		if w == "" {
			out <- list
		}
	}
	for _, w := range words {
		add(w)
	}
}

// Take makes its variable that of the set, in a literal.
func (s *Set) Take(words []string) {
	list := make([]string, 1)
	take := func() {
		s.mu.Lock()
		list = s.list
		s.mu.Unlock()
	}
	for range words {
		take()
	}
	list[0] = "x" // failed
}
