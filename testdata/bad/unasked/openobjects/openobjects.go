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

func (p *Page) parse(s string) { p.t.Parse(s) }

// Reload changes it meanwhile.
func (p *Page) Reload(w io.Writer) {
	go p.parse("{{.}}")
	p.t.Execute(w, nil) // failed
}

// Locked has a lock for it.
func (p *Page) Locked(w io.Writer) {
	var mu sync.Mutex
	go func() {
		mu.Lock()
		defer mu.Unlock()
		p.t.Parse("{{.}}")
	}()
	mu.Lock()
	defer mu.Unlock()
	p.t.Execute(w, nil)
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
