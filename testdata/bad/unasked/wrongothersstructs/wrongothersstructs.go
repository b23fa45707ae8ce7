// Package wrongothersstructs has no annotations. It writes structs of the standard library that other goroutines know.
package wrongothersstructs

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

func set(c *http.Client) { c.Timeout = time.Second }

// SetDefault writes one that everybody knows.
func SetDefault() { set(http.DefaultClient) } // failed

var client = http.DefaultClient

// SetOther does so by a variable.
func SetOther() { client.Timeout = 1 } // failed

// Tuned writes what package http has.
func Tuned() {
	t := http.DefaultTransport.(*http.Transport)
	t.MaxIdleConns = 5 // failed
}

// Given lets others know it, and goes on.
func Given(ch chan *http.Client) {
	c := &http.Client{}
	ch <- c
	set(c) // failed
}

var kept sync.Map

// Stored is the same with a map.
func Stored() {
	c := &http.Client{}
	kept.Store("a", c)
	set(c) // failed
}

func listen(s *http.Server) { s.ReadTimeout = time.Second }

// Started sets a server up too late.
func Started() {
	srv := &http.Server{}
	go srv.ListenAndServe()
	listen(srv) // failed
}

// Registered writes it when the server ends, in another goroutine.
func Registered(s *http.Server) {
	s.RegisterOnShutdown(func() { s.ReadTimeout = time.Second }) // failed
	s.ReadTimeout = 2
}

// Stated writes it for every connection.
func Stated(s *http.Server) {
	s.ConnState = func(net.Conn, http.ConnState) { s.IdleTimeout = 1 } // failed
}

// Configured does the same with a configuration.
func Configured(c *tls.Config) {
	c.GetConfigForClient = func(h *tls.ClientHelloInfo) (*tls.Config, error) {
		c.MinVersion = 1 // failed
		return c, nil
	}
}

func host(u *url.URL, h string) { u.Host = h }

// Both has two goroutines write one.
func Both(u *url.URL) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); host(u, "a") }() // failed
	go func() { defer wg.Done(); host(u, "b") }()
	wg.Wait()
}

type key struct{}

// Passed lets a goroutine have it by a context.
func Passed(u *url.URL) {
	ctx := context.WithValue(context.Background(), key{}, u)
	go use(ctx) // failed
	u.Host = "x"
}

func use(ctx context.Context) { ctx.Value(key{}).(*url.URL).Host = "y" } // failed

// Decoded has a decoder write it meanwhile.
func Decoded(b []byte) {
	u := &url.URL{}
	go func() { u.Host = "x" }() // failed
	json.Unmarshal(b, u)         // failed
}

var current atomic.Pointer[net.Dialer]

// Swapped changes one that others may have loaded.
func Swapped() {
	d := &net.Dialer{}
	current.Store(d)
	d.Timeout = 2 // failed
}

// Loaded changes the one that others have.
func Loaded() { dial(current.Load()) } // failed

func dial(c *net.Dialer) { c.Timeout = 2 }

// A Jar has cookies.
type Jar struct {
	mu      sync.RWMutex
	cookies map[string]*http.Cookie
}

// Tune writes one with the lock held for reading.
func (j *Jar) Tune(k string) {
	j.mu.RLock()
	defer j.mu.RUnlock()
	j.cookies[k].Path = "/" // failed
}

// Get lets callers have one.
func (j *Jar) Get(k string) *http.Cookie {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return j.cookies[k] // failed
}

// Add adds one, and goes on to write it.
func (j *Jar) Add(k string, c *http.Cookie) {
	j.mu.Lock()
	j.cookies[k] = c
	j.mu.Unlock()
	c.Path = "/" // failed
}

// A Worker runs.
type Worker struct{ d *net.Resolver }

// Start starts it.
func (w *Worker) Start() { go w.run() } // failed

func (w *Worker) run() { w.d.PreferGo = true } // failed

// Set writes it meanwhile.
func (w *Worker) Set() { w.d.PreferGo = false }

// My is a type of the same structure.
type My http.PushOptions

func (m *My) set() { m.Method = "a" }

// Converted has two goroutines write one by two types.
func Converted() {
	p := &http.PushOptions{}
	go func() { p.Method = "b" }() // failed
	(*My)(p).set()
}
