// Package libnil uses results of the standard library that may be nil.
package libnil

import (
	"container/list"
	"errors"
	"math/big"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

type Server struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	hits int
	mux  http.Handler
}

func (s *Server) Request() string {
	req, _ := http.NewRequest("GET", "/", strings.NewReader(""))
	return req.Method // failed
}

func (s *Server) OtherWay(u string) string {
	req, err := http.NewRequest("GET", u, nil)
	if err == nil {
		return ""
	}
	return req.Method // failed
}

func (s *Server) Host(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		s.mu.Lock()
		s.hits++
		s.mu.Unlock()
	}
	return u.Host // failed
}

func (s *Server) First(l *list.List) any {
	return l.Front().Value // failed
}

func (s *Server) Next(l *list.List) any {
	e := l.PushBack(1)
	return e.Next().Value // failed
}

func (s *Server) Match(expr string) string {
	re, _ := regexp.Compile(expr)
	var named interface{ String() string } = re
	return named.String() // failed
}

func (s *Server) Cause(err error) string {
	return errors.Unwrap(err).Error() // failed
}

func (s *Server) Half(n int64) *big.Rat {
	return big.NewRat(1, n) // failed
}

func (s *Server) Strip(prefix string, h http.Handler) http.Handler {
	h = http.StripPrefix(prefix, h)
	h.ServeHTTP(nil, nil) // failed
	return h
}

func (s *Server) Tick(d time.Duration) {
	t := time.NewTicker(d) // failed
	t.Stop()
}
