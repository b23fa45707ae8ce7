// Package decodedparts decodes into variables with slices, maps and pointers in them, and believes too much of what is there afterwards, or
// goes on using what others know.
package decodedparts

import (
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"io"
	"sync"
	"time"
)

// Settings has parts without references of their own.
type Settings struct {
	Name   string
	Hosts  []string
	Limits map[string]int
	Retry  *int
	cache  []int
}

// Store has decoded values under locks.
type Store struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	hosts map[string][]string
	//calvin:guarded_by mu
	settings *Settings
	//calvin:guarded_by mu
	last []int
	//calvin:guarded_by mu
	counts map[string]int
	other  sync.Mutex
	//calvin:guarded_by other
	limits map[string]int
}

var (
	lists    = make(chan []string, 1)
	maps     = make(chan map[string]int, 1)
	pointers = make(chan *Settings, 1)
	// defaults are never written, once others know them.
	defaults = []string{"localhost"}
	shared   = &Settings{}
)

var knownMu sync.Mutex

//calvin:guarded_by knownMu
var known []string

// Sent is right: what was decoded is as if it had been made here.
func Sent(data []byte) {
	var s Settings
	if json.Unmarshal(data, &s) == nil {
		lists <- s.Hosts
	}
}

// WrittenAfterSent writes the list that it has sent.
func WrittenAfterSent(data []byte) {
	var list []string
	if json.Unmarshal(data, &list) == nil && len(list) > 0 {
		lists <- list
		list[0] = "x" // failed
	}
}

// PartWrittenAfterSent writes a part that it has sent.
func PartWrittenAfterSent(data []byte) {
	var s Settings
	if xml.Unmarshal(data, &s) == nil && s.Limits != nil {
		maps <- s.Limits
		s.Limits["x"] = 1 // failed
	}
}

// WrittenAfterAllSent writes a part after it has sent the whole.
func WrittenAfterAllSent(data []byte) {
	s := new(Settings)
	if json.Unmarshal(data, s) == nil && len(s.Hosts) > 0 {
		pointers <- s
		s.Hosts[0] = "x" // failed
	}
}

// DecodedAfterSent decodes into what it has sent.
func DecodedAfterSent(data []byte) error {
	s := &Settings{}
	pointers <- s
	return json.Unmarshal(data, s) // failed
}

// DecodedAgain decodes into the list that others know by now.
func DecodedAgain(dec *json.Decoder) {
	var list []string
	if dec.Decode(&list) != nil {
		return
	}
	lists <- list
	_ = dec.Decode(&list) // failed
}

// IntoDefaults decodes into an array that others read.
func IntoDefaults(data []byte) (Settings, error) {
	s := Settings{Hosts: defaults}
	err := json.Unmarshal(data, &s) // failed
	return s, err
}

// IntoShared decodes into the object that a pointer leads to.
func IntoShared(data []byte) (*Settings, error) {
	s := shared
	err := json.Unmarshal(data, &s) // failed
	return s, err
}

// IntoSharedMap adds to a map that others know.
func IntoSharedMap(data []byte) error {
	m := map[string]int{}
	maps <- m
	s := Settings{Limits: m}
	return json.Unmarshal(data, &s) // failed
}

// AliasKept leaves the array of the list to others, before the call.
func AliasKept(data []byte) error {
	s := Settings{Hosts: make([]string, 0, 8)}
	lists <- s.Hosts
	return json.Unmarshal(data, &s) // failed
}

// TakenOver starts a goroutine that has the list, and decodes into it.
func TakenOver(data []byte) error {
	var s Settings
	s.Limits = map[string]int{}
	m := s.Limits
	go func() { maps <- m }()
	return gob.NewDecoder(nil).Decode(&s) // failed
}

// InGlobal stores a list where others find it.
func InGlobal(data []byte) {
	var list []string
	if json.Unmarshal(data, &list) == nil && len(list) > 0 {
		knownMu.Lock()
		known = list
		knownMu.Unlock()
		list[0] = "x" // failed
	}
}

// Unlocked decodes into a guarded field.
func (s *Store) Unlocked(data []byte) error {
	return json.Unmarshal(data, &s.last) // failed
}

// UnderReadLock decodes into one while others may read it.
func (s *Store) UnderReadLock(data []byte) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return json.Unmarshal(data, &s.last) // failed
}

// UnderOther has another lock.
func (s *Store) UnderOther(dec *gob.Decoder) error {
	s.other.Lock()
	defer s.other.Unlock()
	return dec.Decode(&s.last) // failed
}

// Kept writes a list under the lock's map when the lock is free again.
func (s *Store) Kept(k string, data []byte) {
	var list []string
	if json.Unmarshal(data, &list) != nil || len(list) == 0 {
		return
	}
	s.mu.Lock()
	if s.hosts != nil {
		s.hosts[k] = list
	}
	s.mu.Unlock()
	list[0] = "x" // failed
}

// InTwo stores one map under two locks.
func (s *Store) InTwo(data []byte) {
	var m map[string]int
	if json.Unmarshal(data, &m) != nil {
		return
	}
	s.other.Lock()
	s.limits = m
	s.other.Unlock()
	s.mu.Lock()
	s.counts = m // failed
	s.mu.Unlock()
}

// SettingsKept writes a part of what the lock guards by now.
func (s *Store) SettingsKept(data []byte) {
	v := new(Settings)
	if json.Unmarshal(data, v) != nil {
		return
	}
	s.mu.Lock()
	s.settings = v
	s.mu.Unlock()
	if len(v.Hosts) > 0 {
		v.Hosts[0] = "x" // failed
	}
}

