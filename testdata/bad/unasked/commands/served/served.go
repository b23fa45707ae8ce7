// Command served has no annotations. It sets variables before it starts what reads them, and some after that.
package main

import (
	"os"
	"sync"
	"time"
)

type store struct {
	mu   sync.Mutex
	hits map[string]int
}

func newStore() *store { return &store{hits: map[string]int{}} }

func (s *store) hit(k string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hits[k]++
	return s.hits[k]
}

var (
	cache *store
	title string
	late  int
	once  int
	turns int
)

func main() {
	cache = newStore()
	title = os.Getenv("TITLE")
	if title == "" {
		title = name()
	}
	time.AfterFunc(time.Second, handle)
	late = 1 // failed
	go func() {
		once = 1 // failed
	}()
	handle()
}

func name() string { return "hits" }

func handle() {
	turns++ // failed
	if cache.hit(title)+late+once > 3 {
		return
	}
}
