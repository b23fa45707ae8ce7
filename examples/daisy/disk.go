package daisy

import "sync"

// A block is free, or part of one file.
//
//calvin:ghost owner int guarded_by mu
//calvin:ghost slot int guarded_by mu
type block struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	used bool
	//calvin:guarded_by mu
	data [BlockSize]byte
}

// read returns the bytes that the block holds from one place to another.
//
//calvin:requires 0 <= from && from <= to && to <= BlockSize
//calvin:atomic
//calvin:when     b.mu == free
//calvin:ensures  len(result) == to-from
//calvin:ensures  forall i int :: 0 <= i && i < to-from ==> result[i] == b.data[from+i]
func (b *block) read(from, to int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return string(b.data[from:to])
}

// write puts s into the block, from a place on.
//
//calvin:requires held(b.mu)
//calvin:requires 0 <= from && from <= BlockSize && len(s) <= BlockSize-from
//calvin:atomic
//calvin:modifies b.data
//calvin:ensures  forall i int :: 0 <= i && i < len(s) ==> b.data[from+i] == s[i]
//calvin:ensures  forall i int :: 0 <= i && i < from || from+len(s) <= i && i < BlockSize ==> b.data[i] == old(b.data[i])
func (b *block) write(from int, s string) { copy(b.data[from:], s) }

// cut has the block hold zeros from a place on.
//
//calvin:requires 0 <= from && from <= BlockSize
//calvin:atomic
//calvin:when     b.mu == free
//calvin:modifies b.data
//calvin:ensures  forall i int :: from <= i && i < BlockSize ==> b.data[i] == 0
//calvin:ensures  forall i int :: 0 <= i && i < from ==> b.data[i] == old(b.data[i])
func (b *block) cut(from int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.data[from:])
}
