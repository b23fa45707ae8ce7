// Package walkers has functions that call themselves by way of a function literal that something else calls.
package walkers

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
	"sync"
)

// Depth is right: each call has what it counts in a variable of its own.
func Depth(n ast.Node) int {
	deepest := 0
	ast.Inspect(n, func(m ast.Node) bool {
		if call, ok := m.(*ast.CallExpr); ok {
			for _, a := range call.Args {
				deepest = max(deepest, 1+Depth(a))
			}
			return false
		}
		return true
	})
	return deepest
}

// Check is right: it tells the last error.
func Check(n ast.Node, names []string) error {
	var err error
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.CallExpr:
			for _, a := range m.Args {
				if e := Check(a, names); e != nil {
					err = e
				}
			}
			return false
		case *ast.Ident:
			if !slices.Contains(names, m.Name) {
				err = fmt.Errorf("unknown name %s", m.Name)
			}
		}
		return true
	})
	return err
}

type tree struct {
	name string
	kids []*tree
}

// has is right: it reads what its caller has.
func (t *tree) has(name string) bool {
	return t.name == name || slices.ContainsFunc(t.kids, func(k *tree) bool { return k.has(name) })
}

// each calls a function with all kids.
func (t *tree) each(f func(*tree)) {
	for _, k := range t.kids {
		f(k)
	}
}

// size is right, too.
func (t *tree) size() int {
	n := 1
	t.each(func(k *tree) { n += k.size() })
	return n
}

// Names asks about trees of its own.
func Names() string {
	t := &tree{name: "a", kids: []*tree{{name: "b"}}}
	if t.has("b") && t.size() == 2 {
		return "b"
	}
	return ""
}

// visited is written by all who walk, and by nobody else.
var visited int

// Count writes a package variable in the literal, without a lock.
func Count(n ast.Node) {
	ast.Inspect(n, func(m ast.Node) bool {
		if call, ok := m.(*ast.CallExpr); ok {
			for _, a := range call.Args {
				Count(a)
			}
			return false
		}
		visited++ // failed
		return true
	})
}

// Counted has goroutines count.
func Counted(n ast.Node) {
	go Count(n)
	Count(n)
}

// A Register remembers names under a lock.
type Register struct {
	mu    sync.Mutex
	names map[string]int
	last  string
}

// Add is right: the lock is free at each call.
func (r *Register) Add(n ast.Node) {
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.CallExpr:
			for _, a := range m.Args {
				r.Add(a)
			}
			return false
		case *ast.Ident:
			r.mu.Lock()
			if r.names == nil {
				r.names = map[string]int{}
			}
			r.names[m.Name]++
			r.last = m.Name
			r.mu.Unlock()
		}
		return true
	})
}

// AddAll calls itself with the lock held.
func (r *Register) AddAll(n ast.Node) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ast.Inspect(n, func(m ast.Node) bool {
		if call, ok := m.(*ast.CallExpr); ok {
			for _, a := range call.Args {
				r.AddAll(a) // failed
			}
			return false
		}
		return true
	})
}

// Last reads what Add writes, without the lock.
func (r *Register) Last() string {
	return r.last // failed
}

// Forget releases the lock and calls itself in between: what it has seen does not hold afterwards.
func (r *Register) Forget(n ast.Node) {
	r.mu.Lock()
	ast.Inspect(n, func(m ast.Node) bool {
		if id, ok := m.(*ast.Ident); ok {
			r.mu.Unlock()
			r.Forget(id)
			r.names[id.Name] = 0 // failed
			r.mu.Lock()
		}
		return true
	})
	r.mu.Unlock()
}

// A page is shared by who walks over it and who reads it.
type page struct {
	title string
	subs  []*page
}

// rename writes what its callers may have given to others.
func (p *page) rename(to string) {
	p.title = strings.ToUpper(to) // failed
	slices.IndexFunc(p.subs, func(s *page) bool {
		s.rename(to)
		return false
	})
}

// Rename has another goroutine write, too.
func Rename(to string) string {
	p := &page{subs: []*page{{title: "a"}}}
	go p.rename(to)
	p.rename(to)
	return p.title
}
