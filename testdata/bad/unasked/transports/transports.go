// Package transports has no annotations. It has transports and writers of responses of its own.
package transports

import (
	"log"
	"net/http"
	"sync"
)

// A CachingTransport keeps responses.
type CachingTransport struct {
	mu    sync.Mutex
	cache map[string]*http.Response
	next  http.RoundTripper
}

// RoundTrip is wrong: several clients get one response.
func (t *CachingTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	t.mu.Lock()
	resp := t.cache[req.URL.Path]
	t.mu.Unlock()
	if resp != nil {
		return resp, nil // failed
	}
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Header.Set("X-Cache", "miss")
	return resp, nil
}

// AuthTransport adds a header to a copy of the request.
type AuthTransport struct {
	token string
	next  http.RoundTripper
}

// RoundTrip is right.
func (t *AuthTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	again := req.Clone(req.Context())
	again.Header.Set("Authorization", t.token)
	return t.next.RoundTrip(again)
}

type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip is right.
func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// Fake is right.
func Fake() http.RoundTripper {
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		h := http.Header{}
		h.Set("Content-Type", "text/plain")
		return &http.Response{StatusCode: http.StatusOK, Header: h, Body: http.NoBody, Request: req}, nil
	})
}

// A recorder has headers of its own.
type recorder struct {
	header http.Header
	code   int
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(b []byte) (int, error) { return len(b), nil }
func (r *recorder) WriteHeader(int)             {}

var common = http.Header{}

// Share is wrong: all writers have one map.
func Share(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(&recorder{header: common}, r) // failed
	})
}

// Common is right: each writer has a writer of its own behind it.
func Common(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &plain{ResponseWriter: w}
		p.Header().Set("A", "b")
		next.ServeHTTP(p, r)
	})
}

// A plain writer adds nothing.
type plain struct{ http.ResponseWriter }

// A context has what a handler gets.
type context struct {
	w http.ResponseWriter
	r *http.Request
}

func (c *context) say(key, value string) {
	if c.r.Header.Get(key) == "" {
		c.w.Header().Set(key, value)
	}
}

// Say is right.
func Say(w http.ResponseWriter, r *http.Request) {
	c := &context{w, r}
	c.say("A", "b")
}

// SayLate is wrong: the goroutine says something, too.
func SayLate(w http.ResponseWriter, r *http.Request) {
	c := &context{w, r}
	go func() {
		if c.r.Header.Get("A") == "" { // failed
			log.Print("late")
		}
	}()
	w.Header().Set("A", "c")
}

// SayFrom is wrong: who keeps a request shares it.
func SayFrom(requests map[string]*http.Request, name string) {
	log.Print(requests[name].Header.Get(name)) // failed
}

// Wrap is wrong: the writer may be that of another request.
func Wrap(writers chan http.ResponseWriter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &plain{ResponseWriter: <-writers}
		next.ServeHTTP(p, r) // failed
		writers <- w
	})
}

// Swap is wrong in the same way.
func Swap(writers chan http.ResponseWriter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &changing{ResponseWriter: w}
		p.set(<-writers)
		next.ServeHTTP(p, r) // failed
	})
}

// A changing writer may be that of one request, and then of another.
type changing struct{ http.ResponseWriter }

func (c *changing) set(w http.ResponseWriter) { c.ResponseWriter = w }

// Move is right: nobody looks at the headers of the request.
func Move(requests chan *http.Request) string {
	c := &context{nil, <-requests}
	return c.r.URL.Path
}