// Length claims to know how many elements there are.
func Length(data []byte) string {
	var list []string
	if json.Unmarshal(data, &list) != nil {
		return ""
	}
	return list[0] // failed
}

// NotNil claims that there is a map.
func NotNil(data []byte) {
	var m map[string]int
	if json.Unmarshal(data, &m) == nil {
		m["x"] = 1 // failed
	}
}

// Pointer claims that there is a number.
func Pointer(data []byte) int {
	var s Settings
	if json.Unmarshal(data, &s) != nil {
		return 0
	}
	return *s.Retry // failed
}

// StillThere claims that a list keeps its length.
func StillThere(data []byte) string {
	list := []string{"a", "b"}
	_ = json.Unmarshal(data, &list)
	return list[1] // failed
}

// OldContents claims that the elements are what they were.
func OldContents(data []byte) {
	list := []int{1, 2}
	_ = json.Unmarshal(data, &list)
	if len(list) == 2 {
		//calvin:assert list[0] == 1 // failed
		list[0] = 2
	}
}

// OldAlias claims that nothing is written by the old name of the list.
func OldAlias(data []byte) {
	s := Settings{Hosts: []string{"a"}}
	old := s.Hosts
	_ = json.Unmarshal(data, &s)
	//calvin:assert old[0] == "a" // failed
	_ = old
}

// SameMap claims that the map is another one.
func SameMap(data []byte) {
	m := map[string]int{}
	s := Settings{Limits: m}
	_ = json.Unmarshal(data, &s)
	if s.Limits != nil {
		s.Limits["x"] = 1
		//calvin:assert len(m) == 0 // failed
	}
}

// OtherMap claims that it is the same one.
func OtherMap(data []byte) {
	m := map[string]int{}
	s := Settings{Limits: m}
	_ = json.Unmarshal(data, &s)
	if s.Limits != nil {
		s.Limits["x"] = 1
		//calvin:assert has(m, "x") // failed
	}
}

// SamePointer claims that the pointer is what it was.
func SamePointer(data []byte) {
	n := new(int)
	s := Settings{Retry: n}
	_ = json.Unmarshal(data, &s)
	//calvin:assert s.Retry == n // failed
}

// Unnamed is right: decoders find no fields that are not exported.
func Unnamed(data []byte) int {
	s := Settings{cache: []int{1}}
	_ = json.Unmarshal(data, &s)
	return s.cache[0]
}

// InLoop uses the list of the round before, which it has sent.
func InLoop(r io.Reader) {
	dec := json.NewDecoder(r)
	var list []string
	for dec.More() {
		if len(list) > 0 {
			list[0] = "x" // failed
		}
		if dec.Decode(&list) != nil { // failed
			return
		}
		lists <- list
	}
}

// False is not proved, so what is assumed of a new variable is possible.
func False(data []byte) {
	var s Settings
	_ = json.Unmarshal(data, &s)
	if len(s.Hosts) > 0 && s.Limits != nil && s.Retry != nil {
		s.Hosts[0], s.Limits["x"], *s.Retry = "a", 1, 2
		//calvin:assert false // failed
	}
}

// FalseAgain is not proved, so what is assumed of one that was used before is possible.
func FalseAgain(data []byte) {
	s := Settings{Hosts: []string{"a"}, Limits: map[string]int{"b": 1}}
	_ = json.Unmarshal(data, &s)
	if len(s.Hosts) > 0 && s.Limits != nil {
		s.Hosts[0], s.Limits["x"] = "a", 1
		//calvin:assert false // failed
	}
}

// Guarded has parts that a lock guards.
type Guarded struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	Hosts []string
	//calvin:guarded_by mu
	Limits map[string]int
}

// FalseGuarded is not proved, so what is assumed of guarded parts of a new object is possible.
func FalseGuarded(data []byte) {
	g := new(Guarded)
	if json.Unmarshal(data, g) == nil && len(g.Hosts) > 0 && g.Limits != nil {
		g.Hosts[0], g.Limits["x"] = "a", 1
		//calvin:assert false // failed
	}
}

// Deferred decodes when the variable is in use.
func Deferred(data []byte) {
	var list []string
	defer json.Unmarshal(data, &list) // failed
	list = []string{"a"}
	lists <- list
}

// DeferredTwice claims that nothing is decoded before it looks.
func DeferredTwice(data []byte) (list []string) {
	defer func() {
		//calvin:assert len(list) == 1 // failed
		list = nil
	}()
	defer json.Unmarshal(data, &list)
	list = []string{"a"}
	return list
}

// Event has a time, which its own package decodes.
type Event struct {
	At   time.Time
	Tags []string
}

// SameTime claims that the time stays what it was.
func SameTime(data []byte) {
	var e Event
	before := e.At
	_ = json.Unmarshal(data, &e)
	//calvin:assert e.At == before // failed
	_ = before
}

// Completed is right: it decodes over settings of its own.
func Completed(data []byte) (*Settings, error) {
	s := &Settings{Name: "main", Limits: map[string]int{"retries": 3}}
	err := json.Unmarshal(data, s)
	if s.Limits != nil {
		s.Limits["decoded"] = 1
	}
	return s, err
}

// Count is right: it has one list for all rounds.
func Count(r io.Reader) (int, error) {
	dec := json.NewDecoder(r)
	var list []string
	n := 0
	for dec.More() {
		if err := dec.Decode(&list); err != nil {
			return 0, err
		}
		if len(list) > 0 && list[0] != "" {
			list[0] = ""
			n++
		}
	}
	return n, nil
}
