// Package atomics uses sync/atomic.
package atomics

import "sync/atomic"

type node struct{ next *node }

type A struct {
	n    atomic.Int64
	done atomic.Bool
	head atomic.Pointer[node]
	//calvin:atomic_only
	old uint32
}

func methods(a *A) int64 {
	a.n.Store(1)
	if a.n.CompareAndSwap(1, 2) {
		a.done.Store(true)
	}
	return a.n.Add(3) + a.n.Load()
}

func functions(a *A) uint32 {
	atomic.AddUint32(&a.old, 1)
	return atomic.SwapUint32(&a.old, 0)
}

func plain(a *A) uint32 {
	return a.old
}

func push(a *A) {
	n := &node{}
	for {
		n.next = a.head.Load()
		if a.head.CompareAndSwap(n.next, n) {
			return
		}
	}
}
