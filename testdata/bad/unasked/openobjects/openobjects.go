// Package openobjects has no annotations. Goroutines share objects of the standard library that they may read at the same time, and one changes them.
package openobjects

import (
	"database/sql"
	"io"
	"math/big"
	"sync"
	"text/template"
)

// Parse changes a template that is executed.
func Parse(t *template.Template, w io.Writer) {
	go t.Parse("{{.}}")
	t.Execute(w, nil) // failed
}

// Execute is right: a template may be executed in parallel.
func Execute(t *template.Template, v, w io.Writer) {
	go t.Execute(v, nil)
	t.Execute(w, nil)
}

// First is right.
func First(v, w io.Writer) {
	t := template.New("t")
	t.Parse("{{.}}")
	go t.Execute(v, nil)
	t.Execute(w, nil)
}

// Late parses it too late.
func Late(w io.Writer) {
	t := template.New("t")
	go t.Execute(w, nil)
	t.Parse("{{.}}") // failed
}

// Waits is right.
func Waits(w io.Writer) {
	t := template.New("t")
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		t.Parse("{{.}}")
	}()
	wg.Wait()
	t.Execute(w, nil)
}

// A Page has a template.
type Page struct{ t *template.Template }

func (p *Page) parse(s string) { p.t.Parse(s) } // failed

// Reload changes it meanwhile.
func (p *Page) Reload(w io.Writer) {
	go p.parse("{{.}}")
	p.t.Execute(w, nil) // failed
}

// A Site has a lock for its template.
type Site struct {
	mu sync.RWMutex
	t  *template.Template
}

// Reload is right.
func (s *Site) Reload(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.t.Parse(text)
}

// Render is right: goroutines may execute it at the same time.
func (s *Site) Render(w io.Writer) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.t.Execute(w, nil)
}

// Raw has lost the lock.
func (s *Site) Raw(w io.Writer) {
	s.t.Execute(w, nil) // failed
}

// Funcs changes it under the read lock.
func (s *Site) Funcs(f template.FuncMap) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.t.Funcs(f) // failed
}

// Rows has two goroutines go through the rows.
func Rows(r *sql.Rows) {
	go r.Next()
	r.Next() // failed
}

// One has one.
func One(r *sql.Rows) {
	go func() {
		for r.Next() {
		}
		r.Close()
	}()
}

// Each has a goroutine for each number.
func Each(x *big.Rat) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			x.Neg(x) // failed
		}()
	}
	wg.Wait()
}
