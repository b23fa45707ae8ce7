// Package ownchannels has no annotations. Functions, which are no methods, send what their argument has on a channel that it has.
package ownchannels

// A State has numbers, and a channel for them.
type State struct {
	buf []int
	out chan []int
}

// New returns a state.
func New() *State { return &State{make([]int, 4), make(chan []int)} }

// Flush leaves what it sends in the state.
func Flush(s *State) {
	s.out <- s.buf // failed
}

// Fill writes there.
func Fill(s *State) { s.buf[0]++ }

// Drain reads there.
func Drain(s *State) int { return (<-s.out)[0] }

// A Batch is sent as a whole.
type Batch struct {
	items []int
	full  chan []int
}

// Send is right: it keeps nothing.
func Send(b *Batch) {
	b.full <- b.items
	b.items = nil
}

// Add is right.
func Add(b *Batch, n int) { b.items = append(b.items, n) }
