// Package keptdecoded has no annotations. One of its types keeps the value that it is decoded into. So what a decoder makes of a type parameter others may know.
package keptdecoded

import (
	"encoding/json"
	"sync"
)

var (
	mu   sync.Mutex
	last *Level
)

// A Level keeps itself.
type Level int

// UnmarshalJSON lets others know where the value is.
func (l *Level) UnmarshalJSON(b []byte) error {
	*l = Level(len(b))
	mu.Lock()
	last = l
	mu.Unlock()
	return nil
}

// Raise changes what was decoded last.
func Raise() {
	mu.Lock()
	defer mu.Unlock()
	if last != nil {
		*last++
	}
}

// Load changes elements that Raise may change at the same time.
func Load[T any](b []byte, v T) ([]T, error) {
	var list []T
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, err
	}
	list[0] = v // failed
	return list, nil
}

// Levels does.
func Levels(b []byte) ([]Level, error) { return Load[Level](b, 3) } // failed
