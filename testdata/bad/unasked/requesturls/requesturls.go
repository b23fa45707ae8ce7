// Package requesturls has no annotations. It writes the URLs of requests, which belong to who has the request.
package requesturls

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
)

// Proxy sends requests elsewhere.
func Proxy(host string) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{Director: func(r *http.Request) {
		r.URL.Scheme = "http"
		r.URL.Host = host
		r.Host = host
	}}
}

// Strip takes a prefix away.
func Strip(prefix string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = strings.TrimPrefix(r.URL.Path, prefix)
		next.ServeHTTP(w, r)
	})
}

// A Client signs requests.
type Client struct {
	base string
	c    *http.Client
}

// Do sends one.
func (c *Client) Do(path string) error {
	req, err := http.NewRequest("GET", c.base+path, nil)
	if err != nil {
		return err
	}
	c.sign(req)
	res, err := c.c.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func (c *Client) sign(r *http.Request) {
	r.Header.Set("a", "b")
	q := r.URL.Query()
	q.Set("k", "v")
	r.URL.RawQuery = q.Encode()
}

// Replace gives a request a new one.
func Replace(w http.ResponseWriter, r *http.Request) {
	r.URL = &url.URL{Path: "/x"}
	r.URL.Host = "y"
}

// Captured has another goroutine write it.
func Captured(w http.ResponseWriter, r *http.Request) {
	go func() { r.URL.Path = "x" }() // failed
	r.URL.Path = "y"
}

// Passed does so with a request that it passes.
func Passed(w http.ResponseWriter, r *http.Request) {
	go set(r)
	r.URL.Path = "y"
}

func set(r *http.Request) { r.URL.Path = "x" } // failed

// A Last keeps the last one.
type Last struct {
	mu sync.Mutex
	u  *url.URL
}

// ServeHTTP goes on to write it.
func (t *Last) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t.mu.Lock()
	t.u = r.URL // failed
	t.mu.Unlock()
	r.URL.Path = "y"
}

// Get reads it.
func (t *Last) Get() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.u == nil {
		return ""
	}
	return t.u.Path
}

// Sent sends it.
func Sent(ch chan *url.URL) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ch <- r.URL // failed
		r.URL.Path = "y"
	}
}

var shared = &url.URL{}

// Shared gives the request one that others have.
func Shared(w http.ResponseWriter, r *http.Request) {
	r.URL = shared // failed
}

// Received writes that of a request which somebody may still have.
func Received(ch chan *http.Request) {
	r := <-ch
	r.URL.Path = "x" // failed
}

// With writes that of a shallow copy.
func With(w http.ResponseWriter, r *http.Request) {
	r2 := r.WithContext(r.Context())
	go func() { r2.URL.Path = "x" }() // failed
	r.URL.Path = "y"
}

// Kept keeps a new one.
func Kept(w http.ResponseWriter, r *http.Request) {
	u := &url.URL{}
	r.URL = u
	go func() { u.Path = "z" }() // failed
	r.URL.Path = "x"
}

var count int

// Counted has races of its own after a look at it.
func Counted(w http.ResponseWriter, r *http.Request) {
	r.URL.Path = "y"
	if r.URL.User != nil {
		count++ // failed
	}
}

// Made has one after it has made a request.
func Made() {
	r, err := http.NewRequest("GET", "x", nil)
	if err == nil && r.URL != nil {
		r.URL.Path = "x"
		count++ // failed
	}
}

// Done has one when the request was sent.
func Done(c *http.Client, r *http.Request) {
	res, err := c.Do(r)
	if err == nil && r.URL.Host != "" {
		count++ // failed
		res.Body.Close()
	}
}
