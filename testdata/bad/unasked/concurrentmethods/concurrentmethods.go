// Package concurrentmethods has no annotations. Its types implement interfaces whose methods several goroutines call at the same time, by what the standard library says of them. That
// some code makes such an interface of one is not needed.
package concurrentmethods

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
)

// A Counter counts requests.
type Counter struct{ n int }

// New returns one.
func New() http.Handler { return &Counter{} }

func (c *Counter) ServeHTTP(http.ResponseWriter, *http.Request) {
	c.n++ // failed
}

// A Locked does so with a lock.
type Locked struct {
	mu sync.Mutex
	n  int
}

func (l *Locked) ServeHTTP(http.ResponseWriter, *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
}

// Pages has handlers that are methods.
type Pages struct {
	title  string
	visits int
	seen   map[string]bool
	total  atomic.Int64
}

// NewPages returns some.
func NewPages(title string) *Pages { return &Pages{title: title, seen: map[string]bool{}} }

// Index counts visits.
func (p *Pages) Index(w http.ResponseWriter, r *http.Request) {
	p.visits++ // failed
	w.Write([]byte(p.title))
}

// About notes who visits.
func (p *Pages) About(w http.ResponseWriter, r *http.Request) {
	p.seen[r.RemoteAddr] = true // failed
}

// Help reads what is never written.
func (p *Pages) Help(w http.ResponseWriter, r *http.Request) {
	p.total.Add(1)
	w.Write([]byte(p.title))
}

// A Signer signs requests.
type Signer struct {
	next http.RoundTripper
	last string
}

func (s *Signer) RoundTrip(r *http.Request) (*http.Response, error) {
	s.last = r.Host // failed
	return s.next.RoundTrip(r)
}

// Copied is a handler of its own copy.
type Copied struct{ n int }

func (c Copied) ServeHTTP(http.ResponseWriter, *http.Request) { c.n++ }

// Levels counts records.
type Levels struct {
	next slog.Handler
	n    int
}

// Enabled reports whether there is something to do.
func (l *Levels) Enabled(ctx context.Context, level slog.Level) bool {
	return l.next.Enabled(ctx, level)
}

// Handle counts one.
func (l *Levels) Handle(ctx context.Context, r slog.Record) error {
	l.n++ // failed
	return l.next.Handle(ctx, r)
}

// WithAttrs returns another one.
func (l *Levels) WithAttrs(as []slog.Attr) slog.Handler { return &Levels{next: l.next.WithAttrs(as)} }

// WithGroup returns another one.
func (l *Levels) WithGroup(name string) slog.Handler { return &Levels{next: l.next.WithGroup(name)} }

// A View has a method with results: it is no handler, and belongs to one request.
type View struct{ n int }

// Render counts.
func (v *View) Render(w http.ResponseWriter, r *http.Request) error {
	v.n++
	return nil
}

// Show renders one.
func Show(w http.ResponseWriter, r *http.Request) {
	v := &View{}
	v.Render(w, r)
}
