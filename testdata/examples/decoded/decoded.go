// Package decoded has values with slices, maps and pointers that are decoded: they stay the goroutine's own.
package decoded

import (
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"io"
	"sync"
)

var mu sync.Mutex

//calvin:guarded_by mu
var all map[string][]string

// Settings are read from a file.
type Settings struct {
	Name   string
	Hosts  []string
	Limits map[string]int
}

// Load decodes settings, and completes them.
func Load(data []byte) (*Settings, error) {
	var s Settings
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	s.Name = "x"
	for i := range s.Hosts {
		if s.Hosts[i] == "" {
			s.Hosts[i] = "localhost"
		}
	}
	if s.Limits == nil {
		s.Limits = map[string]int{}
	}
	s.Limits["max"] = 10
	return &s, nil
}

// Req has an unnamed type.
func Req(data []byte) (int, error) {
	var req struct {
		Names []string
		Sub   struct{ N []int }
	}
	if err := json.Unmarshal(data, &req); err != nil {
		return 0, err
	}
	n := 0
	for _, s := range req.Names {
		n += len(s)
	}
	return n + len(req.Sub.N), nil
}

// ReqW has an unnamed type that is written.
func ReqW(data []byte) (int, error) {
	var req struct {
		Names []string
	}
	if err := json.Unmarshal(data, &req); err != nil {
		return 0, err
	}
	if req.Names == nil {
		req.Names = []string{"a"}
	}
	req.Names = append(req.Names, "b")
	return len(req.Names), nil
}

// List decodes a list.
func List(r io.Reader) ([]int, error) {
	var list []int
	if err := gob.NewDecoder(r).Decode(&list); err != nil {
		return nil, err
	}
	for i := range list {
		list[i]++
	}
	list = append(list, 1)
	return list, nil
}

// Table decodes a map.
func Table(data []byte) (map[string]int, error) {
	var m map[string]int
	if err := xml.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	if m == nil {
		m = map[string]int{}
	}
	m["x"] = 1
	return m, nil
}

// Pointer decodes into a pointer.
func Pointer(data []byte) (*Settings, error) {
	var p *Settings
	if err := json.Unmarshal(data, &p); err != nil || p == nil {
		return nil, err
	}
	p.Name = "y"
	if len(p.Hosts) > 0 {
		p.Hosts[0] = "a"
	}
	return p, nil
}

// Put stores it under the lock.
func Put(k string, data []byte) error {
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	if all == nil {
		return nil
	}
	all[k] = list
	return nil
}
