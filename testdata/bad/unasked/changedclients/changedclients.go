// Package changedclients has structs of others of which it changes fields under a lock, and of which methods read these fields.
package changedclients

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// A Server is replaced under the lock, and not changed.
type Server struct {
	mu  sync.Mutex
	srv *http.Server
}

func (s *Server) Replace(h http.Handler) {
	srv := &http.Server{Handler: h}
	srv.ReadTimeout = time.Second
	s.mu.Lock()
	defer s.mu.Unlock()
	s.srv = srv
}

// What follows is wrong.

// A Dialer changes while it dials.
type Dialer struct {
	mu     sync.Mutex
	dialer net.Dialer
}

func (d *Dialer) SetTimeout(t time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dialer.Timeout = t
}

func (d *Dialer) Dial(addr string) (net.Conn, error) {
	return d.dialer.Dial("tcp", addr) // failed
}

// A Client changes while it gets.
type Client struct {
	mu     sync.Mutex
	client http.Client
}

func (c *Client) SetTimeout(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.client.Timeout = d
}

func (c *Client) Get(url string) error {
	_, err := c.client.Get(url) // failed
	return err
}

// A Runner changes its handler while it serves.
type Runner struct {
	mu  sync.Mutex
	srv http.Server
}

func (r *Runner) Handle(h http.Handler) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.srv.Handler = h
}

func (r *Runner) Run() error {
	return r.srv.ListenAndServe() // failed
}

// A Caller reads the client under its lock, and uses it without.
type Caller struct {
	mu     sync.Mutex
	client *http.Client
}

func (c *Caller) SetTimeout(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.client.Timeout = d
}

func (c *Caller) Get(url string) error {
	c.mu.Lock()
	client := c.client
	c.mu.Unlock()
	_, err := client.Get(url) // failed
	return err
}
