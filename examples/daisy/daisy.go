// Package daisy is a small file system: Calvin-R's case study of that name, in Go. A disk has blocks, an inode is a file that
// has some of them, a directory has inodes by name. There is one lock for the directory, one for each inode and one for
// each block; who takes several takes them in this order.
package daisy

import (
	"errors"
	"sync"
)

const (
	// Blocks is how many blocks the disk has. The first is never used.
	Blocks = 128
	// BlockSize is how many bytes a block has.
	BlockSize = 64
	// Inodes is how many files there may be.
	Inodes = 32
	// MaxSize is how many bytes a file has at most.
	MaxSize = direct * BlockSize
	// MaxName is how many bytes a name has at most.
	MaxName = 32

	direct = 8 // blocks of an inode
)

var (
	// ErrName says that no file can have such a name.
	ErrName = errors.New("daisy: bad name")
	// ErrExist says that there is a file of that name.
	ErrExist = errors.New("daisy: file exists")
	// ErrNotExist says that there is none.
	ErrNotExist = errors.New("daisy: no such file")
	// ErrStale says that the file of a handle has been deleted.
	ErrStale = errors.New("daisy: stale handle")
	// ErrInodes says that there are too many files.
	ErrInodes = errors.New("daisy: no inode left")
	// ErrFull says that there is no block left.
	ErrFull = errors.New("daisy: disk full")
	// ErrRange says that no file can have such a place or size.
	ErrRange = errors.New("daisy: out of range")
)

// An FS is a file system. Every block that an inode has is that inode's alone, and every name leads to a file of that name.
//
//calvin:invariant entries != nil && forall s string :: has(entries, s) ==> s != "" && 0 <= entries[s] && entries[s] < Inodes && inodes[entries[s]].used && inodes[entries[s]].name == s
//calvin:invariant forall i int, k int :: 0 <= i && i < Inodes && 0 <= k && k < direct && inodes[i].blocks[k] != 0 ==> blocks[inodes[i].blocks[k]].used && blocks[inodes[i].blocks[k]].owner == i && blocks[inodes[i].blocks[k]].slot == k
type FS struct {
	blocks [Blocks]block
	inodes [Inodes]inode
	mu     sync.Mutex
	//calvin:guarded_by mu
	entries map[string]int
}

// New returns a file system without files.
func New() *FS { return &FS{entries: make(map[string]int)} }
