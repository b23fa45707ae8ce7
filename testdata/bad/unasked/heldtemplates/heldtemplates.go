// Package heldtemplates has objects of the standard library which goroutines may share as long as nobody writes them, in
// fields under a lock.
package heldtemplates

import (
	"database/sql"
	"io"
	"sync"
	"text/template"
)

// A page has a template that is parsed anew under the lock.
type page struct {
	mu   sync.Mutex
	tmpl *template.Template
}

// NewPage makes one.
func NewPage() *page { return &page{tmpl: template.New("page")} }

// Load parses a text.
func (p *page) Load(text string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.tmpl.Parse(text)
	return err
}

// Under executes under the lock.
func (p *page) Under(w io.Writer) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.tmpl
	return t.Execute(w, nil)
}

// Copied takes the pointer out of it.
func (p *page) Copied(w io.Writer) error {
	p.mu.Lock()
	t := p.tmpl
	p.mu.Unlock()
	return t.Execute(w, nil) // failed
}

// Template gives the pointer away.
func (p *page) Template() *template.Template {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tmpl // failed
}

// A shared page has readers.
type shared struct {
	mu   sync.RWMutex
	tmpl *template.Template
}

// NewShared makes one.
func NewShared() *shared { return &shared{tmpl: template.New("page")} }

// Load parses a text.
func (p *shared) Load(text string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.tmpl.Parse(text)
	return err
}

// Name reads under the read lock.
func (p *shared) Name() string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	t := p.tmpl
	return t.Name()
}

// Branch unlocks on one way before it reads.
func (p *shared) Branch(early bool) string {
	p.mu.RLock()
	t := p.tmpl
	if early {
		p.mu.RUnlock()
		return t.Name() // failed
	}
	defer p.mu.RUnlock()
	return t.Name()
}

// A replaced template is never parsed again: functions use what they have found after the lock.
type replaced struct {
	mu   sync.Mutex
	tmpl *template.Template
}

// NewReplaced parses the first one.
func NewReplaced(text string) (*replaced, error) {
	p := &replaced{tmpl: template.New("page")}
	if _, err := p.tmpl.Parse(text); err != nil {
		return nil, err
	}
	return p, nil
}

// Load parses another one.
func (p *replaced) Load(text string) error {
	t, err := template.New("page").Parse(text)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.tmpl = t
	p.mu.Unlock()
	return nil
}

// Show executes without the lock.
func (p *replaced) Show(w io.Writer) error {
	p.mu.Lock()
	t := p.tmpl
	p.mu.Unlock()
	return t.Execute(w, nil)
}

// Template gives the pointer away.
func (p *replaced) Template() *template.Template {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tmpl
}

// A cursor goes on in rows under the lock.
type cursor struct {
	mu   sync.Mutex
	rows map[string]*sql.Rows
}

// NewCursor makes one.
func NewCursor() *cursor { return &cursor{rows: map[string]*sql.Rows{}} }

// Open adds rows.
func (c *cursor) Open(name string, rows *sql.Rows) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rows[name] = rows
}

// Next goes on.
func (c *cursor) Next(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	rows := c.rows[name]
	return rows != nil && rows.Next()
}

// Late goes on without the lock.
func (c *cursor) Late(name string) bool {
	c.mu.Lock()
	rows := c.rows[name]
	c.mu.Unlock()
	return rows != nil && rows.Next() // failed
}
