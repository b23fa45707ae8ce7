package daisy

import "strings"

// A Handle is a file, for as long as that is not deleted.
type Handle struct {
	inode int
	life  uint64
}

// Create makes an empty file.
//
//calvin:performs Refused [] Created
//calvin:action   Refused
//calvin:ensures  err != nil
//calvin:action   Created
//calvin:when     fs.mu == free && fs.inodes[h.inode].mu == free
//calvin:modifies fs.entries[name], fs.inodes[h.inode].used, fs.inodes[h.inode].life, fs.inodes[h.inode].name
//calvin:ensures  err == nil && 0 <= h.inode && h.inode < Inodes && h.life == fs.inodes[h.inode].life
//calvin:ensures  !old(has(fs.entries, name)) && has(fs.entries, name) && fs.entries[name] == h.inode
//calvin:ensures  !old(fs.inodes[h.inode].used) && fs.inodes[h.inode].used && fs.inodes[h.inode].size == 0
func (fs *FS) Create(name string) (h Handle, err error) {
	if name == "" || len(name) > MaxName || strings.Contains(name, "/") {
		return Handle{}, ErrName
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if _, ok := fs.entries[name]; ok {
		return Handle{}, ErrExist
	}
	i := fs.claim()
	if i < 0 {
		return Handle{}, ErrInodes
	}
	f := &fs.inodes[i]
	defer f.mu.Unlock()
	fs.entries[name] = i
	//calvin:set fs.inodes[i].name = name
	return Handle{i, f.life}, nil
}

// Lookup returns the file of a name.
//
//calvin:performs Missing [] Found
//calvin:action   Missing
//calvin:when     fs.mu == free
//calvin:ensures  err == ErrNotExist && !has(fs.entries, name)
//calvin:action   Found
//calvin:when     fs.mu == free && fs.inodes[h.inode].mu == free
//calvin:ensures  err == nil && has(fs.entries, name) && h.inode == fs.entries[name]
//calvin:ensures  fs.inodes[h.inode].used && h.life == fs.inodes[h.inode].life
func (fs *FS) Lookup(name string) (h Handle, err error) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	i, ok := fs.entries[name]
	if !ok {
		return Handle{}, ErrNotExist
	}
	f := &fs.inodes[i]
	f.mu.Lock()
	defer f.mu.Unlock()
	return Handle{i, f.life}, nil
}

// Next returns the first name in alphabetical order that comes after another. No name comes before "".
//
//calvin:atomic
//calvin:when    fs.mu == free
//calvin:ensures ok ==> has(fs.entries, next)
func (fs *FS) Next(name string) (next string, ok bool) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	//calvin:invariant ok ==> has(fs.entries, next)
	for s := range fs.entries {
		if s > name && (!ok || s < next) {
			next, ok = s, true
		}
	}
	return next, ok
}

// Rename gives a file another name, which no file may have.
//
//calvin:performs Refused [] Renamed
//calvin:action   Refused
//calvin:ensures  err != nil
//calvin:action   Renamed
//calvin:when     fs.mu == free && fs.inodes[fs.entries[from]].mu == free
//calvin:modifies fs.entries, fs.inodes[fs.entries[from]].name
//calvin:ensures  err == nil && old(has(fs.entries, from)) && !has(fs.entries, from)
//calvin:ensures  !old(has(fs.entries, to)) && has(fs.entries, to) && fs.entries[to] == old(fs.entries[from])
//calvin:ensures  forall s string :: s != from && s != to ==> has(fs.entries, s) == old(has(fs.entries, s)) && fs.entries[s] == old(fs.entries[s])
func (fs *FS) Rename(from, to string) (err error) {
	if to == "" || len(to) > MaxName || strings.Contains(to, "/") {
		return ErrName
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	i, ok := fs.entries[from]
	if !ok {
		return ErrNotExist
	}
	if _, ok := fs.entries[to]; ok {
		return ErrExist
	}
	f := &fs.inodes[i]
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(fs.entries, from)
	fs.entries[to] = i
	//calvin:set fs.inodes[i].name = to
	return nil
}

// unlink takes a name away, and returns the number of its inode with that inode's lock held, or -1.
//
//calvin:performs Missing [] Unlinked
//calvin:action   Missing
//calvin:when     fs.mu == free
//calvin:ensures  result == -1 && !has(fs.entries, name)
//calvin:action   Unlinked
//calvin:when     fs.mu == free && fs.inodes[result].mu == free
//calvin:modifies fs.entries[name], fs.inodes[result].mu, fs.inodes[result].name
//calvin:ensures  0 <= result && result < Inodes && fs.inodes[result].mu == tid && fs.inodes[result].name == ""
//calvin:ensures  old(has(fs.entries, name)) && !has(fs.entries, name) && result == old(fs.entries[name])
func (fs *FS) unlink(name string) int {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	i, ok := fs.entries[name]
	if !ok {
		return -1
	}
	fs.inodes[i].mu.Lock()
	delete(fs.entries, name)
	//calvin:set fs.inodes[i].name = ""
	return i
}

// Delete removes a file: first its name is gone, then its blocks are, one by one.
//
//calvin:performs Missing [] Unlinked ; Drop* ; Freed
//calvin:action   Missing
//calvin:when     fs.mu == free
//calvin:ensures  err == ErrNotExist && !has(fs.entries, name)
//calvin:action   Unlinked
//calvin:when     fs.mu == free
//calvin:modifies fs.entries[name], fs.inodes[*].mu, fs.inodes[*].name
//calvin:ensures  old(has(fs.entries, name)) && !has(fs.entries, name)
//calvin:action   Drop
//calvin:modifies fs.inodes[*].blocks, fs.blocks[*].used
//calvin:action   Freed
//calvin:modifies fs.inodes[*].mu, fs.inodes[*].used, fs.inodes[*].size, fs.inodes[*].blocks, fs.blocks[*].used
//calvin:ensures  err == nil
func (fs *FS) Delete(name string) (err error) {
	i := fs.unlink(name)
	if i < 0 {
		return ErrNotExist
	}
	f := &fs.inodes[i]
	defer f.mu.Unlock()
	//calvin:invariant fs.inodes[i].mu == tid && fs.inodes[i].name == "" && 0 <= k && k <= direct && forall j int :: 0 <= j && j < k ==> fs.inodes[i].blocks[j] == 0
	for k := 0; k < direct; k++ {
		fs.drop(i, k)
	}
	f.size = 0
	f.used = false
	return nil
}
