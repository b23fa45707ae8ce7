// Package othersstructs has no annotations. It fills in structs of the standard library: servers, clients, dialers, commands, addresses. Whoever has such a struct
// synchronises, as for structs of this package.
package othersstructs

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// A Server has one that it sets up before it starts it.
type Server struct {
	http  *http.Server
	mu    sync.Mutex
	count int
}

// New returns one.
func New(addr string, h http.Handler) *Server {
	s := &Server{http: &http.Server{Addr: addr}}
	s.http.Handler = h
	configure(s.http)
	return s
}

func configure(s *http.Server) {
	s.ReadTimeout = time.Second
	s.IdleTimeout = time.Minute
}

// Start starts it.
func (s *Server) Start() { go s.http.ListenAndServe() }

// Stop ends it.
func (s *Server) Stop(ctx context.Context) error { return s.http.Shutdown(ctx) }

// Count counts.
func (s *Server) Count() {
	s.mu.Lock()
	s.count++
	s.mu.Unlock()
}

// Tune is for callers that have the server to themselves.
func Tune(s *http.Server) { s.WriteTimeout = time.Second }

// An API has a client with options.
type API struct {
	client *http.Client
	mu     sync.Mutex
	calls  int
}

// NewAPI returns one.
func NewAPI(opts ...func(*http.Client)) *API {
	c := &http.Client{Timeout: time.Second}
	for _, o := range opts {
		o(c)
	}
	return &API{client: c}
}

// WithTimeout is an option.
func WithTimeout(d time.Duration) func(*http.Client) {
	return func(c *http.Client) { c.Timeout = d }
}

// Get uses the client, which nobody changes any more.
func (a *API) Get(u string) (int, error) {
	a.mu.Lock()
	a.calls++
	a.mu.Unlock()
	r, err := a.client.Get(u)
	if err != nil {
		return 0, err
	}
	defer r.Body.Close()
	return r.StatusCode, nil
}

// A Link has an address that was put in order.
type Link struct {
	u *url.URL
	n int
}

// Parse returns one.
func Parse(s string) (*Link, error) {
	u, err := url.Parse(s)
	if err != nil {
		return nil, err
	}
	normalise(u)
	return &Link{u: u}, nil
}

func normalise(u *url.URL) {
	if u.Scheme == "" {
		u.Scheme = "http"
	}
	q := u.Query()
	q.Set("a", "b")
	u.RawQuery = q.Encode()
}

// Host reads it.
func (l *Link) Host() string { return l.u.Host }

// Move writes it: callers synchronise.
func (l *Link) Move(host string) {
	l.u.Host = host
	l.n++
}

// SetCookie fills in a cookie.
func SetCookie(w http.ResponseWriter, name string) {
	c := &http.Cookie{Name: name}
	harden(c)
	http.SetCookie(w, c)
}

func harden(c *http.Cookie) {
	c.HttpOnly = true
	c.Expires = time.Now()
}

// A Dialer has one that nobody changes once it is made.
type Dialer struct {
	d *net.Dialer
}

// NewDialer returns one.
func NewDialer() *Dialer {
	d := &net.Dialer{}
	d.Timeout = time.Second
	keep(d)
	return &Dialer{d}
}

func keep(d *net.Dialer) { d.KeepAlive = time.Second }

// Many dials at the same time.
func (d *Dialer) Many(ctx context.Context, addrs []string) {
	for _, a := range addrs {
		go func() {
			if c, err := d.d.DialContext(ctx, "tcp", a); err == nil {
				c.Close()
			}
		}()
	}
}

// A Config has one of package tls, which the lock guards.
type Config struct {
	mu  sync.Mutex
	tls *tls.Config
	n   int
}

// NewConfig returns one.
func NewConfig() *Config { return &Config{tls: &tls.Config{}} }

// Require writes it.
func (c *Config) Require(version uint16) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tls.MinVersion = version
	c.n++
}

// Version reads it.
func (c *Config) Version() uint16 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tls.MinVersion
}

// Decode fills one in.
func Decode(r io.Reader, u *url.Userinfo, to *url.URL) error {
	to.User = u
	return json.NewDecoder(r).Decode(to)
}

// All writes those of a caller.
func All(us []*url.URL, byName map[string]*url.URL) {
	for _, u := range us {
		u.Host = "a"
	}
	for _, u := range byName {
		u.Host = "b"
	}
}
