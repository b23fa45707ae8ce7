// Package disk stores numbers in blocks. Its upper half calls its lower half by contract.
package disk

import "sync"

// Size is the number of blocks.
const Size = 128

// A Disk is an array of blocks with a lock for each.
type Disk struct {
	locks [Size]sync.Mutex
	//calvin:accessible_if[j] locks[j] == tid
	used [Size]bool
	//calvin:accessible_if[j] locks[j] == tid
	data [Size]int
}

// alloc claims a free block and returns its index with that block's lock still held, or -1.
//
//calvin:performs NoBlocks [] Allocated
//calvin:action   NoBlocks
//calvin:ensures  result == -1
//calvin:action   Allocated
//calvin:when     d.locks[result] == free
//calvin:modifies d.used[result], d.locks[result]
//calvin:ensures  0 <= result && result < Size
//calvin:ensures  d.locks[result] == tid
//calvin:ensures  !old(d.used[result]) && d.used[result]
func (d *Disk) alloc() int {
	for i := range d.used {
		d.locks[i].Lock()
		if !d.used[i] {
			d.used[i] = true
			return i
		}
		d.locks[i].Unlock()
	}
	return -1
}

// free gives block i back and releases its lock, which the caller holds.
//
//calvin:requires 0 <= i && i < Size
//calvin:requires d.locks[i] == tid
//calvin:atomic
//calvin:modifies d.used[i], d.locks[i]
//calvin:ensures  d.locks[i] == free && !d.used[i]
func (d *Disk) free(i int) {
	d.used[i] = false
	d.locks[i].Unlock()
}

// Write stores v in a block of its own and returns the block's index, or -1 if the disk is full.
//
//calvin:performs Full [] Written
//calvin:action   Full
//calvin:ensures  result == -1
//calvin:action   Written
//calvin:when     d.locks[result] == free
//calvin:modifies d.used[result], d.data[result]
//calvin:ensures  0 <= result && result < Size
//calvin:ensures  !old(d.used[result]) && d.used[result] && d.data[result] == v
func (d *Disk) Write(v int) int {
	i := d.alloc()
	if i < 0 {
		return -1
	}
	d.data[i] = v
	d.locks[i].Unlock()
	return i
}

// Read returns what block i holds, if it is in use.
//
//calvin:requires 0 <= i && i < Size
//calvin:atomic
//calvin:when     d.locks[i] == free
//calvin:ensures  ok == d.used[i] && (ok ==> v == d.data[i])
func (d *Disk) Read(i int) (v int, ok bool) {
	d.locks[i].Lock()
	defer d.locks[i].Unlock()
	if !d.used[i] {
		return 0, false
	}
	return d.data[i], true
}

// Erase clears block i and gives it back.
//
//calvin:requires 0 <= i && i < Size
//calvin:atomic
//calvin:when     d.locks[i] == free
//calvin:modifies d.used[i], d.data[i]
//calvin:ensures  !d.used[i] && d.data[i] == 0
func (d *Disk) Erase(i int) {
	d.locks[i].Lock()
	d.data[i] = 0
	d.free(i)
}

// Probe finds a block that is free and leaves it so. It reports whether there was one.
//
//calvin:performs Full [] Found
//calvin:action   Full
//calvin:ensures  !result
//calvin:action   Found
//calvin:modifies d.data[*]
//calvin:ensures  result
func (d *Disk) Probe() bool {
	i := d.alloc()
	if i == -1 {
		return false
	}
	d.data[i] = 0
	d.free(i)
	return true
}
