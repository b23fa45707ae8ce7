// Package handlers has no annotations. It has services of net/http, most of them right.
package handlers

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// A Store is what the service serves. It writes maps of the type that headers are of.
type Store struct {
	mu    sync.Mutex
	items map[string]string
	seen  map[string][]string
}

// Get is right.
func (s *Store) Get(key string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.items[key]
	return v, ok
}

// Set is right.
func (s *Store) Set(key, value, who string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[key] = value
	s.seen[key] = append(s.seen[key], who)
}

// Seen is wrong: it takes no lock.
func (s *Store) Seen(key string) int {
	return len(s.seen[key]) // failed
}

// A Server is right.
type Server struct {
	store *Store
}

func (s *Server) get(w http.ResponseWriter, r *http.Request) {
	v, ok := s.store.Get(r.URL.Query().Get("key"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain")
	w.Header().Add("Vary", "Accept")
	fmt.Fprintln(w, v)
}

func (s *Server) put(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	key := r.FormValue("key")
	for _, v := range r.Form["value"] {
		s.store.Set(key, v, r.PostForm.Get("who"))
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *Server) json(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	var in struct{ Key, Value string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.store.Set(in.Key, in.Value, r.Header.Get("User-Agent"))
	h := w.Header()
	h["Content-Type"] = []string{"application/json"}
	h.Del("Date")
	json.NewEncoder(w).Encode(in)
}

// Routes is right.
func (s *Server) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /get", s.get)
	mux.HandleFunc("POST /put", s.put)
	mux.HandleFunc("POST /json", s.json)
	return Logged(Guarded("secret")(mux))
}

// Logged is right.
func Logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil {
				w.Header().Set("Connection", "close")
				http.Error(w, "internal error", http.StatusInternalServerError)
			}
		}()
		id := r.Header.Get("X-Request-Id")
		if id == "" {
			id = r.RemoteAddr
			r.Header.Set("X-Request-Id", id)
		}
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r)
		log.Print(r.Method, id)
	})
}

// Guarded is right.
func Guarded(token string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if got, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); !ok || got != token {
				w.Header().Set("WWW-Authenticate", "Bearer")
				http.Error(w, "unauthorized", http.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// copyHeader is right: it counts on its callers.
func copyHeader(dst, src http.Header) {
	for k, vs := range src {
		for _, v := range vs {
			dst.Add(k, v)
		}
	}
}

// A Proxy is right.
type Proxy struct {
	client *http.Client
}

// ServeHTTP is right.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequest(r.Method, "http://example.com", r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	copyHeader(req.Header, r.Header)
	req.Header.Set("X-Forwarded-For", r.RemoteAddr)
	req.Host = r.Host
	resp, err := p.client.Do(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	resp.Header.Del("Server")
	copyHeader(w.Header(), resp.Header)
	w.WriteHeader(resp.StatusCode)
	io.Copy(w, resp.Body)
}

// A Client has headers that it sends with each request.
type Client struct {
	base string

	mu      sync.Mutex
	headers http.Header
	tags    map[string]string
}

// Send is right.
func (c *Client) Send(key, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.headers.Set(key, value)
}

// NewClient is right.
func NewClient(base string) *Client {
	h := make(http.Header)
	h.Set("Accept", "application/json")
	if h.Get("User-Agent") == "" {
		h.Set("User-Agent", "handlers")
	}
	return &Client{base: base, headers: h, tags: map[string]string{}}
}

// page is right.
func (c *Client) page(path string, page int) (string, error) {
	u, err := url.Parse(c.base + path)
	if err != nil {
		return "", err
	}
	q := u.Query()
	q.Set("page", fmt.Sprint(page))
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// request is right.
func (c *Client) request(u string) (*http.Request, error) {
	req, err := http.NewRequest("GET", u, nil)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	req.Header = c.headers.Clone()
	if tag := c.tags[u]; tag != "" {
		req.Header.Set("If-None-Match", tag)
	}
	c.mu.Unlock()
	return req, nil
}

// note is right.
func (c *Client) note(u string, resp *http.Response) (string, error) {
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("status %d, type %s", resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tags[u] = resp.Header.Get("Etag")
	return resp.Header.Get("Location"), nil
}

// Post is right.
func (c *Client) Post(name string) error {
	form := url.Values{}
	form.Set("name", name)
	form.Add("name", "other")
	resp, err := http.PostForm(c.base, form)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A holder of a handler's writer, which it needs for the time of a call.
type reply struct {
	w    http.ResponseWriter
	code int
}

func (p *reply) fail(text string) {
	p.w.Header().Set("X-Error", text)
	p.w.WriteHeader(p.code)
}

// Fail is right.
func Fail(w http.ResponseWriter, r *http.Request) {
	p := &reply{w: w, code: http.StatusTeapot}
	p.fail(r.URL.Path)
}

// Search is wrong: the map of what was asked for is new, and that of the store is not.
func (s *Server) search(w http.ResponseWriter, r *http.Request) {
	for _, key := range r.URL.Query()["key"] {
		fmt.Fprintln(w, len(s.store.seen[key])) // failed
	}
}
