// Package sharedheaders has no annotations. It has headers and forms that goroutines share, and some that they do not.
package sharedheaders

import (
	"context"
	"log"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// An Index has a map of the type that headers are of.
type Index struct {
	mu    sync.Mutex
	words map[string][]string
}

// Add is right.
func (x *Index) Add(word, doc string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.words[word] = append(x.words[word], doc)
}

// Late is wrong: the goroutine writes the header when the handler does, or later.
func Late(w http.ResponseWriter, r *http.Request) {
	go func() {
		w.Header().Set("A", "b") // failed
	}()
	w.Header().Set("A", "c")
}

// LateRead is wrong: the goroutine reads the header that the handler writes.
func LateRead(w http.ResponseWriter, r *http.Request) {
	go func() {
		log.Print(r.Header.Get("A")) // failed
	}()
	r.Header.Set("A", "c")
}

// LateForm is wrong.
func LateForm(w http.ResponseWriter, r *http.Request) {
	var wg sync.WaitGroup
	wg.Go(func() {
		r.ParseForm() // failed
	})
	r.ParseForm()
	wg.Wait()
}

// LateUse is right: nobody writes what the goroutine reads.
func LateUse(w http.ResponseWriter, r *http.Request) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		log.Print(r.Method, r.URL.Path)
	}()
	<-done
	w.Header().Set("A", "c")
}

// LateError is wrong: http.Error sets headers.
func LateError(w http.ResponseWriter, r *http.Request) {
	go func() {
		time.Sleep(time.Second)
		http.Error(w, "late", http.StatusGatewayTimeout) // failed
	}()
	w.Header().Set("A", "c")
}

// Timer is wrong.
func Timer(w http.ResponseWriter, r *http.Request) {
	time.AfterFunc(time.Second, func() {
		w.Header().Set("A", "b") // failed
	})
	w.Header().Set("A", "c")
}

// Map is wrong: the goroutine gets the map itself.
func Map(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	go func() { // failed
		h.Set("A", "b")
	}()
	h.Set("A", "c")
}

// ByName is wrong: what the goroutine runs is a function with a name.
func ByName(w http.ResponseWriter, r *http.Request) {
	go late(w)
	w.Header().Set("A", "c")
}

func late(w http.ResponseWriter) {
	w.Header().Set("A", "b") // failed
}

// Copies is wrong: a request with another context has the headers of the old one.
func Copies(w http.ResponseWriter, r *http.Request) {
	go func() {
		again := r.WithContext(context.Background())
		again.Header.Set("A", "b") // failed
	}()
	r.Header.Set("A", "c")
}

// Launch is wrong: a goroutine runs the handler.
func Launch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		go next.ServeHTTP(w, r) // failed
		w.Header().Set("A", "b")
	})
}

// LaunchIn is wrong in the same way.
func LaunchIn(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			next(w, r) // failed
		}()
		w.Header().Set("A", "b")
		<-done
	}
}

var last http.Header // a package variable

// Keep is wrong.
func Keep(w http.ResponseWriter, r *http.Request) {
	last = r.Header // failed
}

// Defaults are what a service sends with each response.
type Defaults struct {
	headers http.Header
}

// ServeHTTP is wrong: all requests set one map.
func (d *Defaults) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.headers.Set("X-Path", r.URL.Path) // failed
}

var params = url.Values{}

// Params is wrong: all requests set one map.
func Params(w http.ResponseWriter, r *http.Request) {
	params.Set("path", r.URL.Path) // failed
}

// A Client sends headers of its own with each request.
type Client struct {
	Headers http.Header
	mu      sync.Mutex
	guarded http.Header
}

// SetGuarded is right.
func (c *Client) SetGuarded(key, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.guarded == nil {
		c.guarded = http.Header{}
	}
	c.guarded.Set(key, value)
}

// Do is wrong: each request gets the map of the client.
func (c *Client) Do(u string) (*http.Response, error) {
	req, err := http.NewRequest("GET", u, nil)
	if err != nil {
		return nil, err
	}
	req.Header = c.Headers // failed
	req.Header.Set("X-Url", u)
	return http.DefaultClient.Do(req)
}

// DoGuarded is wrong: the request leads to the map after the unlock.
func (c *Client) DoGuarded(u string) (*http.Response, error) {
	req, err := http.NewRequest("GET", u, nil)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	req.Header = c.guarded // failed
	c.mu.Unlock()
	return http.DefaultClient.Do(req)
}

// DoClone is right.
func (c *Client) DoClone(u string) (*http.Response, error) {
	req, err := http.NewRequest("GET", u, nil)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	req.Header = c.guarded.Clone()
	c.mu.Unlock()
	req.Header.Set("X-Url", u)
	return http.DefaultClient.Do(req)
}

// TakeGuarded is wrong: the client keeps the map of the request.
func (c *Client) TakeGuarded(r *http.Request) {
	c.mu.Lock()
	c.guarded = r.Header // failed
	c.mu.Unlock()
}

// KeepClone is right.
func (c *Client) KeepClone(r *http.Request) {
	c.mu.Lock()
	c.guarded = r.Header.Clone()
	c.mu.Unlock()
}

// Poll is wrong: two goroutines set the headers of one request.
func Poll(u string) error {
	req, err := http.NewRequest("GET", u, nil)
	if err != nil {
		return err
	}
	for range 2 {
		go func() {
			req.Header.Set("A", "b") // failed
		}()
	}
	return nil
}

// A Template is a request that is sent again and again.
type Template struct {
	req *http.Request
}

// Send is wrong: goroutines share the request.
func (t *Template) Send(tag string) {
	t.req.Header.Set("X-Tag", tag) // failed
}

// SendAll starts them.
func (t *Template) SendAll() {
	go t.Send("a")
	go t.Send("b")
}

// A Session has a request and a lock for something else.
type Session struct {
	mu  sync.Mutex
	n   int
	req *http.Request
}

// Set is wrong: it does not take the lock.
func (s *Session) Set(tag string) {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	s.req.Header.Set("X-Tag", tag) // failed
}

// Work is wrong: who has sent a request has it still.
func Work(reqs chan *http.Request, u string) {
	req, err := http.NewRequest("GET", u, nil)
	if err != nil {
		return
	}
	reqs <- req
	req.Header.Set("A", "b")
}

// Worker is the other end.
func Worker(reqs chan *http.Request) {
	for req := range reqs {
		req.Header.Set("A", "c") // failed
	}
}

// A Hub has the writers of many handlers.
type Hub struct {
	mu      sync.Mutex
	writers map[string]http.ResponseWriter
}

// Join is right.
func (h *Hub) Join(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.writers[r.URL.Path] = w
	h.mu.Unlock()
	w.Header().Set("A", "b")
}

// Mark is wrong: the writer belongs to a handler.
func (h *Hub) Mark(path string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.writers[path].Header().Set("A", "c") // failed
}
