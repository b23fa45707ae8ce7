// Package contents puts things into containers.
package contents

import (
	"sync"
	"sync/atomic"
)

// A T has containers.
type T struct {
	one, two, passed, copied sync.Map
	Exported                 sync.Map
	value                    atomic.Value
	pool                     sync.Pool
	named                    sync.Pool
}

var (
	made   = sync.Pool{New: func() any { return new(int) }}
	nilled = sync.Pool{New: func() (x any) { return }}
	twice  = sync.Pool{New: func() any { return new(int) }}
)

// F puts things into them.
func F(t *T, x *int, y any) {
	t.one.Store("a", new(int))
	t.one.Swap("b", x)
	t.two.Store(1, 1)
	t.two.LoadOrStore("a", "x")
	t.passed.Store(1, 1)
	G(&t.passed)
	t.copied = sync.Map{}
	t.Exported.Store(1, 1)
	t.value.Store(new(T))
	t.pool.Put(y)
	t.named.Put(1)
	t.named.New = nil
	made.Put(new(int))
	nilled.Put(new(int))
	twice.Put(new(int))
	twice.New = func() any { return "x" }
}

// G gets one.
func G(m *sync.Map) {}
