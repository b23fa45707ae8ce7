package cache

import (
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"regexp"
	"sync"
)

// executable opens the executable that runs.
var executable = sync.OnceValues(func() (*os.File, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(name)
})

// program tells this build of the program from all others.
var program = sync.OnceValues(func() ([]byte, error) {
	f, err := executable()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return identify(f)
})

// identify tells an executable from all others: by what the go command has written into it, or, if it has not, by a hash of all of it.
func identify(f io.ReadSeeker) ([]byte, error) {
	head := make([]byte, headSize)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if m := buildID.FindSubmatch(head[:n]); m != nil {
		return m[1], nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}

// headSize is how far from its beginning an executable is searched for its build ID.
const headSize = 64 << 10

// buildID matches the identity that the go command gives to an executable, in a note of ELF files, and at the beginning
// of the code of others. It has four hashes: of all that went into the executable, of what went into its main package
// and of what that was compiled to, and of the executable itself. To hash 32 MB once more takes a sixth of what a check
// takes after which nothing has changed. An identity of other forms, which who builds it can give to it, does not
// count.
var buildID = regexp.MustCompile(`(?:\x04\x00\x00\x00Go\x00\x00| Go build ID: ")([A-Za-z0-9_-]{20}/[A-Za-z0-9_-]{20}/[A-Za-z0-9_-]{20}/[A-Za-z0-9_-]{20})[\x00-\x1f"]`)
