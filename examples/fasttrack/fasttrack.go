// Package fasttrack is the state machine of the FastTrack race detector: Flanagan and Freund, PLDI 2009. Most accesses
// take no lock, as in VerifiedFT: Wilcox, Flanagan and Freund, PPoPP 2018.
package fasttrack

import (
	"sync"
	"sync/atomic"
)

// Threads is how many threads there may be.
const Threads = 16

// An epoch is a time of one thread.
type epoch = uint64

const (
	clockBits = 48
	shared    = ^epoch(0) // for reads that are not ordered among each other
)

// A Thread knows what of other threads happened before what it does now. It belongs to a goroutine.
//
//calvin:ghost owner tid accessible_if owner == tid
//calvin:invariant id < Threads
type Thread struct {
	id uint8
	//calvin:accessible_if owner == tid
	clock [Threads]uint64
}

// NewThread returns a thread that nothing happened before.
//
//calvin:requires id < Threads
//calvin:atomic
//calvin:ensures  local(result) && result.owner == tid && result.id == id && result.clock[id] == 1
func NewThread(id uint8) *Thread {
	t := &Thread{id: id}
	t.clock[id] = 1
	//calvin:set t.owner = tid
	return t
}

// now is the epoch of what the thread does.
//
//calvin:pure
//calvin:requires t.owner == tid
func (t *Thread) now() epoch { return epoch(t.id)<<clockBits + t.clock[t.id] }

// after reports whether what happened at e happened before what the thread does now.
//
//calvin:pure
//calvin:requires t.owner == tid
func (t *Thread) after(e epoch) bool {
	return e>>clockBits < Threads && e-e>>clockBits<<clockBits <= t.clock[e>>clockBits]
}

// A Variable remembers its last write, and its last reads.
//
//calvin:transition old(read) == shared ==> read == shared
type Variable struct {
	mu sync.Mutex
	//calvin:writable_if mu == tid
	write atomic.Uint64
	// read is the last read if it comes after all others, or shared.
	//calvin:writable_if mu == tid
	read atomic.Uint64
	// reads are the last reads of all threads if read is shared.
	//calvin:readable_if[i] mu == tid || read == shared
	//calvin:writable_if[i] mu == tid
	reads [Threads]atomic.Uint64
}

// Read reports whether a thread may read the variable without a race. Its clock must not have run over: what comes out might be
// taken for shared.
//
//calvin:requires t.owner == tid
//calvin:requires t.clock[t.id] < 1<<clockBits
//calvin:atomic
//calvin:modifies v.read, v.reads[*]
//calvin:ensures  result ==> v.read == t.now() || v.read == shared && v.reads[t.id] == t.now()
//calvin:ensures  result ==> old(v.read) == t.now() || old(v.read) == shared && old(v.reads[t.id]) == t.now() || t.after(v.write)
//calvin:ensures  v.read == shared && old(v.read)>>clockBits < Threads && old(v.read)>>clockBits != epoch(t.id) ==> v.reads[old(v.read)>>clockBits] == old(v.read)
//calvin:ensures  !result ==> v.read == old(v.read) && !t.after(v.write)
func (v *Variable) Read(t *Thread) bool {
	now := t.now()
	switch v.read.Load() {
	case now:
		return true
	case shared:
		if v.reads[t.id].Load() == now {
			return true
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if !t.after(v.write.Load()) {
		return false
	}
	switch last := v.read.Load(); {
	case last == shared:
		v.reads[t.id].Store(now)
	case t.after(last):
		v.read.Store(now)
	default:
		v.share(last, t.id, now)
	}
	return true
}

// share goes over to reads of many threads.
//
//calvin:requires held(v.mu) && v.read != shared && id < Threads
func (v *Variable) share(last epoch, id uint8, now epoch) {
	for i := range v.reads {
		v.reads[i].Store(0)
	}
	if before := last >> clockBits; before < Threads {
		v.reads[before].Store(last)
	}
	v.reads[id].Store(now)
	v.read.Store(shared)
}

// Write reports whether a thread may write the variable without a race.
//
//calvin:requires t.owner == tid
//calvin:atomic
//calvin:modifies v.write
//calvin:ensures  result ==> v.write == epoch(t.id)<<clockBits+t.clock[t.id]
//calvin:ensures  !result ==> v.write == old(v.write)
//calvin:ensures  result ==> v.write == old(v.write) || old(v.write)>>clockBits < Threads && old(v.write)-old(v.write)>>clockBits<<clockBits <= t.clock[old(v.write)>>clockBits]
//calvin:ensures  result ==> v.write == old(v.write) || v.read == shared || t.after(v.read)
//calvin:ensures  result && v.read == shared ==> v.write == old(v.write) || forall i int :: 0 <= i && i < Threads ==> t.after(v.reads[i])
//calvin:ensures  !result ==> !t.after(v.write) || v.read != shared && !t.after(v.read) || v.read == shared && exists i int :: 0 <= i && i < Threads && !t.after(v.reads[i])
func (v *Variable) Write(t *Thread) bool {
	now := t.now()
	if v.write.Load() == now {
		return true
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if !t.after(v.write.Load()) || !v.readBefore(t) {
		return false
	}
	v.write.Store(now)
	return true
}

// readBefore reports whether all reads happened before what the thread does now.
//
//calvin:requires held(v.mu) && t.owner == tid
func (v *Variable) readBefore(t *Thread) bool {
	last := v.read.Load()
	if last != shared {
		return t.after(last)
	}
	//calvin:invariant forall j int :: 0 <= j && j < i ==> t.after(v.reads[j])
	for i := range v.reads {
		if !t.after(v.reads[i].Load()) {
			return false
		}
	}
	return true
}

// A Lock orders what happens under it.
type Lock struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	released [Threads]uint64
}

// Acquire has what happened before the lock was released happen before what the thread does now.
//
//calvin:requires t.owner == tid
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies t.clock
//calvin:ensures  forall i int :: 0 <= i && i < Threads ==> t.clock[i] >= l.released[i]
func (l *Lock) Acquire(t *Thread) {
	l.mu.Lock()
	defer l.mu.Unlock()
	//calvin:invariant forall j int :: 0 <= j && j < i ==> t.clock[j] >= l.released[j]
	for i := range l.released {
		t.clock[i] = max(t.clock[i], l.released[i])
	}
}

// Release has what the thread did so far happen before the lock is acquired again.
//
//calvin:requires t.owner == tid
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.released, t.clock[t.id]
//calvin:ensures  forall i int :: 0 <= i && i < Threads ==> l.released[i] == old(t.clock[i])
//calvin:ensures  t.clock[t.id] == old(t.clock[t.id])+1
func (l *Lock) Release(t *Thread) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.released = t.clock
	t.clock[t.id]++
}
