package daisy

import "sync"

// An inode is free, or a file. Where it has no block the file has zeros.
//
//calvin:ghost name string guarded_by mu
//calvin:invariant 0 <= size && size <= MaxSize && (used || size == 0) && forall k int :: 0 <= k && k < direct ==> 0 <= blocks[k] && blocks[k] < Blocks && (used || blocks[k] == 0)
type inode struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	used bool
	// life is how often the inode was taken into use.
	//calvin:guarded_by mu
	life uint64
	//calvin:guarded_by mu
	size int
	//calvin:guarded_by mu
	blocks [direct]int
}

// pin returns the number of block k of an inode, with that block's lock held. If there is none it gets one, unless the disk
// is full: then it returns 0.
//
//calvin:requires 0 <= i && i < Inodes && 0 <= k && k < direct && fs.inodes[i].used
//calvin:requires held(fs.inodes[i].mu)
//calvin:performs NoBlocks [] Pinned
//calvin:action   NoBlocks
//calvin:ensures  result == 0 && fs.inodes[i].blocks[k] == 0
//calvin:action   Pinned
//calvin:when     fs.blocks[result].mu == free
//calvin:modifies fs.inodes[i].blocks[k], fs.blocks[result]
//calvin:ensures  0 < result && result < Blocks && fs.blocks[result].mu == tid && fs.inodes[i].blocks[k] == result
//calvin:ensures  fs.blocks[result].used && fs.blocks[result].owner == i && fs.blocks[result].slot == k
//calvin:ensures  old(fs.inodes[i].blocks[k]) == 0 || old(fs.inodes[i].blocks[k]) == result
//calvin:ensures  forall j int :: 0 <= j && j < BlockSize && old(fs.inodes[i].blocks[k]) == 0 ==> fs.blocks[result].data[j] == 0
//calvin:ensures  forall j int :: 0 <= j && j < BlockSize && old(fs.inodes[i].blocks[k]) != 0 ==> fs.blocks[result].data[j] == old(fs.blocks[result].data[j])
func (fs *FS) pin(i, k int) int {
	if b := fs.inodes[i].blocks[k]; b != 0 {
		fs.blocks[b].mu.Lock()
		return b
	}
	b := fs.alloc()
	if b != 0 {
		fs.inodes[i].blocks[k] = b
		//calvin:set fs.blocks[b].owner = i
		//calvin:set fs.blocks[b].slot = k
	}
	return b
}

// drop frees block k of an inode, if there is one.
//
//calvin:requires 0 <= i && i < Inodes && 0 <= k && k < direct
//calvin:requires held(fs.inodes[i].mu)
//calvin:atomic
//calvin:modifies fs.inodes[i].blocks[k], fs.blocks[fs.inodes[i].blocks[k]].used
//calvin:ensures  fs.inodes[i].blocks[k] == 0
//calvin:ensures  old(fs.inodes[i].blocks[k]) != 0 ==> !fs.blocks[old(fs.inodes[i].blocks[k])].used
func (fs *FS) drop(i, k int) {
	n := fs.inodes[i].blocks[k]
	if n == 0 {
		return
	}
	b := &fs.blocks[n]
	b.mu.Lock()
	fs.inodes[i].blocks[k] = 0
	b.used = false
	b.mu.Unlock()
}
