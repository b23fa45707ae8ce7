// Package enclosed touches what is inside of guarded variables without the lock.
package enclosed

import (
	"net/url"
	"sync"
)

type conf struct{ a, b int }

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	current conf
	//calvin:guarded_by mu
	several [3]conf
	//calvin:guarded_by mu
	where url.URL
	//calvin:guarded_by mu
	wheres [2]url.URL
)

var shared struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	at url.Error
}

// Field reads a field.
func Field() int {
	return current.a // failed
}

// Pointer reads one by a pointer to the struct.
func Pointer() int {
	p := &current
	return p.b // failed
}

// Element reads a field of an element.
func Element() int {
	return several[1].b // failed
}

// Host reads a field of a struct of another package.
func Host() string {
	return where.Host // failed
}

// ByPointer reads it by a pointer.
func ByPointer() string {
	p := &where
	return p.Host // failed
}

// SetHost writes it.
func SetHost() {
	where.Host = "" // failed
}

// Reset writes all of it.
func Reset() {
	where = url.URL{} // failed
}

// Hosts reads one in an array.
func Hosts() string {
	return wheres[1].Host // failed
}

// At reads one in a struct without a name.
func At() string {
	return shared.at.Op // failed
}

// SetAt writes it.
func SetAt() {
	shared.at.Op = "" // failed
}
