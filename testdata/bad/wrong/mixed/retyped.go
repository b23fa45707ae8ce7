package mixed

import (
	"sync"
	"sync/atomic"
)

// A Conn has a phase of a type of its own.
type Conn struct {
	//calvin:atomic_only
	phase phase
}

func (c *Conn) PlainWrite() {
	c.phase = 1 // failed
}

func (c *Conn) PlainRead() phase {
	return c.phase // failed
}

func (c *Conn) LookThenAct() {
	if atomic.LoadUint32((*uint32)(&c.phase)) == 1 {
		again := phase(atomic.LoadUint32((*uint32)(&c.phase)))
		//calvin:assert again == 1 // failed
		_ = again
	}
}

func (c *Conn) Next() phase {
	before := phase(atomic.LoadUint32((*uint32)(&c.phase)))
	after := phase(atomic.AddUint32((*uint32)(&c.phase), 1))
	//calvin:assert after == before+1 // failed
	_ = before
	return after
}

func AddLocal() {
	n := phase(5)
	m := int32(5)
	atomic.AddInt32(&m, 1)
	//calvin:assert m == 5 // failed
	_, _ = n, m
}

// A Kept has its address kept, in a type of its own and in another.
type Kept struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	phase phase
}

func (k *Kept) Address() *uint32 { return (*uint32)(&k.phase) }

func (k *Kept) Write() {
	p := k.Address()
	k.mu.Lock()
	_ = k.phase
	k.mu.Unlock()
	*p = 3 // failed
}

func (k *Kept) Through() {
	p := (*uint32)(&k.phase)
	atomic.StoreUint32(p, 7) // failed
}

var mu sync.Mutex

// limit is no constant, although no assignment says so.
//
//calvin:guarded_by mu
var limit int64 = 5

func Raise() {
	mu.Lock()
	atomic.AddInt64(&limit, 1)
	mu.Unlock()
}

func UnderTheLimit() {
	mu.Lock()
	n := limit
	mu.Unlock()
	//calvin:assert n == 5 // failed
	_ = n
}

//calvin:guarded_by mu
var level phase = 7

func Lower() {
	mu.Lock()
	atomic.StoreUint32((*uint32)(&level), 1)
	mu.Unlock()
}

func Level() {
	mu.Lock()
	n := level
	mu.Unlock()
	//calvin:assert n == 7 // failed
	_ = n
}

//calvin:atomic_only
//calvin:writable_if held(mu)
var mark int32 = 7

func Mark() {
	mu.Lock()
	atomic.SwapInt32(&mark, 1)
	mu.Unlock()
}

func Marked() {
	mu.Lock()
	n := mark
	mu.Unlock()
	//calvin:assert n == 7 // failed
	_ = n
}
