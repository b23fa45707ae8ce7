// Package decoded reads settings, lists and documents with the decoders of the standard library. What a decoder makes is the goroutine's own, as
// if it had been made here: it is completed, sent, returned and put under a lock.
package decoded

import (
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"io"
	"sync"
)

// Settings are what a file says.
type Settings struct {
	Name   string         `json:"name"`
	Hosts  []string       `json:"hosts"`
	Limits map[string]int `json:"limits"`
}

// Rename gives settings another name.
func (s *Settings) Rename(name string) { s.Name = name }

// Load decodes settings, and completes them.
func Load(data []byte) (*Settings, error) {
	var s Settings
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	if s.Name == "" {
		s.Name = "main"
	}
	for i := range s.Hosts {
		if s.Hosts[i] == "" {
			s.Hosts[i] = "localhost"
		}
	}
	if s.Limits == nil {
		s.Limits = map[string]int{}
	}
	s.Limits["retries"]++
	return &s, nil
}

// Node is a tree in a file.
type Node struct {
	Label string  `xml:"label,attr"`
	Kids  []*Node `xml:"node"`
	Sizes [][]int `xml:"-"`
}

// Tree decodes a tree, and gives its first children names.
func Tree(data []byte) (*Node, error) {
	root := new(Node)
	if err := xml.Unmarshal(data, root); err != nil {
		return nil, err
	}
	for _, kid := range root.Kids {
		if kid != nil && kid.Label == "" {
			kid.Label = "node"
		}
	}
	return root, nil
}

// Rows decodes rows of numbers, and counts in each.
func Rows(r io.Reader) ([][]int, error) {
	var rows [][]int
	if err := gob.NewDecoder(r).Decode(&rows); err != nil {
		return nil, err
	}
	for _, row := range rows {
		if len(row) > 0 {
			row[0]++
		}
	}
	return rows, nil
}

// Table keeps what was decoded.
type Table struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	hosts map[string][]string
	//calvin:guarded_by mu
	limits map[string]int
	//calvin:guarded_by mu
	current *Settings
	//calvin:closable_if false
	changed chan []string
}

// NewTable returns an empty table.
func NewTable() *Table {
	return &Table{hosts: map[string][]string{}, changed: make(chan []string, 1)}
}

// Put decodes a list without the lock, and stores it with the lock.
func (t *Table) Put(name string, data []byte) error {
	var hosts []string
	if err := json.Unmarshal(data, &hosts); err != nil {
		return err
	}
	hosts = append(hosts, name)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hosts[name] = hosts
	return nil
}

// Replace takes the settings as they come.
func (t *Table) Replace(data []byte) error {
	s, err := Load(data)
	if err != nil {
		return err
	}
	t.mu.Lock()
	t.current = s
	t.mu.Unlock()
	return nil
}

// Limit takes only the limits out of settings.
func (t *Table) Limit(data []byte) error {
	var s Settings
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	t.mu.Lock()
	t.limits = s.Limits
	t.mu.Unlock()
	return nil
}

// Reload decodes into what the lock guards.
func (t *Table) Reload(data []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return json.Unmarshal(data, &t.limits)
}

// Follow sends one list after the other.
func (t *Table) Follow(r io.Reader) error {
	dec := json.NewDecoder(r)
	for dec.More() {
		var hosts []string
		if err := dec.Decode(&hosts); err != nil {
			return err
		}
		t.changed <- hosts
	}
	return nil
}
