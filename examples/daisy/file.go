package daisy

import "io"

// open returns the inode of a handle with its lock held, nil if the file has been deleted.
func (fs *FS) open(h Handle) *inode {
	if h.inode < 0 || h.inode >= Inodes {
		return nil
	}
	f := &fs.inodes[h.inode]
	f.mu.Lock()
	if f.used && f.life == h.life {
		return f
	}
	f.mu.Unlock()
	return nil
}

// Stat returns the size of a file.
//
//calvin:performs Stale [] Known
//calvin:action   Stale
//calvin:ensures  err == ErrStale
//calvin:action   Known
//calvin:when     fs.inodes[h.inode].mu == free
//calvin:ensures  err == nil && fs.inodes[h.inode].used && fs.inodes[h.inode].life == h.life && size == fs.inodes[h.inode].size
func (fs *FS) Stat(h Handle) (size int, err error) {
	f := fs.open(h)
	if f == nil {
		return 0, ErrStale
	}
	defer f.mu.Unlock()
	return f.size, nil
}

// Read returns what a file has from a place on: n bytes, or fewer where the file, or one of its blocks, ends.
//
//calvin:performs Refused [] End [] Read
//calvin:action   Refused
//calvin:ensures  err == ErrStale || err == ErrRange
//calvin:action   End
//calvin:when     fs.inodes[h.inode].mu == free
//calvin:ensures  err == io.EOF && fs.inodes[h.inode].life == h.life && at >= fs.inodes[h.inode].size
//calvin:action   Read
//calvin:when     fs.inodes[h.inode].mu == free
//calvin:ensures  err == nil && fs.inodes[h.inode].life == h.life
//calvin:ensures  0 < len(s) && len(s) <= n && at+len(s) <= fs.inodes[h.inode].size
//calvin:ensures  forall i int :: 0 <= i && i < len(s) && fs.inodes[h.inode].blocks[at/BlockSize] != 0 ==> s[i] == fs.blocks[fs.inodes[h.inode].blocks[at/BlockSize]].data[at%BlockSize+i]
func (fs *FS) Read(h Handle, at, n int) (s string, err error) {
	if at < 0 || n <= 0 {
		return "", ErrRange
	}
	f := fs.open(h)
	if f == nil {
		return "", ErrStale
	}
	defer f.mu.Unlock()
	if at >= f.size {
		return "", io.EOF
	}
	from := at % BlockSize
	to := from + min(n, f.size-at, BlockSize-from)
	if b := f.blocks[at/BlockSize]; b != 0 {
		return fs.blocks[b].read(from, to), nil
	}
	return zeros[from:to], nil
}

const zeros = "" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// write stores s in a file from a place on, which is all in one block.
//
//calvin:requires 0 <= at && at < MaxSize && len(s) <= BlockSize-at%BlockSize
//calvin:performs Stale [] Full [] Written
//calvin:action   Stale
//calvin:ensures  err == ErrStale
//calvin:action   Full
//calvin:when     fs.inodes[h.inode].mu == free
//calvin:ensures  err == ErrFull && fs.inodes[h.inode].blocks[at/BlockSize] == 0
//calvin:action   Written
//calvin:when     fs.inodes[h.inode].mu == free
//calvin:modifies fs.inodes[h.inode].size, fs.inodes[h.inode].blocks[at/BlockSize]
//calvin:modifies fs.blocks[*].used, fs.blocks[*].owner, fs.blocks[*].slot, fs.blocks[*].data
//calvin:ensures  err == nil && fs.inodes[h.inode].used && fs.inodes[h.inode].life == h.life
//calvin:ensures  at+len(s) <= fs.inodes[h.inode].size && old(fs.inodes[h.inode].size) <= fs.inodes[h.inode].size
//calvin:ensures  fs.inodes[h.inode].blocks[at/BlockSize] != 0
//calvin:ensures  forall i int :: 0 <= i && i < len(s) ==> fs.blocks[fs.inodes[h.inode].blocks[at/BlockSize]].data[at%BlockSize+i] == s[i]
//calvin:ensures  forall b int, i int :: 0 <= b && b < Blocks && b != fs.inodes[h.inode].blocks[at/BlockSize] ==> fs.blocks[b].data[i] == old(fs.blocks[b].data[i])
func (fs *FS) write(h Handle, at int, s string) (err error) {
	f := fs.open(h)
	if f == nil {
		return ErrStale
	}
	defer f.mu.Unlock()
	n := fs.pin(h.inode, at/BlockSize)
	if n == 0 {
		return ErrFull
	}
	b := &fs.blocks[n]
	b.write(at%BlockSize, s)
	b.mu.Unlock()
	f.size = max(f.size, at+len(s))
	return nil
}

// Write stores s in a file from a place on, block by block, and returns how much it has stored.
//
//calvin:performs Written*
//calvin:action   Written
//calvin:modifies fs.inodes[h.inode].size, fs.inodes[h.inode].blocks
//calvin:modifies fs.blocks[*].used, fs.blocks[*].owner, fs.blocks[*].slot, fs.blocks[*].data
func (fs *FS) Write(h Handle, at int, s string) (done int, err error) {
	if at < 0 || at > MaxSize || len(s) > MaxSize-at {
		return 0, ErrRange
	}
	for done < len(s) {
		n := min(len(s)-done, BlockSize-(at+done)%BlockSize)
		if err := fs.write(h, at+done, s[done:done+n]); err != nil {
			return done, err
		}
		done += n
	}
	return done, nil
}

// Truncate gives a file another size. What it has beyond its old size are zeros.
//
//calvin:performs Refused [] Drop* ; Truncated
//calvin:action   Refused
//calvin:ensures  err != nil
//calvin:action   Drop
//calvin:modifies fs.inodes[h.inode].mu, fs.inodes[h.inode].blocks, fs.blocks[*].used
//calvin:ensures  fs.inodes[h.inode].mu == tid
//calvin:action   Truncated
//calvin:modifies fs.inodes[h.inode].mu, fs.inodes[h.inode].size, fs.inodes[h.inode].blocks, fs.blocks[*].used, fs.blocks[*].data
//calvin:ensures  err == nil && fs.inodes[h.inode].mu == free && fs.inodes[h.inode].size == size
func (fs *FS) Truncate(h Handle, size int) (err error) {
	if size < 0 || size > MaxSize {
		return ErrRange
	}
	f := fs.open(h)
	if f == nil {
		return ErrStale
	}
	defer f.mu.Unlock()
	//calvin:invariant k >= 0 && fs.inodes[h.inode].mu == tid && fs.inodes[h.inode].used
	for k := (size + BlockSize - 1) / BlockSize; k < direct; k++ {
		fs.drop(h.inode, k)
	}
	if k := size / BlockSize; k < direct && f.blocks[k] != 0 {
		fs.blocks[f.blocks[k]].cut(size % BlockSize)
	}
	f.size = size
	return nil
}
