// Package further passes values to code that follows them further than can be told.
package further

import (
	"encoding/json"
	"reflect"
	"sync"
)

var mu sync.Mutex

// A leads to F.
type A struct{ B *B }

// B leads to F.
type B struct{ C *C }

// C leads to F.
type C struct{ D *D }

// D leads to F.
type D struct{ E *E }

// E leads to F.
type E struct{ F *F }

// F is guarded.
type F struct {
	//calvin:guarded_by mu
	N int
}

// Same compares all of it without the lock.
func (a *A) Same(b *A) bool {
	return reflect.DeepEqual(a, b) // unknown
}

// Encode encodes all of it without the lock.
func (a *A) Encode() ([]byte, error) {
	return json.Marshal(a) // unknown
}

// Decode writes all of it without the lock.
func (a *A) Decode(b []byte) error {
	return json.Unmarshal(b, a) // unknown
}

// A List has a lock for some nodes.
type List struct{ mu sync.Mutex }

// A Node is in some List.
type Node struct {
	l *List
	//calvin:guarded_by l.mu
	N    int
	Next *Node
	All  []*Node
}

// Encode has the lock of the first node's list.
func (n *Node) Encode() ([]byte, error) {
	if n.l == nil {
		return nil, nil
	}
	n.l.mu.Lock()
	defer n.l.mu.Unlock()
	return json.Marshal(n) // unknown
}
