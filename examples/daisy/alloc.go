package daisy

// alloc claims a free block, and returns its number with that block's lock still held, or 0.
//
//calvin:performs NoBlocks [] Allocated
//calvin:action   NoBlocks
//calvin:ensures  result == 0
//calvin:action   Allocated
//calvin:when     fs.blocks[result].mu == free
//calvin:modifies fs.blocks[result].mu, fs.blocks[result].used, fs.blocks[result].data
//calvin:ensures  0 < result && result < Blocks && fs.blocks[result].mu == tid
//calvin:ensures  !old(fs.blocks[result].used) && fs.blocks[result].used
//calvin:ensures  forall i int :: 0 <= i && i < BlockSize ==> fs.blocks[result].data[i] == 0
func (fs *FS) alloc() int {
	for n := 1; n < Blocks; n++ {
		b := &fs.blocks[n]
		b.mu.Lock()
		if !b.used {
			b.used = true
			clear(b.data[:])
			return n
		}
		b.mu.Unlock()
	}
	return 0
}

// claim takes a free inode into use, and returns its number with that inode's lock still held, or -1.
//
//calvin:performs NoInodes [] Claimed
//calvin:action   NoInodes
//calvin:ensures  result == -1
//calvin:action   Claimed
//calvin:when     fs.inodes[result].mu == free
//calvin:modifies fs.inodes[result].mu, fs.inodes[result].used, fs.inodes[result].life
//calvin:ensures  0 <= result && result < Inodes && fs.inodes[result].mu == tid
//calvin:ensures  !old(fs.inodes[result].used) && fs.inodes[result].used
//calvin:ensures  fs.inodes[result].life == old(fs.inodes[result].life)+1
func (fs *FS) claim() int {
	for i := range fs.inodes {
		f := &fs.inodes[i]
		f.mu.Lock()
		if !f.used {
			f.used = true
			f.life++
			return i
		}
		f.mu.Unlock()
	}
	return -1
}
