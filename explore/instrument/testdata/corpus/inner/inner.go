// Package inner has types that embed what has no name outside.
package inner

import "sync"

type base struct {
	sync.Mutex
	n int
}

func (b *base) Inc()  { b.n++ }
func (b base) N() int { return b.n }

// Held embeds a mutex two levels deep.
type Held struct{ base }

// Pointed does it behind a pointer.
type Pointed struct{ *base }

// New makes a Pointed.
func New() Pointed { return Pointed{new(base)} }
