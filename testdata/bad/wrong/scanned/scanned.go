// Package scanned has functions of the standard library write variables that nobody may write.
package scanned

import (
	"encoding/json"
	"fmt"
	"maps"
	"sync"
)

// A counter is guarded, so that something is.
type counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	hits uint32
}

func (c *counter) hit() {
	c.mu.Lock()
	c.hits++
	c.mu.Unlock()
}

// A settings has a lock, and fields of which nobody has said who may write them: nobody may, once others have it.
type settings struct {
	mu    sync.Mutex
	n     int
	name  string
	table map[string]int
	conf  config
	shown *config
}

type config struct{ Limit int }

func (s *settings) scan() {
	_, _ = fmt.Sscan("1", &s.n) // failed
}

func (s *settings) scanTwo() {
	_, _ = fmt.Sscanf("a 1", "%s %d", new(string), &s.n) // failed
}

func (s *settings) scanInto(p *string) {
	_, _ = fmt.Sscanln("a", p) // failed
}

func (s *settings) clearTable() {
	maps.DeleteFunc(s.table, func(string, int) bool { return true }) // failed
}

func (s *settings) merge(m map[string]int) {
	if s.table != nil {
		maps.Copy(s.table, m) // failed
	}
}

func (s *settings) load(data []byte) error {
	return json.Unmarshal(data, &s.conf) // failed
}

func (s *settings) loadShown(data []byte) error {
	return json.Unmarshal(data, s.shown) // failed
}

func (s *settings) loadName(data []byte) error {
	return json.Unmarshal(data, &s.name) // failed
}

func loaded(data []byte) (config, error) {
	var c config
	err := json.Unmarshal(data, &c)
	return c, err
}

func scanned(text string) *settings {
	s := &settings{}
	_, _ = fmt.Sscan(text, &s.n)
	return s
}
