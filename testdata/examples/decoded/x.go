package decoded

import (
	"encoding/json"
	"io"
)

var lists = make(chan []string, 1)

func (s *Settings) Rename(name string) { s.Name = name }

type Store struct {
	Settings *Settings
}

// A1
func A1(r io.Reader) {
	dec := json.NewDecoder(r)
	var list []string
	for dec.More() {
		list = nil
		if dec.Decode(&list) != nil {
			return
		}
		lists <- list
	}
}

// A2
func A2(r io.Reader) {
	dec := json.NewDecoder(r)
	for dec.More() {
		var list []string
		if dec.Decode(&list) != nil {
			return
		}
		lists <- list
	}
}

// A3
func A3(r io.Reader) int {
	dec := json.NewDecoder(r)
	var list []string
	n := 0
	for dec.More() {
		if dec.Decode(&list) != nil {
			return 0
		}
		n += len(list)
		if len(list) > 0 {
			list[0] = "x"
		}
	}
	return n
}

//calvin:guarded_by mu
var limits map[string]int

//calvin:guarded_by mu
var settings *Settings

func A4(data []byte) {
	var v Settings
	if json.Unmarshal(data, &v) != nil {
		return
	}
	mu.Lock()
	limits = v.Limits
	mu.Unlock()
}

func A4made(data []byte) {
	var v Settings
	v.Limits = map[string]int{"a": 1}
	mu.Lock()
	limits = v.Limits
	mu.Unlock()
}

func A5(data []byte) {
	var v Settings
	if json.Unmarshal(data, &v) != nil {
		return
	}
	if len(v.Hosts) > 0 {
		v.Hosts[0] = "a"
	}
	mu.Lock()
	settings = &v
	mu.Unlock()
}

func A6(data []byte) error {
	mu.Lock()
	defer mu.Unlock()
	if settings == nil {
		settings = &Settings{}
	}
	return json.Unmarshal(data, settings)
}

func A7(data []byte) (*Settings, error) {
	s := &Settings{Name: "x", Hosts: []string{"a"}, Limits: map[string]int{"a": 1}}
	err := json.Unmarshal(data, s)
	if len(s.Hosts) > 0 {
		s.Hosts[0] = "x"
	}
	if s.Limits != nil {
		s.Limits["b"] = 2
	}
	return s, err
}
