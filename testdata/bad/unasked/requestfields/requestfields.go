// Package requestfields has structs with a request that is replaced, as the contexts of web frameworks.
package requestfields

import (
	"context"
	"net/http"
)

// A Context is passed to handlers.
type Context struct {
	w   http.ResponseWriter
	req *http.Request
}

type key struct{}

// SetValue replaces the request by one with another context.
func (c *Context) SetValue(v any) {
	c.req = c.req.WithContext(context.WithValue(c.req.Context(), key{}, v))
}

// SetLen changes the request.
func (c *Context) SetLen(n int64) { c.req.ContentLength = n }

// SetHeader changes its headers.
func (c *Context) SetHeader(name, value string) { c.req.Header.Set(name, value) }

// Reset makes it another one.
func (c *Context) Reset(r *http.Request) {
	c.req = r
}

// An Engine has a handler.
type Engine struct {
	handle func(*Context)
}

// ServeHTTP calls it.
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &Context{w: w}
	c.Reset(r)
	e.handle(c)
}

// Fresh makes its own.
func Fresh(url string) (*Context, error) {
	r, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return nil, err
	}
	c := &Context{}
	c.Reset(r)
	return c, nil
}

// A Queued gets requests from others.
type Queued struct {
	req *http.Request
}

// Next takes one of which nothing says that nobody else has it.
func (q *Queued) Next(in chan *http.Request) { q.req = <-in }

// SetLen may be too late.
func (q *Queued) SetLen(n int64) { q.req.ContentLength = n } // failed

// A Reset gets them by a method.
type Reset struct {
	req *http.Request
}

// To is right if its callers are.
func (q *Reset) To(r *http.Request) { q.req = r }

// SetLen may be too late.
func (q *Reset) SetLen(n int64) { q.req.ContentLength = n } // failed

// All has requests from others.
func (q *Reset) All(in chan *http.Request) { // unfounded
	for r := range in {
		q.To(r)
		q.SetLen(1)
	}
}

// A Started gets it in a goroutine.
type Started struct {
	req *http.Request
}

// Run goes on in a goroutine while its starter has the request.
func (q *Started) Run(r *http.Request) {
	go q.run(r) // failed
	r.ContentLength = 1
}

func (q *Started) run(r *http.Request) {
	q.req = r // failed
	q.SetLen(2)
}

// SetLen may come too soon.
func (q *Started) SetLen(n int64) { q.req.ContentLength = n } // failed

var current *http.Request

// A Global shares it.
type Global struct {
	req *http.Request
}

// Take takes what everybody has.
func (q *Global) Take() { q.req = current }

// SetLen may race.
func (q *Global) SetLen(n int64) { q.req.ContentLength = n } // failed

// Share lets everybody have it.
func Share(r *http.Request) { current = r } // failed

// An Addressed is assigned by its address.
type Addressed struct {
	req *http.Request
}

func take(at **http.Request) { *at = current }

// Take takes what everybody has.
func (q *Addressed) Take() { take(&q.req) }

// SetLen may race.
func (q *Addressed) SetLen(n int64) { q.req.ContentLength = n } // failed

// A Copied is assigned as a whole.
type Copied struct {
	req *http.Request
}

// Take takes what everybody has.
func (q *Copied) Take() { *q = Copied{current} }

// SetLen may race.
func (q *Copied) SetLen(n int64) { q.req.ContentLength = n } // failed

// A Lent is used by a goroutine, and by whoever starts that.
type Lent struct {
	req *http.Request
}

// Reset makes it another one.
func (q *Lent) Reset(r *http.Request) { q.req = r }

// SetLen runs in a goroutine, too.
func (q *Lent) SetLen(n int64) { q.req.ContentLength = n } // failed

// Late goes on to use what the goroutine changes.
func Late(q *Lent) {
	go q.SetLen(1) // failed
	q.SetLen(2)
}
