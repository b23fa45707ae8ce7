// Package requestsbehind has a struct with a request that is replaced by way of an interface, by code which gets requests from others.
package requestsbehind

import "net/http"

type setter interface{ Set(*http.Request) }

// A Behind gets them by an interface.
type Behind struct {
	req *http.Request
}

var _ setter = &Behind{}

// Set is right if its callers are.
func (q *Behind) Set(r *http.Request) { q.req = r }

// SetLen is right if Set is called with requests that nobody else has.
func (q *Behind) SetLen(n int64) { q.req.ContentLength = n }

// Pass passes what it gets from others.
func Pass(s setter, in chan *http.Request) {
	s.Set(<-in) // failed
}
