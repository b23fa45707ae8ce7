// Package firstknown has no annotations. Its constructors make function literals and method values that lead to the object, and go on to set its
// fields: that is right as long as nobody else knows what holds these functions.
package firstknown

import (
	"net/http"
	"sync"
)

type S struct {
	name string
	mux  *http.ServeMux
	hs   map[string]func() string
	next *S
	mu   sync.Mutex
	n    int
}

func (s *S) h(w http.ResponseWriter, r *http.Request) { w.Write([]byte(s.name)) }
func (s *S) get() string                              { return s.name }

type holder struct{ mux *http.ServeMux }

var known struct {
	sync.Mutex
	mux *http.ServeMux
	s   *S
	f   func() string
	m   map[string]func() string
}

func share(m *http.ServeMux) {
	known.Lock()
	known.mux = m
	known.Unlock()
}

// Alias: the field is changed by its address.
func Alias(o *holder, name string) *S {
	s := &S{mux: http.NewServeMux()}
	pp := &s.mux
	*pp = o.mux
	s.mux.HandleFunc("/", s.h)
	s.name = name // failed
	return s
}

// Early: the mux is known before.
func Early(name string) *S {
	s := &S{mux: http.NewServeMux()}
	share(s.mux)
	s.mux.HandleFunc("/", s.h)
	s.name = name // failed
	return s
}

// Loop: one mux for many.
func Loop(n int) *http.ServeMux {
	mux := http.NewServeMux()
	for range n {
		s := &S{}
		mux.HandleFunc("/", s.h)
		share(mux)
		s.name = "x" // failed
	}
	return mux
}

// LoopAfter: known after the loop; the ones before are known.
func LoopAfter(n int) {
	mux := http.NewServeMux()
	var last *S
	for range n {
		s := &S{}
		mux.HandleFunc("/", s.h)
		last = s
	}
	share(mux)
	last.name = "x" // failed
}

// Deferred: a deferred call gives the mux away, on the way the write comes before or after.
func Deferred(name string) *S {
	s := &S{mux: http.NewServeMux()}
	defer share(s.mux)
	s.mux.HandleFunc("/", s.h)
	s.name = name // failed
	return s
}

// Field: the object is in another one, which others know.
func Field(p *S, name string) {
	s := &S{mux: http.NewServeMux()}
	s.mux.HandleFunc("/", s.h)
	known.Lock()
	known.s = s
	known.Unlock()
	s.name = name // failed
}

// Chain: a new object in a new object that is known.
func Chain(name string) {
	s := &S{mux: http.NewServeMux()}
	o := &S{}
	known.Lock()
	known.s = o
	known.Unlock()
	s.mux.HandleFunc("/", s.h)
	o.mux = s.mux // failed
	s.name = name
}

// Map: the map of functions is known.
func Map(name string) *S {
	s := &S{hs: map[string]func() string{}}
	known.Lock()
	known.m = s.hs
	known.Unlock()
	s.hs["x"] = s.get // failed
	s.name = name
	return s
}

// Map2: known after.
func Map2(name string) *S {
	s := &S{hs: map[string]func() string{}}
	s.hs["x"] = s.get
	m := s.hs
	known.Lock()
	known.m = m // failed
	known.Unlock()
	s.name = name
	return s
}

// Iface: by way of an interface.
func Iface(name string) *S {
	s := &S{mux: http.NewServeMux()}
	s.mux.HandleFunc("/", s.h)
	var h http.Handler = s.mux
	go func() { http.ListenAndServe(":1", h) }()
	s.name = name // failed
	return s
}

// Served: by way of a server.
func Served(name string) *S {
	s := &S{}
	mux := http.NewServeMux()
	mux.HandleFunc("/", s.h)
	srv := &http.Server{Handler: mux}
	go srv.ListenAndServe()
	s.name = name // failed
	return s
}

// Copy: a copy of the object has the mux.
func Copy(name string) *S {
	s := &S{mux: http.NewServeMux()}
	s.mux.HandleFunc("/", s.h)
	c := holder{s.mux}
	send(c)
	s.name = name // failed
	return s
}

var chans = make(chan holder, 1)

func send(h holder) { chans <- h }

// Chan: by a channel.
func Chan(name string) *S {
	s := &S{mux: http.NewServeMux()}
	s.mux.HandleFunc("/", s.h)
	chans <- holder{s.mux}
	s.name = name // failed
	return s
}

// Branch: registered on one way.
func Branch(debug bool, name string) *S {
	s := &S{mux: http.NewServeMux()}
	if debug {
		s.mux.HandleFunc("/", s.h)
		share(s.mux)
	}
	s.name = name // failed
	return s
}

// Returned: the caller writes after it has let others know the mux.
func returned() *S {
	s := &S{mux: http.NewServeMux()}
	s.mux.HandleFunc("/", s.h)
	return s
}
func Returned(name string) {
	s := returned()
	go http.ListenAndServe(":1", s.mux)
	s.name = name // failed
}

// Mux alone returned.
func muxOnly(s *S) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("/", s.h)
	return mux
}
func MuxOnly(name string) {
	s := &S{}
	mux := muxOnly(s)
	go http.ListenAndServe(":1", mux)
	s.name = name // failed
}

