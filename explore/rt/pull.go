package rt

import (
	"iter"
	"runtime"
	"unsafe"
)

// The iterator behind iter.Pull runs in a coroutine of package runtime. What it does there would be done by no goroutine under control.
// So here it is a goroutine under control, which takes turns with who calls next and stop by two channels. At most one of the two can
// go on at a time, as in package iter, so there are no more schedules than there.

// A puller is what next and stop have in common.
type puller[K, V any] struct {
	site   Site
	seq    iter.Seq2[K, V]
	resume chan bool // says that it is the iterator's turn,
	back   chan bool // and that it is the caller's

	started, asked, done bool
	k                    K
	v                    V
	ok                   bool
	left                 leaving // how the iterator was left,
	with                 any     // and the value that it panicked with
}

// Pull is iter.Pull(seq).
func Pull[V any](site Site, seq iter.Seq[V]) (next func() (V, bool), stop func()) {
	if _, g := enter(); g == nil {
		return iter.Pull(seq)
	}
	p := newPuller(site, func(yield func(V, struct{}) bool) {
		seq(func(v V) bool { return yield(v, struct{}{}) })
	})
	return func() (V, bool) {
		v, _, ok := p.next()
		return v, ok
	}, p.stop
}

// Pull2 is iter.Pull2(seq).
func Pull2[K, V any](site Site, seq iter.Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	if _, g := enter(); g == nil {
		return iter.Pull2(seq)
	}
	p := newPuller(site, seq)
	return p.next, p.stop
}

func newPuller[K, V any](site Site, seq iter.Seq2[K, V]) *puller[K, V] {
	return &puller[K, V]{site: site, seq: seq, resume: make(chan bool, 1), back: make(chan bool, 1)}
}

func (p *puller[K, V]) next() (k K, v V, ok bool) {
	if !p.enters() {
		return k, v, false
	}
	if p.asked {
		panic("iter.Pull: next called again before yield")
	}
	if p.done {
		return k, v, false
	}
	p.asked = true
	p.turn()
	return p.k, p.v, p.ok
}

func (p *puller[K, V]) stop() {
	if !p.enters() || p.done {
		return
	}
	p.done = true
	if p.started {
		p.turn()
	}
}

// enters reports whether the caller is alive. Callers at the same time are a race, as they are in package iter.
func (p *puller[K, V]) enters() bool {
	if _, g := enter(); g != nil && g.dying {
		return false
	}
	Write(p.site, unsafe.Pointer(&p.asked), unsafe.Sizeof(p.asked))
	return true
}

// turn lets the iterator go on until it yields or ends. If it panics or exits, so does the caller.
func (p *puller[K, V]) turn() {
	if !p.started {
		p.started = true
		_, starter := enter()
		Go(p.site, func() {
			if s, g := enter(); g != nil && starter != nil {
				s.joins(g, starter)
			}
			p.run()
		})
	} else {
		Send(p.site, p.resume, true)
	}
	Recv(p.site, p.back)
	switch p.left {
	case panicking:
		p.left = returning
		panic(p.with)
	case goexit:
		p.left = returning
		runtime.Goexit()
	}
}

// run is the iterator's goroutine.
func (p *puller[K, V]) run() {
	defer func() {
		if _, g := enter(); g == nil || g.dying {
			return
		}
		if p.left = unwinding(); p.left == panicking {
			p.with = recover()
		}
		var k K
		var v V
		p.k, p.v, p.ok, p.asked, p.done = k, v, false, false, true
		Send(p.site, p.back, true)
	}()
	p.seq(p.yield)
}

func (p *puller[K, V]) yield(k K, v V) bool {
	if _, g := enter(); g != nil && g.dying || p.done {
		return false
	}
	if !p.asked {
		panic("iter.Pull: yield called again before next")
	}
	p.k, p.v, p.ok, p.asked = k, v, true, false
	Send(p.site, p.back, true)
	Recv(p.site, p.resume)
	return !p.done
}
