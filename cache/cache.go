// Package cache takes the key of a question and gives the answer that this program stored under it, in this process
// or an earlier one.
//
// A key is the hash of everything that the answer depends on. The executable is always a part of it, so another build
// of the program finds none of these answers. The store is a directory in the format of the go command's build cache,
// which several processes can use at once. A file has the hash of its contents as its name, and the reader compares
// the two. So a file that was written in part, or changed later, counts as a miss. Package cache removes entries that
// nobody has used for some days.
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/rogpeppe/go-internal/cache"
)

// Env names the variable that says where the cache is; "off" is nowhere.
const Env = "CALVIN_CACHE"

// Dir returns the directory of the user's cache: what Env says or else calvin in the user's directory for caches. It is
// empty if there is to be none.
func Dir() (string, error) {
	if dir := os.Getenv(Env); dir == "off" {
		return "", nil
	} else if dir != "" {
		if !filepath.IsAbs(dir) {
			return "", fmt.Errorf("%s=%s is neither off nor an absolute path", Env, dir)
		}
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache (%s=off does without): %w", Env, err)
	}
	return filepath.Join(dir, "calvin"), nil
}

// A Store holds answers. A nil one holds none, and forgets what it is given. It may be used by many goroutines at once.
type Store struct{ files *cache.Cache }

// Open opens the store in a directory, which it makes if need be.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("open the cache: %w", err)
	}
	executable() // while its file is the one that was started
	go program() // as long as other things take
	files, err := cache.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("open the cache: %w", err)
	}
	return &Store{files}, nil
}

// Get reads the answer under the key into v, and reports whether there is one. What cannot be read is not there.
func (s *Store) Get(k Key, v any) bool {
	if s == nil || k == (Key{}) {
		return false
	}
	data, _, err := s.files.GetBytes(cache.ActionID(k))
	return err == nil && json.Unmarshal(data, v) == nil
}

// Has reports whether there is an answer under the key, without reading it.
func (s *Store) Has(k Key) bool {
	if s == nil || k == (Key{}) {
		return false
	}
	_, err := s.files.Get(cache.ActionID(k))
	return err == nil
}

// Put stores the answer to a question.
func (s *Store) Put(k Key, v any) error {
	if s == nil || k == (Key{}) {
		return nil
	}
	data, err := json.Marshal(v)
	if err == nil {
		// No verification of what was there before: answers tell the time that they took.
		_, _, err = s.files.PutNoVerify(cache.ActionID(k), bytes.NewReader(data))
	}
	if err != nil {
		return fmt.Errorf("write to the cache: %w", err)
	}
	return nil
}

// Trim removes entries that have not been used for some days, if it was not done today.
func (s *Store) Trim() error {
	if s == nil {
		return nil
	}
	return s.files.Trim()
}

// A Key is a hash of all that an answer depends on. The zero Key is that of no answer.
type Key [sha256.Size]byte

// A Hash makes a key from parts.
type Hash struct{ sum hash.Hash }

// NewHash begins a key for questions of a kind.
func NewHash(kind string) *Hash {
	h := &Hash{sha256.New()}
	h.Text(kind)
	return h
}

// Text adds a part; no two sequences of parts look the same.
func (h *Hash) Text(parts ...string) {
	for _, p := range parts {
		h.sum.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(p))))
		io.WriteString(h.sum, p)
	}
}

// List adds a sequence of parts as one.
func (h *Hash) List(parts []string) {
	h.Text(fmt.Sprint(len(parts)))
	h.Text(parts...)
}

// Key returns the key of all parts and of this program. If the program does not know itself, there is none.
func (h *Hash) Key() Key {
	id, err := program()
	if err != nil {
		return Key{}
	}
	h.sum.Write(id)
	return Key(h.sum.Sum(nil))
}

// Stat counts the answers in a directory and the bytes that it takes.
func Stat(dir string) (answers int, size int64, err error) {
	err = walk(dir, func(path string, info fs.FileInfo) error {
		size += info.Size()
		if path[len(path)-1] == 'a' {
			answers++
		}
		return nil
	})
	return answers, size, err
}

// Clean removes what the cache has written to a directory, and nothing else.
func Clean(dir string) error {
	return walk(dir, func(path string, _ fs.FileInfo) error { return ignoreMissing(os.Remove(path)) })
}

// entry is the name of a file of the cache, within the directory for its first two digits.
var entry = regexp.MustCompile(`^[0-9a-f]{64}-[ad]$`)

// walk visits the files of the cache. There may be other files in its directory, and other processes that write to it.
func walk(dir string, visit func(path string, info fs.FileInfo) error) error {
	for i := range 256 {
		sub := filepath.Join(dir, fmt.Sprintf("%02x", i))
		files, err := os.ReadDir(sub)
		if err := ignoreMissing(err); err != nil {
			return fmt.Errorf("read the cache: %w", err)
		}
		for _, f := range files {
			if !f.Type().IsRegular() || !entry.MatchString(f.Name()) {
				continue
			}
			info, err := f.Info()
			if err == nil {
				err = visit(filepath.Join(sub, f.Name()), info)
			}
			if err := ignoreMissing(err); err != nil {
				return fmt.Errorf("go through the cache: %w", err)
			}
		}
	}
	return nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