// Out: by a pointer of the caller.
func Out(h *holder, name string) {
	s := &S{mux: http.NewServeMux()}
	h.mux = s.mux
	s.mux.HandleFunc("/", s.h)
	s.name = name // failed
}

// Literals: captured variable
func Literals(name string) *http.ServeMux {
	n := 0
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { _ = n })
	share(mux)
	n = 1 // failed
	return mux
}

// Two: a second literal is called by a goroutine.
func Two(name string) *S {
	s := &S{}
	f := s.get
	g := func() { f() }
	go g()
	s.name = name // failed
	return s
}

// Nested: a struct in the object.
type outer struct{ in holder }

func Nested(o *outer, name string) {
	s := &S{}
	t := outer{holder{http.NewServeMux()}}
	t.in = o.in
	t.in.mux.HandleFunc("/", s.h)
	s.name = name // failed
}

// Whole: the object is overwritten as a whole.
func Whole(o *holder, name string) {
	s := &S{}
	t := &holder{mux: http.NewServeMux()}
	*t = *o
	t.mux.HandleFunc("/", s.h)
	s.name = name // failed
}

// Cond: one of two muxes.
func Cond(b bool, o *holder, name string) {
	s := &S{}
	mux := http.NewServeMux()
	if b {
		mux = o.mux
	}
	mux.HandleFunc("/", s.h)
	s.name = name // failed
}

// Panics: a deferred literal lets it know.
func Panics(name string) (s *S) {
	s = &S{mux: http.NewServeMux()}
	defer func() {
		if r := recover(); r != nil {
			share(s.mux)
		}
	}()
	s.mux.HandleFunc("/", s.h)
	s.name = name // failed
	return s
}

// Slice of functions, appended.
func Slice(name string) *S {
	s := &S{}
	var fs []func() string
	fs = append(fs, s.get)
	known.Lock()
	known.f = fs[0]
	known.Unlock()
	s.name = name // failed
	return s
}

// Array of functions.
func Array(name string) *S {
	s := &S{}
	fs := []func() string{s.get, nil}
	g := fs[0]
	known.Lock()
	known.f = g
	known.Unlock()
	s.name = name // failed
	return s
}

// Ptr: pointer to the variable with the literal.
func Ptr(name string) *S {
	s := &S{}
	f := s.get
	put(&f)
	s.name = name // failed
	return s
}
func put(f *func() string) { known.Lock(); known.f = *f; known.Unlock() }

// Late: the variable is set again to a mux that others know, after.
func Late(o *holder, name string) *S {
	s := &S{mux: http.NewServeMux()}
	s.mux.HandleFunc("/", s.h)
	o.mux = s.mux
	s.name = name // failed
	return s
}

// Index: stored through a pointer to an element.
func Index(ps []*holder, name string) *S {
	s := &S{}
	mux := http.NewServeMux()
	mux.HandleFunc("/", s.h)
	p := ps[0]
	p.mux = mux
	s.name = name // failed
	return s
}

// Self: the literal captures the variable, which is set later (right).
func Self(name string) *S {
	var s *S
	s = &S{hs: map[string]func() string{"get": func() string { return s.name }}}
	s.name = name
	return s
}

// Goto: a cycle without a loop statement.
func Goto(n int) {
	mux := http.NewServeMux()
	i := 0
	var old *S
again:
	s := &S{next: old}
	mux.HandleFunc("/", s.h)
	if i < n {
		i++
		old = s
		goto again
	}
	share(mux)
	old.name = "x" // failed
}

// A Server registers its handlers before its fields are set.
type Server struct {
	mu   sync.Mutex
	hits map[string]int
	mux  *http.ServeMux
	srv  *http.Server
	ops  map[string]func(int)
	name string
}

// NewServer makes one.
func NewServer(name, addr string) *Server {
	s := &Server{hits: map[string]int{}}
	mux := http.NewServeMux()
	mux.HandleFunc("/hit", s.handleHit)
	mux.Handle("/name", http.HandlerFunc(s.handleName))
	mux.HandleFunc("/ops", func(w http.ResponseWriter, r *http.Request) { s.ops[r.URL.Path](1) })
	s.mux = mux
	s.srv = &http.Server{Addr: addr, Handler: s.mux}
	s.ops = map[string]func(int){"add": s.add, "set": s.set}
	s.name = name
	return s
}

func (s *Server) handleHit(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.hits[r.URL.Path]++
	s.mu.Unlock()
}

func (s *Server) handleName(w http.ResponseWriter, r *http.Request) { w.Write([]byte(s.name)) }

func (s *Server) add(n int) {
	s.mu.Lock()
	s.hits["add"] += n
	s.mu.Unlock()
}

func (s *Server) set(n int) {
	s.mu.Lock()
	s.hits["set"] = n
	s.mu.Unlock()
}

// Run serves.
func (s *Server) Run() error { return s.srv.ListenAndServe() }

// A Writer is written by its handler.
type Writer struct {
	n   int
	mux *http.ServeMux
}

// NewWriter makes one.
func NewWriter() *Writer {
	w := &Writer{mux: http.NewServeMux()}
	w.mux.HandleFunc("/", w.handle)
	w.n = 1
	return w
}

func (w *Writer) handle(http.ResponseWriter, *http.Request) { w.n++ } // failed
